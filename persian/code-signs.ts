/** Signs that stand in texts of codes without belonging there. */

/** Signs that nobody sees. A code never has them, so that two spellings with and without are one code. */
export const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** Spaces that are not the one of the keyboard. */
const ODD_SPACES = /[^\S \t\r\n\v\f]/g;

/** Signs of other scripts that look like a Latin letter, digit or sign, and which one. */
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
  const signs = [...latin];
  [...others].forEach((sign, at) => ALIKE.set(sign, signs[at] ?? sign));
}

/** True when a code has signs that nobody sees, or spaces that are none of the keyboard's. */
export const hasHidden = (code: string): boolean =>
  code.search(INVISIBLE) !== -1 || code.search(ODD_SPACES) !== -1;

/** True when a code has signs outside ASCII that are seen: letters that look alike, other dashes. */
export const hasAlike = (code: string): boolean => {
  const seen = code.replace(INVISIBLE, "").replace(ODD_SPACES, "");
  for (let at = 0; at < seen.length; at++) if (seen.charCodeAt(at) > 126) return true;
  return false;
};

/** Returns a code without signs that nobody sees, and with the Latin sign for each that looks alike. */
export const mendSigns = (code: string): string =>
  [...code.replace(INVISIBLE, "").replace(ODD_SPACES, " ")]
    .map((sign) => ALIKE.get(sign) ?? sign.normalize("NFKC"))
    .join("")
    .trim();
