import { toPersianDigits, typedDigits } from "./digits.ts";

/**
 * Parses an Iranian mobile number in any common form (0912…, +98912…, 0098912…, Persian digits,
 * spaces). Returns its ten digits, or null. Operator prefixes are not checked, because operators
 * keep getting new ones.
 */
export function parsePhone(text: string): string | null {
  return /^(?:\+98|0098|98|0)?(9\d{9})$/.exec(typedDigits(text))?.[1] ?? null;
}

/**
 * Parses a bank card number. Returns its sixteen digits if the check digit (ISO/IEC 7812, Luhn) is
 * correct, else null.
 */
export function parseCardNumber(text: string): string | null {
  const digits = typedDigits(text);
  if (!/^\d{16}$/.test(digits) || /^(\d)\1{15}$/.test(digits)) return null;
  const sum = [...digits].reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0 ? digits : null;
}

/** Masks a phone of ten digits for people who may not know it: «۰۹۱۲•••۴۵۶۷». */
export function maskPhone(phone: string): string {
  return toPersianDigits(`0${phone.slice(0, 3)}•••${phone.slice(-4)}`);
}

/** Masks a card number: keeps the first six and the last four digits. */
export function maskCardNumber(digits: string): string {
  return `${digits.slice(0, 6)}******${digits.slice(-4)}`;
}

/**
 * True when `masked`, a card number masked by another system in any style, may be this card number.
 */
export function isMaskOf(masked: string, cardNumber: string): boolean {
  return masked.slice(0, 6) === cardNumber.slice(0, 6) && masked.slice(-4) === cardNumber.slice(-4);
}
