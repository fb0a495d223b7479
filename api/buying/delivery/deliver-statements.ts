import { type Statement, readAll } from "../../base/batch.ts";
import { deskDeliveryRefusals } from "../../../contract/desk/delivery.ts";
import { type Refusal, refusals } from "../../../contract/endpoint.ts";
import type { DeliveryStatus } from "../../../contract/order-item.ts";
import { PERSON, type PersonColumns } from "../../base/person.ts";
import { makeFinder } from "../../base/page.ts";
import type { SupplyReason, SupplyState } from "../../../contract/desk/supply-state.ts";
import { sellByHand } from "../code/sell-by-hand.ts";
import type { BroughtCode } from "../code/code-text.ts";

export interface WaitingItemRow extends PersonColumns {
  id: string;
  order_id: string;
  order_number: string;
  product_id: string;
  product_name: string;
  delivery_type: "instant" | "manual";
  quantity: number;
  total_toman: number;
  delivery_status: DeliveryStatus;
  delivered_at: number | null;
  /** UTC milliseconds; null while the item is not waiting for the operator. */
  waiting_since: number | null;
  paid_at: number;
  /** Set while the buyer's names are missing: at this time (UTC ms) the jobs cancel the order. */
  profile_due_at: number | null;
  /** The number of units without a code. */
  lacking: number;
  /** The ref of the item's order at a supplier, if the stock did not have all units. */
  supply_ref: string | null;
  supply_state: SupplyState | null;
  supply_reason: SupplyReason | null;
  /** The time at which the buyer's data was deleted. */
  forgotten_at: number | null;
}

const ITEM = `SELECT i.id, i.order_id, o.number AS order_number, i.product_id, i.product_name, i.delivery_type,
    i.quantity, i.total_toman, i.delivery_status, i.delivered_at, i.waiting_since, o.paid_at, o.profile_due_at, u.forgotten_at,
    i.quantity - (SELECT count(*) FROM code WHERE order_item_id = i.id AND status = 'sold'
      AND withdrawn_at IS NULL) AS lacking,
    q.ref AS supply_ref, q.state AS supply_state, q.reason AS supply_reason, ${PERSON}
  FROM order_item i JOIN orders o ON o.id = i.order_id JOIN user u ON u.id = o.user_id
  LEFT JOIN supplier_order q ON q.order_item_id = i.id`;

/** Finds items of paid orders that wait for the operator, longest waiting first. */
export const findWaitingItems = makeFinder<WaitingItemRow>(
  `${ITEM} WHERE i.waiting_since IS NOT NULL AND (i.waiting_since, i.id) > (?1, ?2)
       ORDER BY i.waiting_since, i.id LIMIT ?3`,
);

/** Finds an item of a paid order, waiting or not, by its id alone. */
export function findPaidItemById(db: D1Database, id: string): Statement<WaitingItemRow> {
  return db.prepare(`${ITEM} WHERE i.id = ?1 AND o.paid_at IS NOT NULL`).bind(id);
}

/**
 * Finds an item of a paid order, waiting or not, by its id; or up to two items of the order with
 * this number.
 */
function findPaidItems(db: D1Database, name: string): Statement<WaitingItemRow> {
  return db
    .prepare(
      `${ITEM} WHERE o.paid_at IS NOT NULL
         AND (i.id = ?1 OR i.order_id = (SELECT id FROM orders WHERE number = ?1)) LIMIT 2`,
    )
    .bind(name);
}

/**
 * Returns the item that an operator names: by its id, or by the number of its order if that has
 * only one item. Returns a refusal when there is no item, or when the order has several.
 */
export async function findPaidItem(
  db: D1Database,
  name: string,
): Promise<{ item: WaitingItemRow } | { refusal: Refusal }> {
  const results = await readAll(findPaidItems(db, name));
  const [item, other] = results;
  if (!item) return { refusal: refusals.notFound };
  return other ? { refusal: deskDeliveryRefusals.severalItems } : { item };
}

/** Marks that the operator began to deliver a waiting item; its buyer can no longer cancel it. */
export function beginItem(db: D1Database, itemId: string, now: number): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'nobody has begun with the item', (
           SELECT waiting_since IS NOT NULL AND delivery_status = 'pending'
           FROM order_item WHERE id = ?1)`,
      )
      .bind(itemId),
    claimProfileComplete(db, itemId),
    db.prepare("UPDATE order_item SET delivery_status = 'processing' WHERE id = ?1").bind(itemId),
    touchOrder(db, itemId, now),
  ];
}

/**
 * Delivers new codes for those units of a waiting item that have no code yet. The codes are stored
 * with the product's unit cost.
 */
export function deliverItem(
  db: D1Database,
  item: Pick<WaitingItemRow, "id" | "product_id" | "quantity" | "lacking">,
  codes: readonly BroughtCode[],
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the item waits', (
           SELECT waiting_since IS NOT NULL FROM order_item WHERE id = ?1)`,
      )
      .bind(item.id),
    claimProfileComplete(db, item.id),
    ...sellByHand(
      db,
      { id: item.id, productId: item.product_id, firstPosition: item.quantity - item.lacking + 1 },
      codes,
      now,
    ),
    db
      .prepare(
        `INSERT INTO must SELECT 'every unit has its code', (
           SELECT count(*) FROM code WHERE order_item_id = ?1 AND status = 'sold') = ?2`,
      )
      .bind(item.id, item.quantity),
    db
      .prepare(
        `UPDATE order_item
         SET delivery_status = 'delivered', delivered_at = ?2, waiting_since = NULL WHERE id = ?1`,
      )
      .bind(item.id, now),
    touchOrder(db, item.id, now),
  ];
}

/**
 * Aborts while the buyer's names are missing: the jobs may still cancel such an order, and
 * delivered codes would be lost to the shop.
 */
function claimProfileComplete(db: D1Database, itemId: string): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the buyer has a name', (
         SELECT o.profile_due_at IS NULL
         FROM order_item i JOIN orders o ON o.id = i.order_id WHERE i.id = ?1)`,
    )
    .bind(itemId);
}

function touchOrder(db: D1Database, itemId: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE orders SET updated_at = ?2
       WHERE id = (SELECT order_id FROM order_item WHERE id = ?1)`,
    )
    .bind(itemId, now);
}

/**
 * Finds the fingerprints in the list that belong to codes of the shop, or to codes that the shop had
 * before it was restored.
 */
export function findKnownCodes(
  db: D1Database,
  fingerprints: readonly string[],
): Statement<{ fingerprint: string }> {
  return db
    .prepare(
      `SELECT value AS fingerprint FROM json_each(?1)
       WHERE EXISTS (SELECT 1 FROM code WHERE fingerprint = value)
         OR EXISTS (SELECT 1 FROM code_seen_before WHERE fingerprint = value)`,
    )
    .bind(JSON.stringify(fingerprints));
}
