import { formatAverage } from "../../../../persian/average.ts";
import { formatNumber } from "../../../../persian/toman.ts";
import type { Finding } from "../../../stores/desk/import.ts";
import type { StockProduct } from "../../../stores/desk/stock.ts";

/** The kinds of lines of a file, in the order in which they matter. */
export const FINDINGS: readonly { finding: Finding; words: string; tone: string }[] = [
  { finding: "new", words: "تازه", tone: "free" },
  { finding: "odd", words: "شکل دیگر", tone: "warn" },
  { finding: "sold", words: "پیش‌تر فروخته", tone: "recalled" },
  { finding: "shelf", words: "در انبار", tone: "held" },
  { finding: "twice", words: "تکراری در پرونده", tone: "sold" },
  { finding: "refused", words: "نادرست", tone: "bad" },
];

/** How long the free codes last, in words. */
export function coverWords({ coverDays, free }: Pick<StockProduct, "coverDays" | "free">): string {
  if (free === 0) return "ناموجود";
  if (coverDays === null) return "بی‌فروش";
  if (coverDays < 1) return "کمتر از یک روز";
  return `${coverDays < 10 ? formatAverage(coverDays) : formatNumber(coverDays)} روز`;
}

/** The share of sold codes that were bad, in words; empty when none was. */
export function badWords({ bad, sold }: { bad: number; sold: number }): string {
  if (bad === 0) return "";
  return `${formatNumber(bad)} (${formatAverage((bad / Math.max(1, sold)) * 100)}٪)`;
}

/** A share of bad codes that a shop has to talk about with its supplier. */
export const isBadShare = ({ bad, sold }: { bad: number; sold: number }): boolean =>
  bad / Math.max(1, sold) >= 0.02;
