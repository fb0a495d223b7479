import { type Statement, readAll } from "./batch.ts";

/** A row's position in a list that is ordered by a timestamp and an id. */
export interface Cursor {
  /** UTC milliseconds. */
  at: number;
  id: string;
}

/**
 * The position before all rows of a list that is sorted with the newest first. It is compared like
 * any other cursor: an extra condition with OR for the first page would prevent the use of an
 * index.
 */
export const NEWEST: Cursor = { at: Number.MAX_SAFE_INTEGER, id: "" };
/** The position before all rows of a list that is sorted with the oldest first. */
export const OLDEST: Cursor = { at: -1, id: "" };

/** Parses the cursor after which a page begins; null means the first page. */
export function readCursor(cursor: string | undefined): Cursor | null {
  const [at, id] = cursor?.split("~") ?? [];
  return at !== undefined && id !== undefined ? { at: Number(at), id } : null;
}

/**
 * Returns the first `limit` rows of a list that was read with one extra row. The extra row shows
 * whether there is a next page.
 */
export function cutPage<Row>(rows: Row[], limit: number, cursorOf: (row: Row) => Cursor) {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  if (last === undefined) return { page, nextCursor: null };
  const { at, id } = cursorOf(last);
  return { page, nextCursor: `${String(at)}~${id}` };
}

/** Finds the rows of a list that follow a cursor, in its order. */
type Finder<Row> = (db: D1Database, after: Cursor, limit: number) => Statement<Row>;

/** Makes the finder of a list from its SQL, where `?1` and `?2` are the cursor and `?3` the limit. */
export const makeFinder =
  <Row>(sql: string): Finder<Row> =>
  (db, after, limit) =>
    db.prepare(sql).bind(after.at, after.id, limit);

/** Returns the cursor of a row in a list that is sorted by creation time. */
export const byCreation = ({ created_at: at, id }: { created_at: number; id: string }): Cursor => ({
  at,
  id,
});

/**
 * Reads the page that a call requests. `first` is the position before the first row: `OLDEST` by
 * default.
 */
export async function readPage<Row>(
  { shop, query }: { shop: { db: D1Database }; query: { limit: number; cursor?: string } },
  find: Finder<Row>,
  cursorOf: (row: Row) => Cursor,
  first = OLDEST,
) {
  const { limit, cursor } = query;
  const rows = await readAll(find(shop.db, readCursor(cursor) ?? first, limit + 1));
  return cutPage(rows, limit, cursorOf);
}
