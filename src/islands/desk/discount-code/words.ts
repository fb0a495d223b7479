import { toPersianDigits } from "../../../../persian/digits.ts";
import { formatNumber, formatToman } from "../../../../persian/toman.ts";
import type { Tone } from "../../../parts/StatusBadge.tsx";
import type { DiscountCode } from "../../../stores/desk/discount-code.ts";

/** The words of the desk for discount codes. */

export const STATES: Record<DiscountCode["state"], { words: string; tone: Tone }> = {
  running: { words: "در کار", tone: "good" },
  ended: { words: "تمام‌شده", tone: "plain" },
  stopped: { words: "متوقف", tone: "bad" },
};

type Terms = Pick<DiscountCode, "type" | "value" | "maxDiscount" | "minPurchase">;

/** Returns the discount in words: «۲۰٪ تا ۳۰٬۰۰۰ تومان», or a fixed sum. */
export function discountWords({ type, value, maxDiscount }: Terms): string {
  if (type === "fixed") return formatToman(value);
  const most = maxDiscount === null ? "" : ` تا ${formatToman(maxDiscount)}`;
  return `${toPersianDigits(value)}٪${most}`;
}

/** Returns the uses in words: «۳ از ۱۰»; without a limit, only their number. */
export function usesWords({ uses, usesMax, series }: DiscountCode): string {
  const most = usesMax === null ? null : usesMax * (series?.count ?? 1);
  return most === null ? formatNumber(uses) : `${formatNumber(uses)} از ${formatNumber(most)}`;
}

export const dayWords = (day: string) => toPersianDigits(day.replaceAll("-", "/"));
