import type { Closure } from "../../contract/closure.ts";
import type { DeskClosure } from "../../contract/desk/closure.ts";
import type { Statement } from "./batch.ts";
import { toIso, toIsoOrNull } from "./time.ts";

/** Whether the shop is closed to shoppers. api/desk/closure/ closes and opens it. */

export interface ClosureRow {
  id: string;
  reason: string;
  closed_by: string;
  closed_at: number;
  reopens_at: number | null;
}

/** Finds the closure that is in force at `now` (UTC milliseconds). */
export const findClosure = (db: D1Database, now: number): Statement<ClosureRow> =>
  db
    .prepare(
      `SELECT id, reason, closed_by, closed_at, reopens_at FROM closure
       WHERE opened_at IS NULL AND (reopens_at IS NULL OR reopens_at > ?1)`,
    )
    .bind(now);

export const showClosure = (row: ClosureRow): Closure => ({
  reason: row.reason,
  closedAt: toIso(row.closed_at),
  reopensAt: toIsoOrNull(row.reopens_at),
});

export const showDeskClosure = (row: ClosureRow): DeskClosure => ({
  ...showClosure(row),
  id: row.id,
  closedBy: row.closed_by,
});

/** After how many seconds a client asks again, when nobody said when the shop opens. */
const UNKNOWN_SECONDS = 15 * 60;

export const secondsUntilOpen = ({ reopens_at: reopensAt }: ClosureRow, now: number): number =>
  reopensAt === null ? UNKNOWN_SECONDS : (reopensAt - now) / 1_000;
