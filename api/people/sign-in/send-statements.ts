import { type Statement } from "../../base/batch.ts";
import { RESEND_AFTER_SECONDS, WORK_DOUBLES_AFTER } from "../../../contract/sign-in.ts";
import { DAY_MS, MINUTE_MS } from "../../base/time.ts";
import {
  workDoublesFrom,
  type SendLimits,
  sendsCap,
  sendsCounted,
  sendsReserved,
  siegeBegins,
  workedBelow,
} from "./rules.ts";
import { WORK_LEVEL_MAX, type Work } from "./work.ts";

/** A code that was sent. */
interface Sends {
  created_at: number;
  network_hash: string;
}

/** A browser that requests a code. Addresses and visitor ids are kept only as hashes. */
export interface Requester {
  phone: string;
  visitorHash: string;
  addressHash: string;
  /** The wide network: a /24 or /48. */
  networkHash: string;
  isKnownBrowser: boolean;
}

/**
 * SQL text: sent codes that use the same allowance as the requester. All unknown browsers share one
 * allowance; each known browser has its own.
 */
const SAME_ALLOWANCE = `phone = ?1 AND failed_at IS NULL AND is_known_browser = ?2
    AND (?2 = 0 OR visitor_hash = ?3)`;

/**
 * Codes that count against the shop's daily budget. Known browsers are exempt: strangers can spend
 * the budget, but cannot lock an owner out. Counted up to the limit only, so that a refused request
 * costs the same after any number of codes.
 */
const SHOP_SENDS = "SELECT 1 FROM sign_in_code WHERE failed_at IS NULL AND is_known_browser = 0";

/** Codes that were sent after work. */
const WORKED = "SELECT 1 FROM sign_in_code WHERE work IS NOT NULL";

/** SQL text: true when the phone `?1` belongs to a verified identity. */
const IS_PROVED = `EXISTS (SELECT 1 FROM identity_request r JOIN user u ON u.id = r.user_id
    WHERE u.phone = ?1 AND r.status = 'verified')`;

/**
 * SQL text: true when the browser ended all sessions of the phone recently, and has not yet used
 * its right to request one code.
 */
const MAY_RETURN = `EXISTS (SELECT 1 FROM user
    WHERE phone = ?1 AND return_visitor_hash = ?3 AND return_until > ?8)`;

export function phoneSends(db: D1Database, requester: Requester, now: number): Statement<Sends> {
  return db
    .prepare(
      `SELECT created_at, network_hash FROM sign_in_code
       WHERE ${SAME_ALLOWANCE} AND created_at > ?4
       ORDER BY created_at DESC LIMIT 100`,
    )
    .bind(requester.phone, Number(requester.isKnownBrowser), requester.visitorHash, now - DAY_MS);
}

export function addressSends(
  db: D1Database,
  requester: Requester,
  now: number,
): Statement<{ created_at: number }> {
  return db
    .prepare(
      `SELECT created_at FROM sign_in_code WHERE address_hash = ?1 AND created_at > ?2
       ORDER BY created_at DESC LIMIT 100`,
    )
    .bind(requester.addressHash, now - MINUTE_MS);
}

export interface StrangersRow {
  count: number;
  address_count: number;
  network_count: number;
  worked_count: number;
}

/**
 * Counts the day's codes for unknown browsers, up to their limits: those of the whole shop, and
 * those that the requester's networks requested.
 */
export function strangersSends(
  db: D1Database,
  requester: Requester,
  settings: SendLimits,
  now: number,
): Statement<StrangersRow> {
  return db
    .prepare(
      `SELECT (SELECT count(*) FROM (${SHOP_SENDS} AND created_at > ?1 LIMIT ?4)) AS count,
         (SELECT count(*) FROM (${SHOP_SENDS}
           AND address_hash = ?2 AND created_at > ?1 LIMIT ?5)) AS address_count,
         (SELECT count(*) FROM (${SHOP_SENDS}
           AND network_hash = ?3 AND created_at > ?1 LIMIT ?6)) AS network_count,
         (SELECT count(*) FROM (${WORKED}
           AND network_hash = ?3 AND created_at > ?1 LIMIT ?7)) AS worked_count`,
    )
    .bind(
      now - DAY_MS,
      requester.addressHash,
      requester.networkHash,
      sendsCounted(settings),
      settings.SENDS_PER_ADDRESS_DAY,
      settings.SENDS_PER_NETWORK_DAY,
      workedBelow(WORK_LEVEL_MAX),
    );
}

