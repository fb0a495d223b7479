import { type Statement } from "../../base/batch.ts";
/** Statements that find the results of earlier requests for the same purchase. */

/** An earlier use of an idempotency key. For a payment, `order_id` is null. */
export interface KeyUseRow {
  order_id: string | null;
  request_hash: string;
}

export function findKeyUses(
  db: D1Database,
  userId: string,
  key: string | null,
): Statement<KeyUseRow> {
  return db
    .prepare(
      `SELECT id AS order_id, request_hash FROM orders WHERE user_id = ?1 AND idempotency_key = ?2
       UNION ALL
       SELECT NULL, request_hash FROM payment WHERE user_id = ?1 AND idempotency_key = ?2`,
    )
    .bind(userId, key);
}

/** Finds a paid order that was made from one of these versions of the shopper's cart. */
export function findOrderOfCarts(
  db: D1Database,
  userId: string,
  versions: number[],
): Statement<{ id: string }> {
  return db
    .prepare(
      `SELECT id
       FROM orders WHERE user_id = ?1 AND state IN ('paid', 'refunded') AND cart_version IN (
         SELECT value FROM json_each(?2))`,
    )
    .bind(userId, JSON.stringify(versions));
}
