/**
 * Writes rows as a CSV file that spreadsheets open in Persian and save unchanged. It has a byte
 * order mark. Cells that a spreadsheet would read as a formula, a number or a date are written as a
 * quoted text, `="0012"`. Excel shows and saves the text within the quotes; the shop reads such a
 * cell with `unwrapCell` of persian/table.ts (decision 66). With `hasDates`, days such as
 * 2026-11-26 stay dates, so that spreadsheets can calculate with them.
 */
export function writeCsv(
  rows: readonly (readonly (string | number)[])[],
  { hasDates = false } = {},
): string {
  const write = (cell: string | number) => writeCell(cell, hasDates);
  return `\ufeff${rows.map((row) => `${row.map(write).join(",")}\r\n`).join("")}`;
}

/** Characters that start a formula, and the mark with which spreadsheets protect texts. */
const FORMULA = /^\s*[=+\-@'＝＋－＠\t\r]/;
/** Numbers, dates and times in all common forms, and numbers with an exponent such as 12E45. */
const NUMBER = /^[\s\d.,:/+\-()%$€£٬٫]*\d[\s\d.,:/+\-()%$€£٬٫]*(?:e[+-]?\d+)?\s*(?:[ap]m?)?\s*$/i;
/**
 * The name of a month in any language, with a day, a year or both: MAR-12, 1SEP2026, 1 Sep 26
 * 10:30.
 */
const GAP = "[\\s\\-/.,]{0,2}";
const MONTH = new RegExp(
  `^(?=.*\\d)(?:\\d{1,4}${GAP})?\\p{Script=Latin}{3,9}(?:${GAP}\\d{1,4}){0,2}(?:\\s\\d{1,2}:.*)?$`,
  "u",
);
const WORD = /^(?:true|false)$/i;
const DATE = /^\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d(?:\.\d{3}Z)?)?)?$|^\d\d:\d\d$/;
/** Whole numbers that every spreadsheet shows and saves unchanged. */
const WHOLE = /^(?:0|[1-9]\d{0,10})$/;
/** The most digits of a number; spreadsheets write longer numbers with an exponent. */
const DIGITS_MAX = 11;
/** The most characters of one quoted text; longer texts are written in several pieces. */
const TEXT_MAX = 255;

function writeCell(cell: string | number, hasDates: boolean): string {
  const text = String(cell);
  if (WHOLE.test(text) || (hasDates && DATE.test(text))) return text;
  const isChanged =
    typeof cell === "number"
      ? text.length > DIGITS_MAX
      : [FORMULA, NUMBER, MONTH, WORD].some((kind) => kind.test(text)) || text !== text.trim();
  const kept = isChanged ? keepText(text) : text;
  return /[",;|\t\r\n]/.test(kept) ? `"${kept.replaceAll('"', '""')}"` : kept;
}

function keepText(text: string): string {
  const pieces = text.match(new RegExp(`[^]{1,${String(TEXT_MAX)}}`, "g")) ?? [""];
  return `=${pieces.map((piece) => `"${piece.replaceAll('"', '""')}"`).join("&")}`;
}
