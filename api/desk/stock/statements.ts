import { type Statement } from "../../base/batch.ts";
import { SALES_DAYS } from "../../../contract/desk/stock.ts";
import type { Cursor } from "../../base/page.ts";

/** Statements about stock and batches. Triggers update the counts of codes. */

export interface StockRow {
  id: string;
  name: string;
  region: string;
  price_toman: number;
  is_active: number;
  free: number;
  held: number;
  sold: number;
  recalled: number;
  known: number;
  bad: number;
  sold30: number;
  threshold: number | null;
  usual: number | null;
  low_since: number | null;
  waiting: number;
}

/** SQL text: true for the thirty days before the day `?1`. */
const RECENT = `day BETWEEN ?1 - ${String(SALES_DAYS)} AND ?1 - 1`;

/**
 * SQL text: the stock of products, from their batches `b`, their sales `s`, their rows `w` of
 * `stock_watch`, and the number `a` of people who wait.
 */
const STOCK = `SELECT p.id, p.name, p.region, coalesce(p.sale_price_toman, p.price_toman) AS price_toman,
    p.is_active, coalesce(b.free, 0) AS free, coalesce(b.held, 0) AS held,
    coalesce(b.sold, 0) AS sold, coalesce(b.recalled, 0) AS recalled,
    coalesce(b.known, 0) AS known, coalesce(b.bad, 0) AS bad,
    max(0, coalesce(s.units, 0)) AS sold30, w.threshold, w.usual, w.low_since,
    coalesce(a.waiting, 0) AS waiting`;
const COUNTS = `sum(iif(recalled_at IS NULL, free_count, 0)) AS free, sum(held_count) AS held,
    sum(sold_count) AS sold, sum(iif(recalled_at IS NULL, 0, free_count)) AS recalled,
    sum(known_count) AS known, sum(bad_count) AS bad`;

/** Finds every product that is sold from stock. `today`: a day number. */
export function findStock(db: D1Database, today: number): Statement<StockRow> {
  return db
    .prepare(
      `${STOCK} FROM product p
       LEFT JOIN (SELECT q.id AS product_id, ${COUNTS} FROM product q
         CROSS JOIN code_batch ON product_id = q.id
         WHERE q.delivery_type = 'instant' GROUP BY q.id) b
         ON b.product_id = p.id
       LEFT JOIN (SELECT product_id, sum(units) AS units FROM product_day WHERE ${RECENT}
         GROUP BY product_id) s ON s.product_id = p.id
       LEFT JOIN stock_watch w ON w.product_id = p.id
       LEFT JOIN (SELECT product_id, count(*) AS waiting FROM restock_alert WHERE told_at IS NULL
         GROUP BY product_id) a ON a.product_id = p.id
       WHERE p.delivery_type = 'instant'`,
    )
    .bind(today);
}

export function findStockOf(db: D1Database, productId: string, today: number): Statement<StockRow> {
  return db
    .prepare(
      `${STOCK} FROM product p
       LEFT JOIN (SELECT product_id, ${COUNTS} FROM code_batch WHERE product_id = ?2) b
         ON b.product_id = p.id
       LEFT JOIN (SELECT product_id, sum(units) AS units FROM product_day
         WHERE product_id = ?2 AND ${RECENT}) s ON s.product_id = p.id
       LEFT JOIN stock_watch w ON w.product_id = p.id
       LEFT JOIN (SELECT product_id, count(*) AS waiting FROM restock_alert
         WHERE product_id = ?2 AND told_at IS NULL) a ON a.product_id = p.id
       WHERE p.id = ?2 AND p.delivery_type = 'instant'`,
    )
    .bind(today, productId);
}

/** Finds the sales of a product on each of the last thirty days. */
export function findSales(
  db: D1Database,
  productId: string,
  today: number,
): Statement<{ day: number; units: number }> {
  return db
    .prepare(`SELECT day, units FROM product_day WHERE product_id = ?2 AND ${RECENT}`)
    .bind(today, productId);
}

export interface SupplierRow {
  name: string;
  batches: number;
  sold: number;
  bad: number;
}

/** The most suppliers in one answer. */
const SUPPLIERS_MAX = 50;

export function findSuppliers(db: D1Database): Statement<SupplierRow> {
  return db
    .prepare(
      `SELECT supplier AS name, count(*) AS batches, sum(sold_count) AS sold,
         sum(bad_count) AS bad
       FROM code_batch WHERE supplier IS NOT NULL GROUP BY supplier
       ORDER BY sum(bad_count) * 1.0 / max(1, sum(sold_count)) DESC, supplier LIMIT ?1`,
    )
    .bind(SUPPLIERS_MAX);
}

export interface BatchRow {
  id: string;
  product_id: string;
  supplier: string | null;
  invoice: string | null;
  unit_cost_toman: number;
  dollar_toman: number | null;
  created_at: number;
  recalled_at: number | null;
  recall_reason: string | null;
  free_count: number;
  known_count: number;
  held_count: number;
  sold_count: number;
  bad_count: number;
}

export function findBatches(
  db: D1Database,
  productId: string,
  before: Cursor,
  limit: number,
): Statement<BatchRow> {
  return db
    .prepare(
      `SELECT * FROM code_batch WHERE product_id = ?1 AND (created_at, id) < (?2, ?3)
       ORDER BY created_at DESC, id DESC LIMIT ?4`,
    )
    .bind(productId, before.at, before.id, limit);
}

export function findBatch(db: D1Database, id: string): Statement<BatchRow> {
  return db.prepare("SELECT * FROM code_batch WHERE id = ?1").bind(id);
}

export interface UnsoldRow {
  id: string;
  sealed: string;
}

/**
 * Finds the codes of a batch after the id `after` that are neither held nor sold. Recalled and
 * exported codes are included, so that a lost file can be exported again.
 */
export function findUnsoldCodes(
  db: D1Database,
  batchId: string,
  after: string,
  limit: number,
): Statement<UnsoldRow> {
  return db
    .prepare(
      `SELECT id, sealed FROM code WHERE batch_id = ?1 AND id > ?2 AND status = 'free'
       ORDER BY id LIMIT ?3`,
    )
    .bind(batchId, after, limit);
}

/** Aborts when somebody is buying one of the codes, or has bought it. */
export function claimUnsold(db: D1Database, codeIds: readonly string[]): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the codes are unsold', NOT EXISTS (
         SELECT 1 FROM json_each(?1) named JOIN code c ON c.id = named.value
         WHERE c.status <> 'free')`,
    )
    .bind(JSON.stringify(codeIds));
}

/** Counts the products whose stock is low. */
export function countLow(db: D1Database): Statement<{ count: number }> {
  return db.prepare("SELECT count(*) AS count FROM stock_watch WHERE low_since IS NOT NULL");
}
