import { DAY_MS } from "../base/time.ts";
import { tidyImports } from "./import/statements.ts";

/** Deletes rows of the desk that are no longer needed, at most `most` of each table. */
export const tidyDesk = (db: D1Database, most: number, now: number): D1PreparedStatement[] => [
  db
    .prepare(
      `DELETE FROM delivered_image WHERE (upload_id, token_id, delivered_at) IN (
         SELECT upload_id, token_id, delivered_at FROM delivered_image
         WHERE delivered_at < ?1 LIMIT ?2)`,
    )
    .bind(now - DAY_MS, most),
  db
    .prepare(
      `DELETE FROM queue_hold WHERE (kind, subject_id) IN (
         SELECT kind, subject_id FROM queue_hold WHERE held_until < ?1 LIMIT ?2)`,
    )
    .bind(now - DAY_MS, most),
  db
    .prepare(
      `DELETE FROM queue_aside WHERE (kind, subject_id) IN (
         SELECT kind, subject_id FROM queue_aside WHERE aside_until < ?1 LIMIT ?2)`,
    )
    .bind(now - DAY_MS, most),
  db
    .prepare(
      `DELETE FROM dossier WHERE rowid IN (
         SELECT rowid FROM dossier WHERE delete_at < ?1 LIMIT ?2)`,
    )
    .bind(now, most),
  db
    .prepare(
      `DELETE FROM passkey_challenge WHERE rowid IN (
         SELECT rowid FROM passkey_challenge WHERE expires_at < ?1 LIMIT ?2)`,
    )
    .bind(now, most),
  ...tidyImports(db, now - DAY_MS, most, now),
];
