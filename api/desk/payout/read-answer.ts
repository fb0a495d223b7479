import type { AnsweredLine } from "../../../contract/desk/payout.ts";
import { toLatinDigits } from "../../../persian/digits.ts";
import { parseCardNumber, parseIban } from "../../../persian/identifiers.ts";
import { searchKey } from "../../../persian/search-key.ts";
import { readSum } from "../../../persian/sum.ts";
import { cutRows, isPower, unwrapCell } from "../../../persian/table.ts";
import { bankName } from "../../../persian/bank-name.ts";

/**
 * Reads a bank's answer to a file. Every bank has its own tables, so the position of a column means
 * nothing: a line belongs to the row whose tracking number, IBAN or card it contains, and it must
 * also contain the amount of that row. When a line is uncertain, its result is `unclear`, and a
 * person decides.
 */

/** A row of the file, with the facts by which an answer is matched. */
export interface KnownRow {
  withdrawalId: string;
  tracking: string;
  amountRial: number;
  cardNumber: string;
  iban: string;
  owner: string;
  isOpen: boolean;
}

const HEADS = {
  reference: ["پیگیری", "ارجاع", "مرجع", "سند", "reference", "trace", "rrn"],
  result: ["نتیجه", "وضعیت", "status", "result"],
  words: ["شرح", "علت", "دلیل", "توضیح", "reason", "description"],
};
type Column = keyof typeof HEADS;

const FAILED =
  /ناموفق|برگشت|عودت|مردود|رد شد|مسدود|نامعتبر|ابطال|لغو|خطا|انجام نشد|fail|return|reject|rjct|error/;
const PAID = /موفق|انجام شد|واریز شد|پرداخت شد|تسویه|نهایی|paid|settled|success|acsc|accc/;

/** Returns the meaning of each line of an answer; header rows and empty lines are skipped. */
export function readAnswer(text: string, rows: readonly KnownRow[]): AnsweredLine[] {
  let columns: Partial<Record<Column, number>> = {};
  const seen = new Set<string>();
  const references = new Set<string>();
  const lines: AnsweredLine[] = [];
  for (const line of linesOf(text)) {
    const cells = cellsOf(line);
    if (cells.every((cell) => cell === "")) continue;
    const head = headOf(cells);
    if (head) {
      columns = head;
      continue;
    }
    const read = readLine(cells, rows, columns);
    if (read.withdrawalId !== null && read.finding !== "settled") {
      if (seen.has(read.withdrawalId)) makeUnclear(read, "این ردیف دو بار در پاسخ آمده است.");
      seen.add(read.withdrawalId);
    }
    if (read.finding === "paid") {
      if (references.has(read.reference))
        makeUnclear(read, "این شمارهٔ پیگیری برای ردیف دیگری هم آمده است.");
      references.add(read.reference);
    }
    lines.push({ line: line.trim(), ...read });
  }
  return lines;
}

type Read = Omit<AnsweredLine, "line">;

function makeUnclear(read: Read, why: string): void {
  read.finding = "unclear";
  read.why = why;
}

function readLine(
  cells: readonly string[],
  rows: readonly KnownRow[],
  columns: Partial<Record<Column, number>>,
): Read {
  const row = findRow(cells, rows);
  const none = { withdrawalId: null, reference: "", words: "" };
  const damage = damageOf(cells, rows);
  if (row === "none" && damage !== "") return { ...none, finding: "unclear", why: damage };
  if (row === "none") return { ...none, finding: "unknown", why: "این سطر دربارهٔ هیچ ردیفی نیست." };
  if (row === "several")
    return { ...none, finding: "unclear", why: "این سطر به چند ردیف می‌خورد." };
  const { withdrawalId } = row;
  const rest = cells.filter((cell) => cell !== "" && !isOfRow(cell, row));
  const named = (column: Column) => {
    const at = columns[column];
    return at === undefined ? undefined : (cells[at] ?? "");
  };
  const result = searchKey(named("result") ?? rest.join(" "));
  const isFailed = FAILED.test(result);
  // «نا موفق» means failed, although it contains the word «موفق», which alone means paid.
  const isPaid = !isFailed && !/نا موفق/.test(result) && PAID.test(result);
  const reference = named("reference") ?? onlyNumber(rest);
  const words = wordsOf(named("words"), named("result"), rest);
  const base = { withdrawalId, reference: toLatinDigits(reference).trim(), words };
  if (!row.isOpen) return { ...base, finding: "settled", why: "" };
  if (!cells.some((cell) => amountOf(cell) === row.amountRial))
    return {
      ...base,
      finding: "unclear",
      why: damage === "" ? "مبلغ این سطر مبلغ ردیف به ریال نیست." : damage,
    };
  if (isFailed || /نا موفق/.test(result))
    return words.length < 3
      ? { ...base, words: "بانک آن را برگرداند", finding: "returned", why: "" }
      : { ...base, finding: "returned", why: "" };
  if (isPower(base.reference))
    return { ...base, reference: "", finding: "unclear", why: sayPower(base.reference) };
  if (base.reference === "")
    return { ...base, finding: "unclear", why: "شمارهٔ پیگیری این سطر پیدا نشد." };
  // In the shop's own table, a row with a reference but no result was paid.
  const saysNothing = result === "" && columns.reference !== undefined;
  return isPaid || saysNothing
    ? { ...base, finding: "paid", why: "" }
    : { ...base, finding: "unclear", why: "از این سطر پیدا نیست که واریز شده یا نه." };
}

/**
 * Finds the row whose tracking number the line contains, otherwise the only row with its IBAN or
 * card, and its amount.
 */
