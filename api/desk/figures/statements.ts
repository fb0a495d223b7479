import { type Statement } from "../../base/batch.ts";
import { ON_SHELF } from "../../goods/stock/statements.ts";

/**
 * Statements that read the sums of each day and of each product. Triggers update these sums, so the
 * statements never read the rows that were counted.
 */

export interface DayRow {
  day: number;
  sales_toman: number;
  refunds_toman: number;
  earnings_toman: number;
  gateway_toman: number;
  wallet_toman: number;
}

/** Finds the ledger's sums of sales for each day, earliest day first. */
export function findDays(db: D1Database, from: number, to: number): Statement<DayRow> {
  return db
    .prepare(
      `SELECT day, sum(iif(kind = 'sale', toman, 0)) AS sales_toman,
         sum(iif(kind IN ('refund_wallet', 'refund_gateway') AND debit_book = 'shop:sales', toman, 0))
           AS refunds_toman,
         sum(iif(kind IN ('reward', 'referral'), toman, iif(kind = 'take_back', -toman, 0)))
           AS earnings_toman,
         sum(iif(debit_book GLOB 'gateway:*', toman, 0)) AS gateway_toman,
         sum(iif(kind = 'order_wallet', toman, 0)) AS wallet_toman
       FROM day_book WHERE day BETWEEN ?1 AND ?2 GROUP BY day`,
    )
    .bind(from, to);
}

export interface SumRow {
  day: number;
  orders: number;
  baskets: number;
  cost_toman: number;
}

export function findSums(db: D1Database, from: number, to: number): Statement<SumRow> {
  return db
    .prepare("SELECT day, orders, baskets, cost_toman FROM day_sum WHERE day BETWEEN ?1 AND ?2")
    .bind(from, to);
}

export interface PromiseRow {
  day: number;
  ended: number;
  kept: number;
}

export function findPromises(db: D1Database, from: number, to: number): Statement<PromiseRow> {
  return db
    .prepare(
      `SELECT day, sum(ended) AS ended, sum(kept) AS kept FROM day_promise
       WHERE day BETWEEN ?1 AND ?2 GROUP BY day`,
    )
    .bind(from, to);
}

export interface BookRow {
  name: string;
  debits_toman: number;
  credits_toman: number;
  filled: number;
}

export function findBooks(db: D1Database): Statement<BookRow> {
  return db.prepare("SELECT name, debits_toman, credits_toman, filled FROM book");
}

export interface ProductRow {
  id: string;
  name: string;
  units: number;
  orders: number;
  sales_toman: number;
  profit_toman: number;
  /** The number of all rows, including those after the limit. */
  products: number;
  free: number;
  recent_units: number;
}

/**
 * Finds the products with the largest sales in a period. Free codes are counted up to a thousand.
 * `today` and the bounds are day numbers.
 */
export function findBestSellers(
  db: D1Database,
  { from, to }: { from: number; to: number },
  today: number,
  limit: number,
): Statement<ProductRow> {
  return db
    .prepare(
      `SELECT p.id, p.name, s.units, s.orders, s.sales_toman, s.profit_toman, s.products,
         iif(p.delivery_type = 'manual', p.manual_stock, (
           SELECT count(*) FROM (SELECT 1 FROM code
             WHERE product_id = p.id AND ${ON_SHELF}
               AND status = 'free' LIMIT 1000))) AS free,
         (SELECT coalesce(sum(units), 0) FROM product_day
           WHERE product_id = p.id AND day BETWEEN ?3 - 30 AND ?3 - 1) AS recent_units
       FROM (
         SELECT product_id, sum(units) AS units, sum(orders) AS orders,
           sum(sales_toman - refunds_toman) AS sales_toman,
           sum(sales_toman - refunds_toman - cost_toman - earnings_toman) AS profit_toman,
           count(*) OVER () AS products
         FROM product_day WHERE day BETWEEN ?1 AND ?2
         GROUP BY product_id HAVING sum(units) > 0
         ORDER BY sum(sales_toman - refunds_toman) DESC, product_id LIMIT ?4) s
       JOIN product p ON p.id = s.product_id ORDER BY s.sales_toman DESC, p.id`,
    )
    .bind(from, to, today, limit);
}

export interface DemoRow {
  is_demo: number;
}

/** Reads whether the shop's history is demo data (scripts/generate/). */
export function findDemo(db: D1Database): Statement<DemoRow> {
  return db.prepare(
    "SELECT EXISTS (SELECT 1 FROM job_place WHERE job = 'made-up history') AS is_demo",
  );
}
