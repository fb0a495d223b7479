import { noteEventOfPhone } from "../account-event/statements.ts";
import { keepBrowserMark } from "../../base/person-mark.ts";
import { freezeAtSignIn } from "../freeze/statements.ts";

const KNOWN_BROWSERS_MAX = 10;

/**
 * SQL text: true when the account has a verified card, money or a delivered code. Then a new
 * browser must enter a second code.
 */
const IS_WORTH_SOMETHING = `(
  EXISTS (SELECT 1 FROM bank_card
    WHERE user_id = user.id AND status = 'verified' AND deleted_at IS NULL)
  OR EXISTS (SELECT 1 FROM account
    WHERE id = 'shopper:' || user.id AND credits_toman > debits_toman)
  OR EXISTS (SELECT 1 FROM withdrawal WHERE user_id = user.id AND state = 'pending')
  OR EXISTS (SELECT 1 FROM orders o JOIN order_item i ON i.order_id = o.id
    WHERE o.user_id = user.id AND i.delivered_at IS NOT NULL))`;

/**
 * Uses up the code, creates the account if the phone is new, and opens a session. Aborts when the
 * code was used before.
 */
export function openSession(
  db: D1Database,
  entry: {
    codeId: string;
    phone: string;
    visitorHash: string;
    referralCode: string | null;
    /**
     * `welcome` runs directly after the new row is inserted with its inviter, and before all other
     * statements about the new person.
     */
    newUser: { id: string; referralCode: string; welcome: D1PreparedStatement[] };
    tokenHash: string;
    device: string;
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
    ...newUser.welcome,
    db
      .prepare(
        `INSERT INTO known_browser (phone, visitor_hash, created_at, needs_second_code)
         SELECT phone, ?2, ?3, ${IS_WORTH_SOMETHING} FROM user WHERE phone = ?1
         ON CONFLICT (phone, visitor_hash) DO UPDATE SET created_at = excluded.created_at`,
      )
      .bind(phone, entry.visitorHash, now),
    keepBrowserMark(db, phone, entry.visitorHash, now),
    forgetOldBrowsers(db, phone, entry.visitorHash),
    db
      .prepare(
        `INSERT INTO session (token_hash, user_id, visitor_hash, device, created_at, last_used_at,
           expires_at, needs_second_code)
         SELECT ?1, u.id, ?5, ?6, ?3, ?3, ?4, b.needs_second_code
         FROM user u JOIN known_browser b ON b.phone = u.phone AND b.visitor_hash = ?5
         WHERE u.phone = ?2`,
      )
      .bind(entry.tokenHash, phone, now, entry.expiresAt, entry.visitorHash, entry.device),
    noteEventOfPhone(
      db,
      { id: `in-${codeId}`, phone, kind: "signed_in", device: entry.device },
      now,
    ),
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
