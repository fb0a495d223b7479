import type { Closure } from "../../contract/closure.ts";
import type { DeskClosure } from "../../contract/desk/closure.ts";
import { type Statement, readTogether } from "./batch.ts";
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
  closedBy: row.closed_by,
});

interface ShopState {
  /** The closure that is in force; null while the shop is open. */
  closure: ClosureRow | null;
  /** When a job last succeeded, UTC milliseconds; null when none ever did. */
  jobsRanAt: number | null;
}

/** How long one instance of the shop answers without asking the database again. */
const KEPT_MS = 5_000;
/** The part of the shop that is needed to read its state. */
interface Reader {
  db: D1Database;
  now: () => number;
}
const kept = new WeakMap<Reader, ShopState & { until: number }>();

/** Returns whether the shop is closed and whether its jobs run, at most five seconds old. */
export async function readState(shop: Reader): Promise<ShopState> {
  const now = shop.now();
  const known = kept.get(shop);
  if (known !== undefined && now < known.until) return known;
  const [[closure = null], [runs]] = await readTogether(shop.db, [
    findClosure(shop.db, now),
    findLastRun(shop.db),
  ]);
  const state = { closure, jobsRanAt: runs?.last ?? null };
  kept.set(shop, { ...state, until: Math.min(now + KEPT_MS, closure?.reopens_at ?? Infinity) });
  return state;
}

const findLastRun = (db: D1Database): Statement<{ last: number | null }> =>
  db.prepare("SELECT max(last_ok_at) AS last FROM job_run");

/** Makes this instance ask the database again, after its operator closed or opened the shop. */
export const forgetClosure = (shop: Reader): boolean => kept.delete(shop);

/** After how many seconds a client asks again, when nobody said when the shop opens. */
const UNKNOWN_SECONDS = 15 * 60;

export const secondsUntilOpen = ({ reopens_at: reopensAt }: ClosureRow, now: number): number =>
  reopensAt === null ? UNKNOWN_SECONDS : (reopensAt - now) / 1_000;
