import { toPersianDigits } from "./digits.ts";
import { formatNumber } from "./toman.ts";

/** Formats an average with one decimal: 4.5 → «۴٫۵», 4 → «۴». */
export function formatAverage(value: number): string {
  const tenths = Math.round(Math.abs(value) * 10);
  const whole = formatNumber(Math.floor(tenths / 10));
  const decimal = tenths % 10 === 0 ? "" : `٫${toPersianDigits(tenths % 10)}`;
  return `${value < 0 && tenths > 0 ? "\u200e−" : ""}${whole}${decimal}`;
}
