import { type Statement } from "../../base/batch.ts";
import { OPEN, type PaymentRow } from "./statements.ts";

/**
 * Statements for payments that must be checked again, because their shopper did not return from the
 * bank.
 */

/**
 * Reads the due time of the payment that has waited longest for its check; null when no check is
 * due.
 */
export const findOldestDue = (db: D1Database, now: number): Statement<{ oldest: number | null }> =>
  db
    .prepare("SELECT min(next_check_at) AS oldest FROM payment WHERE next_check_at <= ?1")
    .bind(now);

/**
 * Sets the next check of an unsettled payment; null means never. `checks` counts the checks that
 * got an answer.
 */
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

/** A payment with its insertion order, to sort those that were begun in the same millisecond. */
export type QueuedPaymentRow = PaymentRow & { created_at: number; place: number };

/**
 * Sorts payments by their start: when two of them compete for the same thing, the earlier one gets
 * it.
 */
export function oldestFirst(payments: QueuedPaymentRow[]): QueuedPaymentRow[] {
  return payments.toSorted(
    (one, other) => one.created_at - other.created_at || one.place - other.place,
  );
}

/**
 * Schedules a check of a payment that has none, before the gateway is asked about it. If the
 * request crashes after the gateway's answer, the job still settles the payment.
 */
export function leaseCheck(db: D1Database, paymentId: string, until: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE payment SET next_check_at = ?2
       WHERE id = ?1 AND next_check_at IS NULL AND state IN ${OPEN}`,
    )
    .bind(paymentId, until);
}

/**
 * Takes the due payments of up to `limit` people: all of one person together, because they may be
 * for one cart. First moves their next check to a later time, so that a failing payment does not
 * block the others.
 */
export function takeDuePayments(
  db: D1Database,
  now: number,
  leaseMs: number,
  limit: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE payment SET next_check_at = ?1 + ?2
       WHERE next_check_at <= ?1 AND user_id IN (
         SELECT user_id FROM payment WHERE next_check_at <= ?1 ORDER BY next_check_at LIMIT ?3)
       RETURNING *, rowid AS place`,
    )
    .bind(now, leaseMs, limit);
}

/**
 * Takes up to `limit` unsettled payments for this run, among the authorities that the gateway lists
 * as paid. Skips payments whose shopper may still return from the bank. Payments that were checked
 * without a result come last, in random order, so that each is checked at some time. The next check
 * is stored first: after its answer, the gateway no longer lists the payment, so a crash could
 * otherwise lose it.
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
