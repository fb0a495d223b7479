import type { FiguresAnswer } from "../../../../contract/desk/figures.ts";
import { formatChange, formatShare, largeToman } from "../../../../persian/large-toman.ts";
import { formatNumber } from "../../../../persian/toman.ts";

/** One of the five figures: its meaning, its value, and the change since the compared period. */
export interface FigureShown {
  label: string;
  /** The explanation of what it counts. */
  counts: string;
  value: string;
  unit?: string;
  change: string | null;
  /**
   * Good, bad or neither. The words show the direction too, so that no meaning depends on colour
   * alone.
   */
  tone: "good" | "bad" | "quiet";
  note?: string;
  rows: string | null;
}

/** Returns the five figures. The last one links to the log, if the operator may read the log. */
export function figuresOf(figures: FiguresAnswer, mayReadLog: boolean): FigureShown[] {
  const { sales, profit, orders, bought, promises } = figures;
  return [
    {
      label: "فروش پس از تخفیف و بازپرداخت",
      counts:
        "بهای آنچه در این روزها تحویل شد، پس از کد تخفیف، منهای آنچه در همین روزها بازگردانده شد",
      ...largeToman(sales.value),
      ...changeOf(sales),
      rows: sales.rows,
    },
    {
      label: "سود",
      counts: "فروش منهای بهای خرید کدها و پاداش و درآمد معرفی که پرداخت شد",
      ...largeToman(profit.value),
      ...QUIET,
      note: marginWords(figures),
      rows: profit.rows,
    },
    {
      label: "سفارش",
      counts: "سفارش‌هایی که در این روزها پرداخت شد",
      value: formatNumber(orders.value),
      ...changeOf(orders),
      rows: orders.rows,
    },
    {
      label: "از سبد تا پرداخت",
      counts: "سفارش‌های پرداخت‌شده از سبدهایی که در این روزها چیزی در آن‌ها گذاشته شد",
      value: shareWords(bought),
      ...pointsOf(shareOf(bought), shareOf(bought.before)),
      note: bought.whole > 0 ? `${formatNumber(bought.whole)} سبد` : "سبدی شمرده نشده",
      rows: bought.rows,
    },
    {
      label: "قول‌های به‌موقع",
      counts:
        "مدارک، برداشت‌ها، تحویل‌های دستی، تیکت‌ها و بررسی‌هایی که در مهلت قول‌داده به پایان رسید",
      value: shareWords(promises),
      ...QUIET,
      note:
        promises.whole > 0
          ? `${formatNumber(promises.whole - promises.part)} دیر از ${formatNumber(promises.whole)}`
          : "قولی به پایان نرسیده",
      rows: mayReadLog ? promises.rows : null,
    },
  ];
}

type Change = Pick<FigureShown, "change" | "tone">;
const QUIET: Change = { change: null, tone: "quiet" };

function changeOf({ value, before }: { value: number; before: number }): Change {
  const change = formatChange(value, before);
  const tone = value >= before ? "good" : "bad";
  return { change, tone: change === null || change === "۰٪" ? "quiet" : tone };
}

interface Share {
  part: number;
  whole: number;
}
const shareOf = ({ part, whole }: Share) => (whole > 0 ? part / whole : null);
const shareWords = ({ part, whole }: Share) => (whole > 0 ? formatShare(part / whole) : "—");

/** Returns the change between two shares, in percentage points. */
function pointsOf(now: number | null, before: number | null): Change {
  if (now === null || before === null) return { change: null, tone: "good" };
  return {
    change: `${now >= before ? "+" : "−"}${formatShare(Math.abs(now - before))}`,
    tone: now < before ? "bad" : "good",
  };
}

function marginWords({ sales, profit, period }: FiguresAnswer): string {
  if (sales.value <= 0) return "بی‌فروش";
  const now = `${isolate(formatShare(profit.value / sales.value))} فروش`;
  return sales.before > 0
    ? `${now}؛ ${period.comparedTitle} ${isolate(formatShare(profit.before / sales.before))}`
    : now;
}

/** Isolates a number, so that its sign stays before it in the middle of a Persian line. */
const isolate = (text: string) => `\u2066${text}\u2069`;
