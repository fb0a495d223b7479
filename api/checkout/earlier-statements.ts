/** What the same attempt has led to before. */

/** What a caller's name for an attempt was used for: an order, or a payment, which has no `order_id` here. */
export interface KeyUseRow {
  order_id: string | null;
  request_hash: string;
}

export function findKeyUses(
  db: D1Database,
  userId: string,
  key: string | null,
): D1PreparedStatement {
  return db
    .prepare(
      `SELECT id AS order_id, request_hash FROM orders WHERE user_id = ?1 AND idempotency_key = ?2
       UNION ALL SELECT NULL, request_hash FROM payment WHERE user_id = ?1 AND idempotency_key = ?2`,
    )
    .bind(userId, key);
}

/** An order that a shopper has paid for one of these versions of their cart. */
export function findOrderOfCarts(
  db: D1Database,
  userId: string,
  versions: number[],
): D1PreparedStatement {
  return db
    .prepare(
      "SELECT id FROM orders WHERE user_id = ?1 AND paid_at IS NOT NULL AND cart_version IN (SELECT value FROM json_each(?2))",
    )
    .bind(userId, JSON.stringify(versions));
}
