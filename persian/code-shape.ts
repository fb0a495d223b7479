import { toPersianDigits } from "./digits.ts";

/**
 * The shape of a code: the number of characters, their kinds (d digits, l letters, o others), their
 * groups, and for long numbers whether the check digit is right, such as `16:d:4-4-4-4:+`. A mark
 * may follow (`MARKS`). The shape does not reveal the characters.
 */

interface Shape {
  length: number;
  kinds: string;
  groups: string;
  /** «+»: the check digit is right; «-»: it is wrong; empty: there is none. */
  check: string;
}

/** The most groups of a code; a text with more parts counts as ungrouped. */
const GROUPS_MAX = 10;
/** The fewest and the most digits of a number whose last digit may be a Luhn check digit. */
const CHECKED_FROM = 13;
const CHECKED_TO = 19;

/**
 * Returns the shape of a code. `plain` is the code with its groups, `characters` the same code
 * without them.
 */
export function shapeOf(plain: string, characters: string): string {
  const kinds = [/\p{N}/u, /\p{L}/u, /[^\p{L}\p{N}]/u]
    .map((kind, at) => (kind.test(characters) ? "dlo".charAt(at) : ""))
    .join("");
  const parts = plain.split(/[\s\u2010-\u2015-]+/).filter((part) => part !== "");
  const isGrouped = parts.length > 1 && parts.length <= GROUPS_MAX;
  const groups = isGrouped ? parts.map((part) => [...part].length).join("-") : "";
  const length = [...characters].length;
  const isChecked = kinds === "d" && length >= CHECKED_FROM && length <= CHECKED_TO;
  const check = isChecked ? (hasCheckDigit(characters) ? "+" : "-") : "";
  const mark = Object.entries(MARKS).find(([, look]) => look.test(characters))?.[0];
  return [length, kinds, groups, check, ...(mark === undefined ? [] : [mark])].join(":");
}

/**
 * Patterns that a single number may match by chance, but not most numbers of a file. rounded:
 * spreadsheets keep fifteen digits of a number and replace the others by 0; phone: ten digits like
 * an Iranian phone.
 */
const MARKS = { rounded: /^\d{15}0+$/, phone: /^9[0-49]\d{8}$/ };

/** Returns the shapes with a mark, if most codes of the same lengths in the file have this mark. */
export function markedShapes(counted: readonly Counted[], mark: keyof typeof MARKS): string[] {
  const marked = counted.filter(({ shape }) => shape.endsWith(`:${mark}`));
  const lengths = new Set(marked.map(({ shape }) => readShape(shape).length));
  const like = counted.filter(({ shape }) => lengths.has(readShape(shape).length));
  const isUsual = sum(marked) >= Math.max(ALIKE_MIN, sum(like) * MAJORITY);
  return isUsual ? marked.map(({ shape }) => shape) : [];
}

/** If at least this share of a file's codes has a digit, a code without a digit is suspicious. */
const NEARLY_ALL = 0.95;

/**
 * Returns the shapes without a digit, if nearly all codes of the file contain a digit. A text of
 * such a shape may be the name of the column.
 */
export function wordyShapes(counted: readonly Counted[]): string[] {
  const wordy = counted.filter(({ shape }) => !readShape(shape).kinds.includes("d"));
  const all = sum(counted);
  const isRare = all > ALIKE_MIN && sum(wordy) <= Math.max(1, all * (1 - NEARLY_ALL));
  return isRare ? wordy.map(({ shape }) => shape) : [];
}

function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

function readShape(shape: string): Shape {
  const [length = "0", kinds = "", groups = "", check = ""] = shape.split(":");
  return { length: Number(length), kinds, groups, check };
}

export interface Counted {
  shape: string;
  count: number;
}

/** The share of codes that must have the same length, groups or mark, for it to be usual. */
const MAJORITY = 0.8;
/** With fewer codes than this, no shape is usual. */
const ALIKE_MIN = 3;

/**
 * Returns the common shape of a file's codes in a list, which is empty when too few codes have the
 * same length.
 */
export function shapesOfFile(counted: readonly Counted[]): string[] {
  const all = sum(counted);
  const lengths = byLength(counted).filter(
    (same) => sum(same) >= Math.max(ALIKE_MIN, all * MAJORITY),
  );
  return lengths.map(merge);
}

