import { Hono } from "hono";
import { deskCodeRefusals, replaceCode, revealCode } from "../../../contract/desk/code.ts";
import { deskRefusals } from "../../../contract/desk/endpoint.ts";
import { refusals } from "../../../contract/endpoint.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { runBatch, readFirst } from "../../base/batch.ts";
import { body, refuse } from "../../base/context.ts";
import { noteDecision } from "../../base/decisions.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { queueMessage } from "../../base/outbox.ts";
import { openOrNull } from "../../base/open-number.ts";
import { type MayGive, type OperatorInShop, mayGive } from "../giving/give.ts";
import { readCodesWorth, readReplacementWorth } from "../giving/statements.ts";
import { readBrought } from "../import/by-hand.ts";
import { claimNoRefundAsked, findAskedRefund } from "../../buying/refund/open-proposal.ts";
import { lastFourOf, sealContext } from "../../buying/code/code-text.ts";
import { noteOperator } from "../../buying/code/knowers.ts";
import { planReplacement } from "./plan-replacement.ts";
import * as statements from "../../buying/code/replace-statements.ts";
import { proposalWords } from "../../base/open-proposal.ts";

/**
 * The most attempts at a replacement or a reveal. An attempt fails if the code changes meanwhile.
 */
const ATTEMPTS = 4;

export const deskCodes = new Hono<OperatorEnv>();

deskCodes.post("/:codeId/replacement", body(replaceCode.body), async (c) => {
  const { shop, operator } = c.var;
  const { db, settings, now } = shop;
  const { reason, code: plain, isSure } = c.var.body;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const moment = now();
    const plan = await planReplacement(db, c.req.param("codeId"), moment);
    if (!plan) return refuse(c, refusals.notFound);
    const { old, isByHand } = plan;
    const { obstacle } = plan;
    if (obstacle && obstacle !== deskCodeRefusals.noneFree) return refuse(c, obstacle);
    const subject = { itemId: old.order_item_id, codeIds: [old.id] };
    const asked = await readFirst(findAskedRefund(db, subject, moment));
    if (asked) return refuse(c, deskRefusals.waitsForSecond, { details: proposalWords(asked) });
    const { order_id: orderId, order_item_id: itemId, product_id: productId } = old;
    if (isByHand && plain === undefined) return refuse(c, deskCodeRefusals.byHand);
    if (!isByHand && plain !== undefined) return refuse(c, deskCodeRefusals.notByHand);
    if (obstacle) return refuse(c, obstacle);
    const brought = plain === undefined ? null : await readBrought(shop, productId, [plain]);
    if (brought !== null && brought.doubts !== "" && !isSure)
      return refuse(c, deskCodeRefusals.doubtful, { details: brought.doubts });
    const [code] = brought?.codes ?? [];
    const next = code ? { brought: code } : { freeId: plan.free?.id ?? "" };
    const codeId = code ? code.id : (plan.free?.id ?? "");
    const template = settings.SMS_TEMPLATE_ORDER_DELIVERED;
    const note = `کد ${toPersianDigits(old.position)}: ${reason}`;
    const worth = await readFirst(
      readReplacementWorth(
        db,
        { productId, codeIds: code ? [old.id] : [old.id, codeId], isByHand: code !== undefined },
        moment,
      ),
    );
    const giving = await mayGive(
      c.var,
      {
        way: "replacement",
        subject: "order_item",
        subjectId: itemId,
        toman: worth?.toman ?? 0,
        asked: old.id,
        note,
      },
      moment,
    );
    if ("refusal" in giving) return refuse(c, giving.refusal, giving.extra);
    const isReplaced = await runBatch(db, [
      ...giving.statements,
      ...statements.replaceCode(db, old, next, moment),
      claimNoRefundAsked(db, subject, moment),
      noteDecision({ db, operator, moment }, "order_item", itemId, "code_replaced", {
        note,
        before: old.id,
        after: codeId,
      }),
      noteOperator(db, [old.id], "replacement", operator.name, moment),
      queueMessage(
        db,
        { id: `replaced:${old.id}`, userId: old.user_id, template, token: orderId },
        moment,
      ),
    ]);
    if (isReplaced) return c.json({ message: "کد تازه به جای این کد نشست.", codeId });
    const isStillThere = await readFirst(statements.findDeliveredCode(db, old.id));
    if (isByHand && isStillThere?.is_in_hand === 1) return refuse(c, deskCodeRefusals.known);
  }
  return refuse(c, refusals.unavailable);
});

deskCodes.post("/:codeId/reveal", body(revealCode.body), async (c) => {
  const { shop, operator } = c.var;
  const { db, vault, now } = shop;
  const { why, note } = c.var.body;
  const said = note === "" ? why : `${why}: ${note}`;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const row = await readFirst(statements.findSoldCode(db, c.req.param("codeId")));
    if (!row) return refuse(c, refusals.notFound);
    if (row.is_closed === 1) return refuse(c, deskCodeRefusals.closed);
    const moment = now();
    const giving = await mayReveal(c.var, row.id, said, moment);
    if ("refusal" in giving) return refuse(c, giving.refusal, giving.extra);
    const code = await openOrNull(vault, row.sealed, sealContext(row.product_id, row.id));
    if (code === null) {
      console.error(JSON.stringify({ unopenableSeals: "code", ids: [row.id] }));
      return refuse(c, deskCodeRefusals.unreadable);
    }
    const isNoted = await runBatch(db, [
      ...giving.statements,
      statements.claimShowable(db, row.id),
      noteOperator(db, [row.id], "operator", operator.name, moment),
      noteDecision({ db, operator, moment }, "code", row.id, "revealed", { note: said }),
    ]);
    if (!isNoted) continue;
    const lastFour = lastFourOf(code);
    if (row.last_four === null && lastFour !== null)
      await statements.keepLastFour(db, row.id, lastFour).run();
    c.header("Cache-Control", "no-store");
    return c.json({ code });
  }
  return refuse(c, refusals.unavailable);
});

/**
 * Allows an operator to read a code. The value of the code is added to the operator's daily sum
 * only when this operator reads it for the first time.
 */
async function mayReveal(
  who: OperatorInShop,
  codeId: string,
  note: string,
  now: number,
): Promise<MayGive> {
  const worth = await readFirst(readCodesWorth(who.shop.db, [codeId], who.operator.name, now));
  const toman = worth?.toman ?? 0;
  return toman === 0
    ? { statements: [] }
    : mayGive(who, { way: "reveal", subject: "code", subjectId: codeId, toman, note }, now);
}
