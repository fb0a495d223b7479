import { type Statement } from "../../base/batch.ts";
import {
  FOUND_HELP_MAX,
  FOUND_PRODUCTS_MAX,
  FOUND_SUBCATEGORIES_MAX,
  FOUND_TUTORIALS_MAX,
  SUGGESTED_MAX,
} from "../../../contract/search.ts";
import { windowStart } from "../../base/rate-limit.ts";
import { PRODUCT_COLUMNS, type ProductRow } from "../catalogue/statements.ts";
import { HAS_STOCK } from "../stock/statements.ts";
import type { Matches } from "./rules.ts";

/** Entries read per tier, so that the cost of a search does not grow with the catalogue. */
const CANDIDATES_MAX = 100;
/**
 * The limit for tiers of guesses. It is higher, because only one of these tiers finds anything, and
 * its best entries may be among the last.
 */
const GUESSED_CANDIDATES_MAX = 200;

/** An expression that matches no entry, because FTS5 accepts no empty expression. */
const NOTHING = `'""'`;

/**
 * Weights for sorting guessed entries, of the columns kind, title, latin, further, parts, service,
 * words and near.
 */
const WEIGHTS = "'bm25(0, 1, 1, 1, 0.2, 3, 1, 0.5)'";

/** SQL text: entries that match an expression exactly, with their tier. */
const strictly = (tier: number, expression: string) => `
      SELECT * FROM (SELECT rowid AS id, ${String(tier)} AS tier FROM search_index
        WHERE search_index MATCH coalesce(${expression}, ${NOTHING}) ORDER BY rowid LIMIT ?6)`;

/** SQL text: a JSON list of entries that match an expression, with their tier and distance. */
const nearly = (tier: number, expression: string) => `(
      SELECT json_group_array(json_array(rowid, ${String(tier)}, rank)) FROM (
        SELECT rowid, rank FROM search_index
        WHERE search_index MATCH ${expression} AND rank MATCH ${WEIGHTS} ORDER BY rowid LIMIT ?7))`;

/**
 * SQL text: entries for the words ?2, the beginning ?4 and the service ?5, each with its best tier.
 * Filler words (found through the runs ?3) are left out, unless they are part of a question that
 * help answers («ریجن چیست»). All words are left out when the query names a service that is not
 * sold (?11 lists those that are sold after all), or when the caller ?8 has searched more than ?10
 * times since ?9.
 *
 * Products and all other entries are searched separately. The first tiers require every word:
 * - 0: a name of the service is exactly the query, or the name begins with the query and all words
 *   are whole words;
 * - 1: the name begins with the query, whose last word may be unfinished;
 * - 2: all words are whole words of the entry;
 * - 3: all words are parts of its words.
 *
 * Only when these tiers find nothing, words are guessed or ignored: all words that match something
 * (4), then the names of the service (5), then any word (6). A number alone is never a guess.
 * Guesses are sorted by similarity.
 *
 * Each CTE that searches reads only the CTE before it, because SQLite prepares a CTE again wherever
 * it is named. `(SELECT 1 … LIMIT 1)` stops at the first entry; here EXISTS would read them all.
 */
