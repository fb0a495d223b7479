import type { MediaType } from "./image.ts";

const DAY = 86_400_000;

/** Writes an upload down unless its owner has reached the day's limit, however many arrive at once. Returns its id, or no row. */
export function insertUpload(
  db: D1Database,
  upload: { id: string; userId: string; mediaType: MediaType; sizeBytes: number },
  perDayMax: number,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO upload (id, user_id, media_type, size_bytes, created_at) SELECT ?1, ?2, ?3, ?4, ?5
       WHERE (SELECT count(*) FROM upload WHERE user_id = ?2 AND created_at > ?5 - 86400000) < ?6 RETURNING id`,
    )
    .bind(upload.id, upload.userId, upload.mediaType, upload.sizeBytes, now, perDayMax);
}

/** The upload that has to grow a day old before its owner may send another. No row: one may be sent now. */
export function findLimitingUpload(db: D1Database, userId: string, perDayMax: number, now: number): D1PreparedStatement {
  return db
    .prepare(
      `SELECT created_at + ?4 AS over_at FROM upload WHERE user_id = ?1 AND created_at > ?2 - ?4
       ORDER BY created_at DESC LIMIT 1 OFFSET ?3`,
    )
    .bind(userId, now, perDayMax - 1, DAY);
}

export function findUpload(db: D1Database, userId: string, id: string): D1PreparedStatement {
  return db.prepare("SELECT id, media_type FROM upload WHERE id = ?1 AND user_id = ?2").bind(id, userId);
}

/** Whoever's it is: for operators, whose looking is written down. */
export function findAnyUpload(db: D1Database, id: string): D1PreparedStatement {
  return db.prepare("SELECT id, media_type FROM upload WHERE id = ?1").bind(id);
}

/** Removes uploads of the thirty days before `before` (UTC milliseconds) that nothing refers to, and answers with their ids. What is older is used. */
export function deleteUnusedUploads(db: D1Database, before: number, limit: number): D1PreparedStatement {
  return db
    .prepare(
      `DELETE FROM upload WHERE id IN (
         SELECT id FROM upload u WHERE created_at < ?1 AND created_at > ?1 - 2592000000
           AND NOT EXISTS (SELECT 1 FROM bank_card WHERE upload_id = u.id)
           AND NOT EXISTS (SELECT 1 FROM identity_request WHERE upload_id = u.id)
           AND NOT EXISTS (SELECT 1 FROM ticket WHERE upload_id = u.id)
           AND NOT EXISTS (SELECT 1 FROM ticket_message WHERE upload_id = u.id)
         ORDER BY created_at LIMIT ?2)
       RETURNING id`,
    )
    .bind(before, limit);
}
