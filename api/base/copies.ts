import type { Statement } from "./batch.ts";
import { HOUR_MS } from "./time.ts";

/**
 * Copies of the database on a server of one's own, as its launcher tells with each run of the jobs
 * (scripts/serve/copies.mjs). All times are UTC milliseconds.
 */
export interface CopyState {
  /** When the newest copy was begun; null before the first one. */
  copiedAt: number | null;
  /** When a copy was last checked with all invariants; null before the first one. */
  provenAt: number | null;
  /** The number of invariants that this copy breaks. */
  findings: number;
  /** True when the last copy could not be sent to another machine. */
  isAwayFailing: boolean;
}

/** A copy is due every five minutes, or after ten times as long as the last one took. */
const COPY_LATE_MS = HOUR_MS;
/** A copy is proven each night. */
const PROOF_LATE_MS = 26 * HOUR_MS;

export interface CopyRow {
  copied_at: number | null;
  proven_at: number | null;
  findings: number;
  is_away_failing: number;
  since: number;
}

export const findCopies = (db: D1Database): Statement<CopyRow> =>
  db.prepare("SELECT copied_at, proven_at, findings, is_away_failing, since FROM database_copy");

/** Stores the state of the copies. */
export async function storeCopies(db: D1Database, state: CopyState, now: number): Promise<void> {
  await db
    .prepare(
      `INSERT INTO database_copy (id, copied_at, proven_at, findings, is_away_failing, since)
       VALUES (1, ?1, ?2, ?3, ?4, ?5)
       ON CONFLICT (id) DO UPDATE SET copied_at = ?1, proven_at = ?2, findings = ?3,
         is_away_failing = ?4
       WHERE (copied_at, proven_at, findings, is_away_failing) IS NOT (?1, ?2, ?3, ?4)`,
    )
    .bind(state.copiedAt, state.provenAt, state.findings, Number(state.isAwayFailing), now)
    .run();
}

/** Returns what is wrong with the copies, of which an operator must know. */
export function troublesOf(row: CopyRow, now: number): string[] {
  return [
    ...(now - (row.copied_at ?? row.since) > COPY_LATE_MS ? ["late"] : []),
    ...(now - (row.proven_at ?? row.since) > PROOF_LATE_MS ? ["unproven"] : []),
    ...(row.findings > 0 ? ["unsound"] : []),
    ...(row.is_away_failing === 1 ? ["away"] : []),
  ];
}
