const LATIN = "0123456789";
const PERSIAN = "۰۱۲۳۴۵۶۷۸۹";
const ARABIC = "٠١٢٣٤٥٦٧٨٩";

/** Replaces Persian and Arabic-Indic digits by ASCII digits; leaves other characters unchanged. */
export function toLatinDigits(text: string): string {
  return text.replace(/[۰-۹٠-٩]/g, (digit) => {
    const index = PERSIAN.indexOf(digit);
    return LATIN.charAt(index === -1 ? ARABIC.indexOf(digit) : index);
  });
}

/** Replaces ASCII digits by Persian digits, for display. */
export function toPersianDigits(text: string | number): string {
  return String(text).replace(/\d/g, (digit) => PERSIAN.charAt(Number(digit)));
}
