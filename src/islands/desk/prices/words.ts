import { toPersianDigits } from "../../../../persian/digits.ts";
import { readDecimal } from "../../../../persian/sum.ts";
import type { PriceRow } from "../../../stores/desk/price.ts";
import type { Rate } from "../../../stores/desk/rate.ts";

/** The words of the prices screen. */

export const SOURCES: Readonly<Record<Rate["source"], string>> = {
  hand: "دستی",
  market: "بازار، میانگین دو صرافی",
  address: "از نشانی فروشگاه",
  dollar: "از روی دلار",
};

export const TROUBLES: Readonly<Record<NonNullable<Rate["trouble"]>, string>> = {
  silent: "منبع پاسخ نمی‌دهد",
  unreadable: "پاسخ منبع خواندنی نیست",
  apart: "دو بازار بیش از ۲٪ با هم فرق دارند",
  far: "منبع نرخی بسیار دور می‌گوید؛ باور نشد",
};

export const FLAGS: Readonly<Record<PriceRow["flags"][number], string>> = {
  below_cost: "زیر بهای خرید",
  jump: "بیش از ۵٪؛ ببینید",
  sale_ends: "حراج تمام می‌شود",
};

/**
 * Says which prices with warnings were ticked: how many change a lot or make a loss, and the names
 * of products whose sale ends.
 */
export function tellTicked(rows: readonly PriceRow[]): string {
  const moved = rows.filter(({ flags }) => flags.some((flag) => flag !== "sale_ends")).length;
  const ended = rows.filter(({ flags }) => flags.includes("sale_ends"));
  const names = ended.map(({ name }) => `«${name}»`).join("، ");
  return [
    moved > 0 &&
      `${toPersianDigits(moved)} تای آن‌ها بیش از ۵ درصد جابه‌جا می‌شود یا زیر بهاست و شما تیک زده‌اید.`,
    ended.length > 0 && `حراج ${names} تمام می‌شود.`,
  ]
    .filter((said) => said !== false)
    .join(" ");
}

/** Formats hundredths of a percent as a percentage: «۱۱٫۸». */
export const showBasisPoints = (points: number): string =>
  toPersianDigits(String(points / 100).replace(".", "٫")).replace("-", "−");

/** Reads a typed percentage as hundredths of a percent; null when it is not a percentage. */
export function readBasisPoints(text: string): number | null {
  const typed = readDecimal(text.replace(/[٪%]/g, "").replace("/", ".")) ?? "";
  return /^-?\d{1,3}(?:\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 100) : null;
}
