import { type Statement } from "../../base/batch.ts";
import { SEALED_COLUMNS, type SealedColumn } from "./sealed-columns.ts";

/** Replaces sealed texts, except those that were changed or emptied in the meantime. */
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

/** Counts the sealed texts of each key version, column by column. Scans whole indexes. */
export const countSeals = (db: D1Database): Statement<{ version: number; texts: number }>[] =>
  SEALED_COLUMNS.map(({ count }) => db.prepare(count));

/** Finds texts that could not be decrypted and still have not been replaced, column by column. */
export const findUnopenable = (
  db: D1Database,
  newest: number,
  limit: number,
): Statement<{ place: string; row_id: string; tried_at: number }>[] =>
  SEALED_COLUMNS.map(({ unopenable }) => db.prepare(unopenable).bind(newest, limit));
