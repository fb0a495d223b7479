import { EVENTS_KEPT_DAYS } from "../contract/account-event.ts";
import { MISSES_KEPT_DAYS } from "../contract/desk/search.ts";
import type { Shop } from "./base/context.ts";
import { DAY_MS, HOUR_MS } from "./base/time.ts";
import { tidyImports } from "./desk/import/statements.ts";
import { tidyOrders } from "./buying/payment/tidy-orders.ts";
import { forgetAnswers } from "./goods/question/statements.ts";
import { dayOf } from "./goods/search/miss.ts";

/** Rows that one statement deletes: a large deletion would hold up every other call. */
const ROWS_PER_PAGE = 5_000;
/** Prices keep the rates that they were made with; the hours are for a line of seven days. */
const RATES_KEPT_DAYS = 31;
/** The pictures of papers are kept as long. */
const INQUIRED_NAMES_KEPT_DAYS = 30;

/**
 * Deletes rows that have no use any more. True when more may be left. Limits compare timestamps, so
 * late tidying is harmless.
 */
export async function tidy(shop: Shop): Promise<boolean> {
  const { db, now, settings } = shop;
  const yesterday = now() - DAY_MS;
  const answers = await db.batch([
    db
      .prepare(
        `DELETE FROM rate_limit WHERE (kind, who, window_start) IN (
             SELECT kind, who, window_start FROM rate_limit WHERE window_start < ?1 LIMIT ?2)`,
      )
      .bind(yesterday, ROWS_PER_PAGE),
    db
      .prepare(
        `DELETE FROM sign_in_code WHERE rowid IN (
             SELECT rowid FROM sign_in_code WHERE created_at < ?1 LIMIT ?2)`,
      )
      .bind(yesterday - DAY_MS, ROWS_PER_PAGE),
    db
      .prepare(
        `DELETE FROM email_verification WHERE rowid IN (
             SELECT rowid FROM email_verification WHERE expires_at < ?1 LIMIT ?2)`,
      )
      .bind(yesterday, ROWS_PER_PAGE),
    db
      .prepare(
        `DELETE FROM session WHERE rowid IN (
             SELECT rowid FROM session WHERE expires_at < ?1 LIMIT ?2)`,
      )
      .bind(yesterday, ROWS_PER_PAGE),
    db
      .prepare(
        `DELETE FROM second_code WHERE rowid IN (
             SELECT rowid FROM second_code WHERE created_at < ?1 LIMIT ?2)`,
      )
      .bind(yesterday - DAY_MS, ROWS_PER_PAGE),
    db
      .prepare(
        `DELETE FROM account_event WHERE rowid IN (
             SELECT rowid FROM account_event WHERE happened_at < ?1 LIMIT ?2)`,
      )
      .bind(now() - EVENTS_KEPT_DAYS * DAY_MS, ROWS_PER_PAGE),
    db
      .prepare(
        `DELETE FROM search_miss WHERE rowid IN (
             SELECT rowid FROM search_miss WHERE day < ?1 LIMIT ?2)`,
      )
      .bind(dayOf(now() - MISSES_KEPT_DAYS * DAY_MS), ROWS_PER_PAGE),
    db
      .prepare(
        `DELETE FROM delivered_image WHERE (upload_id, token_id, delivered_at) IN (
             SELECT upload_id, token_id, delivered_at FROM delivered_image
             WHERE delivered_at < ?1 LIMIT ?2)`,
      )
      .bind(yesterday, ROWS_PER_PAGE),
    db
      .prepare(
        `DELETE FROM queue_hold WHERE (kind, subject_id) IN (
             SELECT kind, subject_id FROM queue_hold WHERE held_until < ?1 LIMIT ?2)`,
      )
      .bind(yesterday, ROWS_PER_PAGE),
    db
      .prepare(
        `DELETE FROM queue_aside WHERE (kind, subject_id) IN (
             SELECT kind, subject_id FROM queue_aside WHERE aside_until < ?1 LIMIT ?2)`,
      )
      .bind(yesterday, ROWS_PER_PAGE),
    db
      .prepare(`DELETE FROM rate_hour WHERE currency IN (SELECT currency FROM rate) AND hour < ?1`)
      .bind(Math.floor((now() - RATES_KEPT_DAYS * DAY_MS) / HOUR_MS)),
    db
      .prepare(
        `DELETE FROM dossier WHERE rowid IN (
             SELECT rowid FROM dossier WHERE delete_at < ?1 LIMIT ?2)`,
      )
      .bind(now(), ROWS_PER_PAGE),
    db
      .prepare(
        `DELETE FROM passkey_challenge WHERE rowid IN (
             SELECT rowid FROM passkey_challenge WHERE expires_at < ?1 LIMIT ?2)`,
      )
      .bind(now(), ROWS_PER_PAGE),
    // Whether an account is known by its national code has to stay known; the name that a bank said not.
    db
      .prepare(
        `UPDATE inquiry SET owner_said = '' WHERE id IN (
             SELECT id FROM inquiry WHERE ended_at < ?1 AND owner_said <> '' LIMIT ?2)`,
      )
      .bind(now() - INQUIRED_NAMES_KEPT_DAYS * DAY_MS, ROWS_PER_PAGE),
    // Their links have expired. They still hold an encrypted token.
    db
      .prepare(
        `DELETE FROM outbox WHERE rowid IN (
             SELECT rowid FROM outbox
             WHERE template = 'email-verification' AND created_at < ?1 LIMIT ?2)`,
      )
      .bind(yesterday - DAY_MS, ROWS_PER_PAGE),
    ...tidyImports(db, yesterday, ROWS_PER_PAGE, now()),
    ...forgetAnswers(db, now() - settings.ANSWERS_KEPT_DAYS * DAY_MS, ROWS_PER_PAGE),
  ]);
  const isMore = await tidyOrders(shop);
  return isMore || answers.some(({ meta }) => meta.changes >= ROWS_PER_PAGE);
}
