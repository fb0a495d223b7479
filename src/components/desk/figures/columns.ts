import { max, min } from "d3-array";
import { scaleBand, scaleLinear } from "d3-scale";
import type { FiguresBar } from "../../../../contract/desk/figures.ts";
import { toPersianDigits } from "../../../../persian/digits.ts";
import { inMillions } from "../../../../persian/large-toman.ts";

/**
 * Computes the charts of sales and profit, one above the other with the same time axis, as numbers
 * for an SVG. Runs only on the server, so that browsers do not load d3.
 */

export interface ChartSize {
  width: number;
  /** The height of the sales chart, and of the profit chart below it. */
  heights: [number, number];
  /** The minimum width of a label below the axis. */
  labelWidth: number;
}

export const WIDE: ChartSize = { width: 740, heights: [178, 64], labelWidth: 34 };
export const NARROW: ChartSize = { width: 350, heights: [150, 60], labelWidth: 30 };

const AXIS_WIDTH = 40;
const TOP = 26;
const GAP = 22;
const BOTTOM = 26;

interface Tick {
  y: number;
  label: string;
}
interface Column {
  x: number;
  width: number;
  /** The left edge of the area that reacts to a pointer, over the whole height. */
  touchX: number;
  touchWidth: number;
  middle: number;
  salesPath: string;
  profitPath: string;
  /** The y coordinate of the sales in the compared period, or null when nothing was sold then. */
  beforeY: number | null;
  isOpen: boolean;
  isPoor: boolean;
  label: string;
}
export interface Chart {
  width: number;
  height: number;
  plotWidth: number;
  axisX: number;
  salesTicks: Tick[];
  profitTicks: Tick[];
  labelY: number;
  bottomY: number;
  columns: Column[];
}

export function drawChart(bars: readonly FiguresBar[], size: ChartSize): Chart {
  const { width, heights } = size;
  const [salesHeight, profitHeight] = heights;
  const plotWidth = width - AXIS_WIDTH;
  const places = bars.map((_, index) => index);
  // The time axis runs from right to left, like the text: the arrow key to the right goes back in
  // time.
  const time = scaleBand<number>()
    .domain(places)
    .range([plotWidth, 0])
    .paddingInner(0.36)
    .paddingOuter(0.3);
  const salesTop = max(bars, (bar) => Math.max(bar.sales, bar.salesBefore ?? 0)) ?? 0;
  const salesBase = TOP + salesHeight;
  const profitBase = salesBase + GAP + profitHeight;
  const sales = scaleLinear()
    .domain([Math.min(0, min(bars, (bar) => bar.sales) ?? 0), Math.max(salesTop, 1_000_000)])
    .nice(4)
    .range([salesBase, TOP]);
  const profit = scaleLinear()
    .domain([
      Math.min(0, min(bars, (bar) => bar.profit) ?? 0),
      Math.max(max(bars, (bar) => bar.profit) ?? 0, 1_000_000),
    ])
    .nice(2)
    .range([profitBase, profitBase - profitHeight]);
  const bandWidth = Math.min(time.bandwidth(), 46);
  const usual = shareOf(bars);
  const every = Math.max(1, Math.ceil(size.labelWidth / time.step()));
  return {
    width,
    height: profitBase + BOTTOM,
    plotWidth,
    axisX: width - AXIS_WIDTH + 8,
    salesTicks: sales.ticks(4).map((value) => ({ y: sales(value), label: inMillions(value) })),
    profitTicks: profit.ticks(2).map((value) => ({ y: profit(value), label: inMillions(value) })),
    labelY: profitBase + 18,
    bottomY: profitBase,
    columns: bars.map((bar, index) => {
      const left = (time(index) ?? 0) + (time.bandwidth() - bandWidth) / 2;
      const share = bar.sales > 0 ? bar.profit / bar.sales : 0;
      return {
        x: left,
        width: bandWidth,
        touchX: (time(index) ?? 0) - (time.step() - time.bandwidth()) / 2,
        touchWidth: time.step(),
        middle: left + bandWidth / 2,
        salesPath: column(left, bandWidth, sales(0), sales(bar.sales)),
        profitPath: column(left, bandWidth, profit(0), profit(bar.profit)),
        beforeY: bar.salesBefore ? sales(bar.salesBefore) : null,
        isOpen: bar.isOpen,
        isPoor: !bar.isOpen && bar.sales > 0 && share < usual * 0.75,
        label: labelOf(bars, index, every),
      };
    }),
  };
}

/** Returns the share of profit in all sales. */
function shareOf(bars: readonly FiguresBar[]): number {
  const sales = bars.reduce((sum, bar) => sum + bar.sales, 0);
  return sales > 0 ? bars.reduce((sum, bar) => sum + bar.profit, 0) / sales : 0;
}

/** Returns the path of a column with round corners, up or down from its foot. */
function column(x: number, width: number, foot: number, head: number): string {
  const height = Math.abs(foot - head);
  if (height < 0.5) return "";
  const round = Math.min(3, width / 2, height);
  const bend = head < foot ? round : -round;
  const [left, right] = [x.toFixed(1), (x + width).toFixed(1)];
  const [inLeft, inRight] = [(x + round).toFixed(1), (x + width - round).toFixed(1)];
  const [bottom, top, shoulder] = [foot, head, head + bend].map((y) => y.toFixed(1));
  return `M${left} ${bottom}V${shoulder}Q${left} ${top} ${inLeft} ${top}H${inRight}Q${right} ${top} ${right} ${shoulder}V${bottom}Z`;
}

/**
 * Returns the label of a column. Every month is labelled with its name. Of the days, only today,
 * the first of a month, and one in every few days are labelled.
 */
function labelOf(bars: readonly FiguresBar[], index: number, every: number): string {
  const bar = bars[index];
  if (!bar) return "";
  const isDays = bar.name.length === 10;
  if (!isDays) return bar.title;
  if (bar.isOpen) return "امروز";
  const day = Number(bar.name.slice(8));
  const step = Math.max(every, 5);
  const isNearToday = bars.at(-1)?.isOpen === true && bars.length - 1 - index < every;
  return (day === 1 || day % step === 0) && !isNearToday ? toPersianDigits(day) : "";
}
