import { type Statement } from "../../base/batch.ts";
import { DAY_MS, MINUTE_MS } from "../../base/time.ts";

/** The statements of confirming an e-mail. */

export interface EmailState {
  email: string;
  is_email_verified: number;
}

export function findEmailState(db: D1Database, userId: string): Statement<EmailState> {
  return db.prepare("SELECT email, is_email_verified FROM user WHERE id = ?1").bind(userId);
}

/** The maximum of links in a day, for one shopper and for one address. */
export interface LinkLimits {
  perDayMax: number;
  perAddressMax: number;
}

/**
 * Aborts when a link was sent to the shopper within the last minute or `perDayMax` within the last
 * day, or when `perAddressMax` were sent to the address within the last day, for any accounts.
 */
export function claimLinksLeft(
  db: D1Database,
  userId: string,
  { perDayMax, perAddressMax }: LinkLimits,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'another link may be sent',
         NOT EXISTS (SELECT 1 FROM email_verification WHERE user_id = ?1 AND created_at > ?2 - ?4)
         AND (SELECT count(*)
           FROM email_verification WHERE user_id = ?1 AND created_at > ?2 - ?5) < ?3
         AND (SELECT count(*) FROM email_verification
           WHERE lower(email) = (SELECT lower(email) FROM user WHERE id = ?1)
             AND created_at > ?2 - ?5) < ?6`,
    )
    .bind(userId, now, perDayMax, MINUTE_MS, DAY_MS, perAddressMax);
}

export function findLimit(
  db: D1Database,
  userId: string,
  { perDayMax, perAddressMax }: LinkLimits,
  now: number,
): Statement<{ over_at: number | null }> {
  return db
    .prepare(
      `SELECT max(
         coalesce((SELECT max(created_at) + ?4 FROM email_verification WHERE user_id = ?1), 0),
         coalesce((SELECT created_at + ?5 FROM email_verification WHERE user_id = ?1 AND created_at > ?2 - ?5
           ORDER BY created_at DESC LIMIT 1 OFFSET ?3), 0),
         coalesce((SELECT created_at + ?5 FROM email_verification
           WHERE lower(email) = (SELECT lower(email) FROM user WHERE id = ?1)
             AND created_at > ?2 - ?5
           ORDER BY created_at DESC LIMIT 1 OFFSET ?6), 0)) AS over_at`,
    )
    .bind(userId, now, perDayMax - 1, MINUTE_MS, DAY_MS, perAddressMax - 1);
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
 * SQL text: a usable link. It is the newest of its shopper, unused, not expired, and for the
 * profile's current address.
 */
const LIVE_LINK = `email_verification v JOIN user u ON u.id = v.user_id
  WHERE v.token_hash = ?1 AND v.used_at IS NULL AND v.expires_at > ?2 AND u.email = v.email
    AND u.is_email_verified = 0
    AND NOT EXISTS (SELECT 1 FROM email_verification newer
      WHERE newer.user_id = v.user_id AND newer.created_at > v.created_at)`;

/**
 * SQL texts: other accounts that have confirmed the address of a link, and those other accounts
 * that have confirmed it by an older link.
 */
const TWIN = `twin.is_email_verified = 1 AND twin.id <> v.user_id AND lower(twin.email) = lower(v.email)`;
const OLDER_TWINS = `(SELECT twin.id FROM email_verification v JOIN user twin ON ${TWIN}
  WHERE v.token_hash = ?1 AND coalesce(twin.email_proved_at, 0) < v.created_at)`;

/** Finds the accounts that lose the address when the link is used: they confirmed it earlier. */
export function findOlderTwins(db: D1Database, tokenHash: string): Statement<{ id: string }> {
  return db.prepare(`SELECT id FROM user WHERE id IN ${OLDER_TWINS}`).bind(tokenHash);
}

/** The account whose address a usable link would confirm. */
export interface LinkedAccount {
  user_id: string;
  phone: string;
}

export function findLinked(
  db: D1Database,
  tokenHash: string,
  now: number,
): Statement<LinkedAccount> {
  return db.prepare(`SELECT v.user_id, u.phone FROM ${LIVE_LINK}`).bind(tokenHash, now);
}

/**
 * Confirms the address of a link, and takes it from accounts that confirmed it earlier. Aborts when
 * the link is not usable, or another account has confirmed the address by a newer link.
 */
export function confirm(db: D1Database, tokenHash: string, now: number): D1PreparedStatement[] {
  return [
    db
      .prepare(`INSERT INTO must SELECT 'the link is alive', EXISTS (SELECT 1 FROM ${LIVE_LINK})`)
      .bind(tokenHash, now),
    db
      .prepare(
        `UPDATE user SET email = '', is_email_verified = 0, email_proved_at = NULL,
           wants_codes_by_email = 0
         WHERE id IN ${OLDER_TWINS}`,
      )
      .bind(tokenHash),
    db
      .prepare(
        `UPDATE user SET is_email_verified = 1, email_proved_at =
           (SELECT created_at FROM email_verification WHERE token_hash = ?1)
         WHERE id = (SELECT user_id FROM email_verification WHERE token_hash = ?1)`,
      )
      .bind(tokenHash),
    db
      .prepare("UPDATE email_verification SET used_at = ?2 WHERE token_hash = ?1")
      .bind(tokenHash, now),
  ];
}

/**
 * Finds a row when an account has confirmed the address of a usable link. When `confirm` has
 * aborted, that account used a newer link.
 */
export function findTwin(db: D1Database, tokenHash: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `SELECT 1 FROM user twin
       WHERE twin.is_email_verified = 1
         AND lower(twin.email) = (SELECT lower(v.email) FROM ${LIVE_LINK})`,
    )
    .bind(tokenHash, now);
}

/** Aborts when the e-mail has changed since it was read, for example in another tab. */
export function claimEmailIs(db: D1Database, userId: string, email: string): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the e-mail is what was read',
         (SELECT email = ?2 FROM user WHERE id = ?1)`,
    )
    .bind(userId, email);
}

/** Sets another address, or none; nothing is sent to it before it is confirmed. */
export function setEmail(db: D1Database, userId: string, email: string): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE user SET email = ?2, is_email_verified = 0, email_proved_at = NULL,
         wants_codes_by_email = 0
       WHERE id = ?1`,
    )
    .bind(userId, email);
}
