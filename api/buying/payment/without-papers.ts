import { type Statement } from "../../base/batch.ts";
import { IS_CARD_REFUSED } from "../../people/identity/statements.ts";
import { DAY_MS } from "../../base/time.ts";

/**
 * Buying without papers (specification, section 4.21): the sums that were bought with named cards,
 * and the claims of the batch that holds an order paid with a named card.
 */

/**
 * Returns SQL text for the sum of the orders that count at time `?3`: paid within 24 hours, or
 * still held. `owner` selects the named cards `c`. An expired payment is checked for one more day,
 * so the card of an order that counts may have been named up to two days ago.
 */
const boughtWith = (owner: string) => `(SELECT coalesce(sum(o.total_toman), 0)
  FROM bank_card c JOIN payment p ON p.id = c.id JOIN orders o ON o.id = p.order_id
  WHERE ${owner} AND c.created_at > ?3 - ${String(2 * DAY_MS)}
    AND (o.paid_at > ?3 - ${String(DAY_MS)} OR (o.state = 'awaiting' AND o.hold_expires_at > ?3)))`;
/**
 * Returns SQL text for the larger of two sums: what the person `?1` bought, and what was bought
 * with the card `?2` in all accounts.
 */
const boughtBut = (LEFT_OUT: string) => `max(
  ${boughtWith(`c.is_named = 1 AND c.user_id = ?1${LEFT_OUT}`)},
  ${boughtWith(`c.is_named = 1 AND c.number_fingerprint = ?2${LEFT_OUT}`)})`;
const BOUGHT = boughtBut("");
/**
 * SQL text: the larger of the two sums, each without the orders in `?4` that name the card `?2`.
 */
const BOUGHT_BESIDES = boughtBut(` AND NOT (
    c.number_fingerprint = ?2 AND o.id IN (SELECT value FROM json_each(?4)))`);

export interface BoughtRow {
  bought_toman: number;
  /**
   * 1 when the card is verified for another person or proved that person's identity, or when it is
   * frozen.
   */
  is_card_refused: number;
}

/** SQL text: what the person `?1` bought, without a hold for the current cart. */
const SPENT = boughtWith(`c.is_named = 1 AND c.user_id = ?1 AND NOT (o.state = 'awaiting'
  AND o.cart_version = (SELECT version FROM cart WHERE user_id = ?1))`);

/**
 * Finds the sum that a person bought without papers. A hold for the current cart does not count,
 * because paying for it again leads to the same payment.
 */
export function findSpent(
  db: D1Database,
  userId: string,
  now: number,
): Statement<{ spent_toman: number }> {
  return db.prepare(`SELECT ${SPENT} AS spent_toman`).bind(userId, null, now);
}

/**
 * Finds the larger of two sums: what a person bought without papers, and what was bought with a
 * card in all accounts. Orders that the new payment takes over do not count if they name the same
 * card.
 */
export function findBought(
  db: D1Database,
  { userId, fingerprint, without }: { userId: string; fingerprint: string; without: string[] },
  now: number,
): Statement<BoughtRow> {
  return db
    .prepare(`SELECT ${BOUGHT_BESIDES} AS bought_toman, ${IS_CARD_REFUSED} AS is_card_refused`)
    .bind(userId, fingerprint, now, JSON.stringify(without));
}

/**
 * Part of the batch that holds or delivers an order paid with a named card: aborts when the order
 * exceeds the limit of the day. A held order always passes, because it was counted when it was
 * inserted.
 */
export function claimDayHasRoom(
  db: D1Database,
  order: { paymentId: string; userId: string; fingerprint: string; totalToman: number },
  perDayToman: number,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the limit of the day allows the payment', EXISTS (
         SELECT 1 FROM payment p JOIN orders o ON o.id = p.order_id
         WHERE p.id = ?4 AND o.state = 'awaiting' AND o.hold_expires_at > ?3)
       OR ${BOUGHT} + ?5 <= ?6`,
    )
    .bind(order.userId, order.fingerprint, now, order.paymentId, order.totalToman, perDayToman);
}
