import { type ColumnKind, chooseColumn, lookAtColumn, showCell } from "./code-column.ts";
import { noCodeKind } from "./code-look.ts";
import { cutFoot, findTop, widthOf } from "./code-top.ts";
import { toPersianDigits } from "./digits.ts";
import { type Table, readLines, readTable, unwrapCell } from "./table.ts";

/**
 * Reads files of codes: plain text with one code in each line, or a table. Browser and command line
 * use the same functions; the shop receives the codes line by line and checks each of them again.
 */

/** The codes of a file, or the sentence that says why it cannot be read. */
export type CodeFile = CodesInFile | { trouble: string };

export interface CodesInFile {
  /** Trimmed, in the order of the file. An empty line between codes is an empty text. */
  codes: string[];
  /** Rows of the file before its first code: titles, headers, empty rows. */
  headerRows: number;
  /** The chosen column, or WHOLE_LINE. */
  column: number;
  /** False when another column may contain the codes, so that a person must check the choice. */
  isSure: boolean;
  /**
   * The number of cells of this column that a spreadsheet wrote as `="0012"`; their codes are read
   * without these marks.
   */
  unwrapped: number;
  /** Rows that are not codes: titles, headers and totals. */
  leftOut: string[];
  /** True when the text was split into columns, or when a person chose whole lines instead. */
  isTable: boolean;
  /** The row numbers of the sample that is shown for each column. */
  lines: number[];
  columns: CodeColumn[];
}

interface CodeColumn {
  name: string;
  kind: ColumnKind;
  /** Its cells in the rows of the sample; only the ends of codes are visible. */
  cells: string[];
}

/** The value of `column` that reads each whole line as a code. */
export const WHOLE_LINE = -1;

export interface Limits {
  /** The most codes in a file. */
  linesMax: number;
  /**
   * A longer line is cut one character after this length, so that it is still recognised as too
   * long.
   */
  charactersMax: number;
}

const EMPTY = "این پرونده کدی ندارد.";

/**
 * Finds the codes in a text. `column` is the column to read; when absent, the most likely one is
 * chosen.
 */
export function findCodes(
  text: string,
  { linesMax, charactersMax }: Limits,
  column?: number,
): CodeFile {
  const table = column === WHOLE_LINE ? linesAsTable(text) : readTable(text);
  if ("openQuote" in table) {
    const line = toPersianDigits(table.openQuote);
    return { trouble: `گیومه‌ای که در سطر ${line} باز شده بسته نشده است.` };
  }
  const { rows, separator, isGuess } = table;
  while (rows.at(-1)?.every((cell) => cell === "")) rows.pop();
  if (rows.length === 0) return { trouble: EMPTY };
  const width = separator === null ? 1 : widthOf(rows);
  const top = findTop(rows, width);
  const body = rows.slice(top.headerRows);
  const looks = Array.from({ length: width }, (_, at) =>
    lookAtColumn(body, at, top.names[at] ?? ""),
  );
  const choice = chooseColumn(looks);
  const taken = column === undefined || column === WHOLE_LINE ? choice.column : column;
  const foot = cutFoot(body, taken);
  let unwrapped = 0;
  const codes = body.map((row) => {
    const cell = row[taken] ?? "";
    const code = unwrapCell(cell);
    if (code !== cell) unwrapped += 1;
    return code.slice(0, charactersMax + 1);
  });
  const isNone = (code: string) => code === "" || (width === 1 && noCodeKind(code) === "words");
  if (codes.every(isNone)) return { trouble: EMPTY };
  if (codes.length > linesMax) return { trouble: sayTooMany(codes.length, linesMax) };
  const lines = linesShown(body, taken);
  return {
    codes,
    headerRows: top.headerRows,
    column: column ?? taken,
    isSure: column !== undefined || (choice.isSure && !isGuess),
    unwrapped,
    leftOut: [...rows.slice(0, top.headerRows), ...foot].map(sayRow).filter((row) => row !== ""),
    isTable: separator !== null || column === WHOLE_LINE,
    lines: lines.map((at) => at + top.headerRows + 1),
    columns: looks.map(({ kind }, at) => ({
      name: top.names[at] || (width === 1 ? "کد" : `ستون ${toPersianDigits(at + 1)}`),
      kind,
      cells: lines.map((line) => showCell(unwrapCell(body[line]?.[at] ?? ""), kind)),
    })),
  };
}

const linesAsTable = (text: string): Table => ({
  rows: readLines(text).map((line) => [line]),
  separator: null,
  isGuess: false,
});

function sayTooMany(count: number, linesMax: number): string {
  const [found, most] = [count, linesMax].map((number) =>
    toPersianDigits(number.toLocaleString("en").replaceAll(",", "٬")),
  );
  return `این پرونده ${String(found)} کد دارد و یک پرونده بیش از ${String(most)} کد نمی‌گیرد. آن را چند بخش کنید.`;
}

/** The number of rows that are shown from the beginning, from the middle and from the end. */
const SHOWN = 2;

/**
 * Returns the indexes of rows from the beginning, middle and end, so that a person can judge the
 * columns.
 */
function linesShown(body: readonly string[][], taken: number): number[] {
  const full = body.flatMap((row, at) => ((row[taken] ?? "") === "" ? [] : [at]));
  const middle = Math.max(SHOWN, Math.floor(full.length / 2) - 1);
  return [
    ...new Set([
      ...full.slice(0, SHOWN),
      ...full.slice(middle, middle + SHOWN),
      ...full.slice(-SHOWN),
    ]),
  ];
}

const sayRow = (row: readonly string[]) =>
  row
    .filter((cell) => cell !== "")
    .join("، ")
    .slice(0, 80);

/**
 * The most characters in one call. Its body must stay below 64 KiB, and a character takes up to
 * three bytes.
 */
const CALL_CHARACTERS_MAX = 20_000;

/** Returns the lines that fit into one call, starting at the index `from`. */
export function nextLines(codes: readonly string[], from: number, linesMax: number): string[] {
  const lines: string[] = [];
  let size = 0;
  for (const code of codes.slice(from, from + linesMax)) {
    size += JSON.stringify(code).length + 1;
    if (size > CALL_CHARACTERS_MAX && lines.length > 0) break;
    lines.push(code);
  }
  return lines;
}
