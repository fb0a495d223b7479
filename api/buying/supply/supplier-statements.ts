import { type Statement } from "../../base/batch.ts";
import type { SupplyReason, SupplyState } from "../../../contract/desk/supply-state.ts";
import { makeFinder } from "../../base/page.ts";
import type { SupplierName } from "../../outside/suppliers.ts";
import { AVAILABLE_STOCK, ON_SHELF } from "../../goods/stock/statements.ts";
import { DAY_OF_SECOND } from "../../goods/stock/day.ts";

export interface DeskSupplierRow {
  name: SupplierName;
  currency: string;
  rate_toman: number | null;
  follows_rate: number;
  ceiling_day_toman: number | null;
  low_micros: number;
  balance_micros: number | null;
  balance_at: number | null;
  open_toman: number;
  committed_toman: number;
}

export function findSuppliers(
  db: D1Database,
  name: string | null,
  now: number,
): Statement<DeskSupplierRow> {
  return db
    .prepare(
      `SELECT s.name, s.currency, s.rate_toman, s.follows_rate, s.ceiling_day_toman, s.low_micros,
         s.balance_micros, s.balance_at, s.open_toman, coalesce(d.committed_toman, 0)
           AS committed_toman
       FROM supplier s LEFT JOIN supply_day d
         ON d.supplier = s.name AND d.product_id = '' AND d.day = ${DAY_OF_SECOND}
       WHERE ?1 IS NULL OR s.name = ?1 ORDER BY s.name`,
    )
    .bind(name, now);
}

/**
 * Sets the desk's settings of a supplier. If the currency changes, the balance becomes unknown. A
 * supplier without a rate of its own uses the rate of its currency.
 */
export function updateSupplier(
  db: D1Database,
  name: string,
  wish: { currency: string; rate: number | null; ceilingDay: number | null; lowMicros: number },
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE supplier SET follows_rate = ?3 IS NULL,
         rate_toman = coalesce(?3, (SELECT toman FROM rate WHERE currency = ?2)), ceiling_day_toman = ?4, low_micros = ?5,
         balance_micros = iif(currency = ?2, balance_micros, NULL), asked_at = 0, currency = ?2
       WHERE name = ?1`,
    )
    .bind(name, wish.currency, wish.rate, wish.ceilingDay, wish.lowMicros);
}

/**
 * Part of a batch: aborts when a supplier has no rate of its own and the rate of its currency is
 * not known.
 */
export const claimRate = (
  db: D1Database,
  currency: string,
  ownRate: number | null,
): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO must SELECT 'the rate to follow is known',
         ?2 IS NOT NULL OR EXISTS (SELECT 1 FROM rate WHERE currency = ?1 AND toman IS NOT NULL)`,
    )
    .bind(currency, ownRate);

export interface ProductSupplyRow {
  product_id: string;
  product_name: string;
  delivery_type: "instant" | "manual";
  /** Null for a product without a rule; then the rule's other columns are null too. */
  source: "shelf" | "both" | "supplier" | null;
  supplier: SupplierName;
  sku: string;
  face: string;
  face_currency: string;
  ceiling_code_toman: number;
  ceiling_day_toman: number | null;
  shelf: number;
  available: number;
}

const PRODUCT = `SELECT p.id AS product_id, p.name AS product_name, p.delivery_type, y.source,
    y.supplier, y.sku, y.face, y.face_currency, y.ceiling_code_toman, y.ceiling_day_toman,
    (SELECT count(*) FROM (SELECT 1 FROM code WHERE product_id = p.id AND ${ON_SHELF}
      AND (status = 'free' OR held_until <= ?1) LIMIT 100)) AS shelf,
    ${AVAILABLE_STOCK} AS available`;

/** The maximum number of products with a supply rule that are read; few products have a rule. */
const PRODUCTS_MAX = 500;

export function findSuppliedProducts(db: D1Database, now: number): Statement<ProductSupplyRow> {
  return db
    .prepare(
      `${PRODUCT} FROM product_supply y JOIN product p ON p.id = y.product_id
       ORDER BY p.name, p.id LIMIT ?2`,
    )
    .bind(now, PRODUCTS_MAX);
}

