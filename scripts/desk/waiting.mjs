import { ask, need } from "./call.mjs";

/**
 * A list of the desk: rows that wait for an operator.
 * @typedef {object} Kind
 * @property {string} path of the call that lists the rows
 * @property {string} list the field of the answer that holds them
 * @property {string} [id] the field of a row that holds its id, if it is not `id`
 * @property {string[]} [queries] one list for each of these queries, one after the other
 * @property {(row: any) => string} [describe]
 */

const ID_LENGTH_MIN = 8;

/** Fetches all rows of a kind, page after page. */
export async function listWaiting({ path, list, queries = [""] }) {
  const rows = [];
  for (const query of queries) {
    let cursor = null;
    do {
      const page = await ask(
        "GET",
        `${path}?${new URLSearchParams(query)}${cursor === null ? "" : `&cursor=${cursor}`}`,
      );
      rows.push(...page[list]);
      cursor = page.nextCursor;
    } while (cursor !== null);
  }
  return rows;
}

/** Finds the one row whose id begins with `start`. */
export async function findWaiting(kind, start) {
  need(start, "Which one? Give the beginning of its id.");
  const rows = (await listWaiting(kind)).filter((row) => row[kind.id ?? "id"].startsWith(start));
  if (rows.length === 0) throw new Error(`Nothing that waits has an id beginning with ${start}.`);
  if (rows.length > 1) throw new Error(`${rows.length} ids begin with ${start}: give more of it.`);
  return rows[0];
}

export function printRows(name, { describe, id = "id" }, rows) {
  console.log(`${name}: ${rows.length === 0 ? "nothing waits" : ""}`);
  const ids = rows.map((row) => row[id]);
  for (const row of rows) console.log(`  ${shorten(row[id], ids)}  ${describe(row)}`);
}

/** Shortens an id to eight letters, or to as many as distinguish it from the others. */
function shorten(id, ids) {
  for (let length = ID_LENGTH_MIN; length < id.length; length++) {
    const start = id.slice(0, length);
    if (ids.filter((other) => other.startsWith(start)).length === 1) return start;
  }
  return id;
}
