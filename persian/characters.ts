import { toLatinDigits } from "./digits.ts";

/**
 * The one list of characters that people type or paste around a value. Every function that reads
 * numbers, days, sums or codes begins with `plainCharacters`, so that all fields and calls accept
 * the same forms.
 */

/**
 * Characters without a visible form: they control direction, join, hyphenate or select a variant.
 */
export const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** Spaces of any width, tabs and line breaks, and the Braille blank, which looks like a space. */
const SPACES = /[\s\u0085\u2800]+/gu;

/**
 * Hyphens, dashes and minus signs. People also type the Persian letter extender (U+0640) as a dash.
 */
const DASHES = /[\p{Pd}\u2212\u02d7\u2043]/gu;
const STROKES = /(\d ?)\u0640+(?= ?\d)/gu;

/** Digits of every script and style; wide, small and upright forms of common characters. */
const FORMS = /[\p{Nd}\u2024\ufe10-\ufe1f\ufe30-\ufe6f\uff00-\uffef]/gu;

/** A label before the value, with a colon: «tel:», «شبا:». */
const LABEL = /^[\p{L}\p{M} .()]+: ?(?:\/\/)?/u;

/**
 * Returns a text in plain characters: Latin digits, one kind of space and dash, common forms of
 * characters, nothing invisible, and no label at the beginning. Letters and other characters stay.
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

/**
 * Characters that only group digits: all punctuation, except characters that mask digits or have a
 * meaning of their own.
 */
const GROUPING = /(?![*#@%&!?؟٪])[\p{P}\p{Z}|∙`´]/gu;

/**
 * Reads a number that is not a quantity, such as a phone, card or account number: removes the
 * characters that group its digits. Letters and «+» stay. Quantities are read by `readSum`.
 */
export function typedDigits(text: string): string {
  return plainCharacters(text).replace(GROUPING, "");
}

/**
 * Reads a discount or referral code, or its beginning: capital letters and Latin digits, without
 * spaces and surrounding characters. Returns "" for an empty text, and null for a text with other
 * characters.
 */
export function readCode(text: string): string | null {
  const code = plainCharacters(text.normalize("NFKC"))
    .replaceAll(" ", "")
    .replace(/^[^\p{L}\p{N}_-]+|[^\p{L}\p{N}_-]+$/gu, "")
    .toUpperCase();
  return /^[A-Z0-9_-]*$/.test(code) ? code : null;
}
