import { AMOUNT, MONEY, NAMED, isFiller, isFramed } from "./code-frames.ts";
import { hasAlike, hasHidden } from "./code-characters.ts";
import { headerKind, saysNoCode } from "./code-headers.ts";
import { parsePhone } from "./identifiers.ts";
import { typedDigits } from "./characters.ts";
import { isPower, unwrapText } from "./table.ts";

/** Decides by the look of a text whether it may be a code. */

export type NoCode = "power" | "formula" | "words";

/** Errors that spreadsheets write into cells. */
const SHEET_ERROR = /^#(?:REF|N\/A|VALUE|NAME|DIV\/0|NUM|NULL|SPILL)[!?]?$/i;
const FORMULA = /^[=+@-]\s*[A-Z][A-Z0-9.]*\s*\(.*\)?$/i;
/** Three or more words without a digit, with at least one lower-case letter. */
const SENTENCE = /^(?=.*[a-z])[A-Za-z'’]+(?:[\s,.!?:;]+[A-Za-z'’]+){2,}[\s.!?…]*$/;

/**
 * Returns why a text is clearly not a code: it is a number with an exponent, a formula, or words.
 * Returns null for any other text.
 */
export function noCodeKind(given: string): NoCode | null {
  const [named = "", name = ""] = NAMED.exec(given) ?? [];
  const namesCode = ["code", "pin"].includes(headerKind(name) ?? "");
  const text = namesCode ? given.slice(named.length) : given;
  if (isPower(text)) return "power";
  if (unwrapText(text) !== null || FORMULA.test(text) || SHEET_ERROR.test(text)) return "formula";
  if (/(?=\p{Script=Arabic})\p{L}/u.test(text) || SENTENCE.test(text)) return "words";
  return saysNoCode(text) || (!/\d/.test(text) && headerKind(text) !== null) ? "words" : null;
}

/** The fewest letters and digits of a code; a shorter text is a mark or a state. */
const CHARACTERS_MIN = 4;

export type CellKind = "empty" | "words" | "power" | "date" | "link" | "mail" | "price" | "code";

const MONTH = "(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*";
const DATES = [
  /^(?:1[34]|19|20)\d\d[-/.](?:0?\d|1[0-2])[-/.](?:[0-2]?\d|3[01])(?:[T ,].*)?$/,
  /^(?:[0-2]?\d|3[01])[-/.](?:[0-2]?\d|3[01])[-/.](?:1[34]|19|20)?\d\d(?:[T ,].*)?$/,
  /^\d{1,2}:\d\d(?::\d\d)?(?:\s*[ap]m)?$/i,
  new RegExp(`^\\d{1,2}[-/. ]${MONTH}(?:[-/., ]+\\d{2,4})?(?:[T ,].*)?$`, "i"),
  new RegExp(`^${MONTH}[-/., ]+\\d{1,4}(?:[-/., ]+\\d{2,4})?$`, "i"),
];
const LINK = /^(?:https?:\/\/|www\.)\S+$/i;
const MAIL = /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i;
const PRICE = new RegExp(`^(?:(?:${MONEY})\\s?)?(?:${AMOUNT})(?:\\s?(?:${MONEY}))?$`, "iu");

/** Returns the kind of a single cell by its look. Its digits must be Latin. */
export function cellKind(cell: string): CellKind {
  if (cell === "") return "empty";
  if (LINK.test(cell)) return "link";
  if (MAIL.test(cell)) return "mail";
  if (DATES.some((date) => date.test(cell))) return "date";
  if (isPower(cell)) return "power";
  if (PRICE.test(cell)) return "price";
  const characters = cell.match(/[\p{L}\p{N}]/gu) ?? [];
  const isCode = !isWordy(cell) && noCodeKind(cell) === null && characters.length >= CHARACTERS_MIN;
  return isCode ? "code" : "words";
}

/** True for texts of letters only, which are more often names of people or goods than codes. */
export const isWordy = (cell: string): boolean =>
  (/\s/.test(cell) && /^[\p{L}\s.'’,:()!?_\u200c-]+$/u.test(cell)) || noCodeKind(cell) === "words";

/**
 * Reasons why a person must confirm that a text is a code. first: there is nothing to compare it
 * with, or the codes of its file are not alike; shape: another shape than the others; zeros:
 * without its leading zeros; check: a wrong check digit; alike: characters outside ASCII instead of
 * Latin ones; hidden: invisible characters; rounded: a long number whose last digits a spreadsheet
 * replaced by 0, like most numbers of its file; unlike: a date, a link, an address, a phone, a
 * price, a placeholder, or a code with other text around it.
 */
export const DOUBTS = [
  "first",
  "shape",
  "zeros",
  "check",
  "rounded",
  "alike",
  "hidden",
  "unlike",
] as const;
export type Doubt = (typeof DOUBTS)[number];

/**
 * True for a phone with a leading zero or a country code. A number of ten digits may just as well
 * be a code.
 */
const isPhone = (text: string) => typedDigits(text).length > 10 && parsePhone(text) !== null;

/**
 * Returns the doubt that a text causes by itself, without a comparison with others; null when it
 * causes none.
 */
export function ownDoubt(text: string): Extract<Doubt, "alike" | "hidden" | "unlike"> | null {
  if (hasHidden(text)) return "hidden";
  if (hasAlike(text)) return "alike";
  const kind = cellKind(text);
  const isPlain =
    kind === "code" || kind === "words" || (kind === "price" && /^\d{4,}$/.test(text));
  return isPlain && !isPhone(text) && !isFramed(text) && !isFiller(text) ? null : "unlike";
}
