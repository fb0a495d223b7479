import { once } from "./once.ts";

const averages = once(() => new Intl.NumberFormat("fa-IR", { maximumFractionDigits: 1 }));

/** Formats an average with one decimal: 4.5 → «۴٫۵». */
export function formatAverage(value: number): string {
  return averages().format(value);
}
