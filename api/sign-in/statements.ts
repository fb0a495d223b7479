import { RESEND_AFTER_SECONDS } from "../../contract/sign-in.ts";
import { noteEventOfPhone } from "../account-event/statements.ts";
import { welcomeInvitee } from "../discount-code/statements.ts";
import type { Settings } from "../base/settings.ts";
import { DAY_MS, MINUTE_MS } from "../base/time.ts";
import type { SendLimits } from "./rules.ts";

/** A browser that requests a code. Addresses and visitor ids are kept only as hashes. */
export interface Requester {
  phone: string;
  visitorHash: string;
  addressHash: string;
  isKnownBrowser: boolean;
}

const KNOWN_BROWSERS_MAX = 10;

/**
 * Sends that share an allowance with the requester: all unknown browsers share one, each known
 * browser has its own.
 */
const SAME_ALLOWANCE = `phone = ?1 AND failed_at IS NULL AND is_known_browser = ?2
    AND (?2 = 0 OR visitor_hash = ?3)`;

/**
 * Sends counted against the shop's daily budget. Known browsers are exempt: strangers can spend the
 * budget, but not lock an owner out. It is counted up to its limit, so that a refused request costs
 * the same after any number of sends.
 */
const SHOP_SENDS = "SELECT 1 FROM sign_in_code WHERE failed_at IS NULL AND is_known_browser = 0";

/** The browser that ended all sessions of a phone a moment ago, and may come back once. */
const MAY_RETURN = `EXISTS (SELECT 1 FROM user
    WHERE phone = ?1 AND return_visitor_hash = ?3 AND return_until > ?8)`;

export function phoneSends(db: D1Database, requester: Requester, now: number): D1PreparedStatement {
  return db
    .prepare(
      `SELECT created_at FROM sign_in_code WHERE ${SAME_ALLOWANCE} AND created_at > ?4
       ORDER BY created_at DESC LIMIT 100`,
    )
    .bind(requester.phone, Number(requester.isKnownBrowser), requester.visitorHash, now - DAY_MS);
}

export function addressSends(
  db: D1Database,
  requester: Requester,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `SELECT created_at FROM sign_in_code WHERE address_hash = ?1 AND created_at > ?2
       ORDER BY created_at DESC LIMIT 100`,
    )
    .bind(requester.addressHash, now - MINUTE_MS);
}

/**
 * Counts the sends against the daily budget, up to their limits: of the whole shop, and to the
 * requester's address.
 */
export function shopSends(
  db: D1Database,
  requester: Requester,
  settings: SendLimits,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `SELECT (SELECT count(*) FROM (${SHOP_SENDS}
           AND created_at > ?1 LIMIT ?3)) AS count,
         (SELECT count(*) FROM (${SHOP_SENDS}
           AND address_hash = ?2 AND created_at > ?1 LIMIT ?4)) AS address_count`,
    )
    .bind(
      now - DAY_MS,
      requester.addressHash,
      settings.SENDS_PER_DAY,
      settings.SENDS_PER_ADDRESS_DAY,
    );
}

