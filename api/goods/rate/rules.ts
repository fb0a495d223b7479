import type { OrderBook } from "../../outside/rates.ts";
import { MINUTE_MS } from "../../base/time.ts";

/**
 * The rate that a source gave (toman for one unit), or the reason why its answer cannot be used.
 */
export type Reading = { toman: number } | { trouble: "silent" | "unreadable" | "apart" };

/**
 * The largest gap between the best buying and selling offer of a market. With a wider gap, too few
 * people trade there to trust its rate.
 */
const SPREAD_MAX = 0.02;
/**
 * The largest difference between two markets. When they differ by more, one of them must be wrong.
 */
const APART_MAX = 0.02;
const BOOK_MAX_AGE_MS = 5 * MINUTE_MS;
/**
 * A rate that differs by more than this may be in a wrong unit, such as rial for toman (a factor of
 * ten). Real rates never change so much in a day.
 */
const FAR_PERCENT = 25;

/** True when a rate differs from the rate `from` by more than the given percentage of `from`. */
const differs = (toman: number, from: number, percent: number) =>
  Math.abs(toman - from) * 100 > percent * from;

/**
 * Returns the mean rate of the markets with a usable answer. An answer is not usable when it is
 * old, or when its best offers cross or are far apart.
 */
export function judgeMarkets(books: readonly (OrderBook | null)[], now: number): Reading {
  const answered = books.filter((book) => book !== null);
  if (answered.length === 0) return { trouble: "silent" };
  const rates = answered
    .filter(({ at }) => at === null || now - at <= BOOK_MAX_AGE_MS)
    .filter(({ ask, bid }) => bid > 0 && ask >= bid && (ask - bid) / bid <= SPREAD_MAX)
    .map(({ ask, bid }) => (ask + bid) / 2);
  const [lowest, highest] = [Math.min(...rates), Math.max(...rates)];
  if (rates.length === 0) return { trouble: "unreadable" };
  if (highest / lowest - 1 > APART_MAX) return { trouble: "apart" };
  return { toman: rates.reduce((sum, rate) => sum + rate, 0) / rates.length };
}

/** Returns the toman of one unit of a currency; a dollar buys `perDollar` units (decimal text). */
export function fromDollar(dollarToman: number, perDollar: string): number {
  return Math.max(1, Math.round(dollarToman / Number(perDollar)));
}

/** True when a rate differs so much from the last confirmed one that its unit may be wrong. */
export const isFar = (toman: number, confirmedToman: number): boolean =>
  differs(toman, confirmedToman, FAR_PERCENT);

type Judged = { kind: "good" | "held"; toman: number } | { kind: "trouble"; trouble: "far" };

/**
 * Decides what happens to a reading. It is held for an operator when no rate was confirmed yet, or
 * when it differs from the current rate by more than `bandPercent`. It is not used at all when it
 * is far from the last confirmed rate.
 */
export function judgeReading(
  toman: number,
  rate: { toman: number | null; confirmedToman: number | null; bandPercent: number },
): Judged {
  if (rate.confirmedToman === null || rate.toman === null) return { kind: "held", toman };
  if (isFar(toman, rate.confirmedToman)) return { kind: "trouble", trouble: "far" };
  return { kind: differs(toman, rate.toman, rate.bandPercent) ? "held" : "good", toman };
}

/** The age from which a rate is old: of a rate from a source, and of a rate entered by hand. */
const OLD_MS = { source: 30 * MINUTE_MS, hand: 24 * 60 * MINUTE_MS };

export const isOldRate = (source: string, readAt: number, now: number): boolean =>
  now - readAt > (source === "hand" ? OLD_MS.hand : OLD_MS.source);
