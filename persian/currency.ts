import { toPersianDigits } from "./digits.ts";

/** Foreign currencies of gift cards, with the names that people use. */
export const CURRENCY_NAMES = {
  USD: "دلار",
  EUR: "یورو",
  GBP: "پوند",
  TRY: "لیر ترکیه",
  AED: "درهم امارات",
} as const;
export type Currency = keyof typeof CURRENCY_NAMES;
export const CURRENCIES = Object.keys(CURRENCY_NAMES) as Currency[];

const SIGNS: Readonly<Record<string, Currency>> = {
  $: "USD",
  USD: "USD",
  "€": "EUR",
  EUR: "EUR",
  "£": "GBP",
  GBP: "GBP",
  "₺": "TRY",
  TRY: "TRY",
  TL: "TRY",
  AED: "AED",
};

/** The face value of a card, in hundredths of its currency. */
export interface FaceValue {
  currency: Currency;
  cents: number;
}

/**
 * Reads the face value in a denomination, such as `$10`, `₺1,000` or `AED 50`. Returns null when
 * the denomination is not money, such as `800 Robux`.
 */
export function readFaceValue(denomination: string): FaceValue | null {
  const [number] = /\d[\d,]*(?:\.\d{1,2})?(?!\d)/.exec(denomination) ?? [];
  if (number === undefined) return null;
  const currency = SIGNS[denomination.replace(number, "").trim().toUpperCase()];
  const cents = Math.round(Number(number.replaceAll(",", "")) * 100);
  return currency && cents > 0 ? { currency, cents } : null;
}

/** Returns «دلار» for "USD"; a currency without a known name stays unchanged. */
export function currencyWord(code: string): string {
  return (CURRENCY_NAMES as Readonly<Record<string, string>>)[code] ?? code;
}

/** Returns a decimal amount such as "1000.50" in Persian: «۱۰۰۰٫۵ دلار». */
export function foreignMoney(amount: string | number, code: string): string {
  return `${toPersianDigits(String(Number(amount))).replace(".", "٫")} ${currencyWord(code)}`;
}
