import { Hono } from "hono";
import { deskRefusals } from "../../../contract/desk/endpoint.ts";
import { type DeskLook, decideLook, listLooks, lookRefusals } from "../../../contract/desk/look.ts";
import { refusals } from "../../../contract/endpoint.ts";
import { runBatch, readAll, readFirst } from "../../base/batch.ts";
import { type Shop, body, query, refuse } from "../../base/context.ts";
import { noteDecision } from "../../base/decisions.ts";
import { named } from "../../base/named.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { readPage } from "../../base/page.ts";
import { showPerson } from "../../base/person.ts";
import { handOver } from "../../buying/checkout/item-statements.ts";
import { bookDelivery } from "../../buying/delivery/book.ts";
import { tellDelivered } from "../../buying/delivery/tell.ts";
import * as statements from "../../buying/look/held-statements.ts";
import { refundOverdueLook } from "../../buying/look/refund-overdue.ts";
import { whyHeld } from "../../buying/look/why.ts";
import { toIso, toIsoOrNull } from "../../base/time.ts";

/**
 * The most attempts at a decision. An attempt fails if items of the order are refunded meanwhile.
 */
const ATTEMPTS = 3;

export const deskLooks = new Hono<OperatorEnv>();

deskLooks.get("/", query(listLooks.query), async (c) => {
  const { page, nextCursor } = await readPage(
    c.var,
    statements.findHeldOrders,
    ({ look_due_at: at, id }) => ({ at: at ?? 0, id }),
  );
  return c.json({ looks: page.map(showLook), nextCursor });
});

deskLooks.put("/:orderId", named("orderId"), body(decideLook.body), async (c) => {
  const { shop, operator } = c.var;
  const { status, reason } = c.var.body;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const order = await readFirst(statements.findPaidOrder(shop.db, c.var.name));
    if (!order) return refuse(c, refusals.notFound);
    if (order.look_due_at === null) return refuse(c, deskRefusals.decided);
    const moment = shop.now();
    if (order.look_due_at <= moment) return refuse(c, lookRefusals.overdue);
    if (status === "released" && order.is_frozen === 1) return refuse(c, deskRefusals.frozen);
    const isDecided = await runBatch(shop.db, [
      statements.claimHeld(shop.db, order.id, moment),
      ...(status === "released"
        ? await release(shop, order, moment)
        : [statements.hastenRefund(shop.db, order.id, moment)]),
      noteDecision({ db: shop.db, operator, moment }, "order", order.id, status, {
        note: reason,
        before: "held",
        after: status,
      }),
    ]);
    if (!isDecided) continue;
    if (status === "released") return c.json({ message: "سفارش آزاد شد و به خریدار تحویل شد." });
    // The decision is recorded; if this call is interrupted, the jobs complete the refund.
    await refundOverdueLook(shop, order.id);
    return c.json({ message: "همهٔ مبلغ این سفارش بازگردانده می‌شود." });
  }
  return refuse(c, refusals.unavailable);
});

/** Returns the statements that deliver a held order as if it were paid now. */
async function release(
  shop: Shop,
  { id: orderId, person_id: userId }: statements.HeldOrderRow,
  now: number,
): Promise<D1PreparedStatement[]> {
  const { db } = shop;
  const items = await readAll(statements.findClosedItems(db, orderId));
  const itemIds = items.map(({ id }) => id);
  return [
    statements.claimClosedItems(db, orderId, items.length),
    statements.endLook(db, orderId, now),
    ...handOver(db, orderId, now),
    ...bookDelivery(db, orderId, items, now),
    ...tellDelivered(shop, { orderId, userId, itemIds, isAwaited: false }, now),
  ];
}

function showLook(row: statements.HeldOrderRow): DeskLook {
  return {
    orderId: row.id,
    orderNumber: row.number,
    person: showPerson(row),
    amount: row.total_toman,
    walletAmount: row.wallet_toman,
    lines: JSON.parse(row.lines) as DeskLook["lines"],
    paidAt: toIso(row.paid_at),
    dueAt: toIso(row.look_due_at ?? 0),
    joinedAt: toIso(row.joined_at),
    cardVerifiedAt: toIsoOrNull(row.card_verified_at),
    why: whyHeld(row),
    isFrozen: row.is_frozen === 1,
  };
}
