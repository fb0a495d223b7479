import { toLatinDigits } from "./digits.ts";

/**
 * Returns a name in the letters that banks' programs accept: Persian ye and ke, no half-spaces, no
 * marks, no joined forms, single spaces between words. Every character that is not a letter becomes
 * a space. Latin names stay Latin, in capitals. Source: no bank publishes its rules; these are the
 * letters that all Persian code pages share.
 */
export function bankName(name: string): string {
  return toLatinDigits(name)
    .normalize("NFKC")
    .replace(/[\p{M}ـ]/gu, "")
    .replace(/[يىېے]/g, "ی")
    .replace(/[كڪ]/g, "ک")
    .replace(/[أإٱ]/g, "ا")
    .replace(/[ؤ]/g, "و")
    .replace(/[ئ]/g, "ی")
    .replace(/[ةەھۀ]/g, "ه")
    .replace(/[^\p{L}]+/gu, " ")
    .trim()
    .toUpperCase();
}
