import type { Shop } from "../../base/context.ts";
import { runJob } from "../../base/job.ts";
import { queueMessage } from "../../base/outbox.ts";
import { refundItems } from "./refund-items.ts";

const ORDERS_PER_PAGE = 10;

/**
 * Cancels orders whose buyers have not completed their profile in time. True when more may be due.
 */
export async function cancelForProfiles(shop: Shop): Promise<boolean> {
  const found = findProfileDue(shop.db, ORDERS_PER_PAGE, shop.now());
  const { results } = await found.all<{ id: string }>();
  let cancelled = 0;
  for (const { id } of results)
    if (await runJob(`profile of order ${id}`, () => cancelForProfile(shop, id))) cancelled++;
  // An order that cannot be cancelled stays due, and waits for the next run.
  return results.length === ORDERS_PER_PAGE && cancelled > 0;
}

/** Finds orders whose buyers have not completed their profile in time, earliest due first. */
export function findProfileDue(db: D1Database, limit: number, now: number): D1PreparedStatement {
  return db
    .prepare("SELECT id FROM orders WHERE profile_due_at <= ?1 ORDER BY profile_due_at LIMIT ?2")
    .bind(now, limit);
}

/**
 * Cancels an order whose buyer has not completed the profile in time, refunds all of it and
 * notifies the buyer. Does nothing when the profile has been completed meanwhile.
 */
async function cancelForProfile(shop: Shop, orderId: string): Promise<boolean> {
  const { db, settings } = shop;
  const template = settings.SMS_TEMPLATE_ORDER_CANCELLED;
  const shares = await refundItems(shop, {
    orderId,
    isDue: async () =>
      (await db
        .prepare("SELECT 1 FROM orders WHERE id = ?1 AND profile_due_at <= ?2")
        .bind(orderId, shop.now())
        .first()) !== null,
    isSelected: () => true,
    reason: "profile_incomplete",
    // The refund has already cleared `profile_due_at` in this batch, so this claim checks the
    // names.
    also: (userId, now) => [
      db
        .prepare(
          `INSERT INTO must SELECT 'the profile is incomplete',
             (SELECT first_name = '' OR last_name = '' FROM user WHERE id = ?1)`,
        )
        .bind(userId),
      queueMessage(db, { id: `profile_due:${orderId}`, userId, template, token: orderId }, now),
    ],
  });
  return shares.length > 0;
}
