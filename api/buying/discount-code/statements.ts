import { type Statement } from "../../base/batch.ts";
import { type DiscountCodeRow } from "./rules.ts";
import {
  INVITEE_DISCOUNT_MAX_TOMAN,
  INVITEE_DISCOUNT_PERCENT,
} from "../../../contract/referral.ts";

/**
 * SQL text: true when the order `o` counts as the use `u` of its discount code at time `?1`: it is
 * paid and the use was not returned, or it is unpaid and still held. Unpaid orders of the person
 * `?2` do not count, because the next payment takes over their holds. When `?3` is a version of the
 * cart, this exception is limited to unpaid orders of that version, because one cart makes one
 * order.
 */
const COUNTS = `((o.paid_at IS NOT NULL AND u.returned_at IS NULL) OR (o.state = 'awaiting' AND o.hold_expires_at > ?1
  AND NOT (o.user_id = ?2 AND (?3 IS NULL OR o.cart_version = ?3))))`;
/**
 * SQL text: the uses of the code `d` by all people; 0 when the code has no limit of uses, because
 * the number is not needed then.
 */
const COUNTED_USES = `CASE WHEN d.uses_max IS NULL THEN 0 ELSE (
  SELECT count(*) FROM discount_use u JOIN orders o ON o.id = u.order_id
  WHERE u.discount_code_id = d.id AND ${COUNTS}) END`;
/** SQL text: uses of the code `d` by the person `?2`. */
const COUNTED_OWN_USES = `(
  SELECT count(*) FROM discount_use u JOIN orders o ON o.id = u.order_id
  WHERE u.discount_code_id = d.id AND u.user_id = ?2 AND ${COUNTS})`;

/** SQL text: a query of discount codes, to be completed with WHERE. Parameters as in COUNTS. */
export const DISCOUNT_CODE = `SELECT d.id, d.code, d.type, d.value, d.min_purchase_toman,
    d.max_discount_toman, d.may_sell_below_cost,
    d.owner_id, d.uses_max, d.uses_per_user_max, d.is_active, d.expires_at,
    ${COUNTED_USES} AS uses, ${COUNTED_OWN_USES} AS own_uses
  FROM discount_code d`;

/** Finds a discount code, with the uses that count for this person; a guest's `userId` is null. */
export function findDiscountCode(
  db: D1Database,
  code: string,
  userId: string | null,
  now: number,
): Statement<DiscountCodeRow> {
  return db.prepare(`${DISCOUNT_CODE} WHERE d.code = ?4`).bind(now, userId ?? "", null, code);
}

/**
 * Finds the shopper's own and the public codes, newest first, with the uses that count for this
 * person. With `endingBy` (UTC milliseconds), only codes that expire until then.
 */
export function findDiscountCodes(
  db: D1Database,
  userId: string,
  limit: number,
  now: number,
  endingBy: number | null = null,
): Statement<DiscountCodeRow> {
  return db
    .prepare(
      `${DISCOUNT_CODE} WHERE (?5 IS NULL OR d.expires_at BETWEEN ?1 AND ?5) AND d.id IN (
         SELECT id FROM (
           SELECT id FROM discount_code WHERE owner_id = ?2
           ORDER BY created_at DESC, id DESC LIMIT ?4)
         UNION ALL
         SELECT id FROM (
           SELECT id FROM discount_code WHERE owner_id IS NULL
           ORDER BY created_at DESC, id DESC LIMIT ?4))
       ORDER BY d.created_at DESC, d.id DESC LIMIT ?4`,
    )
    .bind(now, userId, null, limit, endingBy);
}

/**
 * Part of the batch that creates an account: gives an invited person a discount code of their own
 * for one purchase.
 */
export function welcomeInvitee(
  db: D1Database,
  gift: { userId: string; id: string; code: string },
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO discount_code (id, code, type, value, max_discount_toman, owner_id, uses_max,
         created_at)
       SELECT ?2, ?3, 'percentage', ?4, ?6, id, 1, ?5
       FROM user WHERE id = ?1 AND inviter_id IS NOT NULL`,
    )
    .bind(
      gift.userId,
      gift.id,
      gift.code,
      INVITEE_DISCOUNT_PERCENT,
      now,
      INVITEE_DISCOUNT_MAX_TOMAN,
    );
}

/** Records that an order uses a discount code. */
export function noteDiscountUse(
  db: D1Database,
  use: { orderId: string; discountCodeId: string; userId: string },
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO discount_use (order_id, discount_code_id, user_id) VALUES (?1, ?2, ?3)
       ON CONFLICT (order_id) DO NOTHING`,
    )
    .bind(use.orderId, use.discountCodeId, use.userId);
}

/**
 * Deletes the use of a discount code by a cancelled order. For a fully refunded order, a trigger
 * marks the use as returned, unless a gift code of the order was read or the person already got a
 * use of this discount code back.
 */
export function giveBackDiscount(db: D1Database, orderId: string): D1PreparedStatement {
  return db
    .prepare(
      `DELETE FROM discount_use
       WHERE order_id = ?1 AND EXISTS (SELECT 1 FROM orders WHERE id = ?1 AND state = 'cancelled')`,
    )
    .bind(orderId);
}

/**
 * Aborts when the caps of a discount code are reached. Unpaid orders of the same cart do not count,
 * since at most one of them will be paid.
 */
export function claimDiscountLeft(
  db: D1Database,
  use: { discountCodeId: string; userId: string; cartVersion: number },
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the discount code is not used up', (
         SELECT (d.uses_max IS NULL OR ${COUNTED_USES} < d.uses_max)
           AND ${COUNTED_OWN_USES} < d.uses_per_user_max
         FROM discount_code d WHERE d.id = ?4)`,
    )
    .bind(now, use.userId, use.cartVersion, use.discountCodeId);
}