/**
 * The share of a product's codes that must have a length, for this length to be usual. A product
 * may have codes of several lengths.
 */
const SHARE_OF_PRODUCT = 0.1;

/** Returns the usual shapes of a product's codes. */
export function shapesOfProduct(counted: readonly Counted[]): string[] {
  const all = sum(counted);
  return byLength(counted)
    .filter((same) => sum(same) >= all * SHARE_OF_PRODUCT)
    .map(merge);
}

const sum = (counted: readonly Counted[]) => counted.reduce((all, { count }) => all + count, 0);

const byLength = (counted: readonly Counted[]): Counted[][] => [
  ...Map.groupBy(counted, ({ shape }) => readShape(shape).length).values(),
];

/** The share of codes that must contain a kind of characters, for this kind to be usual. */
const SHARE_OF_KIND = 0.2;
/**
 * The fewest codes by which a check digit is recognised. One in ten random numbers has a right one
 * by chance, but not all of so many.
 */
const CHECKED_MIN = 10;

/** Merges codes of one length into their common shape. */
function merge(same: readonly Counted[]): string {
  const shapes = same.map(({ shape, count }) => ({ ...readShape(shape), count }));
  const all = sum(same);
  const share = (holds: (shape: Shape) => boolean) =>
    shapes.reduce((total, shape) => total + (holds(shape) ? shape.count : 0), 0) / all;
  const kinds = [..."dlo"].filter(
    (kind) => share((one) => one.kinds.includes(kind)) >= SHARE_OF_KIND,
  );
  const groups = shapes.find(({ groups: own }) => share((one) => one.groups === own) >= MAJORITY);
  const isChecked = all >= CHECKED_MIN && share(({ check }) => check === "+") >= 0.95;
  return [shapes[0]?.length, kinds.join(""), groups?.groups ?? "", isChecked ? "+" : ""].join(":");
}

export type Misfit = "shape" | "zeros" | "check";

/** Returns how a shape differs from the usual ones; null when it matches one of them. */
export function misfitOf(shape: string, usual: readonly string[]): Misfit | null {
  const one = readShape(shape);
  const all = usual.map(readShape);
  const alike = all.filter(
    ({ length, kinds, groups }) =>
      one.length === length &&
      [...one.kinds].every((kind) => kinds.includes(kind)) &&
      (one.groups === "" || groups === "" || one.groups === groups),
  );
  if (alike.length > 0)
    return alike.every(({ check }) => check === "+") && one.check === "-" ? "check" : null;
  const isShortNumber =
    one.kinds === "d" &&
    all.length > 0 &&
    all.every(({ kinds, length }) => kinds === "d" && length > one.length);
  const isNear = all.some(({ length }) => length - one.length <= Math.max(3, length / 3));
  return isShortNumber && isNear ? "zeros" : "shape";
}

/** Explains in Persian how an unusual shape differs from the usual ones. */
export function sayMisfit(shape: string, usual: readonly string[]): string {
  const one = readShape(shape);
  const others = usual.map(readShape);
  const lengths = [...new Set(others.map(({ length }) => length))].toSorted((a, b) => a - b);
  const misfit = misfitOf(shape, usual);
  if (misfit === "check") return "رقم آزمون آن درست نیست؛ شاید رقمی جا افتاده یا عوض شده است";
  const short = `${toPersianDigits(one.length)} کاراکتر دارد؛ کدهای این کالا ${toPersianDigits(lengths.join(" یا "))} کاراکتری‌اند`;
  if (misfit === "zeros") return `${short}. شاید اکسل صفرهای آغازش را انداخته است`;
  if (!lengths.includes(one.length)) return short;
  const same = others.filter(({ length }) => length === one.length);
  const known = new Set(same.flatMap(({ kinds }) => [...kinds]));
  if (one.kinds.includes("o") && !known.has("o")) return "نشانه‌ای جز حرف و رقم دارد";
  if (one.kinds.includes("d") && !known.has("d")) return "رقم دارد؛ کدهای این کالا فقط حرف‌اند";
  if (one.kinds.includes("l") && !known.has("l")) return "حرف دارد؛ کدهای این کالا فقط رقم‌اند";
  if (known.has("d") && !one.kinds.includes("d")) return "رقم ندارد؛ شاید نام ستون است، نه کد";
  return "گروه‌بندی دیگری دارد";
}
