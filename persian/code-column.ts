import { type HeadKind, headerKind } from "./code-headers.ts";
import { type CellKind, cellKind, noCodeKind } from "./code-look.ts";
import { toLatinDigits } from "./digits.ts";
import { commonest, unwrapCell } from "./table.ts";

/** Finds the column of a table that contains the codes, by the look of its values. */

/**
 * code: different values of one kind; pin: short numbers; sequence: numbers that count up;
 * repeated: few different values. For the other kinds, see `CellKind`.
 */
export type ColumnKind = CellKind | "pin" | "sequence" | "repeated";

export interface ColumnLook {
  kind: ColumnKind;
  /** Higher when the column is more likely to contain the codes. */
  score: number;
  named: HeadKind | null;
}

const SCORES: Record<ColumnKind, number> = {
  code: 100,
  pin: 60,
  sequence: 30,
  link: 25,
  mail: 15,
  repeated: 10,
  price: 5,
  power: 5,
  date: 5,
  words: 3,
  empty: 0,
};
const NAMED = { code: 40, pin: 35, serial: -25, other: -60 } as const;

/** Cells by which a column is judged: the first ones, and a sample of the others. */
const BEGINNING = 200;
const OF_THE_REST = 200;

/** Computes the kind and the score of a column from the rows below the header. */
export function lookAtColumn(body: readonly string[][], at: number, name: string): ColumnLook {
  const step = Math.max(1, Math.ceil((body.length - BEGINNING) / OF_THE_REST));
  const rows = body.filter((_, row) => row < BEGINNING || row % step === 0);
  const cells = rows.map((row) => toLatinDigits(unwrapCell(row[at] ?? "")));
  const full = cells.filter((cell) => cell !== "");
  const kind = kindOf(full);
  const length = commonest(full.map((cell) => cell.length));
  const alike = full.filter((cell) => cell.length === length).length / Math.max(1, full.length);
  const named = headerKind(name);
  const score =
    (SCORES[kind] + 20 * alike) * (full.length / Math.max(1, cells.length)) +
    (named === null ? 0 : NAMED[named]);
  return { kind, score, named };
}

function kindOf(full: readonly string[]): ColumnKind {
  if (full.length === 0) return "empty";
  const [first] = [...Map.groupBy(full, cellKind)].toSorted(([, a], [, b]) => b.length - a.length);
  const [kind, cells]: [CellKind, string[]] = first ?? ["empty", []];
  const different = new Set(full).size / full.length;
  if (kind === "price" && full.length > 2 && different > 0.5 && isPin(cells)) return "pin";
  if (kind !== "code" && kind !== "price") return kind;
  if (isSequence(full.slice(0, BEGINNING))) return "sequence";
  if (kind === "price") return kind;
  return full.length > 2 && different < 0.7 ? "repeated" : "code";
}

/** True for short numbers of one length that do not count up. */
function isPin(cells: readonly string[]): boolean {
  const length = commonest(cells.map((cell) => cell.length));
  const same = cells.filter((cell) => cell.length === length && /^\d+$/.test(cell));
  return length !== null && length >= 4 && same.length >= cells.length * 0.8 && !isSequence(cells);
}

/**
 * True for numbers that increase by small steps, such as row, order or serial numbers; any text may
 * precede them.
 */
function isSequence(cells: readonly string[]): boolean {
  if (cells.length < 3) return cells.every((cell, at) => cell === String(at + 1));
  const ends = cells.map((cell) => {
    const [, digits = ""] = /(\d{1,15})\D?$/.exec(cell) ?? [];
    return digits === "" ? Number.NaN : Number(digits);
  });
  const near = ends.filter((end, at) => {
    const step = end - (ends[at - 1] ?? Number.NaN);
    return step > 0 && step <= 20;
  });
  return near.length >= (cells.length - 1) * 0.8;
}

/** The smallest difference between the two best scores with which the choice is sure. */
const AHEAD = 30;

/**
 * Returns the column with the best score. The choice is sure when no other column has a score close
 * to it, its numbers do not count up, and its header does not name something else.
 */
export function chooseColumn(looks: readonly ColumnLook[]): { column: number; isSure: boolean } {
  const order = looks.map(({ score }, at) => ({ score, at })).toSorted((a, b) => b.score - a.score);
  const [best, second] = order;
  const column = best?.at ?? 0;
  const look = looks[column];
  if (look?.named === "other" || look?.kind === "sequence") return { column, isSure: false };
  const isCode = look?.kind === "code" || look?.kind === "pin";
  const isNamed = look?.named === "code" || look?.named === "pin";
  const others = looks.filter(
    ({ kind }, at) => at !== column && (kind === "code" || kind === "pin"),
  );
  const isAhead = (best?.score ?? 0) - (second?.score ?? 0) >= AHEAD;
  const isSure = looks.length === 1 || (isCode && isAhead && (others.length === 0 || isNamed));
  return { column, isSure };
}

const CODE_KINDS: readonly ColumnKind[] = ["code", "pin", "sequence", "repeated"];
/** The most characters of a cell that are shown. */
const SHOWN_MAX = 40;

/**
 * Returns a cell for display: at most the first four and last two characters of a code are visible,
 * and any other text is unchanged.
 */
export function showCell(cell: string, kind: ColumnKind): string {
  if (!CODE_KINDS.includes(kind) || noCodeKind(cell) !== null) return cut(cell);
  const characters = [...cell];
  const count = characters.filter(isCharacter).length;
  const [front, back] = count >= 10 ? [4, 2] : count >= 6 ? [2, 1] : [1, 0];
  let at = 0;
  return cut(
    characters
      .map((character) => {
        if (!isCharacter(character)) return character;
        at += 1;
        return at <= front || at > count - back ? character : "•";
      })
      .join(""),
  );
}

const isCharacter = (character: string) => /[\p{L}\p{N}]/u.test(character);
const cut = (text: string) => (text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text);
