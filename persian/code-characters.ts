/** Characters that stand in texts of codes without belonging there. */

/** Characters that nobody sees. A code never has them, so that two spellings with and without are one code. */
export const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** Spaces that are not the one of the keyboard. */
const ODD_SPACES = /[^\S \t\r\n\v\f]/g;

/** Characters of other scripts that look like a Latin letter, digit or character, and which one. */
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

/** True when a code has characters that nobody sees, or spaces that are none of the keyboard's. */
export const hasHidden = (code: string): boolean =>
  code.search(INVISIBLE) !== -1 || code.search(ODD_SPACES) !== -1;

/** True when a code has characters outside ASCII that are seen: letters that look alike, other dashes. */
export const hasAlike = (code: string): boolean => {
  const seen = code.replace(INVISIBLE, "").replace(ODD_SPACES, "");
  for (let at = 0; at < seen.length; at++) if (seen.charCodeAt(at) > 126) return true;
  return false;
};

/** Returns a code without characters that nobody sees, and with the Latin character for each that looks alike. */
export const mendCharacters = (code: string): string =>
  [...code.replace(INVISIBLE, "").replace(ODD_SPACES, " ")]
    .map((character) => ALIKE.get(character) ?? character.normalize("NFKC"))
    .join("")
    .trim();
