import { type Statement } from "../../base/batch.ts";
import { makeFinder } from "../../base/page.ts";

export interface StrayRow {
  authority: string;
  amount_toman: number;
  first_seen_at: number;
  last_seen_at: number;
  /**
   * The id of the payment row that was created when the stray payment was adopted. The list of open
   * stray payments leaves this column out, because it is always null there.
   */
  payment_id?: string | null;
}

/**
 * Records the gateway's unverified payments that have no row here. The first statement returns
 * those that are new.
 */
export function noteStrays(
  db: D1Database,
  listed: readonly { authority: string; amountToman: number }[],
  now: number,
): D1PreparedStatement[] {
  const all = JSON.stringify(listed);
  return [
    db
      .prepare(
        `SELECT value ->> 'authority' AS authority FROM json_each(?1)
         WHERE NOT EXISTS (SELECT 1 FROM payment WHERE authority = value ->> 'authority')
           AND NOT EXISTS (SELECT 1 FROM stray_payment WHERE authority = value ->> 'authority')`,
      )
      .bind(all),
    db
      .prepare(
        `INSERT INTO stray_payment (authority, amount_toman, first_seen_at, last_seen_at)
         SELECT value ->> 'authority', value ->> 'amountToman', ?2, ?2 FROM json_each(?1)
         WHERE NOT EXISTS (SELECT 1 FROM payment WHERE authority = value ->> 'authority')
         ON CONFLICT (authority) DO UPDATE SET last_seen_at = excluded.last_seen_at`,
      )
      .bind(all, now),
  ];
}

export const findStrays = makeFinder<StrayRow>(
  `SELECT authority, amount_toman, first_seen_at, last_seen_at FROM stray_payment
       WHERE payment_id IS NULL AND (first_seen_at, authority) > (?1, ?2)
       ORDER BY first_seen_at, authority LIMIT ?3`,
);

/** Finds a stray payment, also one that was adopted. */
export function findStray(db: D1Database, authority: string): D1PreparedStatement {
  return db
    .prepare(
      `SELECT authority, amount_toman, first_seen_at, last_seen_at, payment_id
       FROM stray_payment WHERE authority = ?1`,
    )
    .bind(authority);
}

export function findByAuthority(db: D1Database, authority: string): D1PreparedStatement {
  return db.prepare("SELECT 1 FROM payment WHERE authority = ?1").bind(authority);
}

/** Finds the verified cards of a person, the default first, including removed ones. */
export function findPayingCards(
  db: D1Database,
  userId: string,
  limit: number,
): Statement<{ id: string; number_sealed: string }> {
  return db
    .prepare(
      `SELECT id, number_sealed
       FROM bank_card WHERE user_id = ?1 AND status = 'verified' AND number_sealed <> ''
       ORDER BY is_default DESC, created_at DESC LIMIT ?2`,
    )
    .bind(userId, limit);
}

/**
 * Gives the row of an adopted payment its authority, so that it is settled like any other payment.
 * Part of the batch that inserts the row.
 */
export function giveAuthority(
  db: D1Database,
  paymentId: string,
  authority: string,
  nextCheckAt: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        "UPDATE payment SET state = 'pending', authority = ?2, next_check_at = ?3 WHERE id = ?1",
      )
      .bind(paymentId, authority, nextCheckAt),
    db
      .prepare("UPDATE stray_payment SET payment_id = ?1 WHERE authority = ?2")
      .bind(paymentId, authority),
  ];
}
