import { type Statement } from "../../base/batch.ts";
import { PAGE_SIZE_MAX } from "../../../contract/page.ts";

export interface SessionRow {
  id: string;
  device: string;
  created_at: number;
  last_used_at: number;
  is_this: number;
}

/** Finds the live sessions of a shopper, the last used first. */
export function findSessions(
  db: D1Database,
  userId: string,
  tokenHash: string,
  now: number,
): Statement<SessionRow> {
  return db
    .prepare(
      `SELECT id, device, created_at, max(last_used_at, created_at) AS last_used_at,
         token_hash = ?2 AS is_this
       FROM session WHERE user_id = ?1 AND revoked_at IS NULL AND expires_at > ?3
       ORDER BY is_this DESC, last_used_at DESC, id LIMIT ?4`,
    )
    .bind(userId, tokenHash, now, PAGE_SIZE_MAX);
}

/** Ends one live session of a shopper. Returns the browser it was in, or no row. */
export function endSession(
  db: D1Database,
  userId: string,
  sessionId: string,
  now: number,
): Statement<{ token_hash: string }> {
  return db
    .prepare(
      `UPDATE session SET revoked_at = ?3
       WHERE user_id = ?1 AND id = ?2 AND revoked_at IS NULL AND expires_at > ?3
       RETURNING token_hash`,
    )
    .bind(userId, sessionId, now);
}

/** Ends the session of a token. */
export function revokeSession(db: D1Database, tokenHash: string, now: number): D1PreparedStatement {
  return db
    .prepare("UPDATE session SET revoked_at = ?2 WHERE token_hash = ?1 AND revoked_at IS NULL")
    .bind(tokenHash, now);
}

/**
 * Removes the browser of a session from the known browsers of its phone, because other people may
 * use a shared computer later.
 */
export function forgetBrowserOf(db: D1Database, tokenHash: string): D1PreparedStatement {
  return db
    .prepare(
      `DELETE FROM known_browser WHERE (phone, visitor_hash) = (
         SELECT u.phone, s.visitor_hash FROM session s JOIN user u ON u.id = s.user_id
         WHERE s.token_hash = ?1)`,
    )
    .bind(tokenHash);
}
