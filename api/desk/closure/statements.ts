import type { Statement } from "../../base/batch.ts";
import type { ClosureRow } from "../../base/closure.ts";

/** Part of a batch: closes the shop. Refused when it is closed already. */
export const insertClosure = (db: D1Database, row: ClosureRow) => [
  // A closure that ended by itself is ended here, because a new one can only begin after it.
  db
    .prepare(
      `UPDATE closure SET opened_at = reopens_at WHERE opened_at IS NULL AND reopens_at <= ?1`,
    )
    .bind(row.closed_at),
  db
    .prepare(
      `INSERT INTO closure (id, reason, closed_by, closed_at, reopens_at)
       VALUES (?1, ?2, ?3, ?4, ?5)`,
    )
    .bind(row.id, row.reason, row.closed_by, row.closed_at, row.reopens_at),
];

/** Part of a batch: opens the shop. Refused when this closure has ended. */
export const endClosure = (db: D1Database, id: string, now: number) => [
  db
    .prepare(
      `INSERT INTO must SELECT 'the shop is closed',
         EXISTS (SELECT 1 FROM closure WHERE id = ?1 AND opened_at IS NULL)`,
    )
    .bind(id),
  db.prepare("UPDATE closure SET opened_at = ?2 WHERE id = ?1").bind(id, now),
];

export const findClosureById = (db: D1Database, id: string): Statement<{ id: string }> =>
  db.prepare("SELECT id FROM closure WHERE id = ?1").bind(id);

export interface UnderWayRow {
  payments: number;
  held_codes: number;
  gifts: number;
}

/** Counts what has begun and goes on while the shop is closed. */
export const countUnderWay = (
  db: D1Database,
  giftTemplate: string,
  now: number,
): Statement<UnderWayRow> =>
  db
    .prepare(
      `SELECT
         (SELECT count(*) FROM payment WHERE state IN ('initiating', 'pending')) AS payments,
         (SELECT coalesce(sum(held_count), 0) FROM code_batch) AS held_codes,
         (SELECT count(*) FROM outbox
          WHERE channel = 'sms' AND next_attempt_at > ?2 AND template = ?1) AS gifts`,
    )
    .bind(giftTemplate, now);
