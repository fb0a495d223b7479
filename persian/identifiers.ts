import { typedDigits } from "./digits.ts";

/**
 * The ten digits of an Iranian mobile number, from any common way of writing it
 * (0912…, +98912…, 0098912…, Persian digits, spaces), or null. Prefixes are not listed: operators keep getting new ones.
 */
export function parsePhone(text: string): string | null {
  return /^(?:\+98|0098|98|0)?(9\d{9})$/.exec(typedDigits(text))?.[1] ?? null;
}

/** The sixteen digits of a bank card whose check digit (ISO/IEC 7812, Luhn) holds, or null. */
export function parseCardNumber(text: string): string | null {
  const digits = typedDigits(text);
  if (!/^\d{16}$/.test(digits) || /^(\d)\1{15}$/.test(digits)) return null;
  const sum = [...digits].reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0 ? digits : null;
}

/** A card as others may see it: the first six and the last four digits. */
export function maskCardNumber(digits: string): string {
  return `${digits.slice(0, 6)}******${digits.slice(-4)}`;
}

/** Whether a card number is the one that somebody else wrote masked, with stars or letters of their own in the middle. */
export function isMaskOf(masked: string, cardNumber: string): boolean {
  return masked.slice(0, 6) === cardNumber.slice(0, 6) && masked.slice(-4) === cardNumber.slice(-4);
}
