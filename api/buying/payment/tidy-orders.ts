import { type Statement, readAll } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { DAY_MS } from "../../base/time.ts";

/**
 * How long an unpaid order is kept. The checks for late payments and the limits on unpaid orders
 * need it for a much shorter time.
 */
const KEPT_DAYS = 30;
const ORDERS_PER_PAGE = 200;

/**
 * SQL text: true when the cancelled order `o` can be deleted with its payment `p`: no money moved,
 * it was not in review, and it has no named card, which would show that accounts belong together.
 */
const IS_DELETABLE = `(o.state = 'cancelled' AND o.wallet_toman = 0 AND o.updated_at < ?1
  AND p.state IN ('failed', 'expired') AND p.next_check_at IS NULL AND p.reviewed_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM bank_card WHERE id = p.card_id AND is_named = 1)
  AND NOT EXISTS (SELECT 1 FROM transfer WHERE order_id = o.id OR payment_id = p.id)
  AND NOT EXISTS (SELECT 1 FROM stray_payment WHERE payment_id = p.id)
  AND NOT EXISTS (SELECT 1 FROM account WHERE id = 'hold:' || o.id))`;

/**
 * SQL text: matches those of the orders `?1` whose payment was deleted. A payment that was
 * confirmed meanwhile was not deleted, so its order does not match.
 */
const WITHOUT_PAYMENT = `IN (SELECT value FROM json_each(?1)
  WHERE NOT EXISTS (SELECT 1 FROM payment WHERE order_id = value))`;

/** Finds cancelled orders that can be deleted, longest cancelled first. */
export function findGivenUp(db: D1Database, before: number): Statement<{ id: string }> {
  return db
    .prepare(
      `SELECT o.id FROM orders o INDEXED BY orders_given_up JOIN payment p ON p.order_id = o.id
       WHERE o.state = 'cancelled' AND o.wallet_toman = 0 AND ${IS_DELETABLE}
       ORDER BY o.updated_at LIMIT ?2`,
    )
    .bind(before, ORDERS_PER_PAGE);
}

/**
 * Deletes orders that were cancelled unpaid long ago, with their items and payments. Returns true
 * when there may be more.
 */
export async function tidyOrders({ db, now }: Shop): Promise<boolean> {
  const before = now() - KEPT_DAYS * DAY_MS;
  const results = await readAll(findGivenUp(db, before));
  if (results.length === 0) return false;
  const ids = JSON.stringify(results.map(({ id }) => id));
  await db.batch([
    db
      .prepare(
        `DELETE FROM payment WHERE id IN (
           SELECT p.id FROM json_each(?2) JOIN orders o ON o.id = value
           JOIN payment p ON p.order_id = o.id WHERE ${IS_DELETABLE})`,
      )
      .bind(before, ids),
    db.prepare(`DELETE FROM order_item WHERE order_id ${WITHOUT_PAYMENT}`).bind(ids),
    db.prepare(`DELETE FROM orders WHERE id ${WITHOUT_PAYMENT}`).bind(ids),
  ]);
  return results.length === ORDERS_PER_PAGE;
}
