import { headerKind } from "./code-headers.ts";
import { cellKind, isWordy, noCodeKind } from "./code-look.ts";
import { misfitOf, shapeOf, shapesOfFile } from "./code-shape.ts";
import { toLatinDigits } from "./digits.ts";
import { commonest, unwrapCell } from "./table.ts";

/**
 * Finds where the codes of a table begin and end: titles and headers above, totals and notes below.
 */

/** The number of first rows in which titles and headers are searched. */
const TOP_MAX = 30;
/** The number of rows below with which a row is compared. */
const SAMPLE = 300;

const fullCells = (row: readonly string[]) => row.map(unwrapCell).filter((cell) => cell !== "");

/** Returns the number of cells that most rows have. */
export const widthOf = (rows: readonly string[][]): number =>
  commonest(
    rows
      .slice(0, SAMPLE)
      .filter((row) => fullCells(row).length > 1)
      .map((row) => row.length),
  ) ??
  commonest(
    rows
      .slice(0, SAMPLE)
      .filter((row) => fullCells(row).length === 1)
      .map((row) => row.length),
  ) ??
  1;

export interface Top {
  /** The number of rows before the first row with a code. */
  headerRows: number;
  /** The names of the columns; empty without a header row. */
  names: readonly string[];
}

/**
 * Finds the header row by known words. If there are none, a header row is one whose cells look
 * different from all cells below.
 */
export function findTop(rows: readonly string[][], width: number): Top {
  let headerRows = 0;
  let names: readonly string[] = [];
  const last = Math.min(TOP_MAX, rows.length - 1);
  for (let at = 0; at < last; at++)
    if (isCode(rows[at] ?? [], rows.slice(at + 1, at + 1 + SAMPLE))) break;
    else if (isHeaderRow(rows[at] ?? [], width)) {
      headerRows = at + 1;
      names = rows[at] ?? [];
      break;
    }
  while (headerRows < last) {
    const row = rows[headerRows] ?? [];
    if (fullCells(row).length > 0) {
      if (!isTitle(row, rows.slice(headerRows + 1, headerRows + 1 + SAMPLE), width)) break;
      if (fullCells(row).length >= Math.max(1, width / 2)) names = row;
    }
    headerRows += 1;
  }
  return { headerRows, names: names.map((name) => name.replace(/[\s:]+$/, "").slice(0, 40)) };
}

/**
 * True for a header row: some cells have known words, and the others contain no digit. In a table
 * it has at least two cells.
 */
function isHeaderRow(row: readonly string[], width: number): boolean {
  const cells = fullCells(row);
  const known = cells.map(headerKind).filter((kind) => kind !== null);
  if (known.length === 0 || cells.length < Math.min(2, width)) return false;
  const strange = cells.filter((cell) => headerKind(cell) === null && /\d/.test(cell)).length;
  return known.length >= cells.length / 3 && strange === 0;
}

/**
 * True when a row has the same shape as a lower row in some column, and is therefore a row of
 * codes.
 */
const isCode = (row: readonly string[], below: readonly string[][]): boolean =>
  row.map(unwrapCell).some((cell, at) => {
    const isLikely = /\d/.test(cell) && /\p{L}/u.test(cell) && cellKind(cell) === "code";
    const shape = isLikely ? shapeOfText(cell) : null;
    return (
      shape !== null && below.some((other) => shapeOfText(unwrapCell(other[at] ?? "")) === shape)
    );
  });

/** True for a row above the codes that contains no code itself. */
function isTitle(row: readonly string[], below: readonly string[][], width: number): boolean {
  if (isCode(row, below)) return false;
  const cells = fullCells(row).map((cell) => toLatinDigits(cell));
  if (cells.every(isWordy))
    return (
      width === 1 || cells.some((cell) => noCodeKind(cell) !== null) || hasDigits(below, width)
    );
  if (width > 1) {
    const isShort = cells.length < Math.min(2, width) && (row[0] ?? "") !== "";
    return isShort || (cells.every((cell) => !/\d/.test(cell)) && hasDigits(below, width));
  }
  const [cell = ""] = cells;
  if (/\d/.test(cell) || !hasDigits(below, 1)) return false;
  const shapes = Map.groupBy(
    below.map(([code = ""]) => unwrapCell(code)).filter((code) => code !== ""),
    shapeOfText,
  );
  const usual = shapesOfFile([...shapes].map(([shape, all]) => ({ shape, count: all.length })));
  return usual.length > 0 && misfitOf(shapeOfText(cell), usual) !== null;
}

const shapeOfText = (text: string) => shapeOf(text, toLatinDigits(text).replace(/[\s-]/g, ""));

/** True when nearly all rows have a digit in the same column. */
function hasDigits(rows: readonly string[][], width: number): boolean {
  const full = rows.filter((row) => fullCells(row).length > 0);
  return Array.from({ length: width }, (_, at) => at).some(
    (at) =>
      full.length > 0 &&
      full.filter((row) => /\d/.test(toLatinDigits(row[at] ?? ""))).length >= full.length * 0.8,
  );
}

/** The most rows below a table that are removed as totals or notes. */
const FOOT_MAX = 10;

/** Removes the last rows that have words instead of a code, and returns them. */
export function cutFoot(body: string[][], taken: number): string[][] {
  const foot: string[][] = [];
  while (foot.length < FOOT_MAX && body.length > 1) {
    const row = body.at(-1) ?? [];
    const cells = fullCells(row);
    const cell = unwrapCell(row[taken] ?? "");
    const saysWords = cells.some((one) => noCodeKind(one) === "words");
    if (cells.length > 0 && !(saysWords && (cell === "" || cellKind(cell) !== "code"))) break;
    foot.unshift(row);
    body.pop();
  }
  return foot;
}
