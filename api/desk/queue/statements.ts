import { type Statement } from "../../base/batch.ts";
import {
  QUEUE_HOLD_MINUTES,
  QUEUE_ROWS_MAX,
  type QueueKind,
} from "../../../contract/desk/queue.ts";
import { MINUTE_MS } from "../../base/time.ts";

/** A thing of the queue by its kind and id. */
export interface Named {
  kind: QueueKind;
  id: string;
}

export interface HoldRow {
  kind: QueueKind;
  subject_id: string;
  operator: string;
  held_until: number;
}

export interface AsideRow {
  kind: QueueKind;
  subject_id: string;
  operator: string;
  reason: string;
  aside_until: number;
}

/**
 * The most holds that are read. There are fewer, because each operator usually holds only one
 * thing.
 */
const HELD_MAX = 500;

export function findHolds(db: D1Database, now: number): D1PreparedStatement {
  return db
    .prepare(
      "SELECT kind, subject_id, operator, held_until FROM queue_hold WHERE held_until > ?1 LIMIT ?2",
    )
    .bind(now, HELD_MAX);
}

export function findAsides(db: D1Database, now: number): D1PreparedStatement {
  return db
    .prepare(
      `SELECT kind, subject_id, operator, reason, aside_until FROM queue_aside
       WHERE aside_until > ?1 ORDER BY aside_until LIMIT ?2`,
    )
    .bind(now, QUEUE_ROWS_MAX);
}

export function findHold(db: D1Database, { kind, id }: Named, now: number): Statement<HoldRow> {
  return db
    .prepare(
      `SELECT kind, subject_id, operator, held_until FROM queue_hold
       WHERE kind = ?1 AND subject_id = ?2 AND held_until > ?3`,
    )
    .bind(kind, id, now);
}

export function findAside(db: D1Database, { kind, id }: Named, now: number): Statement<AsideRow> {
  return db
    .prepare(
      `SELECT kind, subject_id, operator, reason, aside_until FROM queue_aside
       WHERE kind = ?1 AND subject_id = ?2 AND aside_until > ?3`,
    )
    .bind(kind, id, now);
}

/**
 * Holds a thing for an operator, or renews the hold. Changes nothing while another operator holds
 * the thing, except with `isTakingOver`.
 */
export function hold(
  db: D1Database,
  { kind, id }: Named,
  { operator, isTakingOver }: { operator: string; isTakingOver: boolean },
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO queue_hold (kind, subject_id, operator, held_until) VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT (kind, subject_id) DO UPDATE
         SET operator = excluded.operator, held_until = excluded.held_until
         WHERE queue_hold.operator = excluded.operator OR queue_hold.held_until <= ?5 OR ?6`,
    )
    .bind(kind, id, operator, now + QUEUE_HOLD_MINUTES * MINUTE_MS, now, isTakingOver ? 1 : 0);
}

export function releaseHold(
  db: D1Database,
  { kind, id }: Named,
  operator: string,
): D1PreparedStatement {
  return db
    .prepare("DELETE FROM queue_hold WHERE kind = ?1 AND subject_id = ?2 AND operator = ?3")
    .bind(kind, id, operator);
}

export function putAside(
  db: D1Database,
  { kind, id }: Named,
  aside: { operator: string; reason: string; until: number },
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO queue_aside (kind, subject_id, operator, reason, aside_until)
       VALUES (?1, ?2, ?3, ?4, ?5)
       ON CONFLICT (kind, subject_id) DO UPDATE SET operator = excluded.operator,
         reason = excluded.reason, aside_until = excluded.aside_until`,
    )
    .bind(kind, id, aside.operator, aside.reason, aside.until);
}

export function bringBack(db: D1Database, { kind, id }: Named): D1PreparedStatement {
  return db.prepare("DELETE FROM queue_aside WHERE kind = ?1 AND subject_id = ?2").bind(kind, id);
}

/** Counts an operator's decisions since a time, up to the largest number that is shown. */
export function countDecisions(
  db: D1Database,
  operator: string,
  since: number,
): D1PreparedStatement {
  return db
    .prepare(
      `SELECT count(*) AS count FROM (
         SELECT 1 FROM desk_decision
         WHERE operator = ?1 AND created_at >= ?2 AND verdict NOT IN ('viewed', 'listed')
         LIMIT 999)`,
    )
    .bind(operator, since);
}

export interface DecidedRow {
  operator: string;
  verdict: string;
  created_at: number;
}

/**
 * SQL text: true for verdicts that end the waiting of a thing. The other verdicts are listed here;
 * «…_asked» is the verdict of a proposal that is not decided yet.
 */
const IS_DECISION = `verdict NOT IN ('viewed', 'in_hand', 'put_back', 'begun', 'set_aside',
    'brought_back', 'taken_over', 'In Progress', 'income_released', 'income_refused') AND verdict NOT LIKE '%!_asked' ESCAPE '!'`;

const OF_SUBJECT = `SELECT operator, verdict, created_at FROM desk_decision
  WHERE subject = ?1 AND subject_id = ?2 AND ${IS_DECISION}`;

/** Finds the decision after which a thing no longer waits. */
export function findDecision(
  db: D1Database,
  { kind, id }: Named,
  { subject, subjectId }: { subject: string; subjectId: string },
): Statement<DecidedRow> {
  if (kind === "proposal")
    return db
      .prepare(
        `SELECT decided_by AS operator, action || '_' || state AS verdict,
           decided_at AS created_at
         FROM proposal WHERE id = ?1 AND decided_by IS NOT NULL`,
      )
      .bind(id);
  if (kind === "name_request")
    return db
      .prepare(
        `SELECT d.operator, d.verdict, d.created_at FROM name_request n
         JOIN desk_decision d ON d.subject = 'person' AND d.subject_id = n.user_id
         WHERE n.id = ?1 AND d.created_at >= n.created_at
           AND d.verdict IN ('renamed', 'name_refused')
         ORDER BY d.created_at LIMIT 1`,
      )
      .bind(id);
  if (kind === "earning")
    return db
      .prepare(
        `SELECT d.operator, d.verdict, d.created_at FROM earning e
         JOIN desk_decision d ON d.subject = 'order_item' AND d.subject_id = e.order_item_id
         WHERE e.id = ?1 AND d.verdict IN ('income_released', 'income_refused')
         ORDER BY d.created_at DESC LIMIT 1`,
      )
      .bind(id);
  if (kind === "stray_payment")
    return db
      .prepare(
        `SELECT d.operator, d.verdict, d.created_at FROM stray_payment s
         JOIN desk_decision d ON d.subject = 'payment' AND d.subject_id = s.payment_id
         WHERE s.authority = ?1 AND d.verdict = 'adopted' LIMIT 1`,
      )
      .bind(id);
  return db.prepare(`${OF_SUBJECT} ORDER BY created_at DESC LIMIT 1`).bind(subject, subjectId);
}
