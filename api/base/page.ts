/** A row's place in a list that is ordered by a moment and an id. */
export interface Cursor {
  /** UTC milliseconds. */
  at: number;
  id: string;
}

/** Before every row of a list that begins with the newest: compared as a row value, it needs no OR that would keep the index from seeking. */
export const NEWEST: Cursor = { at: Number.MAX_SAFE_INTEGER, id: "" };
/** Before every row of a list that begins with the oldest. */
export const OLDEST: Cursor = { at: -1, id: "" };

/** The row after which a page begins; null is the first page. */
export function readCursor(cursor: string | undefined): Cursor | null {
  const [at, id] = cursor?.split("~") ?? [];
  return at !== undefined && id !== undefined ? { at: Number(at), id } : null;
}

/** Rows were read one beyond `limit`, so that it is known whether there are more. */
export function cutPage<Row>(rows: Row[], limit: number, cursorOf: (row: Row) => Cursor) {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  if (last === undefined) return { page, nextCursor: null };
  const { at, id } = cursorOf(last);
  return { page, nextCursor: `${String(at)}~${id}` };
}
