import type { Keys } from "./rules.ts";

export interface DueRow {
  id: number;
  kind: string;
  ref: string;
}

export interface DueSubcategory {
  id: string;
  category_name: string;
  display_name: string;
  latin_name: string;
  url_name: string;
  /**
   * Search words of the service, and other search words, one per line; null when there are none.
   */
  service_words: string | null;
  other_words: string | null;
}

export interface DueProduct extends DueSubcategory {
  name: string;
  region: string;
  denomination: string;
}

export interface DueTutorial {
  slug: string;
  title: string;
  description: string;
  /** Names of the subcategories that the tutorial is about; null when it has none. */
  subject: string | null;
  service_words: string | null;
  other_words: string | null;
}

export interface DueHelp {
  address: string;
  title: string;
  summary: string;
  words: string | null;
}

export interface Entry extends Keys {
  kind: "product" | "subcategory" | "tutorial" | "help";
  ref: string;
}

const OLDEST_DUE =
  "WITH due AS MATERIALIZED (SELECT id, kind, ref FROM search_due ORDER BY id LIMIT ?1)";

/** SQL text: search words, one per line. */
const WORDS_OF_PRODUCT = `(SELECT group_concat(w.word, char(10)) FROM search_word w
    WHERE (w.kind, w.ref) IN (VALUES ('category', s.type), ('region', p.region),
      ('unit', p.denomination), ('unit', trim(p.denomination, '0123456789., '))))`;
const WORDS_OF_CATEGORY = `(SELECT group_concat(w.word, char(10)) FROM search_word w
    WHERE w.kind = 'category' AND w.ref = s.type)`;
const WORDS_OF_SERVICE = `(SELECT group_concat(w.word, char(10)) FROM search_word w
    WHERE w.kind = 'subcategory' AND w.ref = s.id)`;

/**
 * Reads the oldest queued changes, and the rows that they concern if shoppers can see them:
 * products, subcategories, tutorials and help.
 */
export function readDue(db: D1Database, most: number): D1PreparedStatement[] {
  return [
    db.prepare(`${OLDEST_DUE} SELECT id, kind, ref FROM due ORDER BY id`).bind(most),
    db
      .prepare(
        `${OLDEST_DUE} SELECT p.id, p.name, p.region, p.denomination, s.display_name, s.latin_name,
           s.url_name, c.display_name AS category_name, ${WORDS_OF_SERVICE} AS service_words,
           ${WORDS_OF_PRODUCT} AS other_words
         FROM (SELECT ref, min(id) AS first FROM due WHERE kind = 'product' GROUP BY ref) one
           CROSS JOIN product p ON p.id = one.ref JOIN subcategory s ON s.id = p.subcategory_id
           JOIN category c ON c.type = s.type
         WHERE p.is_active = 1 ORDER BY one.first`,
      )
      .bind(most),
    db
      .prepare(
        `${OLDEST_DUE} SELECT s.id, s.display_name, s.latin_name, s.url_name,
           c.display_name AS category_name, ${WORDS_OF_SERVICE} AS service_words,
           ${WORDS_OF_CATEGORY} AS other_words
         FROM (SELECT ref, min(id) AS first FROM due WHERE kind = 'subcategory' GROUP BY ref) one
           CROSS JOIN subcategory s ON s.id = one.ref JOIN category c ON c.type = s.type
         WHERE s.is_shown = 1 AND c.is_shown = 1 ORDER BY one.first`,
      )
      .bind(most),
    db
      .prepare(
        `${OLDEST_DUE} SELECT t.slug, t.title, t.description,
           (SELECT group_concat(s.display_name || ' ' || s.latin_name || ' ' || s.url_name, ' ')
             FROM subcategory s
            WHERE s.url_name IN (SELECT value FROM json_each(t.subcategories))) AS subject,
           (SELECT group_concat(${WORDS_OF_SERVICE}, char(10)) FROM subcategory s
            WHERE s.url_name IN (SELECT value FROM json_each(t.subcategories))) AS service_words,
           (SELECT group_concat(${WORDS_OF_CATEGORY}, char(10)) FROM subcategory s
            WHERE s.url_name IN (SELECT value FROM json_each(t.subcategories))) AS other_words
         FROM (SELECT ref, min(id) AS first FROM due WHERE kind = 'tutorial' GROUP BY ref) one
         CROSS JOIN tutorial t ON t.slug = one.ref
         ORDER BY one.first`,
      )
      .bind(most),
    db
      .prepare(
        `${OLDEST_DUE} SELECT h.address, h.title, h.summary,
           (SELECT group_concat(w.word, char(10)) FROM search_word w
             WHERE w.kind = 'help' AND w.ref = h.address) AS words
         FROM (SELECT ref, min(id) AS first FROM due WHERE kind = 'help' GROUP BY ref) one
         CROSS JOIN help_entry h ON h.address = one.ref
         ORDER BY one.first`,
      )
      .bind(most),
  ];
}

/**
 * Aborts when another run has already handled one of these changes, because it may have read newer
 * names.
 */
export function mustStillBeDue(db: D1Database, ids: readonly number[]): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the changes are still to be indexed',
         (SELECT count(*) FROM search_due
           WHERE id IN (SELECT value FROM json_each(?1))) = json_array_length(?1)`,
    )
    .bind(JSON.stringify(ids));
}

export function writeEntries(db: D1Database, entries: readonly Entry[]): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO search_entry (kind, ref, title, latin, further, parts, service, words, near)
       SELECT value ->> 'kind', value ->> 'ref', value ->> 'title', value ->> 'latin',
         value ->> 'further', value ->> 'parts', value ->> 'service', value ->> 'words',
         value ->> 'near'
       FROM json_each(?1) WHERE true
       ON CONFLICT (kind, ref) DO UPDATE
       SET title = excluded.title, latin = excluded.latin, further = excluded.further,
         parts = excluded.parts, service = excluded.service, words = excluded.words,
         near = excluded.near`,
    )
    .bind(JSON.stringify(entries));
}

/** Stores the search keys of words. */
export function writeWordKeys(
  db: D1Database,
  words: readonly { word: string; key: string }[],
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE search_word SET key = one.key
       FROM (SELECT value ->> 'word' AS word, value ->> 'key' AS key FROM json_each(?1)) one
       WHERE search_word.word = one.word`,
    )
    .bind(JSON.stringify(words));
}

export function forgetEntries(
  db: D1Database,
  gone: readonly Pick<DueRow, "kind" | "ref">[],
): D1PreparedStatement {
  return db
    .prepare(
      `DELETE FROM search_entry
       WHERE (kind, ref) IN (SELECT value ->> 'kind', value ->> 'ref' FROM json_each(?1))`,
    )
    .bind(JSON.stringify(gone));
}

export function settleDue(db: D1Database, ids: readonly number[]): D1PreparedStatement {
  return db
    .prepare("DELETE FROM search_due WHERE id IN (SELECT value FROM json_each(?1))")
    .bind(JSON.stringify(ids));
}
