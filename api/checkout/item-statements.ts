import { MANUAL_UNITS_LEFT } from "../stock/statements.ts";
import type { PlannedItem } from "./rules.ts";

/** Statements that hold, sell and release the codes and units of an order's items. */

/** Holds the codes or units of an unpaid order's item until `until` (UTC milliseconds). */
export function holdItem(
  db: D1Database,
  item: PlannedItem,
  until: number,
  now: number,
): D1PreparedStatement[] {
  const keep = db
    .prepare("UPDATE order_item SET held_until = ?2 WHERE id = ?1")
    .bind(item.id, until);
  if (item.deliveryType === "manual")
    return [claimManualUnits(db, item.productId, item.quantity, now), keep];
  return [
    db
      .prepare(
        `UPDATE code SET status = 'held', order_item_id = ?2, held_until = ?4 WHERE id IN (
           SELECT id FROM code
           WHERE product_id = ?3 AND status <> 'sold' AND (status = 'free' OR held_until <= ?1)
           ORDER BY id LIMIT ?5)`,
      )
      .bind(now, item.id, item.productId, until, item.quantity),
    claimCodeCount(db, item.id, "held", item.quantity),
    keep,
  ];
}

/** The columns of an item that delivery needs, newly planned or read back from an order. */
export type SoldItem = Pick<PlannedItem, "id" | "productId" | "deliveryType" | "quantity">;

/**
 * Sells an item of a paid order. An instant item gets the codes it holds, and free codes in place
 * of lapsed holds, so that it has exactly `quantity` codes. A manual item takes its units from the
 * stock and waits for the operator.
 */
export function sellItem(db: D1Database, item: SoldItem, now: number): D1PreparedStatement[] {
  const release = db.prepare("UPDATE order_item SET held_until = NULL WHERE id = ?1").bind(item.id);
  if (item.deliveryType === "manual") {
    return [
      release,
      claimManualUnits(db, item.productId, item.quantity, now),
      db.prepare("UPDATE order_item SET waiting_since = ?2 WHERE id = ?1").bind(item.id, now),
      db
        .prepare("UPDATE product SET manual_stock = manual_stock - ?2 WHERE id = ?1")
        .bind(item.productId, item.quantity),
    ];
  }
  return [
    release,
    db
      .prepare(
        `UPDATE code SET status = 'sold', held_until = NULL, sold_at = ?2
         WHERE order_item_id = ?1 AND status = 'held'`,
      )
      .bind(item.id, now),
    db
      .prepare(
        `UPDATE code SET status = 'sold', order_item_id = ?2, held_until = NULL, sold_at = ?1
         WHERE id IN (
           SELECT id FROM code
           WHERE product_id = ?3 AND status <> 'sold' AND (status = 'free' OR held_until <= ?1)
           ORDER BY id
           LIMIT max(0, ?4 - (SELECT count(*) FROM code WHERE order_item_id = ?2)))`,
      )
      .bind(now, item.id, item.productId, item.quantity),
    claimCodeCount(db, item.id, "sold", item.quantity),
    db
      .prepare(
        "UPDATE order_item SET delivery_status = 'delivered', delivered_at = ?2 WHERE id = ?1",
      )
      .bind(item.id, now),
  ];
}

/** Returns the ids of items that are delivered as soon as they are paid. */
export function deliveredAtOnce(items: readonly SoldItem[]): string[] {
  return items.filter((item) => item.deliveryType === "instant").map((item) => item.id);
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
    db.prepare("UPDATE order_item SET held_until = NULL WHERE order_id = ?1").bind(orderId),
  ];
}

function claimManualUnits(
  db: D1Database,
  productId: string,
  quantity: number,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'units are left', (
         SELECT ${MANUAL_UNITS_LEFT} >= ?3 FROM product p WHERE p.id = ?2)`,
    )
    .bind(now, productId, quantity);
}

function claimCodeCount(
  db: D1Database,
  itemId: string,
  status: "held" | "sold",
  quantity: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'every unit has its code', (
         SELECT count(*) FROM code WHERE order_item_id = ?1 AND status = ?2) = ?3`,
    )
    .bind(itemId, status, quantity);
}
