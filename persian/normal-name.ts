import { cleanLine } from "./clean-text.ts";

/**
 * Returns the normal form in which names and titles are stored: composed, ligatures and wide
 * letters replaced, ی and ک in their Persian form, single spaces, without invisible characters.
 * Half-spaces between letters stay, and so do joiners and variants in emoji.
 */
export function normalName(text: string): string {
  return (
    cleanLine(text)
      // Ligatures (ﬀ, ﷲ), presentation forms and wide letters. Other characters with a
      // compatibility form, such as ², stay.
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

/** The most combining marks on one letter; vowel marks and accents need no more. */
const MARKS_MAX = 3;
const MARK_PILE = new RegExp(`\\p{M}{${String(MARKS_MAX + 1)}}`, "u");

/**
 * Characters without a defined form: control characters, private and unassigned ones, and single
 * halves of surrogate pairs.
 */
const FORMLESS = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/u;

/**
 * Returns a regular expression that matches a forbidden character of the name, to show where it is;
 * null when the name has none.
 */
export function findFormless(name: string): RegExp | null {
  if (FORMLESS.test(name)) return FORMLESS;
  return MARK_PILE.test(name.normalize("NFD")) ? MARK_PILE : null;
}
