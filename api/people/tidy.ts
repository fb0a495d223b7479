import { EVENTS_KEPT_DAYS } from "../../contract/account-event.ts";
import { DAY_MS } from "../base/time.ts";

/** Equal to the number of days for which images are kept after a verification. */
const INQUIRED_NAMES_KEPT_DAYS = 30;

/** Deletes people's rows without further use, at most `most` of each table. */
export const tidyPeople = (db: D1Database, most: number, now: number): D1PreparedStatement[] => [
  db
    .prepare(
      `DELETE FROM sign_in_code WHERE rowid IN (
         SELECT rowid FROM sign_in_code WHERE created_at < ?1 LIMIT ?2)`,
    )
    .bind(now - 2 * DAY_MS, most),
  db
    .prepare(
      `DELETE FROM email_verification WHERE rowid IN (
         SELECT rowid FROM email_verification WHERE expires_at < ?1 LIMIT ?2)`,
    )
    .bind(now - DAY_MS, most),
  db
    .prepare(
      `DELETE FROM session WHERE rowid IN (
         SELECT rowid FROM session WHERE expires_at < ?1 LIMIT ?2)`,
    )
    .bind(now - DAY_MS, most),
  db
    .prepare(
      `DELETE FROM second_code WHERE rowid IN (
         SELECT rowid FROM second_code WHERE created_at < ?1 LIMIT ?2)`,
    )
    .bind(now - 2 * DAY_MS, most),
  db
    .prepare(
      `DELETE FROM account_event WHERE rowid IN (
         SELECT rowid FROM account_event WHERE happened_at < ?1 LIMIT ?2)`,
    )
    .bind(now - EVENTS_KEPT_DAYS * DAY_MS, most),
  // The row stays, because it proves the account's national code. Only the owner's name from the
  // bank is removed.
  db
    .prepare(
      `UPDATE inquiry SET owner_said = '' WHERE id IN (
         SELECT id FROM inquiry WHERE ended_at < ?1 AND owner_said <> '' LIMIT ?2)`,
    )
    .bind(now - INQUIRED_NAMES_KEPT_DAYS * DAY_MS, most),
];
