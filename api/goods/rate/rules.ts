import type { OrderBook } from "../../outside/rates.ts";
import { MINUTE_MS } from "../../base/time.ts";

/** The answer of a source (toman for one unit), or why it gave nothing usable. */
export type Reading = { toman: number } | { trouble: "silent" | "unreadable" | "apart" };

/** A market whose best offers are farther apart has too few traders to be believed. */
const SPREAD_MAX = 0.02;
/** When two markets differ by more, one of them must be wrong. */
const APART_MAX = 0.02;
const BOOK_MAX_AGE_MS = 5 * MINUTE_MS;
/** A wrong unit is a factor of ten; a real day never comes near this difference. */
const FAR_PERCENT = 25;

/** True when two rates differ by more than so many percent of the second. */
const differs = (toman: number, from: number, percent: number) =>
  Math.abs(toman - from) * 100 > percent * from;

/**
 * Returns the rate of two markets: the mean of both, or the one that answered. An answer with offers
 * that cross or are far apart, or an old one, counts as unreadable.
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
 * Decides about a reading. It waits for an operator when no rate was confirmed yet, or when it
 * differs by more than the band. If it is far from the last confirmed rate, it is not used at all.
 */
export function judgeReading(
  toman: number,
  rate: { toman: number | null; confirmedToman: number | null; bandPercent: number },
): Judged {
  if (rate.confirmedToman === null || rate.toman === null) return { kind: "held", toman };
  if (isFar(toman, rate.confirmedToman)) return { kind: "trouble", trouble: "far" };
  return { kind: differs(toman, rate.toman, rate.bandPercent) ? "held" : "good", toman };
}

/** A rate is old when its source was silent, or nobody entered it again, for this long. */
const OLD_MS = { source: 30 * MINUTE_MS, hand: 24 * 60 * MINUTE_MS };

export const isOldRate = (source: string, readAt: number, now: number): boolean =>
  now - readAt > (source === "hand" ? OLD_MS.hand : OLD_MS.source);
