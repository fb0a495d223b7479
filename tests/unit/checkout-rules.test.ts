import { expect, test } from "vitest";
import { secondHoldMax, splitPayment } from "../../api/buying/checkout/rules.ts";

test.each([
  // total, balance, wallet used → wallet, gateway
  [100_000, 30_000, true, 30_000, 70_000],
  [100_000, 30_000, false, 0, 100_000],
  [100_000, 100_000, true, 100_000, 0],
  [100_000, 250_000, true, 100_000, 0],
  [100_000, 0, true, 0, 100_000],
  // No gateway takes less than a thousand toman.
  [100_000, 99_001, true, 99_000, 1_000],
  [100_000, 99_999, true, 99_000, 1_000],
  [100_000, 99_000, true, 99_000, 1_000],
  [1_000, 1, true, 0, 1_000],
  [900, 100, true, 100, 800],
  [0, 0, false, 0, 0],
])(
  "for %i toman with %i in the wallet (used: %s), the wallet pays %i and the gateway %i",
  (total, balance, isUsed, walletToman, gatewayToman) => {
    expect(splitPayment(total, balance, isUsed)).toEqual({ walletToman, gatewayToman });
  },
);

test.each([
  [0, 1],
  [1, 1],
  [9, 1],
  [10, 2],
  [100, 20],
])("when %i codes are in stock, a second open payment may hold %i", (available, max) =>
  expect(secondHoldMax(available)).toBe(max),
);
