import type { DeliveryStatus } from "../../contract/order.ts";
import { PERSON, type PersonColumns } from "../base/person.ts";

export interface DeskOrderRow extends PersonColumns {
  id: string;
  number: string;
  state: "awaiting" | "cancelled" | "paid" | "refunded";
  total_toman: number;
  wallet_toman: number;
  created_at: number;
  paid_at: number | null;
  look_due_at: number | null;
  payment_state: string | null;
  authority: string | null;
  ref_id: string | null;
}

/** Finds any order by its id or number, paid or not. */
export function findOrderByName(db: D1Database, name: string): D1PreparedStatement {
  return db
    .prepare(
      `SELECT o.id, o.number, o.state, o.total_toman, o.wallet_toman, o.created_at, o.paid_at,
         o.look_due_at, p.state AS payment_state, p.authority, p.ref_id, ${PERSON}
       FROM orders o JOIN user u ON u.id = o.user_id LEFT JOIN payment p ON p.order_id = o.id
       WHERE o.id = (SELECT id FROM orders WHERE id = ?1 UNION ALL
         SELECT id FROM orders WHERE number = ?1 LIMIT 1)`,
    )
    .bind(name);
}

export interface DeskOrderItemRow {
  id: string;
  product_name: string;
  quantity: number;
  total_toman: number;
  delivery_status: DeliveryStatus;
  delivered_at: number | null;
}

export function findItemsOfOrder(db: D1Database, orderId: string): D1PreparedStatement {
  return db
    .prepare(
      `SELECT id, product_name, quantity, total_toman, delivery_status, delivered_at
       FROM order_item WHERE order_id = ?1 ORDER BY position`,
    )
    .bind(orderId);
}
