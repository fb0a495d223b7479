import { searchKey } from "./search-key.ts";
import { numberInWords } from "./words.ts";

/** Numbers that are written as one word, some of them in their spoken form. */
const VALUES = new Map<string, number>([
  ...[...range(1, 20, 1), ...range(20, 100, 10), ...range(100, 1000, 100)].map(
    (value) => [searchKey(numberInWords(value)), value] as const,
  ),
  ["پونزده", 15],
  ["شونزده", 16],
  ["پونصد", 500],
  ["شیشصد", 600],
]);
const THOUSAND = "هزار";
const AND = "و";
/**
 * Words that are no numbers when they stand alone: parts of names («سه‌ماهه»), letters («سی پی») or
 * other words («نه»).
 */
const MORE_THAN_NUMBERS = new Set(["یک", "دو", "سه", "شش", "سی", "نه"]);

/**
 * Writes the numbers below a million in a typed text as figures: «بیست و پنج دلاری» → «25 دلاری».
 * Other words stay, between single spaces.
 */
export function figuresForWords(text: string): string {
  const words = text.split(/[\s\u200c]+/u);
  const keys = words.map(searchKey);
  const written: string[] = [];
  for (let at = 0; at < words.length;) {
    const end = endOfNumber(keys, at);
    const isName = end === at + 1 && MORE_THAN_NUMBERS.has(keys[at] ?? "");
    if (end === at || isName) written.push(words[at++] ?? "");
    else {
      written.push(String(valueOf(keys.slice(at, end))));
      at = end;
    }
  }
  return written.join(" ");
}

const isNumber = (key: string | undefined) =>
  key !== undefined && (key === THOUSAND || VALUES.has(key));

/**
 * Returns the index after the last word of the number that begins at `start`. «و» joins its words,
 * and «هزار» may follow them.
 */
function endOfNumber(keys: readonly string[], start: number): number {
  if (!isNumber(keys[start]) || /\d$/.test(keys[start - 1] ?? "")) return start;
  let end = start + 1;
  for (;;) {
    if (keys[end] === THOUSAND) end += 1;
    else if (keys[end] === AND && isNumber(keys[end + 1])) end += 2;
    else return end;
  }
}

function valueOf(keys: readonly string[]): number {
  let [thousands, rest] = [0, 0];
  for (const key of keys) {
    if (key === THOUSAND) [thousands, rest] = [thousands + Math.max(rest, 1) * 1000, 0];
    else rest += VALUES.get(key) ?? 0;
  }
  return thousands + rest;
}

function range(from: number, to: number, step: number): number[] {
  return Array.from({ length: (to - from) / step }, (_, index) => from + index * step);
}
