import { type Statement } from "../../base/batch.ts";
import { isFrozen } from "../../base/frozen.ts";
import { makeFinder } from "../../base/page.ts";
import { PERSON, type PersonColumns } from "../../base/person.ts";
import type { WhyHeld } from "./why.ts";

export interface HeldOrderRow extends PersonColumns, WhyHeld {
  id: string;
  number: string;
  total_toman: number;
  wallet_toman: number;
  paid_at: number;
  /** The time (UTC ms) until which an operator must decide; null after the decision. */
  look_due_at: number | null;
  joined_at: number;
  card_verified_at: number | null;
  is_frozen: number;
  /** A JSON list. */
  lines: string;
}

const ORDER = `SELECT o.id, o.number, o.total_toman, o.wallet_toman, o.paid_at, o.look_due_at,
    o.look_rule, o.look_sum_toman, o.look_limit_toman,
    u.created_at AS joined_at, ${isFrozen("o.user_id")} AS is_frozen, (
      SELECT coalesce(c.decided_at, c.created_at) FROM payment p JOIN bank_card c ON c.id = p.card_id
      WHERE p.order_id = o.id AND c.status = 'verified') AS card_verified_at, (
      SELECT json_group_array(json_object('productName', product_name, 'quantity', quantity))
      FROM (SELECT product_name, quantity FROM order_item
        WHERE order_id = o.id AND delivery_status <> 'cancelled' ORDER BY position)) AS lines, ${PERSON}
  FROM orders o JOIN user u ON u.id = o.user_id`;

/** Finds orders that are held for a look, earliest due first, after the cursor. */
export const findHeldOrders = makeFinder<HeldOrderRow>(
  `${ORDER} WHERE o.look_due_at IS NOT NULL AND (o.look_due_at, o.id) > (?1, ?2)
       ORDER BY o.look_due_at, o.id LIMIT ?3`,
);

/** Finds a paid order by its id or number, held or not. */
export function findPaidOrder(db: D1Database, name: string): Statement<HeldOrderRow> {
  return db
    .prepare(
      `${ORDER} WHERE o.id = (SELECT id FROM orders WHERE id = ?1 UNION ALL
         SELECT id FROM orders WHERE number = ?1 LIMIT 1) AND o.paid_at IS NOT NULL`,
    )
    .bind(name);
}

/** Aborts unless the order is held and the time for a decision has not passed. */
export function claimHeld(db: D1Database, orderId: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the order waits for a look', (
         SELECT look_due_at > ?2 FROM orders WHERE id = ?1)`,
    )
    .bind(orderId, now);
}

/** Ends an order's hold for a look. The same batch must then deliver the order. */
export function endLook(db: D1Database, orderId: string, now: number): D1PreparedStatement {
  return db
    .prepare("UPDATE orders SET look_due_at = NULL, updated_at = ?2 WHERE id = ?1")
    .bind(orderId, now);
}

/** Makes the refund of a held order due at once. */
export function hastenRefund(db: D1Database, orderId: string, now: number): D1PreparedStatement {
  return db.prepare("UPDATE orders SET look_due_at = ?2 WHERE id = ?1").bind(orderId, now);
}

export interface ClosedItemRow {
  id: string;
  totalToman: number;
}

/** SQL text: the instant items of the order `?1` that are delivered when its hold ends. */
const CLOSED_ITEMS = `order_item i WHERE order_id = ?1 AND delivery_type = 'instant'
  AND delivery_status = 'processing'
  AND NOT EXISTS (SELECT 1 FROM supplier_order WHERE order_item_id = i.id)`;

/** Finds the instant items of a held order that were not refunded and have all their codes. */
export function findClosedItems(db: D1Database, orderId: string): Statement<ClosedItemRow> {
  return db
    .prepare(`SELECT id, total_toman AS totalToman FROM ${CLOSED_ITEMS} ORDER BY position`)
    .bind(orderId);
}

/** Aborts when an item was refunded meanwhile. */
export function claimClosedItems(
  db: D1Database,
  orderId: string,
  count: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'nothing of the held order was refunded', (
         SELECT count(*) FROM ${CLOSED_ITEMS}) = ?2`,
    )
    .bind(orderId, count);
}
