import { Hono } from "hono";
import { deskCodeRefusals, replaceCode, revealCode } from "../../contract/desk/code.ts";
import { deskRefusals } from "../../contract/desk/endpoint.ts";
import { refusals } from "../../contract/endpoint.ts";
import { toPersianDigits } from "../../persian/digits.ts";
import { runBatch } from "../base/batch.ts";
import { body, refuse } from "../base/context.ts";
import { noteDecision } from "../base/decisions.ts";
import type { OperatorEnv } from "../base/operator.ts";
import { queueMessage } from "../base/outbox.ts";
import { openOrNull } from "../base/open-number.ts";
import { readBrought } from "../import/by-hand.ts";
import {
  type AskedRefundRow,
  askedWords,
  claimNoRefundAsked,
  findAskedRefund,
} from "../refund/asked.ts";
import { lastFourOf, sealContext } from "../stock/code-text.ts";
import { noteOperator } from "./knowers.ts";
import { planReplacement } from "./plan-replacement.ts";
import * as statements from "./desk-statements.ts";

/** Number of attempts at a replacement whose free code buyers keep taking. */
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
    const { hindrance } = plan;
    if (hindrance && hindrance !== deskCodeRefusals.noneFree) return refuse(c, hindrance);
    const subject = { itemId: old.order_item_id, codeIds: [old.id] };
    const asked = await findAskedRefund(db, subject, moment).first<AskedRefundRow>();
    if (asked) return refuse(c, deskRefusals.waitsForSecond, { details: askedWords(asked) });
    const { order_id: orderId, order_item_id: itemId, product_id: productId } = old;
    if (isByHand && plain === undefined) return refuse(c, deskCodeRefusals.byHand);
    if (!isByHand && plain !== undefined) return refuse(c, deskCodeRefusals.notByHand);
    if (hindrance) return refuse(c, hindrance);
    const brought = plain === undefined ? null : await readBrought(shop, productId, [plain]);
    if (brought !== null && brought.doubts !== "" && !isSure)
      return refuse(c, deskCodeRefusals.doubtful, { details: brought.doubts });
    const [code] = brought?.codes ?? [];
    const next = code ? { brought: code } : { freeId: plan.free?.id ?? "" };
    const codeId = "freeId" in next ? next.freeId : next.brought.id;
    const template = settings.SMS_TEMPLATE_ORDER_DELIVERED;
    const note = `کد ${toPersianDigits(old.position)}: ${reason}`;
    const isReplaced = await runBatch(db, [
      ...statements.replaceCode(db, old, next, moment),
      claimNoRefundAsked(db, subject, moment),
      noteDecision(
        db,
        {
          operator,
          subject: "order_item",
          subjectId: itemId,
          verdict: "code_replaced",
          note,
          before: old.id,
          after: codeId,
        },
        moment,
      ),
      noteOperator(db, [old.id], "replacement", operator.name, moment),
      queueMessage(
        db,
        { id: `replaced:${old.id}`, userId: old.user_id, template, token: orderId },
        moment,
      ),
    ]);
    if (isReplaced) return c.json({ message: "کد تازه به جای این کد نشست.", codeId });
    const isStillThere = await statements
      .findDeliveredCode(db, old.id)
      .first<statements.DeliveredCodeRow>();
    if (isByHand && isStillThere?.is_in_hand === 1) return refuse(c, deskCodeRefusals.known);
  }
  return refuse(c, refusals.unavailable);
});

deskCodes.post("/:codeId/reveal", body(revealCode.body), async (c) => {
  const { shop, operator } = c.var;
  const { db, vault, now } = shop;
  const { why, note } = c.var.body;
  const row = await statements
    .findSoldCode(db, c.req.param("codeId"))
    .first<statements.SoldCodeRow>();
  if (!row) return refuse(c, refusals.notFound);
  if (row.is_closed === 1) return refuse(c, deskCodeRefusals.closed);
  const code = await openOrNull(vault, row.sealed, sealContext(row.product_id, row.id));
  if (code === null) {
    console.error(JSON.stringify({ unopenableSeals: "code", ids: [row.id] }));
    return refuse(c, deskCodeRefusals.unreadable);
  }
  const moment = now();
  const line = {
    operator,
    subject: "code" as const,
    subjectId: row.id,
    verdict: "revealed",
    note: note === "" ? why : `${why}: ${note}`,
  };
  const isNoted = await runBatch(db, [
    statements.claimShowable(db, row.id),
    noteOperator(db, [row.id], "operator", operator.name, moment),
    noteDecision(db, line, moment),
  ]);
  if (!isNoted) return refuse(c, refusals.notFound);
  const lastFour = lastFourOf(code);
  if (row.last_four === null && lastFour !== null)
    await statements.keepLastFour(db, row.id, lastFour).run();
  c.header("Cache-Control", "no-store");
  return c.json({ code });
});
