import { cutFrames } from "./line-frames.ts";

/** Reads a text as a table: what spreadsheets, banks and suppliers call CSV. */

/** Separators of cells, in order of preference. */
const SEPARATORS = ["\t", ";", "|", ","] as const;

/** The number of characters at the beginning of a text that are examined to find its separator. */
const SAMPLE_SIGNS = 20_000;

/**
 * Rows of trimmed cells. `openQuote` is the row of a quotation mark that is never closed.
 * `isGuess`: the lines had no separator, and were split where `cutFrames` found texts beside codes.
 */
export type Table =
  { rows: string[][]; separator: string | null; isGuess: boolean } | { openQuote: number };

/**
 * Splits a text into rows of trimmed cells. Quoted cells may contain separators and line ends. A
 * first line `sep=;`, which Excel reads but does not show, gives the separator and remains as an
 * empty row.
 */
export function readTable(text: string): Table {
  const whole = text.replace(/^\ufeff/, "");
  const [line, character] = /^\s*"?sep=(.)"?[\t ;,|]*(?=\r|\n|$)/i.exec(whole) ?? [];
  const body = line === undefined ? whole : whole.slice(line.length);
  const named = character ?? separatorOf(body);
  const framed = named === null ? cutFrames(body) : null;
  const separator = framed === null ? named : "\t";
  const { rows, openQuote } = cutRows(framed ?? body, separator);
  return openQuote === null ? { rows, separator, isGuess: framed !== null } : { openQuote };
}

/** Splits a text into trimmed lines. */
export const readLines = (text: string): string[] =>
  text
    .replace(/^\ufeff/, "")
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim());

/**
 * Returns the character that splits most lines into the same number of cells; null for a plain
 * text.
 */
function separatorOf(text: string): string | null {
  const sample = text.slice(0, SAMPLE_SIGNS);
  let best: { character: string; share: number; width: number } | null = null;
  for (const character of SEPARATORS) {
    if (!sample.includes(character)) continue;
    const rows = cutRows(sample, character).rows.filter((row) => row.some((cell) => cell !== ""));
    const width = commonest(rows.map((row) => row.length).filter((count) => count > 1));
    const fitting = rows.filter((row) => row.length === width).length;
    const share = fitting / Math.max(1, rows.length);
    if (width === null || share < 0.3 || (fitting < 2 && share < 1)) continue;
    if (!best || share > best.share || (share === best.share && width > best.width))
      best = { character, share, width };
  }
  return best?.character ?? null;
}

/** Returns the most frequent number; if several are equally frequent, the smallest of them. */
export function commonest(numbers: readonly number[]): number | null {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  const [first] = [...counts].toSorted(([a, x], [b, y]) => y - x || a - b);
  return first?.[0] ?? null;
}

/** Rows of trimmed cells; `openQuote` is the row of a quotation mark that is never closed. */
interface SplitRows {
  rows: string[][];
  openQuote: number | null;
}

export function cutRows(text: string, separator: string | null): SplitRows {
  if (text.includes('"')) return cutQuoted(text, separator);
  const rows = text
    .split(/\r\n|\n|\r/)
    .map((line) =>
      separator === null ? [line.trim()] : line.split(separator).map((cell) => cell.trim()),
    );
  return { rows, openQuote: null };
}

function cutQuoted(text: string, separator: string | null): SplitRows {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quotedFrom: number | null = null;
  const endCell = () => {
    row.push(cell.trim());
    cell = "";
  };
  const endRow = () => {
    endCell();
    rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (quotedFrom !== null) {
      if (character !== '"') cell += character;
      else if (text.charAt(at + 1) === '"') cell += text.charAt(++at);
      else quotedFrom = null;
    } else if (character === '"' && cell.trim() === "") quotedFrom = rows.length + 1;
    else if (character === separator) endCell();
    else if (character === "\n" || character === "\r") {
      if (character === "\r" && text.charAt(at + 1) === "\n") at++;
      endRow();
    } else cell += character;
  }
  const openQuote = quotedFrom;
  endRow();
  return { rows, openQuote };
}

/**
 * A cell with a text that a spreadsheet must not change: `="0012"`. A long text is written in
 * several pieces, which `&` joins.
 */
const PROTECTED_TEXT = /^=\s*"(?:[^"]|"")*"(?:\s*&\s*"(?:[^"]|"")*")*$/;

/** Returns the text in `="…"` as Excel shows it; null for any other cell. */
export function unwrapText(cell: string): string | null {
  if (!cell.startsWith("=") || !PROTECTED_TEXT.test(cell)) return null;
  return [...cell.matchAll(/"((?:[^"]|"")*)"/g)]
    .map(([, part = ""]) => part.replaceAll('""', '"'))
    .join("");
}

/** Returns a cell without the marks that protect it in a spreadsheet: `="0012"` and `'0012`. */
export function unwrapCell(cell: string): string {
  const first = cell.charCodeAt(0);
  if (first === EQUALS) return unwrapText(cell) ?? cell;
  return first === APOSTROPHE && /^'[\d=+\-@][^']*$/.test(cell) ? cell.slice(1) : cell;
}
const EQUALS = 61;
const APOSTROPHE = 39;

/**
 * True for a long number that a spreadsheet wrote with an exponent, losing its last digits:
 * 1.23E+15.
 */
export const isPower = (cell: string): boolean =>
  /^[+-]?\d+(?:[.,٫]\d+)?E\+\d{1,3}$|^[+-]?\d[.,٫]\d+E\d{1,3}$/i.test(cell.replace(/\s/g, ""));
