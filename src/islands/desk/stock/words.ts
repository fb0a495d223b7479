import { formatAverage } from "../../../../persian/average.ts";
import { formatNumber } from "../../../../persian/toman.ts";
import type { Doubt, Finding } from "../../../stores/desk/import.ts";
import type { StockProduct } from "../../../stores/desk/stock.ts";

/** The kinds of lines of a file, in the order in which they matter. */
export const FINDINGS: readonly { finding: Finding; words: string; tone: string }[] = [
  { finding: "new", words: "تازه", tone: "free" },
  { finding: "unusual", words: "شکل دیگر", tone: "warn" },
  { finding: "sold", words: "پیش‌تر فروخته", tone: "recalled" },
  { finding: "shelf", words: "در انبار", tone: "held" },
  { finding: "twice", words: "تکراری در پرونده", tone: "sold" },
  { finding: "refused", words: "نادرست", tone: "bad" },
];

/** Doubts about codes, each with the text of its checkbox: «۳ …». */
export const DOUBTS: readonly { doubt: Doubt; words: string }[] = [
  { doubt: "first", words: "کد همانندی برای سنجش ندارد؛ نگاه کرده‌ام و کد است" },
  { doubt: "shape", words: "کدی که شکل دیگری دارد هم افزوده شود" },
  { doubt: "zeros", words: "کدی که شاید صفرهای آغازش افتاده هم افزوده شود" },
  { doubt: "check", words: "کدی که رقم آزمونش درست نیست هم افزوده شود" },
  { doubt: "rounded", words: "کدی که شاید اکسل رقم‌های آخرش را صفر کرده هم افزوده شود" },
  { doubt: "alike", words: "کدی که نشانهٔ غیرلاتین دارد با نشانهٔ لاتین افزوده شود" },
  { doubt: "hidden", words: "کدی که نشانهٔ نادیدنی دارد بی آن افزوده شود" },
  {
    doubt: "unlike",
    words:
      "سطری که به تاریخ، لینک، شماره، قیمت یا نمونه‌ای خالی می‌ماند یا چیزی کنار کد دارد هم افزوده شود",
  },
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

/** True when so many codes were bad that the shop has to talk with its supplier. */
export const isBadShare = ({ bad, sold }: { bad: number; sold: number }): boolean =>
  bad / Math.max(1, sold) >= 0.02;
