import { expect, test } from "vitest";
import { splitRefunds, withheldBy, withhold } from "../../api/buying/refund/rules.ts";

const item = (totalToman: number, paidRewardToman = 0) => ({
  id: "i",
  totalToman,
  withheldToman: 0,
  paidRewardToman,
});
const split = (items: ReturnType<typeof item>[], gatewayLeftToman: number, balanceToman = 0) =>
  splitRefunds(items, { gatewayLeftToman, balanceToman, isCardOnly: false }).map((share) => [
    share.gatewayToman,
    share.walletToman,
    share.isTooSmallForCard,
  ]);

test.each([
  ["the wallet paid all", [item(100_000)], 0, [[0, 100_000, false]]],
  ["the card paid all", [item(100_000)], 100_000, [[100_000, 0, false]]],
  [
    "the card paid a part and gets it back first",
    [item(100_000)],
    70_000,
    [[70_000, 30_000, false]],
  ],
  [
    "several items share the card's payment, in their order",
    [item(100_000), item(50_000), item(20_000)],
    130_000,
    [
      [100_000, 0, false],
      [30_000, 20_000, false],
      [0, 20_000, false],
    ],
  ],
  [
    "the card's part is exactly the gateway's minimum",
    [item(100_000)],
    2_000,
    [[2_000, 98_000, false]],
  ],
  ["the card's part is too small for a gateway", [item(100_000)], 1_999, [[0, 100_000, true]]],
  ["the whole item is too small for a gateway", [item(1_500)], 90_000, [[0, 1_500, true]]],
  ["nothing was paid for it", [item(0)], 50_000, [[0, 0, false]]],
])("a refund is split when %s", (_, items, left, shares) =>
  expect(split(items, left)).toEqual(shares),
);

test.each([
  ["the wallet has enough", 5_000, 5_000, [100_000, 0, false]],
  ["the wallet has a part of it", 5_000, 2_000, [97_000, 3_000, false]],
  ["the wallet is empty", 5_000, 0, [95_000, 5_000, false]],
  ["hardly anything is left for the card", 99_000, 0, [0, 100_000, true]],
  ["the cashback was the whole price", 100_000, 0, [0, 100_000, false]],
])(
  "cashback missing in the wallet is taken from the card's part: %s",
  (_, reward, balance, share) =>
    expect(split([item(100_000, reward)], 100_000, balance)).toEqual([share]),
);

test("two items with cashback do not use the same balance twice", () => {
  expect(split([item(100_000, 5_000), item(100_000, 5_000)], 200_000, 5_000)).toEqual([
    [100_000, 0, false],
    [95_000, 5_000, false],
  ]);
});

test.each([
  ["what is kept reaches the minimum", 100_000, {}, 0],
  ["what is kept is below the minimum", 99_999, {}, 30_000],
  ["the refund is smaller than the discount", 99_999, { refundToman: 20_000 }, 20_000],
  ["the shop refunds, whatever is kept", 99_999, { isGivenUp: false }, 0],
])("a refund withholds the discount when %s", (_, countedToman, more, withheld) =>
  expect(
    withheldBy(
      { minPurchaseToman: 100_000, countedToman, discountLeftToman: 30_000, withheldToman: 0 },
      { isGivenUp: true, refundToman: 50_000, ...more },
    ),
  ).toBe(withheld),
);

test("when the shop is the one that refunds, a discount withheld earlier is given back", () => {
  const facts = { minPurchaseToman: 100_000, countedToman: 50_000, withheldToman: 30_000 };
  const shop = { isGivenUp: false, refundToman: 40_000 };
  expect(withheldBy({ ...facts, discountLeftToman: 0 }, shop)).toBe(-30_000);
  expect(withheldBy({ ...facts, discountLeftToman: 20_000 }, shop)).toBe(-10_000);
});

test("a withheld sum is subtracted from the items in order, none of them below zero", () => {
  const amounts = (withheldToman: number) =>
    withhold([item(20_000), item(50_000)], withheldToman).map((taken) => [
      taken.totalToman,
      taken.withheldToman,
    ]);
  expect(amounts(30_000)).toEqual([
    [0, 20_000],
    [40_000, 10_000],
  ]);
  expect(amounts(-5_000)).toEqual([
    [25_000, -5_000],
    [50_000, 0],
  ]);
});
