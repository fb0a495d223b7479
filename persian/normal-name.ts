import { cleanLine } from "./clean-text.ts";

/**
 * Returns the normal form in which names and titles are stored: composed, ligatures and wide
 * letters replaced, ی and ک in their Persian form, single spaces, without invisible characters.
 * Half-spaces between letters stay, and so do joiners and variants in emoji.
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

/** The most combining marks on one letter; Arabic vowel signs and accents need no more. */
const MARKS_MAX = 3;
const MARK_PILE = new RegExp(`\\p{M}{${String(MARKS_MAX + 1)}}`, "u");

/** Characters without a defined form: private, unassigned, control and half characters. */
const FORMLESS = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/u;

/**
 * Returns an expression for characters that no name has, to show where one is; null when there is
 * none.
 */
export function findFormless(name: string): RegExp | null {
  if (FORMLESS.test(name)) return FORMLESS;
  return MARK_PILE.test(name.normalize("NFD")) ? MARK_PILE : null;
}
