import { DAY_MS, MINUTE_MS } from "../base/time.ts";

/** The statements of confirming an e-mail. */

export interface EmailState {
  email: string;
  is_email_verified: number;
}

export function findEmailState(db: D1Database, userId: string): D1PreparedStatement {
  return db.prepare("SELECT email, is_email_verified FROM user WHERE id = ?1").bind(userId);
}

/** Aborts when a link was sent within the last minute, or `perDayMax` within the last day. */
export function claimLinksLeft(
  db: D1Database,
  userId: string,
  perDayMax: number,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'another link may be sent',
         NOT EXISTS (SELECT 1 FROM email_verification WHERE user_id = ?1 AND created_at > ?2 - ?4)
         AND (SELECT count(*)
           FROM email_verification WHERE user_id = ?1 AND created_at > ?2 - ?5) < ?3`,
    )
    .bind(userId, now, perDayMax, MINUTE_MS, DAY_MS);
}

export function findLimit(
  db: D1Database,
  userId: string,
  perDayMax: number,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `SELECT max(
         coalesce((SELECT max(created_at) + ?4 FROM email_verification WHERE user_id = ?1), 0),
         coalesce((SELECT created_at + ?5 FROM email_verification WHERE user_id = ?1 AND created_at > ?2 - ?5
           ORDER BY created_at DESC LIMIT 1 OFFSET ?3), 0)) AS over_at`,
    )
    .bind(userId, now, perDayMax - 1, MINUTE_MS, DAY_MS);
}

export function insertLink(
  db: D1Database,
  link: { tokenHash: string; userId: string; email: string; expiresAt: number },
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO email_verification (token_hash, user_id, email, created_at, expires_at)
       VALUES (?1, ?2, ?3, ?4, ?5)`,
    )
    .bind(link.tokenHash, link.userId, link.email, now, link.expiresAt);
}

/**
 * A usable link: the newest of its shopper, unused, not expired, and for the profile's current
 * address.
 */
const LIVE_LINK = `email_verification v JOIN user u ON u.id = v.user_id
  WHERE v.token_hash = ?1 AND v.used_at IS NULL AND v.expires_at > ?2 AND u.email = v.email
    AND u.is_email_verified = 0
    AND NOT EXISTS (SELECT 1 FROM email_verification newer
      WHERE newer.user_id = v.user_id AND newer.created_at > v.created_at)`;

/**
 * Confirms the address of a link. Aborts when the link is not usable or somebody else has confirmed
 * the address.
 */
export function confirm(db: D1Database, tokenHash: string, now: number): D1PreparedStatement[] {
  return [
    db
      .prepare(`INSERT INTO must SELECT 'the link is alive', EXISTS (SELECT 1 FROM ${LIVE_LINK})`)
      .bind(tokenHash, now),
    db
      .prepare(
        `UPDATE user SET is_email_verified = 1
         WHERE id = (SELECT user_id FROM email_verification WHERE token_hash = ?1)`,
      )
      .bind(tokenHash),
    db
      .prepare("UPDATE email_verification SET used_at = ?2 WHERE token_hash = ?1")
      .bind(tokenHash, now),
  ];
}

/** Finds another person who has confirmed the address of a usable link. */
export function findTwin(db: D1Database, tokenHash: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `SELECT 1 FROM user twin
       WHERE twin.is_email_verified = 1
         AND lower(twin.email) = (SELECT lower(v.email) FROM ${LIVE_LINK})`,
    )
    .bind(tokenHash, now);
}