function findRow(
  cells: readonly string[],
  rows: readonly KnownRow[],
): KnownRow | "none" | "several" {
  const digits = cells.map((cell) => toLatinDigits(cell).replace(/\s/g, ""));
  const tracked = rows.filter(({ tracking }) => digits.includes(tracking));
  const places = cells.flatMap((cell) => parseIban(cell) ?? parseCardNumber(cell) ?? []);
  const [first] = tracked;
  if (first && tracked.length === 1) {
    // The account must match too: a tracking number that occurs by chance must not settle another
    // account's row.
    const isTheirs = places.length === 0 || places.some((place) => isPlaceOf(place, first));
    return isTheirs ? first : "several";
  }
  const amounts = cells.map(amountOf);
  const theirs = rows.filter((row) => places.some((place) => isPlaceOf(place, row)));
  const fitting = theirs.filter(({ amountRial }) => amounts.includes(amountRial));
  // If only the amount differs, the row is still returned, so that the difference is reported.
  const found = fitting.length > 0 ? fitting : theirs;
  const open = found.filter(({ isOpen }) => isOpen);
  const [only] = open.length > 0 ? open : found;
  if (!only) return "none";
  return open.length > 1 ? "several" : only;
}

const sayPower = (cell: string) =>
  `اکسل عددی از این سطر را به توان نوشته و رقم‌هایش از دست رفته است («${cell}»). آن را از بانک بردارید و دستی بنویسید.`;

/** Describes how a spreadsheet damaged the numbers of a line; empty when it did not. */
function damageOf(cells: readonly string[], rows: readonly KnownRow[]): string {
  const power = cells.find((cell) => isPower(toLatinDigits(cell)));
  if (power !== undefined) return sayPower(power);
  const isCut = cells.some((cell) => {
    const digits = toLatinDigits(cell).replace(/[\s-]/g, "");
    return (
      /^\d{15}0$/.test(digits) &&
      rows.some(({ cardNumber }) => cardNumber.slice(0, 15) === digits.slice(0, 15))
    );
  });
  return isCut ? "اکسل رقم آخر کارت این سطر را صفر کرده است. این ردیف را دستی بنویسید." : "";
}

const isPlaceOf = (place: string, { iban, cardNumber }: KnownRow) =>
  place === cardNumber || (iban !== "" && place === iban);

const isOfRow = (cell: string, row: KnownRow) =>
  amountOf(cell) === row.amountRial ||
  toLatinDigits(cell).trim() === row.tracking ||
  isPlaceOf(parseIban(cell) ?? parseCardNumber(cell) ?? "", row) ||
  (cell !== "" && bankName(cell) === row.owner);

/**
 * Returns the content of the only cell among these that looks like a reference; empty when no cell
 * or several cells do.
 */
function onlyNumber(rest: readonly string[]): string {
  const numbers = rest
    .map((cell) => toLatinDigits(cell).trim())
    .filter((cell) => /^[A-Z]{0,4}\d{6,30}$/i.test(cell));
  return numbers.length === 1 ? (numbers[0] ?? "") : "";
}

function wordsOf(
  words: string | undefined,
  result: string | undefined,
  rest: readonly string[],
): string {
  const found = [words, result].filter((part) => part !== undefined && part !== "");
  const text =
    found.length > 0 ? found.join("؛ ") : rest.filter((cell) => /\p{L}{2}/u.test(cell)).join("؛ ");
  return [...text.replace(/[\p{Cc}\p{Cf}]/gu, (mark) => (mark === "\u200c" ? mark : " "))]
    .slice(0, 300)
    .join("")
    .trim();
}

/**
 * Returns the amount in a cell, in rial, written with or without separators; NaN when the cell is
 * not a whole number.
 */
function amountOf(cell: string): number {
  const sum = readSum(cell.replace(/ر[یي]ال/g, "").replace(/[.٫][0۰]{1,2}\s*$/, ""));
  return typeof sum === "number" ? sum : Number.NaN;
}

/**
 * Returns the lines of a table, without a line such as `sep=;`. A quoted cell may continue in the
 * next lines.
 */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  let open = "";
  for (const line of text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/)) {
    const whole = open === "" ? line : `${open} ${line}`;
    const isOpen = (whole.match(/"/g) ?? []).length % 2 === 1;
    // A single quotation mark in a name does not start a cell of several lines.
    if (isOpen && open === "") open = whole;
    else {
      lines.push(...(isOpen ? [open, line] : [whole]));
      open = "";
    }
  }
  if (open !== "") lines.push(open);
  return lines.filter((line) => !/^\s*"?sep=.?"?\s*$/i.test(line));
}

/**
 * Splits a line of a table at tabs, semicolons, bars or commas. A comma within quotes or digits
 * does not split.
 */
function cellsOf(line: string): string[] {
  const bare = line.replace(/"(?:[^"]|"")*"/g, "");
  const separator = ["\t", ";", "|"].find((character) => bare.includes(character)) ?? ",";
  const [cells = [""]] = cutRows(line, separator).rows;
  return cells.map(unwrapCell);
}

/**
 * Returns the positions of the columns that a header row names; null when the line is not a header
 * row.
 */
function headOf(cells: readonly string[]): Partial<Record<Column, number>> | null {
  if (cells.length < 2 || cells.some((cell) => /\d{4}/.test(toLatinDigits(cell)))) return null;
  const keys = cells.map((cell) => searchKey(cell));
  const found = (Object.keys(HEADS) as Column[]).flatMap((column) => {
    const at = keys.findIndex((key) => HEADS[column].some((word) => key.includes(word)));
    return at === -1 ? [] : [[column, at] as const];
  });
  return found.length > 0 ? Object.fromEntries(found) : null;
}
