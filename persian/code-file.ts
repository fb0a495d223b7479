import { toPersianDigits } from "./digits.ts";

/**
 * Reads files of codes: plain text with one code a line, or a table with commas, semicolons or tabs.
 * Browser and command line read them alike; codes reach the shop line by line.
 */

/** The codes of a file, or the sentence that says why it cannot be read. */
export type CodeFile = CodesInFile | { trouble: string };

export interface CodesInFile {
  /** Trimmed, in the order of the file. An empty line in the middle is an empty text. */
  codes: string[];
  /** 1 when the first line names the columns. */
  head: number;
  /** The names of the columns, or their numbers; one for a plain text. */
  columns: string[];
  /** The column that was taken. */
  column: number;
}

export interface Limits {
  /** Codes in a file. */
  linesMax: number;
  /** A longer line is cut one sign behind this, so that it is still seen to be too long. */
  signsMax: number;
}

/** Bytes of a file; a hundred thousand long codes have less. */
const BYTES_MAX = 20 * 1024 * 1024;

const SENTENCES = {
  large: "این پرونده از ۲۰ مگابایت بزرگ‌تر است. آن را چند بخش کنید.",
  archive: "این یک پروندهٔ اکسل یا فشرده است. آن را به شکل CSV یا متن ساده ذخیره کنید.",
  document: "این پرونده متن ساده نیست. کدها را در CSV یا متن ساده بدهید.",
  encoding:
    "این پرونده با UTF-8 یا UTF-16 نوشته نشده است. آن را با کدگذاری UTF-8 ذخیره کنید و دوباره بدهید.",
  empty: "این پرونده کدی ندارد.",
};

/** Returns the sentence for a file that is too large to be read; null for one that may be read. */
export const troubleOfSize = (bytes: number): string | null =>
  bytes > BYTES_MAX ? SENTENCES.large : null;

/** Reads the bytes of a file piece by piece, and returns its text or why it is none. */
export async function decodeFile(
  pieces: AsyncIterable<Uint8Array>,
): Promise<{ text: string } | { trouble: string }> {
  let decoder: TextDecoder | undefined;
  let text = "";
  let bytes = 0;
  try {
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > BYTES_MAX) return { trouble: SENTENCES.large };
      if (!decoder) {
        const trouble = troubleOfKind(piece);
        if (trouble !== null) return { trouble };
        decoder = new TextDecoder(encodingOf(piece), { fatal: true, ignoreBOM: false });
      }
      text += decoder.decode(piece, { stream: true });
    }
    text += decoder?.decode() ?? "";
  } catch {
    return { trouble: SENTENCES.encoding };
  }
  return { text };
}

function troubleOfKind(start: Uint8Array): string | null {
  const begins = (...bytes: number[]) => bytes.every((byte, at) => start[at] === byte);
  if (begins(0x50, 0x4b, 0x03, 0x04) || begins(0xd0, 0xcf, 0x11, 0xe0) || begins(0x1f, 0x8b))
    return SENTENCES.archive;
  return begins(0x25, 0x50, 0x44, 0x46) ? SENTENCES.document : null;
}

/** UTF-16 without a mark shows itself: every other byte of Latin letters and digits is 0. */
function encodingOf(start: Uint8Array): string {
  const [first, second] = start;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const sample = start.subarray(0, 64);
  const zerosAt = (rest: number) =>
    sample.filter((byte, at) => byte === 0 && at % 2 === rest).length;
  const isMostly = (rest: number) => sample.length > 3 && zerosAt(rest) > sample.length / 4;
  if (isMostly(1)) return "utf-16le";
  return isMostly(0) ? "utf-16be" : "utf-8";
}

