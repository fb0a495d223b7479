import { deskDeliveryRefusals } from "../../../contract/desk/delivery.ts";
import { Hono } from "hono";
import { deskCodeRefusals } from "../../../contract/desk/code.ts";
import { deskRefusals } from "../../../contract/desk/endpoint.ts";
import { refusals } from "../../../contract/endpoint.ts";
import {
  type DeskDelivery,
  beginDelivery,
  deliver,
  listDeliveries,
} from "../../../contract/desk/delivery.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { findFrozen } from "../../base/frozen.ts";
import { runBatch, readAll, readFirst } from "../../base/batch.ts";
import { body, query, refuse } from "../../base/context.ts";
import { named } from "../../base/named.ts";
import { findOpenings, showOpening } from "../../buying/code/openings.ts";
import { noteDecision, noteView } from "../../base/decisions.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { showPerson, showWholePerson } from "../../base/person.ts";
import { readPage } from "../../base/page.ts";
import { openOrderAnswers } from "../../buying/question/seals.ts";
import { findItemAnswers } from "../../buying/question/statements.ts";
import type { BroughtCode } from "../../buying/code/code-text.ts";
import { readBrought } from "../import/by-hand.ts";
import { bookDelivery } from "../../buying/delivery/book.ts";
import * as statements from "../../buying/delivery/deliver-statements.ts";
import { tellDelivered } from "../../buying/delivery/tell.ts";
import { toIso, toIsoOrNull } from "../../base/time.ts";

export const deskDeliveries = new Hono<OperatorEnv>();

deskDeliveries.get("/", query(listDeliveries.query), async (c) => {
  const { page, nextCursor } = await readPage(
    c.var,
    statements.findWaitingItems,
    ({ waiting_since, id }) => ({ at: waiting_since ?? 0, id }),
  );
  return c.json({ deliveries: page.map(showDelivery), nextCursor });
});

/** Calls about any item of a paid order, delivered or not. */
export const deskItems = new Hono<OperatorEnv>();

deskItems.get("/:orderItemId", named("orderItemId"), async (c) => {
  const { db, now } = c.var.shop;
  const { operator } = c.var;
  const found = await statements.findPaidItem(db, c.var.name);
  if ("refusal" in found) return refuse(c, found.refusal);
  const { item } = found;
  await noteView({ db, operator, moment: now() }, "order_item", item.id).run();
  const results = await readAll(findOpenings(db, item.id));
  return c.json({
    item: {
      ...showDelivery(item),
      person: showWholePerson(item, operator),
      deliveredAt: toIsoOrNull(item.delivered_at),
      codes: results.map(showOpening),
    },
  });
});

deskItems.post("/:orderItemId/answers", named("orderItemId"), async (c) => {
  const { db, vault, now } = c.var.shop;
  const { operator } = c.var;
  const found = await statements.findPaidItem(db, c.var.name);
  if ("refusal" in found) return refuse(c, found.refusal);
  const { id } = found.item;
  const row = await readFirst(findItemAnswers(db, id));
  if (!row) return refuse(c, refusals.notFound);
  await noteDecision({ db, operator, moment: now() }, "order_item", id, "answers_read").run();
  const answers = await openOrderAnswers(vault, row);
  if (answers === null) return refuse(c, deskDeliveryRefusals.answersUnreadable);
  c.header("Cache-Control", "no-store");
  return c.json(answers);
});

deskDeliveries.put("/:orderItemId", named("orderItemId"), body(beginDelivery.body), async (c) => {
  const { db, now } = c.var.shop;
  const { operator } = c.var;
  const found = await statements.findPaidItem(db, c.var.name);
  if ("refusal" in found) return refuse(c, found.refusal);
  const { item } = found;
  if (item.profile_due_at !== null) return refuse(c, deskDeliveryRefusals.profileIncomplete);
  const moment = now();
  const isBegun = await runBatch(db, [
    ...statements.beginItem(db, item.id, moment),
    noteDecision({ db, operator, moment }, "order_item", item.id, "begun", {
      before: item.delivery_status,
      after: "processing",
    }),
  ]);
  return isBegun
    ? c.json({ message: "تحویل این محصول آغاز شد." })
    : refuse(c, deskDeliveryRefusals.notWaiting);
});

deskDeliveries.post("/:orderItemId/codes", named("orderItemId"), body(deliver.body), async (c) => {
  const { shop, operator } = c.var;
  const { db } = shop;
  const { codes: texts, isSure } = c.var.body;
  const found = await statements.findPaidItem(db, c.var.name);
  if ("refusal" in found) return refuse(c, found.refusal);
  const { item } = found;
  if (item.waiting_since === null) return refuse(c, deskDeliveryRefusals.notWaiting);
  if (item.profile_due_at !== null) return refuse(c, deskDeliveryRefusals.profileIncomplete);
  if (texts.length !== item.lacking) return refuse(c, deskDeliveryRefusals.wrongCodeCount);
  const { codes, doubts } = await readBrought(shop, item.product_id, texts);
  if (doubts !== "" && !isSure) return refuse(c, deskCodeRefusals.doubtful, { details: doubts });
  const moment = shop.now();
  const { id, order_id: orderId, person_id: userId, total_toman: totalToman } = item;
  const isDelivered = await runBatch(db, [
    ...statements.deliverItem(db, item, codes, moment),
    ...bookDelivery(db, orderId, [{ id, totalToman }], moment),
    ...tellDelivered(shop, { orderId, userId, itemIds: [id], isAwaited: false }, moment),
    noteDecision({ db, operator, moment }, "order_item", id, "delivered", {
      before: item.delivery_status,
      after: "delivered",
    }),
  ]);
  if (isDelivered) return c.json({ message: "کدها تحویل خریدار شد." });
  const since = await statements.findPaidItem(db, id);
  const isStillWaiting = "item" in since && since.item.waiting_since !== null;
  if (isStillWaiting && (await findFrozen(db, userId).first()) !== null)
    return refuse(c, deskRefusals.frozen);
  if (!isStillWaiting) return refuse(c, deskDeliveryRefusals.notWaiting);
  return refuse(c, deskDeliveryRefusals.codeKnown, { details: await sayKnown(db, codes) });
});

/** Says which of the entered codes are already known to the shop, or were entered twice. */
async function sayKnown(db: D1Database, codes: readonly BroughtCode[]): Promise<string> {
  const marks = codes.map(({ fingerprint }) => fingerprint);
  const results = await readAll(statements.findKnownCodes(db, marks));
  const known = new Set(results.map(({ fingerprint }) => fingerprint));
  const places = marks.flatMap((mark, at) =>
    known.has(mark) || marks.indexOf(mark) < at ? [toPersianDigits(at + 1)] : [],
  );
  return places.length === 0 ? "" : `کد ${places.join("، ")}`;
}

function showDelivery(row: statements.WaitingItemRow): DeskDelivery {
  return {
    orderItemId: row.id,
    orderId: row.order_id,
    orderNumber: row.order_number,
    person: showPerson(row),
    productName: row.product_name,
    quantity: row.quantity,
    lacking: row.lacking,
    supply:
      row.supply_ref === null || row.supply_state === null
        ? null
        : { ref: row.supply_ref, state: row.supply_state, reason: row.supply_reason },
    deliveryStatus: row.delivery_status,
    paidAt: toIso(row.paid_at),
  };
}
