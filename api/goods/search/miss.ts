import { searchKey } from "../../../persian/search-key.ts";

/**
 * Lengths of search keys that are counted. Longer ones are sentences, and may identify the person.
 */
const QUERY_LETTERS_MIN = 3;
const QUERY_LETTERS_MAX = 60;
/**
 * The maximum of digits in a counted query. A longer number may be a phone or card number, a code
 * or a date of birth; the name of no gift card contains more digits.
 */
const DIGITS_MAX = 5;
/** The maximum of rows per day, so that nobody can fill the table. */
const MISSES_PER_DAY_MAX = 2_000;

/**
 * Returns the form in which a query without results is counted. Null when the query is too short,
 * or when it could identify a person: an address, a long number, a long text.
 */
export function missOf(query: string): string | null {
  if (/[@\\/]|www\.|\.(?:com|ir|org|net)\b/i.test(query)) return null;
  const key = searchKey(query);
  const length = [...key].length;
  const digits = key.replace(/\D/g, "").length;
  const isKept = length >= QUERY_LETTERS_MIN && length <= QUERY_LETTERS_MAX && digits <= DIGITS_MAX;
  return isKept ? key : null;
}

/** Counts a search without results. Stores neither the person nor the time of day. */
export function countMiss(db: D1Database, miss: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO search_miss (day, query, count) SELECT ?1, ?2, 1
       WHERE (SELECT count(*) FROM search_miss WHERE day = ?1) < ?3
         OR EXISTS (SELECT 1 FROM search_miss WHERE day = ?1 AND query = ?2)
       ON CONFLICT (day, query) DO UPDATE SET count = count + 1`,
    )
    .bind(dayOf(now), miss, MISSES_PER_DAY_MAX);
}

/** Returns the day of a moment in UTC, like 2026-11-23. */
export const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);
