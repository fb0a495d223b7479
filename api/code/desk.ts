import { Hono } from "hono";
import { deskCodeRefusals, replaceCode } from "../../contract/desk/code.ts";
import { personRefusals } from "../../contract/desk/user.ts";
import { refusals } from "../../contract/endpoint.ts";
import { runBatch } from "../base/batch.ts";
import { body, refuse } from "../base/context.ts";
import { noteDecision } from "../base/decisions.ts";
import type { OperatorEnv } from "../base/operator.ts";
import { queueMessage } from "../base/outbox.ts";
import { sealCode } from "../stock/code-text.ts";
import * as statements from "./desk-statements.ts";

/** Number of attempts at a replacement whose free code buyers keep taking. */
const ATTEMPTS = 4;

export const deskCodes = new Hono<OperatorEnv>();

deskCodes.post("/:codeId/replacement", body(replaceCode.body), async (c) => {
  const { shop, operator } = c.var;
  const { db, settings, vault, now } = shop;
  const { reason, code: plain } = c.var.body;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const old = await statements
      .findDeliveredCode(db, c.req.param("codeId"))
      .first<statements.DeliveredCodeRow>();
    if (!old) return refuse(c, refusals.notFound);
    if (old.forgotten_at !== null) return refuse(c, personRefusals.forgotten);
    if (old.is_in_hand === 0) return refuse(c, deskCodeRefusals.gone);
    const { order_id: orderId, order_item_id: itemId, product_id: productId } = old;
    const isByHand = old.delivery_type === "manual";
    if (isByHand && plain === undefined) return refuse(c, deskCodeRefusals.byHand);
    if (!isByHand && plain !== undefined) return refuse(c, deskCodeRefusals.notByHand);
    const moment = now();
    const next =
      plain === undefined
        ? await findFree(db, productId, moment)
        : { brought: await sealCode(vault, productId, plain) };
    if (next === null) return refuse(c, deskCodeRefusals.noneFree);
    const codeId = "freeId" in next ? next.freeId : next.brought.id;
    const template = settings.SMS_TEMPLATE_ORDER_DELIVERED;
    const note = `کد ${String(old.position)}: ${reason}`;
    const isReplaced = await runBatch(db, [
      ...statements.replaceCode(db, old, next, moment),
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

async function findFree(
  db: D1Database,
  productId: string,
  now: number,
): Promise<{ freeId: string } | null> {
  const row = await statements.findFreeCode(db, productId, now).first<{ id: string | null }>();
  return row?.id == null ? null : { freeId: row.id };
}
