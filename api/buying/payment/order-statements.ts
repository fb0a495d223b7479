import { type Statement } from "../../base/batch.ts";
import { QUANTITY_MAX } from "../../../contract/cart.ts";
import type { SoldItem } from "../checkout/item-statements.ts";
import { ON_SHELF } from "../../goods/stock/statements.ts";

export interface AwaitingOrder {
  id: string;
  user_id: string;
  state: "awaiting" | "cancelled" | "paid" | "refunded";
  cart_version: number;
  discount_code_id: string | null;
  total_toman: number;
  wallet_toman: number;
  gateway_toman: number;
  /** The fingerprint of the named card that pays for the order; null for a card of the account. */
  named_fingerprint: string | null;
}

export function findOrderOfPayment(db: D1Database, orderId: string): Statement<AwaitingOrder> {
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

/** A line of an order that is being paid, with the units that are not in stock. */
export type PaidItem = SoldItem & { totalToman: number; worthToman: number; isReserved: number };

/**
 * Finds the lines of an order. `suppliedUnits` is the number of units that the hold reserved at a
 * supplier. Without such a reservation it is the number of units that are not in stock now.
 */
export function findSoldItems(db: D1Database, orderId: string, now: number): Statement<PaidItem> {
  return db
    .prepare(
      `SELECT i.id, i.product_id AS productId, i.delivery_type AS deliveryType, i.quantity,
         i.total_toman AS totalToman, max(i.worth_toman, i.total_toman, i.price_toman * i.quantity) AS worthToman, q.ref IS NOT NULL AS isReserved,
         coalesce(q.quantity, iif(i.delivery_type = 'instant' AND y.source IS NOT NULL, max(0,
           i.quantity - (SELECT count(*) FROM code WHERE order_item_id = i.id)
             - iif(y.source = 'supplier', 0, (SELECT count(*) FROM (
               SELECT 1 FROM code WHERE product_id = i.product_id AND ${ON_SHELF}
                 AND order_item_id IS NOT i.id AND (status = 'free' OR held_until <= ?2)
               LIMIT ?3)))), 0)) AS suppliedUnits
       FROM order_item i LEFT JOIN supplier_order q ON q.order_item_id = i.id
       LEFT JOIN product_supply y ON y.product_id = i.product_id AND y.source <> 'shelf'
       WHERE i.order_id = ?1 ORDER BY i.position`,
    )
    .bind(orderId, now, QUANTITY_MAX);
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
