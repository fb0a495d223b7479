import { type Statement } from "../../base/batch.ts";
import type { Cursor } from "../../base/page.ts";

interface DecisionRow {
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

/**
 * A line that was found. When the limit of read lines was reached, `last_id` and `last_at` are
 * those of the last line that was read; otherwise they are null.
 */
export interface SeenRow extends DecisionRow {
  last_id: string | null;
  last_at: number | null;
}

export interface SumRow {
  /** Days since 1970, in UTC. */
  day: number;
  operator: string;
  subject: string;
  verdict: string;
  count: number;
}

/** The most sums in an answer. A week of a busy desk has about a tenth of this number. */
const SUMS_SHOWN_MAX = 1_000;

/** Filters of the log; null and an empty text mean no filter. */
export interface LogFilter {
  operator: string | null;
  subject: string | null;
  verdict: string | null;
  /** The id of a thing, or the id of a person, which also finds lines about the person's things. */
  about: string;
  /** UTC milliseconds. */
  after: number;
}

const ofPerson = (table: string) =>
  `SELECT t.id FROM user me JOIN ${table} t ON t.user_id = me.id WHERE me.id = ?6`;
/**
 * SQL text: true for lines about ?6 and, when ?6 is a person, about the person's things. It has two
 * parts, because D1 allows at most five SELECTs in one UNION.
 */
const IS_ABOUT = `(subject_id IN (SELECT ?6 UNION ALL ${ofPerson("bank_card")}
    UNION ALL ${ofPerson("identity_request")} UNION ALL ${ofPerson("withdrawal")})
  OR subject_id IN (${ofPerson("payment")} UNION ALL ${ofPerson("ticket")}
    UNION ALL ${ofPerson("orders")} UNION ALL
    SELECT i.id FROM user me JOIN orders o ON o.user_id = me.id
    JOIN order_item i ON i.order_id = o.id WHERE me.id = ?6))`;

const IN_TIME = "created_at >= ?1 AND created_at < ?2";
/**
 * The plus signs keep SQLite from using the index on times. The index on things is better here,
 * because one thing has fewer lines than a period.
 */
const ABOUT_IN_TIME = `+created_at >= ?1 AND +created_at < ?2 AND ${IS_ABOUT}`;

const FITS = `operator = coalesce(?3, operator) AND subject = coalesce(?4, subject)
  AND verdict = coalesce(?5, verdict) AND ?6 = ?6`;

/**
 * Finds lines of the log before the cursor, newest first. It reads only the `seen` newest lines of
 * the period. If none of them matches, the result is one row without a line.
 */
export function findDecisions(
  db: D1Database,
  requested: LogFilter,
  before: Cursor,
  { limit, seen }: { limit: number; seen: number },
): Statement<SeenRow> {
  const { operator, subject, verdict, about, after } = requested;
  const LINES =
    about === ""
      ? `${IN_TIME} AND (created_at, id) < (?7, ?8)`
      : `${ABOUT_IN_TIME} AND (+created_at, id) < (?7, ?8)`;
  return db
    .prepare(
      `WITH seen AS MATERIALIZED (
         SELECT id, operator, subject, subject_id, verdict, note, created_at, network,
           state_before, state_after
         FROM desk_decision WHERE ${LINES}
         ORDER BY created_at DESC, id DESC LIMIT ?9),
       last AS MATERIALIZED (
         SELECT id, created_at FROM seen WHERE (SELECT count(*) FROM seen) = ?9
         ORDER BY created_at, id LIMIT 1),
       found AS MATERIALIZED (
         SELECT * FROM seen WHERE ${FITS} ORDER BY created_at DESC, id DESC LIMIT ?10)
       SELECT last.id AS last_id, last.created_at AS last_at, found.*
       FROM (SELECT 1) LEFT JOIN last ON TRUE LEFT JOIN found ON TRUE
       ORDER BY found.created_at DESC, found.id DESC`,
    )
    .bind(
      after,
      // Lines at the time of the cursor are included here; a later condition compares their ids.
      before.at + 1,
      operator,
      subject,
      verdict,
      about,
      before.at,
      before.id,
      // Without filters, no lines after the page have to be read.
      operator === null && subject === null && verdict === null ? Math.min(seen, limit) : seen,
      limit,
    );
}

/** Counts the lines of the log before a time, for each day (UTC), operator, subject and verdict. */
export function sumDecisions(
  db: D1Database,
  requested: LogFilter,
  until: number,
): D1PreparedStatement {
  const { operator, subject, verdict, about, after } = requested;
  const LINES = about === "" ? IN_TIME : ABOUT_IN_TIME;
  return db
    .prepare(
      `SELECT created_at / 86400000 AS day, operator, subject, verdict,
         count(*) AS count
       FROM desk_decision WHERE ${LINES} AND ${FITS}
       GROUP BY day, operator, subject, verdict
       ORDER BY day DESC, operator, count(*) DESC, subject, verdict LIMIT ?7`,
    )
    .bind(after, until, operator, subject, verdict, about, SUMS_SHOWN_MAX);
}
