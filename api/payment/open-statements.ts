/** Payments that a shopper has open at the same time: with a hold on stock, and top-ups. */

export function countOpenHolds(db: D1Database, userId: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `SELECT count(*) AS count
       FROM orders WHERE user_id = ?1 AND state = 'awaiting' AND hold_expires_at > ?2`,
    )
    .bind(userId, now);
}

export function claimOpenHolds(
  db: D1Database,
  userId: string,
  count: number,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'no other hold was opened', (
         SELECT count(*) FROM orders WHERE user_id = ?1 AND state = 'awaiting' AND hold_expires_at > ?2) = ?3`,
    )
    .bind(userId, now, count);
}

export function countOpenTopups(db: D1Database, userId: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `SELECT count(*) AS count FROM payment
       WHERE user_id = ?1 AND state IN ('initiating', 'pending') AND purpose = 'wallet_topup'
         AND expires_at > ?2`,
    )
    .bind(userId, now);
}

export function claimOpenTopups(
  db: D1Database,
  userId: string,
  max: number,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'not too many top-ups', (SELECT count(*) FROM payment
         WHERE user_id = ?1 AND state IN ('initiating', 'pending') AND purpose = 'wallet_topup'
           AND expires_at > ?2) <= ?3`,
    )
    .bind(userId, now, max);
}
