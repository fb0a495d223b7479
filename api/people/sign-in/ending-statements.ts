import { NEW_CARD_WAIT_MS, deleteUndecidedCards } from "../bank-card/statements.ts";
import { SESSIONS_ENDED } from "../../../contract/sign-in.ts";
import { dropAlerts } from "../../goods/restock/statements.ts";
import { rejectUndecided } from "../identity/statements.ts";
import { rejectUndecidedName } from "../name-request/statements.ts";
import { DAY_MS, MINUTE_MS } from "../../base/time.ts";

/** The statements that end sessions. */

const RETURN_MS = 15 * MINUTE_MS;

/**
 * Lets the browser that ends all sessions request one code within the next minutes, even if
 * strangers have used up the limits. Only once a day, because otherwise it would bypass the budget.
 */
export function allowReturn(
  db: D1Database,
  userId: string,
  tokenHash: string,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE user SET return_until = ?3 + ?4, return_visitor_hash =
         (SELECT visitor_hash FROM session WHERE token_hash = ?2 AND visitor_hash <> '')
       WHERE id = ?1 AND coalesce(return_until, 0) < ?3 - ?5`,
    )
    .bind(userId, tokenHash, now, RETURN_MS, DAY_MS);
}

/** Returns statements of higher rooms that run when all sessions of a person end. */
export type EndMore = (db: D1Database, userId: string, now: number) => D1PreparedStatement[];

/**
 * Ends everything that a thief may have left behind: all sessions, unused codes, known browsers,
 * codes by e-mail and the links that would confirm the e-mail again, IBANs that are not in force
 * yet, undecided identity requests, cards and name requests, restock alerts, and what `endMore`
 * ends. Even the calling browser is forgotten, because it may be the thief's; the owner's browser
 * becomes known again by signing in.
 */
export function revokeSessions(
  db: D1Database,
  userId: string,
  endMore: EndMore,
  now: number,
): D1PreparedStatement[] {
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
    db
      .prepare(
        "UPDATE user SET is_email_verified = 0, email_proved_at = NULL, wants_codes_by_email = 0 WHERE id = ?1",
      )
      .bind(userId),
    db
      .prepare(
        "UPDATE email_verification SET expires_at = ?2 WHERE user_id = ?1 AND expires_at > ?2",
      )
      .bind(userId, now),
    db
      .prepare("UPDATE bank_card SET iban_sealed = '' WHERE user_id = ?1 AND iban_changed_at > ?2")
      .bind(userId, now - NEW_CARD_WAIT_MS),
    rejectUndecided(db, userId, SESSIONS_ENDED, now),
    rejectUndecidedName(db, userId, SESSIONS_ENDED, now),
    deleteUndecidedCards(db, userId, now),
    ...endMore(db, userId, now),
    dropAlerts(db, userId),
  ];
}
