import { type Statement } from "../../base/batch.ts";
import { WORK_DOUBLES_AFTER_GUESSES } from "../../../contract/sign-in.ts";
import type { GuessLimits } from "./rules.ts";
import { WORK_LEVEL_MAX } from "./work.ts";

const NEWEST_CODE = `SELECT id FROM sign_in_code
  WHERE phone = ?1 AND visitor_hash = ?2 AND failed_at IS NULL
  ORDER BY created_at DESC, id LIMIT 1`;

/**
 * SQL text: codes with wrong guesses in the last 24 hours. Each row has at least one wrong guess,
 * so n rows are enough to know that there were at least n guesses.
 */
const WRONG = "tries > 0 AND used_at IS NULL AND created_at > ?4 - 86400000";
/**
 * SQL text: codes of unknown browsers with wrong guesses. The guesses of known browsers are counted
 * separately, so that neither group makes guesses harder for the other.
 */
const WRONG_GUESSES =
  "is_known_browser = 0 AND tries > 0 AND used_at IS NULL AND created_at > ?4 - 86400000";

/**
 * Counts one guess at the browser's newest code. Returns no row when there is no code, or when it
 * is used, expired or out of guesses; then the guess must not be compared. After too many wrong
 * guesses (at this phone's codes, or in the whole shop), a code allows only one guess without work,
 * which is enough for the phone's owner. `workedTries` is the number of guesses before the one for
 * which work was done.
 */
export function spendTry(
  db: D1Database,
  by: { phone: string; visitorHash: string; workedTries: number | null },
  triesMax: number,
  settings: GuessLimits,
  now: number,
): Statement<{ id: string; code_hmac: string; referral_code: string | null }> {
  return db
    .prepare(
      `UPDATE sign_in_code SET tries = tries + 1
       WHERE id = (${NEWEST_CODE})
         AND used_at IS NULL AND expires_at > ?4 AND tries < iif(iif(is_known_browser = 1,
           (SELECT coalesce(sum(tries), 0) FROM sign_in_code
             WHERE phone = ?1 AND is_known_browser = 1 AND ${WRONG}) >= ?5,
           (SELECT coalesce(sum(tries), 0) FROM sign_in_code
             WHERE phone = ?1 AND ${WRONG_GUESSES}) >= ?5
           OR (SELECT coalesce(sum(tries), 0)
             FROM (SELECT tries FROM sign_in_code WHERE ${WRONG_GUESSES} LIMIT ?6)) >= ?6)
         AND tries IS NOT ?7, 1, ?3)
       RETURNING id, code_hmac, referral_code`,
    )
    .bind(
      by.phone,
      by.visitorHash,
      triesMax,
      now,
      settings.WRONG_GUESSES_PER_PHONE_DAY,
      settings.WRONG_GUESSES_PER_DAY,
      by.workedTries,
    );
}

export interface NewestCodeRow {
  id: string;
  tries: number;
  is_known_browser: number;
  used_at: number | null;
  created_at: number;
  expires_at: number;
  phone_wrong: number;
  known_wrong: number;
  shop_wrong: number;
  network_wrong: number;
}

/** Finds the browser's newest code, with the wrong guesses of the last day. */
export function findNewestCode(
  db: D1Database,
  by: { phone: string; visitorHash: string; networkHash: string },
  settings: GuessLimits,
  now: number,
): Statement<NewestCodeRow> {
  return db
    .prepare(
      `SELECT id, tries, is_known_browser, used_at, created_at, expires_at,
         (SELECT coalesce(sum(tries), 0) FROM sign_in_code
           WHERE phone = ?1 AND ${WRONG_GUESSES}) AS phone_wrong,
         (SELECT coalesce(sum(tries), 0) FROM sign_in_code
           WHERE phone = ?1 AND is_known_browser = 1 AND ${WRONG}) AS known_wrong,
         (SELECT coalesce(sum(tries), 0)
           FROM (SELECT tries FROM sign_in_code WHERE ${WRONG_GUESSES} LIMIT ?3)) AS shop_wrong,
         (SELECT coalesce(sum(tries), 0)
           FROM (SELECT tries FROM sign_in_code
             WHERE network_hash = ?5 AND ${WRONG_GUESSES} LIMIT ?6)) AS network_wrong
       FROM sign_in_code WHERE id = (${NEWEST_CODE})`,
    )
    .bind(
      by.phone,
      by.visitorHash,
      settings.WRONG_GUESSES_PER_DAY,
      now,
      by.networkHash,
      WORK_LEVEL_MAX * WORK_DOUBLES_AFTER_GUESSES,
    );
}
