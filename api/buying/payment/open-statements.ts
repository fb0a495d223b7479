import { type Statement } from "../../base/batch.ts";
import { type GatewayName } from "../../../persian/gateway.ts";
/** Statements about a shopper's open payments: top-ups, and payments of orders that hold stock. */

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

export function countOpenTopups(
  db: D1Database,
  userId: string,
  now: number,
): Statement<{ count: number }> {
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

/**
 * Finds the gateways of the list that did not answer their newest request since the time `since`. A
 * request that is still running is skipped, and a refusal counts as an answer.
 */
export function findSilent(
  db: D1Database,
  gateways: readonly string[],
  since: number,
): Statement<{ gateway: GatewayName }> {
  return db
    .prepare(
      `SELECT g.value AS gateway FROM json_each(?1) g WHERE (
         SELECT authority IS NULL AND state <> 'failed' FROM payment
         WHERE gateway = g.value AND created_at > ?2
           AND (authority IS NOT NULL OR state = 'failed' OR requested_at = 0)
         ORDER BY created_at DESC, id DESC LIMIT 1)`,
    )
    .bind(JSON.stringify(gateways), since);
}

/**
 * Finds a shopper's payments that another gateway than `gateway` did not answer. Nobody can pay
 * them, because the shopper never got the address of a payment page.
 */
export function findUnanswered(
  db: D1Database,
  userId: string,
  gateway: string,
): D1PreparedStatement {
  return db
    .prepare(
      `SELECT * FROM payment WHERE user_id = ?1 AND state = 'initiating' AND authority IS NULL
         AND requested_at = 0 AND gateway <> ?2`,
    )
    .bind(userId, gateway);
}
