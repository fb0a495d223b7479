import { DAY_OF_SECOND, DAY_OF_THIRD } from "../../goods/stock/day.ts";
import { claimSupplyRoom } from "../../goods/stock/supplied.ts";

/** Statements about suppliers in the batch that holds or sells an order. */

interface SuppliedItem {
  id: string;
  productId: string;
  /** Units that are not in stock. */
  suppliedUnits: number;
}

/**
 * Inserts the supplier orders for an order; aborts when they exceed a ceiling or the balance. In
 * the state `held` they wait for the payment, in `due` they are sent as soon as possible. The items
 * must be inserted before.
 */
export function reserveSupply(
  db: D1Database,
  orderId: string,
  items: readonly SuppliedItem[],
  state: "held" | "due",
  now: number,
): D1PreparedStatement[] {
  const supplied = items.filter(({ suppliedUnits }) => suppliedUnits > 0);
  if (supplied.length === 0) return [];
  const rows = supplied.map(({ id, productId, suppliedUnits }) => ({
    ref: crypto.randomUUID(),
    id,
    productId,
    suppliedUnits,
  }));
  return [
    db
      .prepare(
        `INSERT INTO supplier_order (ref, order_item_id, product_id, supplier, sku, face,
           face_currency, quantity, ceiling_toman, state, day, next_attempt_at, created_at)
         SELECT value ->> 'ref', value ->> 'id', y.product_id, y.supplier, y.sku, y.face,
           y.face_currency, value ->> 'suppliedUnits', y.ceiling_code_toman, ?2, ${DAY_OF_THIRD},
           iif(?2 = 'due', ?3, NULL), ?3
         FROM json_each(?1) JOIN product_supply y ON y.product_id = value ->> 'productId'
         WHERE y.source <> 'shelf'`,
      )
      .bind(JSON.stringify(rows), state, now),
    claimSupplyRoom(db, orderId, now),
  ];
}

/**
 * Makes the held supplier orders of a paid order due. The sums for ceilings and balance already
 * include them.
 */
export function orderHeldSupply(db: D1Database, orderId: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE supplier_order SET state = 'due', next_attempt_at = ?2, day = ${DAY_OF_SECOND}
       WHERE state = 'held' AND order_item_id IN (SELECT id FROM order_item WHERE order_id = ?1)`,
    )
    .bind(orderId, now);
}

/** Deletes the held supplier orders of an unpaid order. */
export function releaseSupply(db: D1Database, orderId: string): D1PreparedStatement {
  return db
    .prepare(
      `DELETE FROM supplier_order
       WHERE state = 'held' AND order_item_id IN (SELECT id FROM order_item WHERE order_id = ?1)`,
    )
    .bind(orderId);
}
