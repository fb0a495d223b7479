import { formatNumber } from "./toman.ts";

const decimals = (digits: number) =>
  new Intl.NumberFormat("fa-IR", { minimumFractionDigits: digits, maximumFractionDigits: digits });
const percents = decimals(1);

/** Formats a large amount and returns its unit separately: 8683000000 → «۸٫۶۸» «میلیارد تومان». */
export function largeToman(amountToman: number): { value: string; unit: string } {
  const size = Math.abs(amountToman);
  if (size >= 1e9) return { value: write(amountToman / 1e9, 2), unit: "میلیارد تومان" };
  if (size >= 1e6) return { value: write(amountToman / 1e6, 1), unit: "میلیون تومان" };
  return { value: write(amountToman, 0), unit: "تومان" };
}

/** Formats in millions of toman: 1270000000 → «۱٬۲۷۰», 2350000 → «۲٫۴». */
export function inMillions(amountToman: number): string {
  const millions = amountToman / 1e6;
  return write(millions, Math.abs(millions) < 10 && millions % 1 !== 0 ? 1 : 0);
}

/** Formats a share with one decimal: 0.386 → «۳۸٫۶٪». */
export function formatShare(share: number): string {
  return `${minus(percents.format(share * 100))}٪`;
}

/** Formats a change with its sign: 0.114 → «+۱۱٫۴٪». Returns null when the earlier value was 0. */
export function formatChange(value: number, before: number): string | null {
  if (before === 0) return null;
  const change = (value - before) / Math.abs(before);
  if (Math.abs(change) < 0.0005) return "۰٪";
  // A multiple is easier to understand than thousands of percent.
  if (change >= 10) return `×${formatNumber(Math.round(change + 1))}`;
  return `${change > 0 ? "+" : "−"}${percents.format(Math.abs(change) * 100)}٪`;
}

function write(value: number, digits: number): string {
  const text = digits === 0 ? formatNumber(value) : decimals(digits).format(value);
  return minus(text);
}

/** Puts the minus directly before the number, without the marks that Intl adds. */
const minus = (text: string) => text.replace(/[\u200e\u200f]/g, "").replace("-", "−");
