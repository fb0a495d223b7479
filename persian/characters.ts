import { toLatinDigits } from "./digits.ts";

/**
 * The one list of characters that people type or paste around what they mean. Every reader of numbers,
 * days, sums and codes begins with `plainCharacters`, so that all fields and calls understand the same.
 */

/** Characters without a form of their own: they steer, join, hyphenate or choose a variant. */
export const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** Spaces of any width, tabs and line breaks; the Braille blank looks like one. */
const SPACES = /[\s\u0085\u2800]+/gu;

/** Hyphens, dashes and minus signs, and the stroke that Persian keyboards have in their place. */
const DASHES = /[\p{Pd}\u2212\u02d7\u2043]/gu;
const STROKES = /(\d ?)\u0640+(?= ?\d)/gu;

/** Digits of any script and style, wide, small and upright forms of the usual characters. */
const FORMS = /[\p{Nd}\u2024\ufe10-\ufe1f\ufe30-\ufe6f\uff00-\uffef]/gu;

/** Words before a colon say what follows: «tel:», «شبا:». */
const LABEL = /^[\p{L}\p{M} .()]+: ?(?:\/\/)?/u;

/**
 * Returns a text as it would be printed plainly: Latin digits, one kind of space and dash, common
 * forms of characters, nothing invisible, and without a label in front. Letters and other characters stay.
 */
export function plainCharacters(text: string): string {
  return toLatinDigits(text.replace(FORMS, (character) => character.normalize("NFKC")))
    .replace(INVISIBLE, "")
    .replace(SPACES, " ")
    .replace(DASHES, "-")
    .replace(STROKES, "$1-")
    .trim()
    .replace(LABEL, "");
}

/** Characters that only group digits: all punctuation but what masks or means something. */
const GROUPING = /(?![*#@%&!?؟٪])[\p{P}\p{Z}|∙`´]/gu;

/**
 * Reads the digits of a phone, card, account or other number that stands for no quantity: without
 * what groups them. Letters and «+» stay. Sums and counts are read by `readSum`.
 */
export function typedDigits(text: string): string {
  return plainCharacters(text).replace(GROUPING, "");
}

/**
 * Reads a discount or referral code, or the beginning of one: capital letters and Latin digits,
 * without spaces and what stands around it. Returns "" for an empty text, null for other letters.
 */
export function readCode(text: string): string | null {
  const code = plainCharacters(text.normalize("NFKC"))
    .replaceAll(" ", "")
    .replace(/^[^\p{L}\p{N}_-]+|[^\p{L}\p{N}_-]+$/gu, "")
    .toUpperCase();
  return /^[A-Z0-9_-]*$/.test(code) ? code : null;
}