const FOUND = `WITH meaning AS MATERIALIZED (
    SELECT w.kind, w.ref, run.value ->> 'first' AS first, run.value ->> 'last' AS last
    FROM json_each(?3) run CROSS JOIN search_word w ON w.key = run.value ->> 'key'
    WHERE w.kind IN ('filler', 'question', 'region', 'unsold', 'help')
      AND NOT (w.kind = 'unsold' AND w.ref IN (SELECT value FROM json_each(?11)))
  ),
  typed AS MATERIALIZED (
    SELECT group_concat(word.value ->> 'whole', ' AND ') AS whole,
      group_concat(word.value ->> 'part', ' AND ') AS part,
      json_group_array(json(word.value)) AS words
    FROM json_each(?2) word
    WHERE NOT EXISTS (SELECT 1 FROM meaning WHERE kind = 'unsold')
      AND (NOT EXISTS (SELECT 1 FROM meaning WHERE kind IN ('filler', 'question')
          AND word.value ->> 'at' BETWEEN first AND last)
        OR EXISTS (SELECT 1 FROM meaning WHERE kind = 'help' AND last > first
          AND word.value ->> 'at' BETWEEN first AND last))
      AND NOT EXISTS (SELECT 1 FROM rate_limit
        WHERE kind = 'search' AND who = ?8 AND window_start = ?9 AND count > ?10)
  ),
  strict AS MATERIALIZED (
    SELECT scope.column1 AS scope, words, (SELECT json_group_array(json_array(id, tier, 0.0)) FROM (
      ${[
        strictly(0, `scope.column1 || '(' || ?5 || ' OR ' || ?4 || ' AND ' || typed.whole || ')'`),
        strictly(1, "scope.column1 || iif(typed.whole IS NULL, NULL, ?4)"),
        strictly(2, "scope.column1 || typed.whole"),
        strictly(3, "scope.column1 || typed.part"),
      ].join(" UNION ALL ")})) AS found
    FROM (VALUES ('kind : product AND '), ('kind : (subcategory OR tutorial OR help) AND ')) scope
    CROSS JOIN typed
  ),
  known AS MATERIALIZED (
    SELECT scope, found, word.value ->> 'isNumber' AS is_number, (
      SELECT value FROM json_each(word.value -> 'guesses')
      WHERE (SELECT 1 FROM search_index WHERE search_index MATCH scope || value LIMIT 1)
      ORDER BY key LIMIT 1) AS guess
    FROM strict LEFT JOIN json_each(iif(found = '[]', words, '[]')) word
  ),
  service AS MATERIALIZED (
    SELECT scope, found, is_number, guess, iif(guess IS NULL, NULL,
      (SELECT '({service near} : ' || guess || ')' FROM search_index
        WHERE search_index MATCH scope || '({service near} : ' || guess || ')' LIMIT 1)) AS named
    FROM known
  ),
  guess AS MATERIALIZED (
    SELECT scope, max(found) AS found, group_concat(named, ' AND ') AS every_named,
      group_concat(guess, ' AND ') AS every_guess, group_concat(guess, ' OR ') AS any_guess,
      min(iif(guess IS NULL, 1, is_number)) AS is_number
    FROM service GROUP BY scope
  ),
  every_guess AS MATERIALIZED (
    SELECT scope, every_named, any_guess, is_number, iif(found <> '[]' OR any_guess IS NULL OR is_number,
      found, ${nearly(4, "scope || every_guess")}) AS found FROM guess
  ),
  named AS MATERIALIZED (
    SELECT scope, any_guess, is_number, iif(found <> '[]' OR every_named IS NULL,
      found, ${nearly(5, "scope || every_named || ' AND (' || any_guess || ')'")}) AS found
    FROM every_guess
  ),
  any_guess AS MATERIALIZED (
    SELECT iif(found <> '[]' OR any_guess IS NULL OR is_number,
      found, ${nearly(6, "scope || '(' || any_guess || ')'")}) AS found FROM named
  ),
  found AS MATERIALIZED (
    SELECT e.kind, e.ref, min(one.value ->> 1) AS tier, one.value ->> 2 AS distance
    FROM any_guess CROSS JOIN json_each(any_guess.found) one
    CROSS JOIN search_entry e ON e.id = one.value ->> 0 GROUP BY e.id
  )`;

/** SQL text: true for a subcategory `s` that shoppers see. */
export const IS_SHOWN = `s.is_shown = 1
  AND EXISTS (SELECT 1 FROM category WHERE type = s.type AND is_shown = 1)`;

/**
 * SQL text: the best available entries of each kind, one row each. Within a tier, products that can
 * be bought at the time ?1 come first. Every row also contains the meanings of the words; when
 * nothing is found, one row contains only them.
 */
