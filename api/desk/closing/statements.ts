import { type Statement } from "../../base/batch.ts";
/**
 * The daily sums of the gateways' accounts in the ledger, and the rows that explain a difference.
 */

export interface GatewayDayRow {
  day: number;
  taken_toman: number;
  returned_toman: number;
}

const GATEWAY_SUMS = `coalesce(sum(iif(debit_book GLOB 'gateway:*', toman, 0)), 0) AS taken_toman,
    coalesce(sum(iif(credit_book GLOB 'gateway:*', toman, 0)), 0) AS returned_toman`;

/** Finds, for each day, the money that gateways took and returned according to the ledger. */
export function findGatewayDays(
  db: D1Database,
  from: number,
  to: number,
): Statement<GatewayDayRow> {
  return db
    .prepare(`SELECT day, ${GATEWAY_SUMS} FROM day_book WHERE day BETWEEN ?1 AND ?2 GROUP BY day`)
    .bind(from, to);
}

export interface FirstDayRow {
  first: number | null;
}

export function findFirstDay(db: D1Database): Statement<FirstDayRow> {
  return db.prepare("SELECT min(day) AS first FROM day_book");
}

export interface ClosingRowOfBooks {
  day: number;
  taken_toman: number;
  returned_toman: number;
  gateway_toman: number;
  difference_toman: number;
  note: string | null;
  report: string;
  closed_by: string;
  closed_at: number;
}

export function findClosings(
  db: D1Database,
  from: number,
  to: number,
): Statement<ClosingRowOfBooks> {
  return db
    .prepare(
      `SELECT day, taken_toman, returned_toman, gateway_toman, difference_toman, note, report,
         closed_by, closed_at FROM closing WHERE day BETWEEN ?1 AND ?2`,
    )
    .bind(from, to);
}

export interface UnbookedRow {
  kind: "review" | "unconfirmed" | "stray" | "refund";
  id: string;
  amount_toman: number;
  at: number;
  why: string | null;
}

/**
 * Finds, between two moments, money that a gateway has and the ledger does not: payments in review
 * and stray payments. Refunds in review are found too, with the amount 0.
 */
export function findUnbooked(db: D1Database, from: number, until: number): Statement<UnbookedRow> {
  return db
    .prepare(
      `SELECT 'review' AS kind, id, amount_toman, created_at AS at, review_reason AS why FROM payment
       WHERE state = 'review' AND reviewed_at IS NULL AND created_at >= ?1 AND created_at < ?2
       UNION ALL
       SELECT 'stray', authority, amount_toman, first_seen_at, NULL FROM stray_payment
       WHERE payment_id IS NULL AND first_seen_at >= ?1 AND first_seen_at < ?2
       UNION ALL
       SELECT 'refund', id, 0, created_at, NULL FROM refund
       WHERE state = 'review' AND created_at >= ?1 AND created_at < ?2`,
    )
    .bind(from, until);
}

/**
 * Finds, among the payments that the gateway lists as unverified, those that the shop has not
 * settled.
 */
export function findUnconfirmed(
  db: D1Database,
  listed: readonly { authority: string; amountToman: number }[],
  from: number,
  until: number,
): Statement<UnbookedRow> {
  return db
    .prepare(
      `SELECT 'unconfirmed' AS kind, p.id, l.value ->> 'amountToman' AS amount_toman,
         p.created_at AS at, NULL AS why
       FROM json_each(?1) l JOIN payment p ON p.authority = l.value ->> 'authority'
       WHERE p.state IN ('initiating', 'pending', 'failed', 'expired')
         AND p.created_at >= ?2 AND p.created_at < ?3`,
    )
    .bind(JSON.stringify(listed), from, until);
}

export interface HeardRow {
  last_ok_at: number;
}

/** Finds when the gateway last listed its unverified payments to the jobs. */
export function findLastHeard(db: D1Database): Statement<HeardRow> {
  return db.prepare("SELECT last_ok_at FROM job_run WHERE name = 'unverified'");
}

export interface NewClosing {
  day: number;
  taken: number;
  returned: number;
  gateway: number;
  note: string | null;
  report: string;
  operator: string;
}

/** Closes a day; aborts when its sums have changed since they were read, or it is closed already. */
export function closeDay(db: D1Database, closing: NewClosing, now: number): D1PreparedStatement[] {
  const { day, taken, returned, gateway } = closing;
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the ledger of the day is what was read', (
           SELECT taken_toman = ?2 AND returned_toman = ?3
           FROM (SELECT ${GATEWAY_SUMS} FROM day_book WHERE day = ?1))`,
      )
      .bind(day, taken, returned),
    db
      .prepare(
        `INSERT INTO closing (day, taken_toman, returned_toman, gateway_toman, difference_toman,
           note, report, closed_by, closed_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)`,
      )
      .bind(
        day,
        taken,
        returned,
        gateway,
        gateway - (taken - returned),
        closing.note,
        closing.report,
        closing.operator,
        now,
      ),
  ];
}
