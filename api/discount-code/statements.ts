import { INVITEE_DISCOUNT_MAX_TOMAN, INVITEE_DISCOUNT_PERCENT } from "../../contract/referral.ts";
import { DISCOUNT_CODE } from "../cart/statements.ts";

/**
 * Finds the shopper's own and the public codes, newest first, with the uses that count for this
 * person and their current cart. With `endingBy`, only those that end until then.
 */
export function findDiscountCodes(
  db: D1Database,
  userId: string,
  limit: number,
  now: number,
  endingBy: number | null = null,
): D1PreparedStatement {
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
