import { type Statement } from "../../base/batch.ts";
import { DAY_MS } from "../../base/time.ts";
import { type MediaType } from "../../base/image/image.ts";

/**
 * Inserts an upload unless its owner has reached the daily limit; safe against concurrent uploads.
 * Returns its id, or no row.
 */
export function insertUpload(
  db: D1Database,
  upload: {
    id: string;
    userId: string;
    mediaType: MediaType;
    sizeBytes: number;
    fingerprint: string;
  },
  perDayMax: number,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO upload (id, user_id, media_type, size_bytes, created_at, fingerprint)
       SELECT ?1, ?2, ?3, ?4, ?5, ?7
       WHERE (SELECT count(*) FROM upload WHERE user_id = ?2 AND created_at > ?5 - 86400000) < ?6
       RETURNING id`,
    )
    .bind(
      upload.id,
      upload.userId,
      upload.mediaType,
      upload.sizeBytes,
      now,
      perDayMax,
      upload.fingerprint,
    );
}

/** Finds when the owner may upload again after reaching the daily limit. No row means now. */
export function findLimitingUpload(
  db: D1Database,
  userId: string,
  perDayMax: number,
  now: number,
): Statement<{ over_at: number }> {
  return db
    .prepare(
      `SELECT created_at + ?4 AS over_at FROM upload WHERE user_id = ?1 AND created_at > ?2 - ?4
       ORDER BY created_at DESC LIMIT 1 OFFSET ?3`,
    )
    .bind(userId, now, perDayMax - 1, DAY_MS);
}

export function findUpload(
  db: D1Database,
  userId: string,
  id: string,
): Statement<{ id: string; media_type: MediaType }> {
  return db
    .prepare(
      "SELECT id, media_type FROM upload WHERE id = ?1 AND user_id = ?2 AND delete_at IS NOT 0",
    )
    .bind(id, userId);
}

export interface AnyUploadRow {
  id: string;
  media_type: MediaType;
  is_of_ticket: number;
  is_of_papers: number;
}

/** Finds an image regardless of owner. Operators only; each view is logged. */
export function findAnyUpload(db: D1Database, id: string): Statement<AnyUploadRow> {
  return db
    .prepare(
      `SELECT u.id, u.media_type, EXISTS (SELECT 1 FROM ticket WHERE upload_id = u.id)
         OR EXISTS (SELECT 1 FROM ticket_message WHERE upload_id = u.id) AS is_of_ticket,
         EXISTS (SELECT 1 FROM bank_card WHERE upload_id = u.id)
           OR EXISTS (SELECT 1 FROM identity_request WHERE upload_id = u.id) AS is_of_papers
       FROM upload u WHERE u.id = ?1 AND u.delete_at IS NOT 0`,
    )
    .bind(id);
}

/** Finds the operator's token for which an image address was signed, while it is valid. */
export function findViewer(
  db: D1Database,
  tokenId: string,
  now: number,
): Statement<{ kind: string; hash: string }> {
  return db
    .prepare(
      `SELECT kind, hash FROM operator_token
       WHERE id = ?1 AND ended_at IS NULL AND expires_at > ?2`,
    )
    .bind(tokenId, now);
}

/**
 * Claims images that are due for deletion, including those of a failed earlier run. From now on
 * nobody can see or use them.
 */
export function takeDueImages(
  db: D1Database,
  now: number,
  limit: number,
): Statement<{ id: string }> {
  return db
    .prepare(
      `UPDATE upload SET delete_at = 0
       WHERE id IN (SELECT id FROM upload WHERE delete_at <= ?1 ORDER BY delete_at LIMIT ?2)
       RETURNING id`,
    )
    .bind(now, limit);
}

/**
 * Deletes the rows of removed images, and clears the references to them in cards and identity
 * requests.
 */
export function forgetImages(db: D1Database, ids: readonly string[]): D1PreparedStatement[] {
  const those = JSON.stringify(ids);
  return [
    db
      .prepare(
        `UPDATE bank_card SET upload_id = NULL
         WHERE upload_id IN (SELECT value FROM json_each(?1))`,
      )
      .bind(those),
    db
      .prepare(
        `UPDATE identity_request SET upload_id = NULL
         WHERE upload_id IN (SELECT value FROM json_each(?1))`,
      )
      .bind(those),
    db.prepare("DELETE FROM upload WHERE id IN (SELECT value FROM json_each(?1))").bind(those),
  ];
}

/** Finds the keys that belong to no image, and to no picture of the catalogue. */
export function findStrayKeys(db: D1Database, keys: readonly string[]): Statement<{ id: string }> {
  return db
    .prepare(
      `SELECT value AS id FROM json_each(?1)
       WHERE NOT EXISTS (SELECT 1 FROM upload WHERE id = value)
         AND substr(value, 10, 22) NOT IN (SELECT picture_id FROM subcategory
           WHERE picture_id IS NOT NULL AND value LIKE 'pictures/%'
           UNION ALL SELECT share_id FROM subcategory
           WHERE share_id IS NOT NULL AND value LIKE 'pictures/%'
           UNION ALL SELECT h.value ->> 'id' FROM product, json_each(question_pictures) h
           WHERE question_pictures <> '{}')`,
    )
    .bind(JSON.stringify(keys));
}
