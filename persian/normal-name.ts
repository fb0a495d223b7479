import { cleanLine } from "./clean-text.ts";

/**
 * Returns the one form in which names and titles are kept: composed, ligatures and wide letters
 * taken apart, ی and ک in their Persian form, single spaces, and without characters that nobody sees. A
 * half-space stays between two letters, a joiner and a variant character stay in emoji.
 */
export function normalName(text: string): string {
  return (
    cleanLine(text)
      // Ligatures (ﬀ, ﷲ), presentation forms and wide letters. Other compatibility forms (²) stay.
      .replace(/[\ufb00-\ufb06\ufb50-\ufdff\ufe70-\ufefc\uff01-\uffee]/g, (character) =>
        character.normalize("NFKC"),
      )
      .normalize("NFC")
      .replace(/ي/g, "ی")
      .replace(/ك/g, "ک")
      .replace(/ +/g, " ")
      .trim()
  );
}

/** Combining marks on one letter; vowel signs of Arabic and accents need no more. */
const MARKS_MAX = 3;
const MARK_PILE = new RegExp(`\\p{M}{${String(MARKS_MAX + 1)}}`, "u");

/** Characters without a form of their own: private, unassigned, control and half characters. */
const FORMLESS = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/u;

/** Returns what no name has, for a sentence that says where it is; null when there is nothing. */
export function findFormless(name: string): RegExp | null {
  if (FORMLESS.test(name)) return FORMLESS;
  return MARK_PILE.test(name.normalize("NFD")) ? MARK_PILE : null;
}
