import { COVER_DAYS, SALES_DAYS } from "../../../contract/desk/stock.ts";
import { tehranDay } from "../../../persian/calendar.ts";
import type { Shop } from "../../base/context.ts";
import { HOUR_MS } from "../../base/time.ts";

/**
 * Watches the stock: marks a product when its free codes become few, and clears the mark when there
 * are enough.
 */
export async function watchStock({ db, now }: Shop): Promise<void> {
  const moment = now();
  const counted = await db
    .prepare("SELECT coalesce(max(counted_at), 0) AS at FROM stock_watch")
    .first<{ at: number }>();
  const isDue = (counted?.at ?? 0) <= moment - HOUR_MS;
  await db.batch([
    ...(isDue ? [countUsual(db, tehranDay(moment), moment)] : []),
    markLow(db, moment),
  ]);
}

/**
 * SQL text: how many codes are sold in COVER_DAYS days, computed from the sales `s.units` of
 * SALES_DAYS days and rounded up.
 */
const USUAL = `(coalesce(s.units, 0) * ${String(COVER_DAYS)} + ${String(SALES_DAYS - 1)})
    / ${String(SALES_DAYS)}`;

/** SQL text: true for the thirty days before the day `?1`. */
const RECENT = `day BETWEEN ?1 - ${String(SALES_DAYS)} AND ?1 - 1`;

/** Computes from past sales how many codes each product needs for some days. */
function countUsual(db: D1Database, today: number, now: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO stock_watch (product_id, usual, counted_at)
       SELECT p.id, max(1, ${USUAL}), ?2 FROM product p
       LEFT JOIN (SELECT product_id, sum(units) AS units FROM product_day
         WHERE ${RECENT} GROUP BY product_id) s ON s.product_id = p.id
       WHERE p.delivery_type = 'instant'
       ON CONFLICT (product_id) DO UPDATE SET usual = excluded.usual,
         counted_at = excluded.counted_at`,
    )
    .bind(today, now);
}

/** Marks products whose free codes have become few, and clears the others. */
export function markLow(db: D1Database, now: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE stock_watch SET low_since = iif(l.is_low, ?1, NULL)
       FROM (
         SELECT w.product_id, p.is_active = 1 AND p.delivery_type = 'instant'
           AND (SELECT coalesce(sum(free_count), 0) FROM code_batch
             WHERE product_id = w.product_id AND free_count > 0 AND recalled_at IS NULL)
             < coalesce(w.threshold, w.usual) AS is_low
         FROM stock_watch w JOIN product p ON p.id = w.product_id) l
       WHERE stock_watch.product_id = l.product_id AND (low_since IS NOT NULL) <> l.is_low`,
    )
    .bind(now);
}

/**
 * Sets the number of free codes below which a product counts as low. With null, the number is
 * computed from the sales.
 */
export function keepThreshold(
  db: D1Database,
  productId: string,
  threshold: number | null,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO stock_watch (product_id, threshold, usual, counted_at) VALUES (?1, ?2, 1, 0)
       ON CONFLICT (product_id) DO UPDATE SET threshold = excluded.threshold`,
    )
    .bind(productId, threshold);
}
