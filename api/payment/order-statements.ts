export interface AwaitingOrder {
  id: string;
  user_id: string;
  state: "awaiting" | "cancelled" | "paid" | "refunded";
  cart_version: number;
  discount_code_id: string | null;
  total_toman: number;
  wallet_toman: number;
  gateway_toman: number;
  /** Of the card that was named for it by its number alone; null for a card of the account. */
  named_fingerprint: string | null;
}

export function findOrderOfPayment(db: D1Database, orderId: string): D1PreparedStatement {
  return db
    .prepare(
      `SELECT id, user_id, state, cart_version, discount_code_id, total_toman, wallet_toman,
         gateway_toman, (
           SELECT c.number_fingerprint FROM payment p
           JOIN bank_card c ON c.id = p.card_id AND c.is_named = 1
           WHERE p.order_id = orders.id) AS named_fingerprint
       FROM orders WHERE id = ?1`,
    )
    .bind(orderId);
}

export function findSoldItems(db: D1Database, orderId: string): D1PreparedStatement {
  return db
    .prepare(
      `SELECT id, product_id AS productId, delivery_type AS deliveryType, quantity,
         total_toman AS totalToman
       FROM order_item WHERE order_id = ?1 ORDER BY position`,
    )
    .bind(orderId);
}

export function markOrderPaid(db: D1Database, orderId: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE orders SET state = 'paid', paid_at = ?2, updated_at = ?2, hold_expires_at = NULL
       WHERE id = ?1`,
    )
    .bind(orderId, now);
}

export function markOrderCancelled(
  db: D1Database,
  orderId: string,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE orders SET state = 'cancelled', updated_at = ?2, hold_expires_at = NULL
       WHERE id = ?1 AND state = 'awaiting'`,
    )
    .bind(orderId, now);
}
