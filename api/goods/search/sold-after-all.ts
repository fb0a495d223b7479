import { searchKey } from "../../../persian/search-key.ts";
import { type Matches, quote } from "./rules.ts";
import { IS_SHOWN } from "./statements.ts";

/** A name of a service on the list of unsold services. */
interface NameRow {
  ref: string;
  word: string;
  key: string | null;
}

/**
 * Services of the unsold list that are on sale. The list cannot be edited at the desk, so operators
 * may start to sell a service that is still on it.
 */
export interface SoldAfterAll {
  /** The listed services that are sold: a product on sale has one of their names. */
  refs: string[];
  /** The query, changed so that each name of such a service matches all its names. */
  matches: Matches;
}

/**
 * Returns those of the given unsold services that are sold after all: a product on sale, its
 * subcategory or its category has one of their names. Returns null when there are none.
 */
export async function findSoldAfterAll(
  db: D1Database,
  matches: Matches,
  refs: readonly string[],
): Promise<SoldAfterAll | null> {
  const { results: names } = await db
    .prepare(
      `SELECT ref, word, key FROM search_word
       WHERE kind = 'unsold' AND ref IN (SELECT value FROM json_each(?1))`,
    )
    .bind(JSON.stringify(refs))
    .all<NameRow>();
  const services = refs.map((ref) => {
    const own = names.filter((name) => name.ref === ref);
    return { ref, keys: new Set(own.map(({ key }) => key)), called: calledLike(own) };
  });
  const found = await db.batch(services.map(({ called }) => isOnSale(db, called)));
  const sold = services.filter((_, index) => (found[index]?.results.length ?? 0) > 0);
  if (sold.length === 0) return null;
  return {
    refs: sold.map(({ ref }) => ref),
    matches: sold.reduce((query, { keys, called }) => widen(query, keys, called), matches),
  };
}

/** Returns the expression that matches entries with one of the names. */
function calledLike(names: readonly NameRow[]): string {
  const keys = names.map(({ word }) => searchKey(word));
  const forms = new Set(keys.flatMap((key) => [key, key.replaceAll(" ", "")]));
  return `({title latin further service words} : (${[...forms].map(quote).join(" OR ")}))`;
}

const isOnSale = (db: D1Database, called: string): D1PreparedStatement =>
  db
    .prepare(
      `SELECT 1 FROM search_index CROSS JOIN search_entry e ON e.id = search_index.rowid
       CROSS JOIN product p ON p.id = e.ref AND p.is_active = 1
       CROSS JOIN subcategory s ON s.id = p.subcategory_id AND ${IS_SHOWN}
       WHERE search_index MATCH 'kind : product AND ' || ?1 LIMIT 1`,
    )
    .bind(called);

/**
 * Changes a query so that the words that name a service match every entry with one of its names,
 * and nothing else.
 */
function widen(query: Matches, keys: ReadonlySet<string | null>, called: string): Matches {
  const named = query.runs.filter(({ key }) => keys.has(key));
  const isNamed = (at: number) => named.some(({ first, last }) => at >= first && at <= last);
  return {
    ...query,
    words: query.words.map((word) =>
      isNamed(word.at) ? { ...word, whole: called, part: called, guesses: [called] } : word,
    ),
  };
}
