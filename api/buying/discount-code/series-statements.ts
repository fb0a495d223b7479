import type { DeskDiscountRow } from "./made-statements.ts";
import { type Statement } from "../../base/batch.ts";
/** Discount series: discount codes that were made together. */

export interface SeriesRow {
  id: string;
  prefix: string;
  count: number;
  request_hash: string;
}

export interface NewSeries extends SeriesRow {
  madeBy: string;
  idempotencyKey: string | null;
}

export function insertSeries(db: D1Database, series: NewSeries, now: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO discount_series (id, prefix, count, made_by, idempotency_key, request_hash,
         created_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)`,
    )
    .bind(
      series.id,
      series.prefix,
      series.count,
      series.madeBy,
      series.idempotencyKey,
      series.request_hash,
      now,
    );
}

const SERIES = "SELECT id, prefix, count, request_hash FROM discount_series";

export function findSeries(db: D1Database, id: string): Statement<SeriesRow> {
  return db.prepare(`${SERIES} WHERE id = ?1`).bind(id);
}

export function findSeriesByKey(
  db: D1Database,
  madeBy: string,
  key: string | null,
): Statement<SeriesRow> {
  return db.prepare(`${SERIES} WHERE made_by = ?1 AND idempotency_key = ?2`).bind(madeBy, key);
}

/** Finds all codes of a series, in the order in which they were made. */
export function findCodesOfSeries(
  db: D1Database,
  seriesId: string,
): Statement<
  Pick<DeskDiscountRow, "code" | "type" | "value" | "expires_at"> & { uses_paid: number }
> {
  return db
    .prepare(
      `SELECT code, type, value, expires_at, uses_paid FROM discount_code
       WHERE series_id = ?1 ORDER BY place`,
    )
    .bind(seriesId);
}

/** Counts codes that begin with a text, up to `most`. */
export function countAlike(
  db: D1Database,
  prefix: string,
  most: number,
): Statement<{ count: number }> {
  return db
    .prepare(
      `SELECT count(*) AS count FROM (
         SELECT 1 FROM discount_code WHERE code >= ?1 AND code < ?1 || '~' LIMIT ?2)`,
    )
    .bind(prefix, most);
}
