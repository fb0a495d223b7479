/** Joiners that shape what stands before and after them, and do nothing alone. */
const HALF_SPACE = "\u200c";

/**
 * Returns the one form in which names and titles are kept: composed, ligatures and wide letters
 * taken apart, ی and ک in their Persian form, single spaces, and without signs that nobody sees. A
 * half-space stays between two letters, a joiner and a variant sign stay in emoji.
 */
export function normalName(text: string): string {
  return (
    text
      // Ligatures (ﬀ, ﷲ), presentation forms and wide letters. Other compatibility forms (²) stay.
      .replace(/[\ufb00-\ufb06\ufb50-\ufdff\ufe70-\ufefc\uff01-\uffee]/g, (sign) =>
        sign.normalize("NFKC"),
      )
      .normalize("NFC")
      .replace(/ي/g, "ی")
      .replace(/ك/g, "ک")
      .replace(
        /(?<!\p{Emoji_Modifier}|\p{Extended_Pictographic}\ufe0f?)\u200d|\u200d(?!\p{Emoji})/gu,
        "",
      )
      .replace(/(?<!\p{Emoji})\ufe0f/gu, "")
      .replace(/\p{Default_Ignorable_Code_Point}/gu, (sign) =>
        STEERING.test(sign) || KEPT.includes(sign) ? sign : "",
      )
      .replace(/\p{Zs}+/gu, " ")
      .replace(/\u200c{2,}/g, HALF_SPACE)
      .replace(/(?<![\p{L}\p{M}\p{N}])\u200c|\u200c(?![\p{L}\p{M}\p{N}])/gu, "")
      .trim()
  );
}

const KEPT = [HALF_SPACE, "\u200d", "\ufe0f"];
/** Signs that steer the direction of a text. They are no accident, so they stay to be refused. */
const STEERING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f\ufeff]/;

/** Combining marks on one letter; vowel signs of Arabic and accents need no more. */
const MARKS_MAX = 3;
const MARK_PILE = new RegExp(`\\p{M}{${String(MARKS_MAX + 1)}}`, "u");

/** True for a text with private or unassigned signs, or letters buried under marks. */
export function hasNoForm(text: string): boolean {
  return /[\p{Co}\p{Cn}]/u.test(text) || MARK_PILE.test(text.normalize("NFD"));
}
