import { once } from "./once.ts";

const groups = once(() => new Intl.NumberFormat("fa-IR", { maximumFractionDigits: 0 }));
const averages = once(() => new Intl.NumberFormat("fa-IR", { maximumFractionDigits: 1 }));

/** Formats a whole number in Persian digits with separators: 1280000 → «۱٬۲۸۰٬۰۰۰». */
export function formatNumber(value: number): string {
  return groups().format(value);
}

/** Formats an average with one decimal: 4.5 → «۴٫۵». */
export function formatAverage(value: number): string {
  return averages().format(value);
}

/**
 * Formats an amount in toman: 1280000 → «۱٬۲۸۰٬۰۰۰ تومان». Intl's currency style cannot, because
 * toman has no ISO code.
 */
export function formatToman(amountToman: number): string {
  return `${groups().format(amountToman)} تومان`;
}
