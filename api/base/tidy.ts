import { DAY_MS } from "./time.ts";

/** The time for which a sent message stays stored. */
const SENT_KEPT_DAYS = 30;

/**
 * Deletes rows without further use from tables that belong to no room, at most `most` of each
 * table.
 */
export const tidyBase = (db: D1Database, most: number, now: number): D1PreparedStatement[] => [
  db
    .prepare(
      `DELETE FROM rate_limit WHERE (kind, who, window_start) IN (
         SELECT kind, who, window_start FROM rate_limit WHERE window_start < ?1 LIMIT ?2)`,
    )
    .bind(now - DAY_MS, most),
  // The links in these messages have expired, but the rows still contain the encrypted tokens.
  db
    .prepare(
      `DELETE FROM outbox WHERE rowid IN (
         SELECT rowid FROM outbox
         WHERE template = 'email-verification' AND created_at < ?1 LIMIT ?2)`,
    )
    .bind(now - 2 * DAY_MS, most),
  db
    .prepare(
      `DELETE FROM outbox WHERE rowid IN (
         SELECT rowid FROM outbox
         WHERE sent_at < ?1 AND sent_at IS NOT NULL AND id NOT GLOB 'gift:*' LIMIT ?2)`,
    )
    .bind(now - SENT_KEPT_DAYS * DAY_MS, most),
];
