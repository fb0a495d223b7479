import { describe, expect, test } from "vitest";
import {
  type PriceNow,
  flagsOf,
  marginOf,
  moveWith,
  priceByRate,
} from "../../api/goods/price/rules.ts";
import { fromDollar, judgeMarkets, judgeReading } from "../../api/goods/rate/rules.ts";
import { readFaceValue } from "../../persian/currency.ts";
import { createRandom } from "../../scripts/generate/random.ts";
import { MINUTE } from "../support/time.ts";

/** The rules for accepting rates, and the prices made from them. Sections 10.33 and 10.34. */

const NOW = Date.UTC(2026, 10, 23);
const book = (middle: number, over: object = {}) => ({
  ask: middle * 1.001,
  bid: middle * 0.999,
  at: NOW,
  ...over,
});

describe("markets", () => {
  test("the rate is the mean of both markets, or of the one that answered", () => {
    expect(judgeMarkets([book(108_000), book(109_000, { at: null })], NOW)).toEqual({
      toman: expect.closeTo(108_500, 5) as number,
    });
    expect(judgeMarkets([null, book(109_000)], NOW)).toEqual({
      toman: expect.closeTo(109_000, 5) as number,
    });
  });

  test.each([
    ["no answer", [null, null], "silent"],
    ["offers of six minutes ago", [book(108_000, { at: NOW - 6 * MINUTE }), null], "unreadable"],
    ["crossing offers", [book(108_000, { ask: 100_000 }), null], "unreadable"],
    ["offers three percent apart", [book(108_000, { ask: 111_240 }), null], "unreadable"],
    ["a bid of nothing", [book(108_000, { bid: 0 }), null], "unreadable"],
    ["markets three percent apart", [book(108_000), book(111_240)], "apart"],
    ["one market in rial", [book(108_000), book(1_080_000)], "apart"],
  ] as const)("give no rate: %s", (_name, books, trouble) => {
    expect(judgeMarkets(books, NOW)).toEqual({ trouble });
  });
});

describe("a rate from the markets", () => {
  const rate = { toman: 108_000, confirmedToman: 108_000, bandPercent: 5 };
  test.each([
    ["within the band", 113_400, { kind: "good", toman: 113_400 }],
    ["a step beyond it", 113_500, { kind: "held", toman: 113_500 }],
    ["a step down beyond it", 102_500, { kind: "held", toman: 102_500 }],
    ["ten times as much", 1_080_000, { kind: "trouble", trouble: "far" }],
    ["a tenth", 10_800, { kind: "trouble", trouble: "far" }],
  ])("%s", (_name, toman, judged) => {
    expect(judgeReading(toman, rate)).toEqual(judged);
  });

  test("cannot move far from the confirmed rate by many small steps", () => {
    const crept = { toman: 134_000, confirmedToman: 108_000, bandPercent: 5 };
    expect(judgeReading(135_500, crept)).toEqual({ kind: "trouble", trouble: "far" });
  });

  test("waits for an operator when it is the first one", () => {
    expect(judgeReading(108_000, { toman: null, confirmedToman: null, bandPercent: 5 })).toEqual({
      kind: "held",
      toman: 108_000,
    });
  });

  test("gives the dirham from the dollar", () => {
    expect(fromDollar(111_600, "3.6725")).toBe(30_388);
  });
});