const FIND = `${FOUND},
  placed AS MATERIALIZED (
    SELECT found.kind, found.ref, row_number() OVER (PARTITION BY found.kind
      ORDER BY found.tier, found.distance, iif(p.id IS NULL, 0, ${HAS_STOCK}) DESC,
        coalesce(s.position, t.position, h.position),
        coalesce(p.sale_price_toman, p.price_toman), p.position, found.ref) AS place
    FROM found
    LEFT JOIN product p ON found.kind = 'product' AND p.id = found.ref AND p.is_active = 1
    LEFT JOIN subcategory s
      ON s.id = iif(found.kind = 'product', p.subcategory_id, found.ref) AND ${IS_SHOWN}
    LEFT JOIN tutorial t ON found.kind = 'tutorial' AND t.slug = found.ref
    LEFT JOIN help_entry h ON found.kind = 'help' AND h.address = found.ref
    WHERE coalesce(s.id, t.slug, h.address) IS NOT NULL
  )
  SELECT (SELECT json_group_array(json_array(kind, ref)) FROM meaning WHERE kind NOT IN ('filler', 'help'))
      AS meanings, placed.kind, placed.ref, s.display_name, t.title, t.cover_url,
    h.title AS help_title, h.summary, ${PRODUCT_COLUMNS}
  FROM (SELECT 1) LEFT JOIN placed ON placed.place <= iif(placed.kind = 'product',
    ${String(FOUND_PRODUCTS_MAX)}, iif(placed.kind = 'help', ${String(FOUND_HELP_MAX)},
    ${String(Math.min(FOUND_SUBCATEGORIES_MAX, FOUND_TUTORIALS_MAX))}))
  LEFT JOIN product p ON placed.kind = 'product' AND p.id = placed.ref
  LEFT JOIN subcategory s ON s.id = iif(placed.kind = 'product', p.subcategory_id, placed.ref)
  LEFT JOIN tutorial t ON placed.kind = 'tutorial' AND t.slug = placed.ref
  LEFT JOIN help_entry h ON placed.kind = 'help' AND h.address = placed.ref
  ORDER BY placed.place`;

export type FoundRow = { meanings: string } & (
  | ({ kind: "product"; display_name: string } & ProductRow)
  | ({ kind: "subcategory"; ref: string } & Omit<SuggestedRow, "id">)
  | { kind: "tutorial"; ref: string; title: string; cover_url: string }
  | { kind: "help"; ref: string; help_title: string; summary: string }
  | { kind: null }
);

/** The caller, and the maximum of searches per minute from the caller's network. */
export interface Searcher {
  address: string;
  searchesMax: number;
}

/**
 * Finds entries of all kinds. The caller must have counted this search first. `soldRefs` are
 * services of the unsold list that are sold after all.
 */
export function findEntries(
  db: D1Database,
  { words, runs, start, service }: Matches,
  now: number,
  { address, searchesMax }: Searcher,
  soldRefs: readonly string[] = [],
): D1PreparedStatement {
  return db
    .prepare(FIND)
    .bind(
      now,
      JSON.stringify(words),
      JSON.stringify(runs),
      start,
      service,
      CANDIDATES_MAX,
      GUESSED_CANDIDATES_MAX,
      address,
      windowStart(now),
      searchesMax,
      JSON.stringify(soldRefs),
    );
}

export interface SuggestedRow {
  id: string;
  display_name: string;
  type: string;
  url_name: string;
  picture_id: string | null;
}

const SELECT_SUGGESTIONS = `WITH neighbour AS MATERIALIZED (
    SELECT n.value AS id, n.key AS place FROM json_each(?1) run
    CROSS JOIN search_word w ON w.key = run.value ->> 'key' AND w.kind = 'unsold'
    CROSS JOIN unsold_service u ON u.name = w.ref CROSS JOIN json_each(u.neighbours) n
  )
  SELECT s.id, s.display_name, s.type, s.url_name, s.picture_id
  FROM category c CROSS JOIN subcategory s ON s.type = c.type
  WHERE ${IS_SHOWN}
  ORDER BY coalesce((SELECT min(place) FROM neighbour WHERE neighbour.id = s.id), 100),
    c.position, c.type, s.position, s.id LIMIT ${String(SUGGESTED_MAX)}`;

/**
 * Selects subcategories to suggest. If one of the runs of neighbouring words ?1 is the name of an
 * unsold service, the alternatives to this service are first; the others follow in the order of the
 * shop.
 */
export function selectSuggestions(db: D1Database, runs: Matches["runs"]): Statement<SuggestedRow> {
  return db.prepare(SELECT_SUGGESTIONS).bind(JSON.stringify(runs));
}
