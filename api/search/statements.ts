import {
  FOUND_PRODUCTS_MAX,
  FOUND_SUBCATEGORIES_MAX,
  FOUND_TUTORIALS_MAX,
} from "../../contract/search.ts";
import { HAS_STOCK } from "../stock/statements.ts";
import type { Matches } from "./rules.ts";

/** Entries read per tier, so that the cost of a search does not grow with the catalogue. */
const CANDIDATES_MAX = 100;
/** More, because only one of these tiers finds anything, and its best may come late. */
const GUESSED_CANDIDATES_MAX = 200;

/** The expression that matches no entry: FTS5 knows no empty one. */
const NOTHING = `'""'`;

/**
 * Weights in the order of entries that are guessed, of the columns kind, title, latin, further,
 * parts, service, words and near.
 */
const WEIGHTS = "'bm25(0, 1, 1, 1, 0.2, 3, 1, 0.5)'";

/**
 * SQL text: entries of the kind ?2 (as an expression that ends with AND) for the words ?3, of which
 * fillers are left out, the beginning ?4 and the service ?5, each with its best tier.
 *
 * The first tiers want every word: the service is called so or the name begins with exactly these
 * words; the name begins with what was typed; the words are whole words; they are parts. Only when
 * these find nothing, words are guessed or ignored: every word that means something, the names of
 * the service, any word. A number alone is no guess. Among guesses the nearest come first.
 *
 * `(SELECT 1 … LIMIT 1)` stops at the first entry; EXISTS reads them all here.
 */
const FOUND = `WITH word AS MATERIALIZED (
    SELECT value ->> 'whole' AS whole, value ->> 'part' AS part, value -> 'guesses' AS guesses,
      value ->> 'isNumber' AS is_number
    FROM json_each(?3)
    WHERE NOT EXISTS (SELECT 1 FROM search_index WHERE search_index MATCH value ->> 'filler')
  ),
  strict AS MATERIALIZED (
    SELECT * FROM (SELECT rowid AS id, 0 AS tier FROM search_index WHERE search_index MATCH
      coalesce((SELECT ?2 || '(' || ?5 || ' OR ' || ?4 || ' AND ' || group_concat(whole, ' AND ') || ')'
        FROM word), ${NOTHING})
      ORDER BY rowid LIMIT ?6)
    UNION ALL
    SELECT * FROM (SELECT rowid AS id, 1 AS tier FROM search_index WHERE search_index MATCH
      coalesce((SELECT ?2 || ?4 FROM word LIMIT 1), ${NOTHING}) ORDER BY rowid LIMIT ?6)
    UNION ALL
    SELECT * FROM (SELECT rowid AS id, 2 AS tier FROM search_index WHERE search_index MATCH
      coalesce((SELECT ?2 || group_concat(whole, ' AND ') FROM word), ${NOTHING}) ORDER BY rowid LIMIT ?6)
    UNION ALL
    SELECT * FROM (SELECT rowid AS id, 3 AS tier FROM search_index WHERE search_index MATCH
      coalesce((SELECT ?2 || group_concat(part, ' AND ') FROM word), ${NOTHING}) ORDER BY rowid LIMIT ?6)
  ),
  known AS MATERIALIZED (
    SELECT (SELECT value FROM json_each(word.guesses)
      WHERE (SELECT 1 FROM search_index WHERE search_index MATCH ?2 || value LIMIT 1)
      ORDER BY key LIMIT 1) AS guess, is_number
    FROM word WHERE NOT EXISTS (SELECT 1 FROM strict)
  ),
  service AS MATERIALIZED (
    SELECT '({service near} : ' || guess || ')' AS guess FROM known WHERE guess IS NOT NULL
    AND (SELECT 1 FROM search_index
      WHERE search_index MATCH ?2 || '({service near} : ' || guess || ')' LIMIT 1)
  ),
  every_known AS MATERIALIZED (
    SELECT rowid AS id, 4 AS tier, rank AS distance FROM search_index WHERE search_index MATCH
      coalesce((SELECT ?2 || group_concat(guess, ' AND ') FROM known
        WHERE guess IS NOT NULL HAVING min(is_number) = 0), ${NOTHING})
      AND rank MATCH ${WEIGHTS} ORDER BY rowid LIMIT ?7
  ),
  named AS MATERIALIZED (
    SELECT rowid AS id, 5 AS tier, rank AS distance FROM search_index WHERE search_index MATCH
      coalesce((SELECT ?2 || group_concat(guess, ' AND ') FROM service
          WHERE NOT EXISTS (SELECT 1 FROM every_known))
        || ' AND (' || (SELECT group_concat(guess, ' OR ') FROM known) || ')', ${NOTHING})
      AND rank MATCH ${WEIGHTS} ORDER BY rowid LIMIT ?7
  ),
  any_known AS MATERIALIZED (
    SELECT rowid AS id, 6 AS tier, rank AS distance FROM search_index WHERE search_index MATCH
      coalesce(?2 || '(' || (SELECT group_concat(guess, ' OR ') FROM known
          WHERE NOT EXISTS (SELECT 1 FROM every_known) AND NOT EXISTS (SELECT 1 FROM named)
            AND guess IS NOT NULL HAVING min(is_number) = 0)
        || ')', ${NOTHING})
      AND rank MATCH ${WEIGHTS} ORDER BY rowid LIMIT ?7
  ),
  found AS MATERIALIZED (
    SELECT e.ref, min(candidate.tier) AS tier, candidate.distance FROM (
      SELECT id, tier, 0.0 AS distance FROM strict
      UNION ALL SELECT id, tier, distance FROM every_known
      UNION ALL SELECT id, tier, distance FROM named
      UNION ALL SELECT id, tier, distance FROM any_known
    ) candidate
    JOIN search_entry e ON e.id = candidate.id GROUP BY candidate.id
  )`;