/** Finds the codes in a text. `column` is the one to take; without it the likeliest is taken. */
export function findCodes(text: string, { linesMax, signsMax }: Limits, column?: number): CodeFile {
  const read = readRows(text.replace(/^\ufeff/, ""));
  if ("openQuote" in read) {
    const line = toPersianDigits(read.openQuote);
    return { trouble: `گیومه‌ای که در سطر ${line} باز شده بسته نشده است.` };
  }
  const { rows } = read;
  while (rows.at(-1)?.every((cell) => cell === "")) rows.pop();
  const [first] = rows;
  if (!first) return { trouble: SENTENCES.empty };
  const named = first.findIndex((cell) => HEADS.test(cell));
  const head = named === -1 ? 0 : 1;
  const width = Math.max(...rows.slice(0, SAMPLE_ROWS).map((row) => row.length));
  const taken = column ?? (head === 1 ? bestHead(first) : likeliest(rows, width));
  const codes = rows.slice(head).map((row) => (row[taken] ?? "").slice(0, signsMax + 1));
  if (codes.every((code) => code === "")) return { trouble: SENTENCES.empty };
  if (codes.length > linesMax) {
    const [found, most] = [codes.length, linesMax].map((count) =>
      toPersianDigits(count.toLocaleString("en").replaceAll(",", "٬")),
    );
    return {
      trouble: `این پرونده ${String(found)} کد دارد و یک پرونده بیش از ${String(most)} کد نمی‌گیرد. آن را چند بخش کنید.`,
    };
  }
  const columns = Array.from({ length: width }, (_, at) =>
    head === 1 && first[at] ? first[at] : `ستون ${toPersianDigits(at + 1)}`,
  );
  return { codes, head, columns, column: taken };
}

/** Names of the column with the codes, the likeliest first. */
const HEAD_NAMES = [
  /^(?:gift ?)?(?:card ?)?codes?$|^کد(?:ها)?(?: (?:هدیه|کارت))?$/i,
  /^(?:pin|voucher|key|redeem ?code|activation ?code)s?$|^(?:رمز|پین|ووچر)$/i,
  /^serial(?: ?number)?s?$|^(?:سریال|شماره سریال)$/i,
];
const HEADS = new RegExp(HEAD_NAMES.map(({ source }) => source).join("|"), "i");

function bestHead(row: readonly string[]): number {
  for (const name of HEAD_NAMES) {
    const at = row.findIndex((cell) => name.test(cell));
    if (at !== -1) return at;
  }
  return 0;
}

const SAMPLE_ROWS = 200;
/** Shorter cells are numbers of rows, prices or states rather than codes. */
const CODE_LENGTH_MIN = 6;

/** The column whose cells differ most and are long enough for codes. */
function likeliest(rows: readonly string[][], width: number): number {
  const sample = rows.slice(0, SAMPLE_ROWS);
  const kinds = Array.from({ length: width }, (_, at) => {
    const cells = sample.map((row) => row[at] ?? "");
    return new Set(cells.filter((cell) => cell.length >= CODE_LENGTH_MIN)).size;
  });
  return Math.max(0, kinds.indexOf(Math.max(...kinds)));
}

const SEPARATORS = ["\t", ";", ","];

/** The separator that stands in every line of the beginning; null for a plain text. */
function separatorOf(text: string): string | null {
  const lines = text
    .slice(0, 20_000)
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== "")
    .slice(0, 20)
    .map((line) => line.replace(/"(?:[^"]|"")*"/g, ""));
  return SEPARATORS.find((sign) => lines.every((line) => line.includes(sign))) ?? null;
}

/** Cuts a text into rows of trimmed cells. `openQuote` is the line of a quote without an end. */
function readRows(text: string): { rows: string[][] } | { openQuote: number } {
  const separator = separatorOf(text);
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
    const sign = text.charAt(at);
    if (quotedFrom !== null) {
      if (sign !== '"') cell += sign;
      else if (text.charAt(at + 1) === '"') cell += text.charAt(++at);
      else quotedFrom = null;
    } else if (sign === '"' && cell.trim() === "") quotedFrom = rows.length + 1;
    else if (sign === separator) endCell();
    else if (sign === "\n" || sign === "\r") {
      if (sign === "\r" && text.charAt(at + 1) === "\n") at++;
      endRow();
    } else cell += sign;
  }
  if (quotedFrom !== null) return { openQuote: quotedFrom };
  endRow();
  return { rows };
}

/** Characters of one call: its body has to stay below 64 KiB, and a sign takes three bytes at most. */
const CALL_CHARACTERS_MAX = 20_000;

/** Returns the next lines that one call carries, from the index `from` on. */
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
