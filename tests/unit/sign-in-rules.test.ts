import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { decideSend, guessWorkLevel } from "../../api/people/sign-in/rules.ts";
import { WORK_PARTS } from "../../contract/sign-in.ts";
import { findWork } from "../../src/stores/find-work.ts";

const limits = {
  SENDS_PER_PHONE_HOUR: 5,
  SENDS_PER_PHONE_DAY: 10,
  SENDS_PER_ADDRESS_MINUTE: 10,
  SENDS_PER_PHONE_NETWORK_DAY: 3,
  SENDS_PER_ADDRESS_DAY: 400,
  SENDS_PER_NETWORK_DAY: 500,
  SENDS_PER_DAY: 2_000,
  SENDS_BUDGETS_MAX: 5,
};
const minutesAgo = (...minutes: number[]) => minutes.map((minute) => 100_000_000 - minute * 60_000);
const nothing = {
  phone: [],
  phoneFromNetwork: [],
  address: [],
  addressDayCount: 0,
  networkDayCount: 0,
  shopCount: 0,
  workedCount: 0,
  isWorkUsed: false,
  mayReturn: false,
};

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
    { kind: "work", level: 0 },
  ],
  [
    "three were sent today for its network",
    { ...nothing, phoneFromNetwork: minutesAgo(70, 80, 1_380) },
    { kind: "too_many", retryAfterSeconds: 3_600 },
  ],
  [
    "its address has had its share",
    { ...nothing, addressDayCount: 400 },
    { kind: "work", level: 0 },
  ],
  [
    "its network has had its share",
    { ...nothing, networkDayCount: 500, workedCount: 39 },
    { kind: "work", level: 1 },
  ],
  ["half of the budget is spent", { ...nothing, shopCount: 1_000 }, { kind: "work", level: 0 }],
  ["a little less than half is", { ...nothing, shopCount: 999 }, { kind: "send" }],
  [
    "a quarter of the cap is spent",
    { ...nothing, shopCount: 2_500, workedCount: 20 },
    { kind: "work", level: 2 },
  ],
  ["three tenths of it are", { ...nothing, shopCount: 3_000 }, { kind: "work", level: 2 }],
  [
    "its network is over its share while a quarter is spent",
    { ...nothing, networkDayCount: 500, shopCount: 2_500 },
    { kind: "work", level: 1 },
  ],
  [
    "nobody could do the work any more",
    { ...nothing, shopCount: 1_000, workedCount: 100_000 },
    { kind: "work", level: 20 },
  ],
])("a sign-in code is sent, refused or costs work when %s", (_, earlier, decision) =>
  expect(decideSend(earlier, limits, null, 100_000_000)).toEqual(decision),
);

test.each([
  [0, 0, false, "send"],
  // A challenge one level too low is accepted: the count may have doubled since it was made.
  [0, 39, false, "send"],
  [0, 40, false, "work"],
  [1, 40, false, "send"],
  [5, 0, true, "work"],
])("work level %i after %i codes for work, used before: %s → %s", (level, worked, isUsed, kind) =>
  expect(
    decideSend(
      { ...nothing, shopCount: 1_000, workedCount: worked, isWorkUsed: isUsed },
      limits,
      { level, salt: "salt" },
      100_000_000,
    ).kind,
  ).toBe(kind),
);

test.each([
  // wrong guesses at the phone, at all codes, from the network → doublings of the work
  [14, 499, 100, null],
  [15, 0, 0, 0],
  [22, 0, 0, 7],
  [0, 500, 4, 0],
  [0, 500, 25, 5],
  [99, 500, 999, 20],
])("after %i, %i and %i wrong guesses the work is doubled %s times", (phone, all, network, level) =>
  expect(
    guessWorkLevel(
      { phone, shop: all, network },
      { WRONG_GUESSES_PER_PHONE_DAY: 15, WRONG_GUESSES_PER_DAY: 500 },
    ),
  ).toBe(level),
);

test("the found work hashes to leading zeros, and a challenge that is too hard is not tried", () => {
  const salt = "0123456789abcdef".repeat(4);
  const [, bits, , ...numbers] = findWork(`1.9.${salt}`)?.split(".") ?? [];
  expect([bits, numbers.length]).toEqual(["9", WORK_PARTS]);
  for (const [part, number] of numbers.entries())
    expect(
      createHash("sha256")
        .update(`${salt}${String(part)}.${number}`)
        .digest()
        .readUInt32BE(0) >>>
        (32 - 9),
    ).toBe(0);
  expect([findWork(`1.23.${salt}`), findWork("nonsense")]).toEqual([null, null]);
});
