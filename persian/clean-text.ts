import { INVISIBLE } from "./characters.ts";

/**
 * Emoji with the invisible characters that belong to them: variants, joiners, tags of regional
 * flags, and keycaps. They are matched as a whole, so that all other invisible characters can be
 * removed.
 */
const EMOJI =
  "\\u{1f3f4}[\\u{e0020}-\\u{e007f}]+|[\\d#*]\\ufe0f?\\u20e3|\\p{Extended_Pictographic}[\\ufe0e\\ufe0f\\p{Emoji_Modifier}]?(?:\\u200d\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]?)*";
const EMOJI_OR_INVISIBLE = new RegExp(`(${EMOJI}|\\u200c)|${INVISIBLE.source}`, "gu");

/**
 * Half-spaces, with the letter before them if they are between two letters. A half-space elsewhere
 * has no effect.
 */
const HALF_SPACES = /([\p{L}\p{M}\p{N}]\u200c)\u200c*(?=[\p{L}\p{M}\p{N}])|\u200c+/gu;

/** Removes invisible characters, except in an emoji or between letters. */
function withoutInvisible(text: string): string {
  return text
    .replace(EMOJI_OR_INVISIBLE, (_, kept: string | undefined) => kept ?? "")
    .replace(HALF_SPACES, "$1");
}

/**
 * Cleans a text of several lines that was typed or pasted: one kind of line break and space,
 * composed, trimmed, without invisible characters. The visible text does not change.
 */
export function cleanText(text: string): string {
  return withoutInvisible(
    text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, "\n").replace(/[\t\p{Zs}]/gu, " "),
  )
    .normalize("NFC")
    .trim();
}

/** Cleans a text of one line; line breaks become spaces. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s*\n\s*/g, " ");
}

/** Control characters and single halves of surrogate pairs, which have no readable form. */
const UNREADABLE = /(?!\n)[\p{Cc}\p{Cs}]/u;

/** True when a cleaned text has an unreadable character. */
export const isUnreadable = (text: string): boolean => UNREADABLE.test(text);

const PLACE_SIGNS = 20;

/**
 * Returns a sentence that says where the first unreadable character of a cleaned text is, or the
 * first one that `unwanted` matches.
 */
export function tellUnreadable(text: string, unwanted: RegExp = UNREADABLE): string {
  const words = Array.from(text.slice(0, Math.max(0, text.search(unwanted))));
  const before = words.slice(-PLACE_SIGNS).join("").replace(/\s+/g, " ").trim();
  const place = before === "" ? "در آغاز متن" : `پس از «${before}»`;
  return `${place} کاراکتری هست که پذیرفته نمی‌شود؛ آن را پاک کنید.`;
}
