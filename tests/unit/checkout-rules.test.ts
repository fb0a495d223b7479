import { expect, test } from "vitest";
import { secondHoldMax, splitPayment } from "../../api/checkout/rules.ts";
import { decideSend } from "../../api/sign-in/rules.ts";

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
])("of %i codes in stock a second open payment may hold %i", (available, max) =>
  expect(secondHoldMax(available)).toBe(max),
);

const limits = {
  SENDS_PER_PHONE_HOUR: 5,
  SENDS_PER_PHONE_DAY: 10,
  SENDS_PER_ADDRESS_MINUTE: 10,
  SENDS_PER_ADDRESS_DAY: 400,
  SENDS_PER_DAY: 2_000,
};
const minutesAgo = (...minutes: number[]) => minutes.map((minute) => 100_000_000 - minute * 60_000);
const nothing = { phone: [], address: [], shopCount: 0, addressDayCount: 0 };

test.each([
  ["it is the first request", nothing, { kind: "send" }],
  [
    "it was sent 59 seconds ago",
    { ...nothing, phone: [100_000_000 - 59_000] },
    { kind: "sent_recently", retryAfterSeconds: 1 },
  ],
  ["it was sent 60 seconds ago", { ...nothing, phone: [100_000_000 - 60_000] }, { kind: "send" }],
  [
    "five were sent this hour",
    { ...nothing, phone: minutesAgo(2, 10, 20, 30, 40) },
    { kind: "too_many", retryAfterSeconds: 20 * 60 },
  ],
  [
    "the fifth is an hour old",
    { ...nothing, phone: minutesAgo(2, 10, 20, 30, 60) },
    { kind: "send" },
  ],
  [
    "ten were sent today",
    { ...nothing, phone: minutesAgo(61, 70, 80, 90, 100, 200, 300, 400, 500, 1380) },
    { kind: "too_many", retryAfterSeconds: 3_600 },
  ],
  [
    "its address requested ten codes in a minute",
    { ...nothing, address: Array.from({ length: 10 }, () => 100_000_000 - 30_000) },
    { kind: "too_many", retryAfterSeconds: 30 },
  ],
  [
    "its address reached its daily limit",
    { ...nothing, addressDayCount: 400 },
    { kind: "too_many", retryAfterSeconds: 3_600 },
  ],
  [
    "the shop reached its daily limit",
    { ...nothing, shopCount: 2_000 },
    { kind: "too_many", retryAfterSeconds: 3_600 },
  ],
])("a sign-in code is sent or refused when %s", (_, earlier, decision) =>
  expect(decideSend(earlier, limits, 100_000_000)).toEqual(decision),
);
