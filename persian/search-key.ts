import { toLatinDigits } from "./digits.ts";

/**
 * What is compared when people search: lower-case words and Latin digits between single spaces, without marks, with Arabic and
 * other forms of a letter folded into the Persian one. The half-space parts words. Only for comparing: shown text stays as it is.
 *
 * The shop keeps keys in its search index, so a change of this function needs a migration that marks every entry as due again.
 */
export function searchKey(text: string): string {
  // The signs go first, because their compatibility form is letters: «tm».
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
