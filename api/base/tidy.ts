import { DAY_MS } from "./time.ts";

/** Deletes rows of tables that no room owns that have no use any more, at most so many of each table. */
export const tidyBase = (db: D1Database, most: number, now: number): D1PreparedStatement[] => [
  db
    .prepare(
      `DELETE FROM rate_limit WHERE (kind, who, window_start) IN (
         SELECT kind, who, window_start FROM rate_limit WHERE window_start < ?1 LIMIT ?2)`,
    )
    .bind(now - DAY_MS, most),
  // Their links have expired. They still hold an encrypted token.
  db
    .prepare(
      `DELETE FROM outbox WHERE rowid IN (
         SELECT rowid FROM outbox
         WHERE template = 'email-verification' AND created_at < ?1 LIMIT ?2)`,
    )
    .bind(now - 2 * DAY_MS, most),
];
