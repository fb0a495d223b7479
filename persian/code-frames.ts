import { headerKind } from "./code-headers.ts";

/** Recognises texts around a code, and placeholders in the place of a code. */

export const AMOUNT = "\\d{1,3}(?:[,٬]\\d{3})+(?:[.٫]\\d+)?|\\d{1,5}|\\d{1,7}[.٫]\\d{1,2}";
export const MONEY =
  "\\p{Sc}|USD|EUR|GBP|TRY|TL|AED|IRR|IRT|CAD|AUD|CNY|JPY|INR|RUB|SAR|CHF|SEK|PLN|BRL|MXN|KRW|تومان|ریال|دلار|یورو";
const PRICE = `(?:(?:${AMOUNT})\\s?(?:${MONEY})|(?:${MONEY})\\s?(?:${AMOUNT}))`;
const DAY = "(?:1[34]|19|20)\\d\\d[-/.]\\d{1,2}[-/.]\\d{1,2}|\\d{1,2}[-/.]\\d{1,2}[-/.]20\\d\\d";

/** A name in front of a code: «Code: », «رمز: ». */
export const NAMED = /^(\p{L}[\p{L}\p{M}\s\u200c]{0,40})[:=]\s*(?=\S)/u;

/** A list number or a name, with or without a number after it: «12», «#3», «Steam 50». */
const NAME = "(?:#?\\s?\\d{1,4}|\\p{L}[\\p{L}\\p{N}\\s#._-]*)";

/**
 * Signs of other text around a code: a list number or dash, a name, tags, quotes, brackets, a
 * price, a day, the decimals of a number. Characters outside ASCII cause another doubt, `alike`.
 */
const FRAMES = [
  /^#?\d{1,3}\s?[-.)\]]\s+\S|^#\d{1,4}\s/,
  /^[-*>]\s*\S|\S\s*-$/,
  new RegExp(`^${NAME}\\s*(?::+\\s|=+>?\\s|[-~]+>|\\|)\\s*\\S`, "u"),
  // A name and one dash before the code. Several dashes may separate the groups of a code.
  /^\p{L}[\p{L}\s]*(?:\s[$#]?\d{1,4})?\s-\s+\S+$/u,
  /<\/?[a-z][^>]*>/i,
  /^['"`[\](){}]|['"`[\](){},;]$/,
  /\s{2,}/,
  /\s.*\p{Sc}|\p{Sc}.*\s/u,
  new RegExp(`[\\s,;/|(]+(?:${PRICE}|${DAY})$|^(?:${PRICE}|${DAY})[\\s,;/|)]`, "iu"),
  /^\d+[.,٫]0+$/,
];

/** True for a text that contains more than a code. */
export function isFramed(text: string): boolean {
  const name = NAMED.exec(text)?.[1];
  return (
    (name !== undefined && headerKind(name) !== null) || FRAMES.some((frame) => frame.test(text))
  );
}

/**
 * Repeated characters of a placeholder: six times the same one, or three times a masking character.
 */
const SAME_SIGNS = /([^\s-])\1{5}|([*#?_])\2{2}|\dx{4}/i;
/** The fewest characters that count as a sequence; fewer may be in order by chance. */
const COUNTED_MIN = 8;

/** True for a placeholder: XXXX-XXXX, UDMY-0000-0000, 1234-5678-9012. */
export function isFiller(text: string): boolean {
  if (SAME_SIGNS.test(text)) return true;
  const groups = text.split(/[\s-]+/);
  const drawn = groups.filter((group) => /^(.)\1{2,}$/u.test(group)).length;
  const isRepeated = groups.length > 2 && new Set(groups).size === 1;
  return drawn > 1 || isRepeated || isCountedOff(groups.join(""));
}

/** True for consecutive digits (0 follows 9) or letters. */
function isCountedOff(characters: string): boolean {
  const order = /^\d+$/.test(characters) ? "01234567890123456789" : "abcdefghijklmnopqrstuvwxyz";
  return characters.length >= COUNTED_MIN && order.includes(characters.toLowerCase());
}
