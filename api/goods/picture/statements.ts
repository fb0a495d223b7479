import { type Statement } from "../../base/batch.ts";
/**
 * SQL text: the facts that the share picture of subcategory `s` in category `c` shows. The build
 * writes the same text for its own catalogue (scripts/build/share-images.ts).
 */
const ART = "json_array(c.display_name, s.display_name, s.latin_name, s.hue, s.picture_id)";

/** SQL text: the share picture of `s` in `c`; null when there is none or it is outdated. */
export const SHARE_ID = `iif(s.share_drawn_from = ${ART}, s.share_id, NULL)`;

/** SQL text: the facts that the share picture of the subcategory `one` shows. */
export const ART_OF_ONE = `(SELECT ${ART} FROM subcategory s JOIN category c ON c.type = s.type
  WHERE s.id = one.id)`;
export const SHARE_OF_ONE = `(SELECT ${SHARE_ID} FROM subcategory s
  JOIN category c ON c.type = s.type WHERE s.id = one.id)`;

/**
 * Part of a batch: shows this picture instead of the drawn card; null shows the drawn card again.
 * Marks the products as changed, so that readers of changes (price comparers, search engines) fetch
 * them again.
 */
export function setPictureId(
  db: D1Database,
  subcategory: string,
  picture: string | null,
  now: number,
): D1PreparedStatement[] {
  return [
    db.prepare("UPDATE subcategory SET picture_id = ?2 WHERE id = ?1").bind(subcategory, picture),
    db
      .prepare("UPDATE product SET updated_at = ?2 WHERE subcategory_id = ?1")
      .bind(subcategory, now),
  ];
}

/** Part of a batch: stores a share picture. Aborts when the facts that it shows have changed. */
export function setShare(
  db: D1Database,
  subcategory: string,
  share: { id: string; drawnFrom: string },
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the share picture shows what is there',
           (SELECT ${ART_OF_ONE} FROM subcategory one WHERE one.id = ?1) IS ?2`,
      )
      .bind(subcategory, share.drawnFrom),
    db
      .prepare("UPDATE subcategory SET share_id = ?2, share_drawn_from = ?3 WHERE id = ?1")
      .bind(subcategory, share.id, share.drawnFrom),
  ];
}

/** Finds the help pictures of a product, with its name and the label of one of its questions. */
export function findHelpPictures(
  db: D1Database,
  productId: string,
  questionId: string,
): Statement<{ question_pictures: string; name: string; label: string }> {
  return db
    .prepare(
      `SELECT p.question_pictures, p.name, q.value ->> 'label' AS label
       FROM product p, json_each(p.questions) q
       WHERE p.id = ?1 AND q.value ->> 'id' = ?2`,
    )
    .bind(productId, questionId);
}

/**
 * Part of a batch: writes the help pictures of a product. Aborts when the pictures or the question
 * changed.
 */
export function setHelpPictures(
  db: D1Database,
  productId: string,
  questionId: string,
  change: { seen: string; pictures: string },
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the question and the help pictures are as they were seen', EXISTS (
           SELECT 1 FROM product p, json_each(p.questions) q
           WHERE p.id = ?1 AND q.value ->> 'id' = ?2 AND p.question_pictures = ?3)`,
      )
      .bind(productId, questionId, change.seen),
    db
      .prepare("UPDATE product SET question_pictures = ?2 WHERE id = ?1")
      .bind(productId, change.pictures),
  ];
}
