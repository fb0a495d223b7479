import { type Statement } from "../../base/batch.ts";
import type { SealedColumn } from "./sealed-columns.ts";

/** Replaces sealed texts, except those that were changed or emptied meanwhile. */
export function replaceSeals(
  db: D1Database,
  { replace }: Pick<SealedColumn, "replace">,
  seals: readonly { id: string; old: string; fresh: string }[],
): D1PreparedStatement {
  return db.prepare(replace).bind(JSON.stringify(seals));
}

export function noteUnopenable(
  db: D1Database,
  { name }: Pick<SealedColumn, "name">,
  ids: readonly string[],
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO unopenable_seal (place, row_id, tried_at)
       SELECT ?1, value, ?3 FROM json_each(?2) WHERE true
       ON CONFLICT (place, row_id) DO UPDATE SET tried_at = excluded.tried_at`,
    )
    .bind(name, JSON.stringify(ids), now);
}

export function forgetUnopenable(
  db: D1Database,
  { name }: Pick<SealedColumn, "name">,
  ids: readonly string[],
): D1PreparedStatement {
  return db
    .prepare(
      `DELETE FROM unopenable_seal
       WHERE place = ?1 AND row_id IN (SELECT value FROM json_each(?2))`,
    )
    .bind(name, JSON.stringify(ids));
}

/**
 * Counts the sealed texts of each key version. Version 0 is left out: these texts were emptied with
 * their owner's data. Scans whole indexes, so it is for operators only. D1 takes at most five selects
 * in one union, hence the union in a union.
 */
export function countSeals(db: D1Database): Statement<{ version: number; texts: number }> {
  return db.prepare(
    `SELECT key_version AS version, count(*) AS texts FROM (
       SELECT key_version FROM (
         SELECT key_version FROM code UNION ALL SELECT key_version FROM code_import_line
         UNION ALL SELECT key_version FROM gift
         UNION ALL SELECT key_version FROM cart_answer
         UNION ALL SELECT key_version FROM order_answer)
       UNION ALL SELECT key_version FROM bank_card
       UNION ALL SELECT iban_key_version FROM bank_card
       UNION ALL SELECT key_version FROM identity_request
       UNION ALL SELECT key_version FROM outbox WHERE template = 'email-verification')
     WHERE key_version > 0 GROUP BY key_version`,
  );
}

/** Finds texts that could not be decrypted and still have not been replaced. */
export function findUnopenable(
  db: D1Database,
  newest: number,
  limit: number,
): Statement<{ place: string; row_id: string; tried_at: number }> {
  return db
    .prepare(
      `SELECT place, row_id, tried_at FROM unopenable_seal u WHERE
         EXISTS (SELECT 1 FROM code WHERE u.place = 'code' AND id = u.row_id AND key_version < ?1)
         OR EXISTS (
           SELECT 1 FROM code_import_line
           WHERE u.place = 'code_import_line' AND id = u.row_id AND key_version < ?1)
         OR EXISTS (
           SELECT 1 FROM bank_card
           WHERE u.place = 'bank_card' AND id = u.row_id AND key_version BETWEEN 1 AND ?1 - 1)
         OR EXISTS (
           SELECT 1 FROM bank_card
           WHERE u.place = 'iban' AND id = u.row_id AND iban_key_version BETWEEN 1 AND ?1 - 1)
         OR EXISTS (
           SELECT 1 FROM identity_request
           WHERE u.place = 'identity_request' AND id = u.row_id
             AND key_version BETWEEN 1 AND ?1 - 1)
         OR EXISTS (SELECT 1 FROM gift WHERE u.place = 'gift' AND id = u.row_id AND key_version < ?1)
         OR EXISTS (
           SELECT 1 FROM cart_answer
           WHERE u.place = 'cart_answer' AND id = u.row_id AND key_version < ?1)
         OR EXISTS (
           SELECT 1 FROM order_answer
           WHERE u.place = 'order_answer' AND id = u.row_id AND key_version BETWEEN 1 AND ?1 - 1)
         OR EXISTS (
           SELECT 1 FROM outbox WHERE u.place = 'outbox' AND id = u.row_id AND key_version < ?1)
       ORDER BY place, row_id LIMIT ?2`,
    )
    .bind(newest, limit);
}
