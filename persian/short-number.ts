import { typedDigits } from "./characters.ts";

/**
 * Numbers of orders and tickets: six to eight digits and a check digit. The database makes them
 * (view `next_number`); the functions here read them.
 */

/**
 * The quasigroup of order 10 from H. Michael Damm, «Total anti-symmetrische Quasigruppen»
 * (dissertation, Marburg 2004): a row for each state, a column for each digit.
 */
const DAMM = [
  "0317598642",
  "7092154863",
  "4206871359",
  "1750983426",
  "6123045978",
  "3674209581",
  "5869720134",
  "8945362017",
  "9438617205",
  "2581436790",
];

/**
 * Returns the check digit of Latin digits. It changes with any single wrong digit, and when two
 * neighbouring digits are swapped.
 */
export function checkDigit(digits: string): string {
  return [...digits].reduce(
    (state, digit) => DAMM[Number(state)]?.charAt(Number(digit)) ?? "",
    "0",
  );
}

/**
 * Reads a number as people type or paste it, in any digits, with or without spaces. Returns its
 * Latin digits, `mistyped` for a number whose check digit is wrong, or null for any other text.
 */
export function readShortNumber(text: string): { number: string } | "mistyped" | null {
  const digits = typedDigits(text);
  if (!/^[1-9]\d{6,8}$/.test(digits)) return null;
  return checkDigit(digits) === "0" ? { number: digits } : "mistyped";
}
