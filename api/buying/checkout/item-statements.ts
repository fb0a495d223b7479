import { QUANTITY_MAX } from "../../../contract/cart.ts";
import type { Held } from "../look/why.ts";
import { MANUAL_UNITS_LEFT, ON_SHELF, takeManualUnits } from "../../goods/stock/statements.ts";
import { orderHeldSupply, releaseSupply } from "../supply/reserve.ts";
import { UNITS_TO_COME } from "../../goods/stock/supplied.ts";
import type { PlannedItem } from "./rules.ts";

/**
 * Statements that hold, sell and release the codes and units of an order. Each statement handles
 * all items at once, so that a large cart does not make the batch longer. The items must be
 * inserted first.
 */

/**
 * SQL text: free codes for the instant items of the order `?2` that lack codes at the time `?1`, as
 * `code_id` and `item_id`. Units that a supplier brings need no code from stock. At most `?3` codes
 * of a product are read, because a line has at most that many units.
 */
const LACKING_CODES = `(
    SELECT code_id, item_id FROM (
      SELECT c.id AS code_id, i.id AS item_id,
        i.quantity - ${UNITS_TO_COME} - (SELECT count(*) FROM code WHERE order_item_id = i.id) AS lacking,
        row_number() OVER (PARTITION BY i.id ORDER BY c.id) AS place
      FROM order_item i JOIN code c ON c.id IN (
        SELECT id FROM code
        WHERE product_id = i.product_id AND ${ON_SHELF}
          AND (status = 'free' OR held_until <= ?1)
        ORDER BY id LIMIT ?3)
      WHERE i.order_id = ?2 AND i.delivery_type = 'instant')
    WHERE place <= lacking)`;

/** Holds the codes and units of an unpaid order until `until` (UTC milliseconds). */
export function holdItems(
  db: D1Database,
  orderId: string,
  until: number,
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `UPDATE code SET status = 'held', order_item_id = item_id, held_until = ?4
         FROM ${LACKING_CODES} WHERE code.id = code_id`,
      )
      .bind(now, orderId, QUANTITY_MAX, until),
    claimCodes(db, orderId, "held"),
    claimManualUnits(db, orderId, now),
    db.prepare("UPDATE order_item SET held_until = ?2 WHERE order_id = ?1").bind(orderId, until),
  ];
}

/** SQL text: true for a held code that was recalled and whose hold has expired at the time `?2`. */
const IS_LOST = "is_recalled = 1 AND held_until <= ?2";

/**
 * The columns of an item that delivery needs. The item was just planned, or was read from a stored
 * order.
 */
export type SoldItem = Pick<
  PlannedItem,
  "id" | "productId" | "deliveryType" | "quantity" | "suppliedUnits"
>;

/** True for an item that is delivered in the batch that takes the money. */
export const isAtOnce = (item: Pick<SoldItem, "deliveryType" | "suppliedUnits">) =>
  item.deliveryType === "instant" && item.suppliedUnits === 0;

/**
 * Sells the items of a paid order. An instant item gets the codes that it holds. If its hold
 * expired and some of these codes were recalled or taken by other orders, free codes replace them.
 * Afterwards it has exactly `quantity` codes, less those that a supplier is to bring. A manual item
 * takes its units from the stock and waits for the operator. With `held`, nothing is delivered
 * before an operator releases the order; an order without a decision is refunded at `held.dueAt`.
 */