describe("a price", () => {
  const rule = (faceCents: number, marginBasisPoints: number) => ({ faceCents, marginBasisPoints });
  test.each([
    [rule(500, 1_180), 111_600, 625_000],
    [rule(1_000, 0), 111_500, 1_115_000],
    [rule(1_000, 0), 111_500.5, 1_120_000],
    [rule(25_000, -500), 100_000, 23_750_000],
    [rule(1, 0), 3_280, 5_000],
  ])("of %j at the rate %d is %d, rounded up", (facts, rate, price) => {
    expect(priceByRate(facts, rate, 5_000)).toBe(price);
  });

  test("the margin of a price gives the same price again, for cheap and expensive cards", () => {
    for (const rate of [2_570, 29_460, 108_217, 142_399])
      for (const cents of [200, 500, 1_000, 2_500, 10_000, 50_000])
        for (const price of [235_000, 605_000, 5_770_000, 12_140_000]) {
          const margin = marginOf(price, cents, rate);
          if (margin > 20_000 || margin < -5_000) continue;
          expect(priceByRate(rule(cents, margin), rate, 5_000)).toBe(price);
        }
  });

  test("a sale price moves with the price and stays below it; cashback exceeds neither", () => {
    const now = { price: 1_215_000, sale: 1_165_000, reward: 5_000 };
    expect(moveWith(now, 1_255_000, 5_000)).toEqual({
      price: 1_255_000,
      sale: 1_205_000,
      reward: 5_000,
    });
    expect(moveWith({ price: 20_000, sale: 19_999, reward: 9_000 }, 5_000, 5_000)).toEqual({
      price: 5_000,
      sale: null,
      reward: 5_000,
    });
  });

  test("when a rate returns to its old value, so do prices, sales and cashback, whatever came in between", () => {
    const random = createRandom("prices that come back");
    for (let round = 0; round < 400; round++) {
      const step = random.pick([500, 1_000, 5_000]);
      const margin = random.between(0, 3_000);
      const cents = random.pick([100, 200, 499, 1_000, 5_000, 10_000]);
      const rate = random.between(60_000, 140_000);
      const price = priceByRate(rule(cents, margin), rate, step);
      const sale = random.between(Math.floor(price / 2), price - step - 1);
      const base = { price, sale, reward: random.between(0, sale) };
      let now: PriceNow = base;
      for (let move = 0; move < 40; move++) {
        // The first 30 moves are +1 and -1 percent in turn, the others between -20 and +25 percent.
        const away =
          move < 30 ? 1 + (move % 2 === 0 ? 0.01 : -0.01) : random.between(80, 125) / 100;
        const next = priceByRate(rule(cents, margin), Math.round(rate * away), step);
        now = moveWith(base, next, step);
        if (now.sale !== null) {
          expect(now.sale).toBeLessThan(now.price);
          expect(Math.abs(now.sale - (sale * next) / price)).toBeLessThanOrEqual(step);
        } else expect(next - (sale * next) / price).toBeLessThan(step);
      }
      expect(moveWith(base, price, step)).toEqual(base);
    }
  });

  test("a price that would end its sale is flagged, so that an operator ticks it separately", () => {
    const now = { price: 50_000, sale: 48_000, reward: 0 };
    const next = moveWith(now, 49_000, 5_000);
    expect(next).toEqual({ price: 49_000, sale: null, reward: 0 });
    expect(flagsOf(now, next, null)).toEqual(["sale_ends"]);
    expect(flagsOf(next, now, null)).toEqual([]);
  });

  test("a jump and a price below cost are flagged, so that an operator ticks them separately", () => {
    const now = { price: 1_000_000, sale: null, reward: 0 };
    const to = (price: number) => ({ ...now, price });
    expect(flagsOf(now, to(1_050_000), 900_000)).toEqual([]);
    expect(flagsOf(now, to(1_055_000), 900_000)).toEqual(["jump"]);
    expect(flagsOf(now, to(945_000), 950_000)).toEqual(["below_cost", "jump"]);
    expect(flagsOf(now, { ...to(1_000_000), sale: 890_000 }, 900_000)).toEqual(["below_cost"]);
    expect(flagsOf(now, to(960_000), null)).toEqual([]);
  });
});

test.each([
  ["$10", { currency: "USD", cents: 1_000 }],
  ["$4.99", { currency: "USD", cents: 499 }],
  ["€20", { currency: "EUR", cents: 2_000 }],
  ["£10", { currency: "GBP", cents: 1_000 }],
  ["₺1,000", { currency: "TRY", cents: 100_000 }],
  ["AED 50", { currency: "AED", cents: 5_000 }],
  ["100 TL", { currency: "TRY", cents: 10_000 }],
  ["800 Robux", null],
  ["3 Months", null],
  ["$0", null],
  ["Family 12 M", null],
  ["", null],
])("the face value of %s", (denomination, value) => {
  expect(readFaceValue(denomination)).toEqual(value);
});