/** Inserts a new code, unless a limit has been reached. Returns its id, or no row. */
export function insertCode(
  db: D1Database,
  requester: Requester,
  code: { id: string; hmac: string; referralCode: string | null; expiresAt: number },
  settings: SendLimits,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO sign_in_code (id, phone, visitor_hash, address_hash, is_known_browser, code_hmac,
         referral_code, created_at, expires_at)
       SELECT ?4, ?1, ?3, ?5, ?2, ?6, ?7, ?8, ?9
       WHERE ${MAY_RETURN} OR (SELECT count(*) FROM sign_in_code
         WHERE ${SAME_ALLOWANCE} AND created_at > ?8 - ?15) = 0
         AND (SELECT count(*) FROM sign_in_code
           WHERE ${SAME_ALLOWANCE} AND created_at > ?8 - 3600000) < ?10
         AND (SELECT count(*) FROM sign_in_code
           WHERE ${SAME_ALLOWANCE} AND created_at > ?8 - 86400000) < ?11
         AND (SELECT count(*) FROM sign_in_code
           WHERE address_hash = ?5 AND created_at > ?8 - 60000) < ?12
         AND (?2 = 1
           OR (SELECT count(*) FROM (${SHOP_SENDS}
           AND address_hash = ?5 AND created_at > ?8 - 86400000 LIMIT ?14)) < ?14)
         AND (?2 = 1 OR (SELECT count(*) FROM (${SHOP_SENDS}
           AND created_at > ?8 - 86400000 LIMIT ?13)) < ?13)
       RETURNING id`,
    )
    .bind(
      requester.phone,
      Number(requester.isKnownBrowser),
      requester.visitorHash,
      code.id,
      requester.addressHash,
      code.hmac,
      code.referralCode,
      now,
      code.expiresAt,
      settings.SENDS_PER_PHONE_HOUR,
      settings.SENDS_PER_PHONE_DAY,
      settings.SENDS_PER_ADDRESS_MINUTE,
      settings.SENDS_PER_DAY,
      settings.SENDS_PER_ADDRESS_DAY,
      RESEND_AFTER_SECONDS * 1000,
    );
}

/**
 * Marks a code whose message the provider refused: it opens nothing and does not count against the
 * phone.
 */
export function markCodeFailed(db: D1Database, id: string, now: number): D1PreparedStatement {
  return db.prepare("UPDATE sign_in_code SET failed_at = ?2 WHERE id = ?1").bind(id, now);
}

const NEWEST_CODE = `SELECT id FROM sign_in_code
  WHERE phone = ?1 AND visitor_hash = ?2 AND failed_at IS NULL
  ORDER BY created_at DESC, id LIMIT 1`;

/**
 * Failed guesses of the last 24 hours. Every row counts at least one guess, so `LIMIT n` suffices to
 * know whether there were n. Known browsers of a phone have a counter of their own: neither they nor
 * strangers bring the brake upon the others.
 */
const WRONG_GUESSES = "tries > 0 AND used_at IS NULL AND created_at > ?4 - 86400000";

/**
 * Counts one guess at the browser's newest code. Returns no row when there is no code or it is
 * used, expired or out of guesses; then the guess must not be compared. While somebody is guessing
 * (at this phone's codes, or across the shop), a code allows one guess instead of `triesMax`, which
 * suffices for the phone's owner.
 */
export function spendTry(
  db: D1Database,
  by: { phone: string; visitorHash: string },
  triesMax: number,
  settings: Pick<Settings, "WRONG_GUESSES_PER_PHONE_DAY" | "WRONG_GUESSES_PER_DAY">,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE sign_in_code SET tries = tries + 1
       WHERE id = (${NEWEST_CODE})
         AND used_at IS NULL AND expires_at > ?4 AND tries < iif(iif(is_known_browser = 1,
         (SELECT coalesce(sum(tries), 0) FROM sign_in_code WHERE phone = ?1 AND is_known_browser = 1 AND ${WRONG_GUESSES}) >= ?5,
         (SELECT coalesce(sum(tries), 0) FROM sign_in_code
           WHERE phone = ?1 AND is_known_browser = 0 AND ${WRONG_GUESSES}) >= ?5
         OR (SELECT coalesce(sum(tries), 0)
           FROM (SELECT tries FROM sign_in_code WHERE is_known_browser = 0 AND ${WRONG_GUESSES} LIMIT ?6)) >= ?6), 1, ?3)
       RETURNING id, code_hmac, referral_code`,
    )
    .bind(
      by.phone,
      by.visitorHash,
      triesMax,
      now,
      settings.WRONG_GUESSES_PER_PHONE_DAY,
      settings.WRONG_GUESSES_PER_DAY,
    );
}

export function findNewestCode(
  db: D1Database,
  phone: string,
  visitorHash: string,
): D1PreparedStatement {
  return db
    .prepare(`SELECT used_at, created_at, expires_at FROM sign_in_code WHERE id = (${NEWEST_CODE})`)
    .bind(phone, visitorHash);
}

/** A verified card, money, or a code that was delivered: then a new browser types a second code. */
const IS_WORTH_SOMETHING = `(
  EXISTS (SELECT 1 FROM bank_card
    WHERE user_id = user.id AND status = 'verified' AND deleted_at IS NULL)
  OR EXISTS (SELECT 1 FROM account
    WHERE id = 'shopper:' || user.id AND credits_toman > debits_toman)
  OR EXISTS (SELECT 1 FROM withdrawal WHERE user_id = user.id AND state = 'pending')
  OR EXISTS (SELECT 1 FROM orders o JOIN order_item i ON i.order_id = o.id
    WHERE o.user_id = user.id AND i.delivered_at IS NOT NULL))`;

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
    device: string;
    expiresAt: number;
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
        `INSERT INTO known_browser (phone, visitor_hash, created_at, needs_second_code)
         SELECT phone, ?2, ?3, ${IS_WORTH_SOMETHING} FROM user WHERE phone = ?1
         ON CONFLICT (phone, visitor_hash) DO UPDATE SET created_at = excluded.created_at`,
      )
      .bind(phone, entry.visitorHash, now),
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
