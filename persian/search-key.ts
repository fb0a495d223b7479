import { toLatinDigits } from "./digits.ts";

/**
 * Returns the form of a text that search compares: lower-case words and Latin digits between single
 * spaces, without marks, with Arabic and other variants of a letter folded into the Persian one. A
 * half-space separates words. Not for display.
 *
 * The search index stores these keys, so a change of this function needs an SQL statement for
 * running shops that queues every entry for indexing again.
 */
export function searchKey(text: string): string {
  // Symbols are removed first, because their compatibility form would be letters («tm»).
  const letters = text
    .replace(/[™®©℠]/g, "")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\p{M}ـ]/gu, "");
  return toLatinDigits(letters)
    .replace(/[يىېے]/g, "ی")
    .replace(/[كڪ]/g, "ک")
    .replace(/ٱ/g, "ا")
    .replace(/[ةەہھ]/g, "ه")
    .replace(/(?<=\d)[,٬،](?=\d{3})/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
