import {
  FOUND_PRODUCTS_MAX,
  FOUND_SUBCATEGORIES_MAX,
  FOUND_TUTORIALS_MAX,
} from "../../contract/search.ts";
import { HAS_STOCK } from "../stock/statements.ts";
import type { Matches } from "./rules.ts";

/** Entries read per tier, so that the cost of a search does not grow with the catalogue. */
const CANDIDATES_MAX = 100;

/** SQL text: entries that match ?2 to ?5, each with its best tier. */
const FOUND = `WITH candidate AS (
    SELECT * FROM (SELECT rowid AS id, 0 AS tier FROM search_index WHERE search_index MATCH ?2
      ORDER BY rowid LIMIT ?6)
    UNION ALL
    SELECT * FROM (SELECT rowid AS id, 1 AS tier FROM search_index WHERE search_index MATCH ?3
      ORDER BY rowid LIMIT ?6)
    UNION ALL
    SELECT * FROM (SELECT rowid AS id, 2 AS tier FROM search_index WHERE search_index MATCH ?4
      ORDER BY rowid LIMIT ?6)
    UNION ALL
    SELECT * FROM (SELECT rowid AS id, 3 AS tier FROM search_index WHERE search_index MATCH ?5
      ORDER BY rowid LIMIT ?6)
  ),
  found AS MATERIALIZED (
    SELECT e.ref, min(candidate.tier) AS tier FROM candidate
    JOIN search_entry e ON e.id = candidate.id GROUP BY candidate.id
  )`;

/** Products on sale; within a tier, those that can be bought at the time ?1 come first. */
export const FIND_PRODUCTS = `${FOUND}
  SELECT p.id, p.name, s.type, s.url_name
  FROM found CROSS JOIN product p ON p.id = found.ref
  CROSS JOIN subcategory s ON s.id = p.subcategory_id
  WHERE p.is_active = 1
  ORDER BY found.tier, ${HAS_STOCK} DESC, s.position, coalesce(p.sale_price_toman, p.price_toman),
    p.position, p.id LIMIT ?7`;

const FIND_SUBCATEGORIES = `${FOUND}
  SELECT s.id, s.display_name, s.type, s.url_name FROM found
  CROSS JOIN subcategory s ON s.id = found.ref
  ORDER BY found.tier, s.position, s.id LIMIT ?7`;

const FIND_TUTORIALS = `${FOUND}
  SELECT t.slug, t.title, t.cover_url FROM found CROSS JOIN tutorial t ON t.slug = found.ref
  ORDER BY found.tier, t.position, t.slug LIMIT ?7`;

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
  const { wholeStart, start, whole, part } = matches;
  const ofKind = [wholeStart, start, whole, part].map((match) => `kind : ${kind} AND ${match}`);
  return db.prepare(sql).bind(now, ...ofKind, CANDIDATES_MAX, most);
}
