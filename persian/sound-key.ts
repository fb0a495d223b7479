/**
 * Sounds that are written with several Latin letters, or with a Latin letter that also has another
 * sound.
 */
const LATIN_SOUNDS: readonly [RegExp, string][] = [
  [/x/g, "ks"],
  [/[ts]ion/g, "xn"],
  [/sh/g, "x"],
  [/ch/g, "q"],
  [/kh|ck/g, "k"],
  [/gh/g, "g"],
  [/ph/g, "f"],
  [/zh/g, "j"],
  [/c(?=[eiy])|z/g, "s"],
  [/c/g, "k"],
];

const PERSIAN_SOUNDS: readonly [RegExp, string][] = [
  [/[ثسصزذضظ]/g, "s"],
  [/[تط]/g, "t"],
  [/[قغگ]/g, "g"],
  [/[کخ]/g, "k"],
  [/[جژ]/g, "j"],
  [/چ/g, "q"],
  [/ش/g, "x"],
  [/ب/g, "b"],
  [/پ/g, "p"],
  [/د/g, "d"],
  [/ر/g, "r"],
  [/ف/g, "f"],
  [/ل/g, "l"],
  [/م/g, "m"],
  [/ن/g, "n"],
];

/**
 * Returns the consonants of a word of a search key, equal for its Persian and Latin spellings:
 * «استیم», «estim» and «steam» give stm. Vowels, and letters that are vowels in one of the scripts,
 * are left out, because people spell them as they hear them.
 */
export function soundKey(word: string): string {
  return [...LATIN_SOUNDS, ...PERSIAN_SOUNDS]
    .reduce((sounds, [letters, sound]) => sounds.replace(letters, sound), word)
    .replace(/[^b-df-gj-np-tx]/g, "")
    .replace(/(.)\1+/g, "$1");
}
