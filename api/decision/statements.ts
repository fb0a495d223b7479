import type { Cursor } from "../base/page.ts";

export interface DecisionRow {
  id: string;
  operator: string;
  subject: string;
  subject_id: string;
  verdict: string;
  note: string | null;
  created_at: number;
  network: string;
  state_before: string | null;
  state_after: string | null;
}

export interface SumRow {
  /** Days since 1970, in UTC. */
  day: number;
  operator: string;
  subject: string;
  verdict: string;
  count: number;
}

/** The most sums that are shown; a week of a busy desk has a tenth of them. */
const SUMS_SHOWN_MAX = 1_000;

/** Finds lines of the log after a time (UTC milliseconds) and before the cursor, newest first. */
export function findDecisions(
  db: D1Database,
  { operator, after, before }: { operator: string | null; after: number; before: Cursor },
  limit: number,
): D1PreparedStatement {
  return db
    .prepare(
      `SELECT id, operator, subject, subject_id, verdict, note, created_at, network, state_before,
         state_after
       FROM desk_decision
       WHERE created_at >= ?1 AND (created_at, id) < (?2, ?3) AND operator = coalesce(?5, operator)
       ORDER BY created_at DESC, id DESC LIMIT ?4`,
    )
    .bind(after, before.at, before.id, limit, operator);
}

/** Counts the lines of the log by day (UTC), operator, subject and verdict. */
export function sumDecisions(
  db: D1Database,
  operator: string | null,
  after: number,
): D1PreparedStatement {
  return db
    .prepare(
      `SELECT created_at / 86400000 AS day, operator, subject, verdict,
         count(*) AS count
       FROM desk_decision WHERE created_at >= ?1 AND operator = coalesce(?3, operator)
       GROUP BY day, operator, subject, verdict
       ORDER BY day DESC, operator, count(*) DESC, subject, verdict LIMIT ?2`,
    )
    .bind(after, SUMS_SHOWN_MAX, operator);
}
