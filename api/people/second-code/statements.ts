import { type Statement } from "../../base/batch.ts";
import {
  FRESH_CODE_MINUTES,
  SECOND_CODES_PER_DAY_MAX,
  SECOND_CODES_PER_SESSION_DAY_MAX,
  WRONG_SECOND_CODES_PER_DAY_MAX,
} from "../../../contract/second-code.ts";
import { CODE_TRIES_MAX, RESEND_AFTER_SECONDS } from "../../../contract/sign-in.ts";
import { DAY_MS, MINUTE_MS } from "../../base/time.ts";

/** A person who asks for a second code, and the session they ask from. */
export interface Asker {
  userId: string;
  tokenHash: string;
}

const SENT = "failed_at IS NULL AND created_at > ?3 - ";

/** Inserts a code, unless its session or its person got too many. Returns its id, or no row. */
export function insertSecondCode(
  db: D1Database,
  { userId, tokenHash }: Asker,
  code: { id: string; hmac: string; expiresAt: number },
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO second_code (id, user_id, token_hash, code_hmac, created_at, expires_at)
       SELECT ?4, ?1, ?2, ?5, ?3, ?6
       WHERE NOT EXISTS (SELECT 1 FROM second_code
         WHERE token_hash = ?2 AND ${SENT} ?7)
         AND (SELECT count(*) FROM second_code
           WHERE token_hash = ?2 AND ${SENT} ?8) < ?9
         AND (SELECT count(*) FROM second_code WHERE user_id = ?1 AND ${SENT} ?8) < ?10
       RETURNING id`,
    )
    .bind(
      userId,
      tokenHash,
      now,
      code.id,
      code.hmac,
      code.expiresAt,
      RESEND_AFTER_SECONDS * 1000,
      DAY_MS,
      SECOND_CODES_PER_SESSION_DAY_MAX,
      SECOND_CODES_PER_DAY_MAX,
    );
}

/** Finds when the last code of a session was sent. */
export function findLastSent(
  db: D1Database,
  tokenHash: string,
  now: number,
): Statement<{ sent_at: number | null }> {
  return db
    .prepare(
      `SELECT max(created_at) AS sent_at FROM second_code
       WHERE token_hash = ?1 AND failed_at IS NULL AND created_at > ?2 - ?3`,
    )
    .bind(tokenHash, now, DAY_MS);
}

export function markFailed(db: D1Database, id: string, now: number): D1PreparedStatement {
  return db.prepare("UPDATE second_code SET failed_at = ?2 WHERE id = ?1").bind(id, now);
}

/** SQL text: the newest code of the session with the token hash ?1, never of another session. */
const NEWEST = `SELECT id FROM second_code
  WHERE token_hash = ?1 AND failed_at IS NULL ORDER BY created_at DESC, id LIMIT 1`;

/**
 * Counts one guess at the session's newest code. Returns no row when there is no code or it is
 * used, expired or out of guesses; then the guess must not be compared.
 */
export function spendTry(
  db: D1Database,
  { userId, tokenHash }: Asker,
  now: number,
): Statement<{ id: string; code_hmac: string }> {
  return db
    .prepare(
      `UPDATE second_code SET tries = tries + 1
       WHERE id = (${NEWEST}) AND used_at IS NULL AND expires_at > ?2 AND tries < iif(
         (SELECT coalesce(sum(tries), 0) FROM second_code
           WHERE user_id = ?3 AND used_at IS NULL AND created_at > ?2 - ?5) >= ?6, 1, ?4)
       RETURNING id, code_hmac`,
    )
    .bind(tokenHash, now, userId, CODE_TRIES_MAX, DAY_MS, WRONG_SECOND_CODES_PER_DAY_MAX);
}

export function findNewest(
  db: D1Database,
  tokenHash: string,
): Statement<{ used_at: number | null; created_at: number; expires_at: number }> {
  return db
    .prepare(`SELECT used_at, created_at, expires_at FROM second_code WHERE id = (${NEWEST})`)
    .bind(tokenHash);
}

/**
 * Uses up the code, and no longer requires a second code from the browser of its session. Aborts
 * when the code was already used, or the session has ended.
 */
export function proveBrowser(
  db: D1Database,
  { userId, tokenHash }: Asker,
  codeId: string,
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'second code unused',
           (SELECT used_at IS NULL FROM second_code WHERE id = ?1)`,
      )
      .bind(codeId),
    db
      .prepare(
        `INSERT INTO must SELECT 'session of the second code lives',
           (SELECT revoked_at IS NULL AND expires_at > ?2 FROM session WHERE token_hash = ?1)`,
      )
      .bind(tokenHash, now),
    db.prepare("UPDATE second_code SET used_at = ?2 WHERE id = ?1").bind(codeId, now),
    db
      .prepare(
        "UPDATE session SET needs_second_code = 0, second_code_at = ?2 WHERE token_hash = ?1",
      )
      .bind(tokenHash, now),
    db
      .prepare(
        `UPDATE known_browser SET needs_second_code = 0
         WHERE phone = (SELECT phone FROM user WHERE id = ?1)
           AND visitor_hash = (SELECT visitor_hash FROM session WHERE token_hash = ?2)`,
      )
      .bind(userId, tokenHash),
  ];
}

export const FRESH_CODE_MS = FRESH_CODE_MINUTES * MINUTE_MS;

/** Aborts unless the session entered a second code within the last minutes. */
export function claimFreshCode(
  db: D1Database,
  tokenHash: string,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'a second code was typed just now',
         (SELECT second_code_at > ?2 FROM session WHERE token_hash = ?1)`,
    )
    .bind(tokenHash, now - FRESH_CODE_MS);
}

/** Finds a row when the session entered a second code within the last minutes. */
export function findFreshCode(db: D1Database, tokenHash: string, now: number): Statement<object> {
  return db
    .prepare("SELECT 1 FROM session WHERE token_hash = ?1 AND second_code_at > ?2")
    .bind(tokenHash, now - FRESH_CODE_MS);
}
