import { keepBrowserMark } from "../base/person-mark.ts";
import { welcomeInvitee } from "../discount-code/statements.ts";
import { freezeAtSignIn } from "../freeze/statements.ts";
import { pauseGifts } from "../gift/statements.ts";

const KNOWN_BROWSERS_MAX = 10;

/**
 * Uses up the code, creates the account if the phone is new, and opens a session. Does nothing when
 * the code was used before.
 */
export function openSession(
  db: D1Database,
  entry: {
    codeId: string;
    phone: string;
    visitorHash: string;
    referralCode: string | null;
    newUser: { id: string; referralCode: string; welcomeCode: { id: string; code: string } };
    tokenHash: string;
    expiresAt: number;
    phoneFingerprint: string;
  },
  now: number,
): D1PreparedStatement[] {
  const { codeId, phone, newUser } = entry;
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'code unused',
           (SELECT used_at IS NULL FROM sign_in_code WHERE id = ?1)`,
      )
      .bind(codeId),
    db.prepare("UPDATE sign_in_code SET used_at = ?2 WHERE id = ?1").bind(codeId, now),
    db
      .prepare(
        `INSERT INTO user (id, phone, referral_code, inviter_id, created_at)
         VALUES (?1, ?2, ?3, (SELECT id FROM user WHERE referral_code = ?4), ?5)
         ON CONFLICT (phone) DO NOTHING`,
      )
      .bind(newUser.id, phone, newUser.referralCode, entry.referralCode, now),
    welcomeInvitee(db, { userId: newUser.id, ...newUser.welcomeCode }, now),
    db
      .prepare(
        `INSERT INTO account (id, kind) SELECT 'shopper:' || id, 'shopper' FROM user
         WHERE phone = ?1 ON CONFLICT (id) DO NOTHING`,
      )
      .bind(phone),
    db
      .prepare(
        `INSERT INTO cart (user_id) SELECT id FROM user WHERE phone = ?1
         ON CONFLICT (user_id) DO NOTHING`,
      )
      .bind(phone),
    db
      .prepare(
        `INSERT INTO known_browser (phone, visitor_hash, created_at) VALUES (?1, ?2, ?3)
         ON CONFLICT (phone, visitor_hash) DO UPDATE SET created_at = excluded.created_at`,
      )
      .bind(phone, entry.visitorHash, now),
    keepBrowserMark(db, phone, entry.visitorHash, now),
    forgetOldBrowsers(db, phone, entry.visitorHash),
    db
      .prepare(
        `INSERT INTO session (token_hash, user_id, created_at, expires_at) SELECT ?1, id, ?3, ?4
         FROM user WHERE phone = ?2`,
      )
      .bind(entry.tokenHash, phone, now, entry.expiresAt),
    freezeAtSignIn(db, entry, now),
  ];
}

/**
 * Forgets all but the newest known browsers of a phone, since codes for known browsers are outside
 * the shop's budget.
 */
function forgetOldBrowsers(
  db: D1Database,
  phone: string,
  visitorHash: string,
): D1PreparedStatement {
  return db
    .prepare(
      `DELETE FROM known_browser WHERE phone = ?1 AND visitor_hash NOT IN (
         SELECT visitor_hash FROM known_browser WHERE phone = ?1
         ORDER BY visitor_hash = ?2 DESC, created_at DESC LIMIT ?3)`,
    )
    .bind(phone, visitorHash, KNOWN_BROWSERS_MAX);
}

export function revokeSession(db: D1Database, tokenHash: string, now: number): D1PreparedStatement {
  return db
    .prepare("UPDATE session SET revoked_at = ?2 WHERE token_hash = ?1 AND revoked_at IS NULL")
    .bind(tokenHash, now);
}

/**
 * Ends all sessions, invalidates unused codes, and forgets all known browsers. Even the calling
 * browser is forgotten, because it may be a thief's; the owner's browser becomes known again by
 * signing in.
 */
export function revokeSessions(db: D1Database, userId: string, now: number): D1PreparedStatement[] {
  return [
    db
      .prepare("UPDATE session SET revoked_at = ?2 WHERE user_id = ?1 AND revoked_at IS NULL")
      .bind(userId, now),
    db
      .prepare(
        `UPDATE sign_in_code SET expires_at = ?2
         WHERE phone = (SELECT phone FROM user WHERE id = ?1) AND used_at IS NULL
           AND created_at <= ?2 AND expires_at > ?2`,
      )
      .bind(userId, now),
    db
      .prepare("DELETE FROM known_browser WHERE phone = (SELECT phone FROM user WHERE id = ?1)")
      .bind(userId),
    pauseGifts(db, userId, now),
  ];
}
