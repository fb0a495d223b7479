import { plainCharacters } from "../../persian/characters.ts";
import { readSum } from "../../persian/sum.ts";
import { formatNumber } from "../../persian/toman.ts";

/** The content of a field for a sum. */
export interface AmountText {
  /** Latin digits, empty, or `UNREAD`. */
  value: string;
  /** The text as it was typed, if it contains more than digits; else null. */
  text: string | null;
}

/**
 * The value of a field whose text could mean two sums, or none. It is not a number, so that every
 * check and call refuses it, and an optional field does not count as empty.
 */
export const UNREAD = "?";

/** Section 5.1: maximum number of digits. */
const DIGITS_MAX = 14;

/**
 * A single Latin letter. Words of a sum, such as «toman», contain only the letters of `IN_WORDS`.
 */
const STRAY = /^[a-z]$/i;
const IN_WORDS = /^[kmtoanriles]$/i;

/** Returns what the field shows: groups of three, or the text as it was typed. */
export const shownAmount = ({ value, text }: AmountText): string =>
  text ?? (/^\d+$/.test(value) ? formatNumber(Number(value.slice(0, DIGITS_MAX))) : "");

/**
 * Returns the new content of the field after a key or a paste. Digits and the field's own
 * separators become plain digits. Any other text stays as typed, and its value is read from the
 * whole text.
 */
export function takeAmount(typed: string, before: AmountText): AmountText {
  const shown = shownAmount(before);
  const added = addedTo(shown, typed);
  if (STRAY.test(added) && !IN_WORDS.test(added)) return before;
  const isDigits = /^\d*$/.test(plainCharacters(added)) && before.text === null;
  if (isDigits || /^\d*$/.test(plainCharacters(typed))) {
    const digits = digitsOf(typed).replace(/^0+(?=\d)/, "");
    const isFull = [...added].length === 1 && digits.length > DIGITS_MAX;
    return isFull ? before : { value: digits, text: null };
  }
  const value = valueOf(typed);
  // A pasted text, or one with only digits, is grouped at once. Typed words stay, because more
  // words may follow.
  const isWhole = added.length > 1 || /^[\d٬]+$/.test(plainCharacters(typed));
  return { value, text: value !== UNREAD && isWhole ? null : typed };
}

/** Returns the value of a whole text. */
export function valueOf(text: string): string {
  const sum = readSum(text);
  return typeof sum === "number" ? String(sum) : UNREAD;
}

export const digitsOf = (text: string): string => plainCharacters(text).replace(/\D/g, "");

/** Returns the part that was inserted into a text. */
function addedTo(before: string, after: string): string {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end++;
  return after.slice(start, after.length - end);
}
