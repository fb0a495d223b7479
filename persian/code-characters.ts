/** Characters in texts of codes that are not part of the code. */

/**
 * Invisible characters. A code is stored without them, so that a copy with them and a copy without
 * them are the same code.
 */
export const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** Spaces other than the ordinary space. */
const ODD_SPACES = /[^\S \t\r\n\v\f]/g;

/** Characters of other scripts that look like a Latin character, with that character. */
const ALIKE = new Map<string, string>();
for (const [others, latin] of [
  ["АВЕЅІЈКМНОРСТУХԚԜҮ", "ABESIJKMHOPCTYXQWY"],
  ["аеѕіјорсухԛԝһ", "aesijopcyxqwh"],
  ["ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"],
  ["ονια", "ovia"],
  ["۰۱۲۳۴۵۶۷۸۹", "0123456789"],
  ["٠١٢٣٤٥٦٧٨٩", "0123456789"],
  ["‐‑‒–—―−⁃﹘﹣", "----------"],
  ["“”„’‘", '"""\'\''],
] as const) {
  const characters = [...latin];
  [...others].forEach((character, at) => ALIKE.set(character, characters[at] ?? character));
}

/** True when a code has invisible characters, or unusual spaces. */
export const hasHidden = (code: string): boolean =>
  code.search(INVISIBLE) !== -1 || code.search(ODD_SPACES) !== -1;

/**
 * True when a code has visible characters outside ASCII, such as letters that look like Latin ones,
 * or unusual dashes.
 */
export const hasAlike = (code: string): boolean => {
  const seen = code.replace(INVISIBLE, "").replace(ODD_SPACES, "");
  for (let at = 0; at < seen.length; at++) if (seen.charCodeAt(at) > 126) return true;
  return false;
};

/**
 * Returns a code without invisible characters, and with Latin characters instead of look-alikes.
 */
export const correctCharacters = (code: string): string =>
  [...code.replace(INVISIBLE, "").replace(ODD_SPACES, " ")]
    .map((character) => ALIKE.get(character) ?? character.normalize("NFKC"))
    .join("")
    .trim();
