import { toPersianDigits } from "./digits.ts";
import { typedDigits } from "./characters.ts";

/**
 * Parses an Iranian mobile number in any common form (0912…, +98912…, 0098 0912…, tel:+98…, any
 * digits and grouping). Returns its ten digits, or null. Operator prefixes are not checked, because
 * operators keep getting new ones. No prefix begins with 98, the country code, so ten digits that
 * begin with 98 are a truncated number (decision 63).
 */
export function parsePhone(text: string): string | null {
  return /^(?:\+98|0{0,2}98)?0?(9(?!8)\d{9})$/.exec(typedDigits(text))?.[1] ?? null;
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

/**
 * Parses a national code in any digits. Leading zeros may be missing. Returns its ten digits if the
 * check digit is right, otherwise null.
 */
export function parseNationalCode(text: string): string | null {
  const typed = typedDigits(text);
  if (!/^\d{8,10}$/.test(typed)) return null;
  const digits = typed.padStart(10, "0");
  if (/^(\d)\1{9}$/.test(digits)) return null;
  const sum = Array.from(digits.slice(0, 9)).reduce(
    (total, digit, index) => total + Number(digit) * (10 - index),
    0,
  );
  const rest = sum % 11;
  return Number(digits.at(-1)) === (rest < 2 ? rest : 11 - rest) ? digits : null;
}

/** Masks a phone of ten digits: 912***4567. Any other text stays as it is. */
export function maskPhone(digits: string): string {
  return digits.replace(/^(\d{3})\d{3}(\d{4})$/, "$1***$2");
}

/** Masks a phone of ten digits for people who may not know it: «۰۹۱۲•••۴۵۶۷». */
export function showMaskedPhone(phone: string): string {
  return toPersianDigits(`0${phone.slice(0, 3)}•••${phone.slice(-4)}`);
}

/** Masks a card number: keeps the first six and the last four digits. */
export function maskCardNumber(digits: string): string {
  return `${digits.slice(0, 6)}******${digits.slice(-4)}`;
}

/** Masks an IBAN: keeps the digits of the bank and the last four. An empty text stays empty. */
export function maskIban(iban: string): string {
  return iban === "" ? "" : `${iban.slice(0, 7)}******${iban.slice(-4)}`;
}

/**
 * True when `masked`, a card number masked by another system in any style, may be this card number.
 */
export function isMaskOf(masked: string, cardNumber: string): boolean {
  const [, start, end] = /^(\d{5,})\D+(\d{2,})$/.exec(masked) ?? [];
  if (start === undefined || end === undefined) return masked === cardNumber;
  return cardNumber.startsWith(start) && cardNumber.endsWith(end);
}

/**
 * Parses an Iranian IBAN (ISO 13616), with or without «IR», in any digits and groups. Returns «IR»
 * and its 24 digits when the check digits are right (mod 97), else null.
 */
export function parseIban(text: string): string | null {
  const digits = /^(?:IR)?(\d{24})$/i.exec(typedDigits(text))?.[1];
  if (digits === undefined) return null;
  // For the check, «IR» is moved to the end as 1827 (18 for the first letter, 27 for the second),
  // followed by the check digits.
  const turned = `${digits.slice(2)}1827${digits.slice(0, 2)}`;
  return BigInt(turned) % 97n === 1n ? `IR${digits}` : null;
}
