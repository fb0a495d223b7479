import { plainCharacters } from "./characters.ts";

/** Words after a number that multiply it. */
const UNITS: Readonly<Record<string, number>> = {
  هزار: 1_000,
  k: 1_000,
  میلیون: 1_000_000,
  ملیون: 1_000_000,
  m: 1_000_000,
  میلیارد: 1_000_000_000,
};
const PART = new RegExp(`^(.+?) ?(${Object.keys(UNITS).join("|")})?$`, "u");

/** The most digits of a sum (section 5.1). */
const DIGITS_MAX = 14;

/**
 * Reads a whole quantity as people write it: a sum in toman, a count, a percentage. Groups of three
 * digits and clear words are accepted («۱٬۲۵۰٬۰۰۰», «1.250.000», «۲۵۰ هزار تومان», «2.5 میلیون»).
 * Returns `rial` when the text names that unit. Returns null for a text that could mean two sums,
 * such as a fraction or a single group after a dot, and for any other text.
 */
export function readSum(text: string): number | "rial" | null {
  const words = plainCharacters(text).toLowerCase().replace(/ي/g, "ی").replace(/ك/g, "ک");
  if (/ریال|﷼|rial|irr/.test(words)) return "rial";
  const parts = words
    .replace(/ ?(?:تومان|تومن|tomans?)[.،]?$/, "")
    .split(/ و (?=\d)/)
    .map(readPart);
  let sum = 0;
  let unitBefore = Infinity;
  for (const part of parts) {
    // «۲ میلیون و ۵۰۰» can mean two sums, so if there are several parts, each part must have a
    // unit.
    if (part === null || part.unit >= unitBefore || (parts.length > 1 && part.unit === 1))
      return null;
    sum += part.value;
    unitBefore = part.unit;
  }
  return Number.isInteger(sum) && String(sum).length <= DIGITS_MAX ? sum : null;
}

function readPart(text: string): { value: number; unit: number } | null {
  const [, figure = "", word] = PART.exec(text) ?? [];
  const unit = word === undefined ? 1 : (UNITS[word] ?? 1);
  const [, whole, fraction] = (unit > 1 && /^(\d+)[.٫/](\d\d?)$/.exec(figure)) || [];
  if (whole !== undefined && fraction !== undefined)
    return { value: (Number(whole + fraction.padEnd(2, "0")) * unit) / 100, unit };
  const count = readFigure(figure);
  return count === null ? null : { value: count * unit, unit };
}

/** Reads digits, without separators or in groups of three. */
function readFigure(text: string): number | null {
  if (/^\d{1,18}$/.test(text)) return Number(text);
  const [, separators] = /^[1-9]\d{0,2}((?:[,،٬.'’_ ]\d{3})+)$/u.exec(text) ?? [];
  if (separators === undefined) return null;
  const kinds = new Set(separators.replace(/\d/g, "").replace(/[،٬]/g, ",").replace(/’/g, "'"));
  // «1.250» may be a fraction, but a number with two dots cannot.
  const isFraction = kinds.has(".") && separators.length === 4;
  return kinds.size === 1 && !isFraction ? Number(text.replace(/\D/g, "")) : null;
}

/**
 * Reads a number that may have a fraction, after a dot or the Persian decimal sign: «۳٫۶۷۲۵».
 * Returns it in Latin digits with a dot, or null. Commas are refused, because in some countries
 * they group digits and in others they start the fraction.
 */
export function readDecimal(text: string): string | null {
  const plain = plainCharacters(text).replace(/[٫]/, ".");
  return /^-?\d{1,15}(?:\.\d{1,6})?$/.test(plain) ? plain : null;
}
