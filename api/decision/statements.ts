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

/** Which lines of the log; null and an empty text stand for all. */
export interface Wanted {
  operator: string | null;
  subject: string | null;
  verdict: string | null;
  /** A person with all that is theirs, or the id of a thing. */
  about: string;
  /** UTC milliseconds. */
  after: number;
}

/** SQL text: true for a line about person ?6, or about something of theirs. */
const IS_ABOUT = [
  "bank_card",
  "identity_request",
  "withdrawal",
  "payment",
  "ticket",
  "orders",
  "order_item i ON i.order_id IN (SELECT o.id FROM orders o WHERE o.user_id = me.id)",
].reduce(
  (text, of) =>
    `${text} OR subject_id IN (SELECT ${of.includes(" ") ? "i.id" : "t.id"} FROM user me JOIN ${
      of.includes(" ") ? of : `${of} t ON t.user_id = me.id`
    } WHERE me.id = ?6)`,
  "subject_id = ?6",
);

const FITS = `created_at >= ?1 AND created_at < ?2 AND operator = coalesce(?3, operator)
  AND subject = coalesce(?4, subject) AND verdict = coalesce(?5, verdict)
  AND (?6 = '' OR ${IS_ABOUT})`;

/** Finds lines of the log before the cursor, newest first. */
export function findDecisions(
  db: D1Database,
  { operator, subject, verdict, about, after }: Wanted,
  before: Cursor,
  limit: number,
): D1PreparedStatement {
  return db
    .prepare(
      `SELECT id, operator, subject, subject_id, verdict, note, created_at, network, state_before,
         state_after
       FROM desk_decision
       WHERE ${FITS} AND (created_at, id) < (?7, ?8)
       ORDER BY created_at DESC, id DESC LIMIT ?9`,
    )
    .bind(
      after,
      // A cursor that stands at the end of a day begins with its last line.
      before.at + 1,
      operator,
      subject,
      verdict,
      about,
      before.at,
      before.id,
      limit,
    );
}

/** Counts the lines of the log until a time by day (UTC), operator, subject and verdict. */
export function sumDecisions(
  db: D1Database,
  { operator, subject, verdict, about, after }: Wanted,
  until: number,
): D1PreparedStatement {
  return db
    .prepare(
      `SELECT created_at / 86400000 AS day, operator, subject, verdict,
         count(*) AS count
       FROM desk_decision WHERE ${FITS}
       GROUP BY day, operator, subject, verdict
       ORDER BY day DESC, operator, count(*) DESC, subject, verdict LIMIT ?7`,
    )
    .bind(after, until, operator, subject, verdict, about, SUMS_SHOWN_MAX);
}
