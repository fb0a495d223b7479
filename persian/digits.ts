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

/**
 * Normalizes a typed number: Latin digits, without the spaces, dashes, thousands separators and
 * invisible direction marks that phones and keyboards add.
 */
export function typedDigits(text: string): string {
  return toLatinDigits(text).replace(/[\s\-,٬،\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, "");
}