/** Products on sale; within a tier, those that can be bought at the time ?1 come first. */
const FIND_PRODUCTS = `${FOUND}
  SELECT p.id, p.name, s.type, s.url_name
  FROM found CROSS JOIN product p ON p.id = found.ref
  CROSS JOIN subcategory s ON s.id = p.subcategory_id
  WHERE p.is_active = 1
  ORDER BY found.tier, found.distance, ${HAS_STOCK} DESC, s.position, coalesce(p.sale_price_toman, p.price_toman),
    p.position, p.id LIMIT ?8`;

const FIND_SUBCATEGORIES = `${FOUND}
  SELECT s.id, s.display_name, s.type, s.url_name FROM found
  CROSS JOIN subcategory s ON s.id = found.ref
  ORDER BY found.tier, found.distance, s.position, s.id LIMIT ?8`;

const FIND_TUTORIALS = `${FOUND}
  SELECT t.slug, t.title, t.cover_url FROM found CROSS JOIN tutorial t ON t.slug = found.ref
  ORDER BY found.tier, found.distance, t.position, t.slug LIMIT ?8`;

export interface FoundProductRow {
  id: string;
  name: string;
  type: string;
  url_name: string;
}

export interface FoundSubcategoryRow {
  id: string;
  display_name: string;
  type: string;
  url_name: string;
}

export interface FoundTutorialRow {
  slug: string;
  title: string;
  cover_url: string;
}

export function findProducts(db: D1Database, matches: Matches, now: number): D1PreparedStatement {
  return find(db, FIND_PRODUCTS, "product", matches, now, FOUND_PRODUCTS_MAX);
}

export function findSubcategories(
  db: D1Database,
  matches: Matches,
  now: number,
): D1PreparedStatement {
  return find(db, FIND_SUBCATEGORIES, "subcategory", matches, now, FOUND_SUBCATEGORIES_MAX);
}

export function findTutorials(db: D1Database, matches: Matches, now: number): D1PreparedStatement {
  return find(db, FIND_TUTORIALS, "tutorial", matches, now, FOUND_TUTORIALS_MAX);
}

function find(
  db: D1Database,
  sql: string,
  kind: string,
  matches: Matches,
  now: number,
  most: number,
): D1PreparedStatement {
  const { words, start, service } = matches;
  return db
    .prepare(sql)
    .bind(
      now,
      `kind : ${kind} AND `,
      JSON.stringify(words),
      start,
      service,
      CANDIDATES_MAX,
      GUESSED_CANDIDATES_MAX,
      most,
    );
}
