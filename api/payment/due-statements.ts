import { OPEN, type PaymentRow } from "./statements.ts";

/** Payments that somebody has to look at again, because no browser came back for them. */

/** When an unsettled payment is looked at next; null is never. `checks` counts the looks that taught something. */
export function planNextCheck(
  db: D1Database,
  paymentId: string,
  next: { at: number | null; checks: number },
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE payment SET next_check_at = ?2, checks = ?3 WHERE id = ?1 AND state IN ${OPEN}`,
    )
    .bind(paymentId, next.at, next.checks);
}

/** A payment with its place among those that were begun at the same millisecond. */
export interface QueuedPaymentRow extends PaymentRow {
  created_at: number;
  place: number;
}

/** Where two payments are for one thing, whoever began to pay first gets it. */
export function oldestFirst(payments: QueuedPaymentRow[]): QueuedPaymentRow[] {
  return payments.toSorted(
    (one, other) => one.created_at - other.created_at || one.place - other.place,
  );
}

/**
 * Before the gateway is asked about a payment that nobody would look at again: once it has given its word, a shop that breaks down just
 * then would be the only one to know.
 */
export function leaseCheck(db: D1Database, paymentId: string, until: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE payment SET next_check_at = ?2
       WHERE id = ?1 AND next_check_at IS NULL AND state IN ${OPEN}`,
    )
    .bind(paymentId, until);
}

/** Takes due payments for one run: their next look is pushed ahead first, so that one which fails does not stand in the way. */
export function takeDuePayments(
  db: D1Database,
  now: number,
  leaseMs: number,
  limit: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE payment SET next_check_at = ?1 + ?2
       WHERE id IN (
         SELECT id FROM payment WHERE next_check_at <= ?1 ORDER BY next_check_at LIMIT ?3)
       RETURNING *, rowid AS place`,
    )
    .bind(now, leaseMs, limit);
}

/**
 * Takes, for one run, payments among the given authorities that the gateway has money for and we have not settled. One that is awaited
 * belongs to the browser on its way back until it is due; those that were looked at in vain come last, by lot, so that however many
 * they are each of them has its turn. Their next look is pushed ahead as well: once the gateway has given its word it lists them no
 * more, and a run that breaks down just then would be the only one to know.
 */
export function takeUnsettled(
  db: D1Database,
  authorities: string[],
  now: number,
  leaseMs: number,
  limit: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE payment SET next_check_at = ?2 + ?3
       WHERE id IN (
         SELECT id FROM payment
         WHERE authority IN (SELECT value FROM json_each(?1)) AND state IN ${OPEN}
           AND (state IN ('failed', 'expired') OR next_check_at <= ?2)
         ORDER BY checks > 0 OR next_check_at IS NOT NULL, random() LIMIT ?4)
       RETURNING *, rowid AS place`,
    )
    .bind(JSON.stringify(authorities), now, leaseMs, limit);
}
