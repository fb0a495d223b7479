import { type Statement, readAll } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { runJob } from "../../base/job.ts";
import { queueMessage } from "../../base/outbox.ts";
import { refundItems } from "../refund/refund-items.ts";

const ORDERS_PER_PAGE = 10;

/**
 * Refunds held orders on which no operator decided in time. Also completes refunds that an operator
 * chose but that were interrupted. Returns true when more may be due.
 */
export async function refundOverdueLooks(shop: Shop): Promise<boolean> {
  const results = await readAll(findOverdue(shop.db, ORDERS_PER_PAGE, shop.now()));
  let refunded = 0;
  for (const { id } of results)
    if (await runJob(`look at order ${id}`, () => refundOverdueLook(shop, id))) refunded++;
  // An order that cannot be refunded stays due, and waits for the next run.
  return results.length === ORDERS_PER_PAGE && refunded > 0;
}

/** Finds held orders whose refund is due, earliest due first. */
function findOverdue(db: D1Database, limit: number, now: number): Statement<{ id: string }> {
  return db
    .prepare("SELECT id FROM orders WHERE look_due_at <= ?1 ORDER BY look_due_at, id LIMIT ?2")
    .bind(now, limit);
}

/**
 * Refunds all of a held order the way it was paid, once its refund is due, and tells the buyer.
 * Nobody has seen its codes, so they are for sale again.
 */
export async function refundOverdueLook(shop: Shop, orderId: string): Promise<boolean> {
  const { db, settings } = shop;
  const template = settings.SMS_TEMPLATE_ORDER_RETURNED;
  const shares = await refundItems(shop, {
    orderId,
    isDue: async () =>
      (await db
        .prepare("SELECT 1 FROM orders WHERE id = ?1 AND look_due_at <= ?2")
        .bind(orderId, shop.now())
        .first()) !== null,
    isSelected: () => true,
    reason: "operator",
    also: (userId, now) => [
      queueMessage(db, { id: `look_refunded:${orderId}`, userId, template, token: orderId }, now),
    ],
  });
  return shares.length > 0;
}