export function findProductSupply(
  db: D1Database,
  productId: string,
  now: number,
): Statement<ProductSupplyRow> {
  return db
    .prepare(
      `${PRODUCT} FROM product p LEFT JOIN product_supply y ON y.product_id = p.id WHERE p.id = ?2`,
    )
    .bind(now, productId);
}

export interface SupplyWish {
  source: "shelf" | "both" | "supplier";
  supplier: SupplierName;
  sku: string;
  face: string;
  faceCurrency: string;
  ceilingCode: number;
  ceilingDay: number | null;
}

/** Sets the supply rule of a product. Aborts unless it is an instant product. */
export function setSupplyRule(
  db: D1Database,
  productId: string,
  wish: SupplyWish,
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'a supplier brings only what is instant', (
           SELECT delivery_type = 'instant' FROM product WHERE id = ?1)`,
      )
      .bind(productId),
    db
      .prepare(
        `INSERT INTO product_supply (product_id, source, supplier, sku, face, face_currency,
           ceiling_code_toman, ceiling_day_toman, updated_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
         ON CONFLICT (product_id) DO UPDATE SET source = excluded.source,
           supplier = excluded.supplier, sku = excluded.sku, face = excluded.face,
           face_currency = excluded.face_currency,
           ceiling_code_toman = excluded.ceiling_code_toman,
           ceiling_day_toman = excluded.ceiling_day_toman, updated_at = excluded.updated_at`,
      )
      .bind(
        productId,
        wish.source,
        wish.supplier,
        wish.sku,
        wish.face,
        wish.faceCurrency,
        wish.ceilingCode,
        wish.ceilingDay,
        now,
      ),
  ];
}

export interface SupplierOrderRow {
  ref: string;
  order_item_id: string;
  order_id: string;
  order_number: string;
  product_name: string;
  quantity: number;
  supplier: SupplierName;
  state: SupplyState;
  reason: SupplyReason | null;
  remote_id: string | null;
  cost: string | null;
  cost_currency: string | null;
  rate_toman: number | null;
  unit_cost_toman: number | null;
  delivery_status: string;
  /** The reason why nothing is ordered yet; null when nothing waits. */
  waits_for: "look" | "name" | null;
  created_at: number;
}

const ORDER = `SELECT q.ref, q.order_item_id, i.order_id, o.number AS order_number, i.product_name,
    q.quantity, q.supplier, q.state, q.reason, q.remote_id, q.cost, q.cost_currency, q.rate_toman,
    q.unit_cost_toman, i.delivery_status, iif(o.look_due_at IS NOT NULL, 'look',
      iif(o.profile_due_at IS NOT NULL, 'name', NULL)) AS waits_for, q.created_at
  FROM supplier_order q JOIN order_item i ON i.id = q.order_item_id
  JOIN orders o ON o.id = i.order_id`;

export const findSupplierOrders = makeFinder<SupplierOrderRow>(
  `${ORDER} WHERE q.state <> 'held' AND (q.created_at, q.ref) < (?1, ?2)
       ORDER BY q.created_at DESC, q.ref DESC LIMIT ?3`,
);

export function findSupplierOrder(db: D1Database, ref: string): Statement<SupplierOrderRow> {
  return db.prepare(`${ORDER} WHERE q.ref = ?1 AND q.state <> 'held'`).bind(ref);
}

/**
 * Makes the next step of a supplier order due now. A refused order is sent again if its item still
 * waits; an order in review is looked up at the supplier. Aborts when the state of the order has
 * changed.
 */
export function askAgain(
  db: D1Database,
  row: Pick<SupplierOrderRow, "ref" | "state" | "remote_id" | "order_item_id">,
  now: number,
): D1PreparedStatement[] {
  const to = row.state === "review" ? (row.remote_id === null ? "asking" : "working") : row.state;
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the order is as it was', (
           SELECT q.state = ?2 AND (q.state <> 'refused' OR i.delivery_status = 'processing')
           FROM supplier_order q JOIN order_item i ON i.id = q.order_item_id WHERE q.ref = ?1)`,
      )
      .bind(row.ref, row.state),
    db
      .prepare(
        `UPDATE supplier_order SET state = ?2, next_attempt_at = ?3, absent_reads = 0,
           attempts = iif(state = 'review', 0, attempts)
         WHERE ref = ?1`,
      )
      .bind(row.ref, to === "refused" ? "due" : to, now),
  ];
}
