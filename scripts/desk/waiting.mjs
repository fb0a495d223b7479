import { readShortNumber } from "../../persian/short-number.ts";
import { plain } from "./print.mjs";
import { ask, need } from "./call.mjs";

/**
 * A list of the desk: rows that wait for an operator.
 * @typedef {object} Kind
 * @property {string} path of the call that lists the rows
 * @property {string} list the field of the answer that holds them
 * @property {string} [id] the field of a row that holds its id, if it is not `id`
 * @property {string} [number] the field of a row that holds its short number
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

/** Finds the one row that has this number, or whose id begins with `start`. */
export async function findWaiting(kind, start) {
  need(start, "Which one? Give its number, or the beginning of its id.");
  if (kind.number && readNumber(start)) return findNumber(kind, readNumber(start));
  const rows = (await listWaiting(kind)).filter((row) => row[kind.id ?? "id"].startsWith(start));
  if (rows.length === 0) throw new Error(`Nothing that waits has an id beginning with ${start}.`);
  if (rows.length > 1) throw new Error(`${rows.length} ids begin with ${start}: give more of it.`);
  return rows[0];
}

/** Reads a short number; null for any other text. Throws when a digit was mistyped. */
export function readNumber(text) {
  const read = readShortNumber(text ?? "");
  if (read === "mistyped") throw new Error("This number is wrong: a digit was mistyped.");
  return read && read.number;
}

async function findNumber(kind, number) {
  const rows = (await listWaiting(kind)).filter((row) => row[kind.number] === number);
  if (rows.length === 0) throw new Error(`Nothing that waits has the number ${number}.`);
  if (rows.length > 1)
    throw new Error(`${rows.length} items of order ${number} wait: give the id of one.`);
  return rows[0];
}

export function printRows(name, { describe, id = "id", number }, rows) {
  console.log(`${name}: ${rows.length === 0 ? "nothing waits" : ""}`);
  const ids = rows.map((row) => row[id]);
  for (const row of rows)
    console.log(`  ${shorten(row[id], ids, number !== undefined)}  ${plain(describe(row))}`);
}

/**
 * Shortens an id to eight letters, or to as many as distinguish it from the others; and from a short
 * number, where rows have one.
 * @param {string} id
 * @param {readonly string[]} ids
 * @param {boolean} haveNumbers
 */
export function shorten(id, ids, haveNumbers) {
  for (let length = ID_LENGTH_MIN; length < id.length; length++) {
    const start = id.slice(0, length);
    const isNumber = haveNumbers && readShortNumber(start) !== null;
    if (!isNumber && ids.filter((other) => other.startsWith(start)).length === 1) return start;
  }
  return id;
}