export function sellItems(
  db: D1Database,
  orderId: string,
  held: Held | null,
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `UPDATE code SET status = iif(${IS_LOST}, 'free', 'sold'),
           order_item_id = iif(${IS_LOST}, NULL, order_item_id), held_until = NULL,
           sold_at = iif(${IS_LOST}, NULL, ?2)
         WHERE status = 'held'
           AND order_item_id IN (SELECT id FROM order_item WHERE order_id = ?1)`,
      )
      .bind(orderId, now),
    db
      .prepare(
        `UPDATE code SET status = 'sold', order_item_id = item_id, held_until = NULL, sold_at = ?1
         FROM ${LACKING_CODES} WHERE code.id = code_id`,
      )
      .bind(now, orderId, QUANTITY_MAX),
    orderHeldSupply(db, orderId, now),
    claimCodes(db, orderId, "sold"),
    db
      .prepare(
        `UPDATE code SET position = place
         FROM (
           SELECT c.id AS code_id,
             row_number() OVER (PARTITION BY c.order_item_id ORDER BY c.id) AS place
           FROM order_item i JOIN code c ON c.order_item_id = i.id WHERE i.order_id = ?1)
         WHERE code.id = code_id`,
      )
      .bind(orderId),
    // The order's own hold is removed first, because `claimManualUnits` would count its units as
    // taken.
    ...(held === null ? handOver(db, orderId, now) : close(db, orderId, held)),
    claimManualUnits(db, orderId, now),
    takeManualUnits(db, orderId),
  ];
}

/**
 * Delivers the instant items of an order that need nothing from a supplier. Items with a supplier
 * order wait for the supplier, manual items wait for the operator, and cancelled items are skipped.
 */
export function handOver(db: D1Database, orderId: string, now: number): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `UPDATE order_item SET held_until = NULL,
           delivery_status = iif(${IS_TO_COME}, 'processing', 'delivered'),
           delivered_at = iif(${IS_TO_COME}, NULL, ?2)
         WHERE order_id = ?1 AND delivery_type = 'instant' AND delivery_status <> 'cancelled'`,
      )
      .bind(orderId, now),
    db
      .prepare(
        `UPDATE order_item SET held_until = NULL, delivery_status = 'pending', waiting_since = ?2
         WHERE order_id = ?1 AND delivery_type = 'manual' AND delivery_status <> 'cancelled'`,
      )
      .bind(orderId, now),
  ];
}

/** SQL text: true when a supplier is to bring units of an item. */
const IS_TO_COME = "EXISTS (SELECT 1 FROM supplier_order WHERE order_item_id = order_item.id)";

/**
 * Holds a paid order for a look: none of its items is delivered or put on the list for delivery.
 */
function close(db: D1Database, orderId: string, held: Held): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `UPDATE orders SET look_due_at = ?2, look_rule = ?3, look_sum_toman = ?4,
           look_limit_toman = ?5 WHERE id = ?1`,
      )
      .bind(orderId, held.dueAt, held.look_rule, held.look_sum_toman, held.look_limit_toman),
    db
      .prepare(
        `UPDATE order_item SET held_until = NULL, delivery_status = 'processing'
         WHERE order_id = ?1`,
      )
      .bind(orderId),
  ];
}

/** Releases the codes and units that an order holds. Sold codes stay sold. */
export function releaseItems(db: D1Database, orderId: string): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `UPDATE code SET status = 'free', order_item_id = NULL, held_until = NULL
         WHERE status = 'held'
           AND order_item_id IN (SELECT id FROM order_item WHERE order_id = ?1)`,
      )
      .bind(orderId),
    releaseSupply(db, orderId),
    db.prepare("UPDATE order_item SET held_until = NULL WHERE order_id = ?1").bind(orderId),
  ];
}

function claimManualUnits(db: D1Database, orderId: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'units are left', NOT EXISTS (
         SELECT 1 FROM order_item i JOIN product p ON p.id = i.product_id
         WHERE i.order_id = ?2 AND i.delivery_type = 'manual'
           AND ${MANUAL_UNITS_LEFT} < i.quantity)`,
    )
    .bind(now, orderId);
}

function claimCodes(db: D1Database, orderId: string, status: "held" | "sold"): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'every unit has its code', NOT EXISTS (
         SELECT 1 FROM order_item i WHERE i.order_id = ?1 AND i.delivery_type = 'instant'
           AND (SELECT count(*) FROM code WHERE order_item_id = i.id AND status = ?2)
             + ${UNITS_TO_COME} <> i.quantity)`,
    )
    .bind(orderId, status);
}