export function findWork(db: D1Database, salt: string): Statement<object> {
  return db.prepare("SELECT 1 FROM sign_in_code WHERE work = ?1").bind(salt);
}

/** Counts the day's codes for unknown browsers, up to half of the cap, for the alert. */
export function sendsOfHalfCap(
  db: D1Database,
  settings: SendLimits,
  now: number,
): Statement<{ count: number }> {
  return db
    .prepare(`SELECT count(*) AS count FROM (${SHOP_SENDS} AND created_at > ?1 LIMIT ?2)`)
    .bind(now - DAY_MS, Math.ceil(sendsCap(settings) / 2));
}

/**
 * SQL text: how often the work is doubled at the time `?8`, because of the part of the cap that is
 * spent.
 */
const DEARER = `(SELECT (count(*) >= ?24) + (count(*) >= ?25)
  FROM (${SHOP_SENDS} AND created_at > ?8 - 86400000 LIMIT ?25))`;

/**
 * Inserts a new code, unless a limit has been reached. Without work, the limits of the networks and
 * the first half of the budget apply; with work, only the cap. A browser that may return has none
 * of these limits. Returns the code's id, or no row.
 */
export function insertCode(
  db: D1Database,
  requester: Requester,
  code: {
    id: string;
    hmac: string;
    referralCode: string | null;
    expiresAt: number;
    work: Work | null;
  },
  settings: SendLimits,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO sign_in_code (id, phone, visitor_hash, address_hash, is_known_browser, code_hmac,
         referral_code, created_at, expires_at, network_hash, work)
       SELECT ?4, ?1, ?3, ?5, ?2, ?6, ?7, ?8, ?9, ?16, ?17
       WHERE ${MAY_RETURN} OR (SELECT count(*) FROM sign_in_code
         WHERE ${SAME_ALLOWANCE} AND created_at > ?8 - ?15) = 0
         AND (SELECT count(*) FROM sign_in_code
           WHERE ${SAME_ALLOWANCE} AND created_at > ?8 - 3600000) < ?10
         AND (SELECT count(*) FROM sign_in_code
           WHERE ${SAME_ALLOWANCE} AND created_at > ?8 - 86400000) < ?11
         AND (?2 = 1 OR (SELECT count(*) FROM sign_in_code
           WHERE ${SAME_ALLOWANCE} AND +network_hash = ?16 AND created_at > ?8 - 86400000) < ?18)
         AND (?17 IS NOT NULL OR ((SELECT count(*) FROM sign_in_code
           WHERE address_hash = ?5 AND created_at > ?8 - 60000) < ?12
         AND (?2 = 1 OR ((SELECT count(*) FROM (${SHOP_SENDS}
           AND address_hash = ?5 AND created_at > ?8 - 86400000 LIMIT ?14)) < ?14
         AND (SELECT count(*) FROM (${SHOP_SENDS}
           AND network_hash = ?16 AND created_at > ?8 - 86400000 LIMIT ?19)) < ?19
         AND (SELECT count(*) FROM (${SHOP_SENDS}
           AND created_at > ?8 - 86400000 LIMIT ?13)) < ?13))))
         AND (?17 IS NULL OR (NOT EXISTS (SELECT 1 FROM sign_in_code WHERE work = ?17)
         AND (SELECT count(*) FROM (${WORKED}
           AND network_hash = ?16 AND created_at > ?8 - 86400000 LIMIT ?20)) < ?20 - ?23 * ${DEARER}
         AND (?2 = 1 OR (SELECT count(*) FROM (${SHOP_SENDS}
           AND created_at > ?8 - 86400000 LIMIT ?21)) < ?21 - iif(${IS_PROVED}, 0, ?22))))
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
      siegeBegins(settings),
      settings.SENDS_PER_ADDRESS_DAY,
      RESEND_AFTER_SECONDS * 1000,
      requester.networkHash,
      code.work?.salt ?? null,
      settings.SENDS_PER_PHONE_NETWORK_DAY,
      settings.SENDS_PER_NETWORK_DAY,
      workedBelow(code.work?.level ?? 0),
      sendsCap(settings),
      sendsReserved(settings),
      WORK_DOUBLES_AFTER,
      ...workDoublesFrom(settings),
    );
}

/**
 * Marks a code whose message the provider refused: it cannot be used, and does not count against
 * the phone.
 */
export function markCodeFailed(db: D1Database, id: string, now: number): D1PreparedStatement {
  return db.prepare("UPDATE sign_in_code SET failed_at = ?2 WHERE id = ?1").bind(id, now);
}
