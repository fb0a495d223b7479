import { expect, test } from "vitest";
import { type DiscountCodeRow, isUsable } from "../../api/buying/discount-code/rules.ts";
import { type CartLineRow, priceCart, showCart } from "../../api/buying/cart/rules.ts";

const line = (more: Partial<CartLineRow> = {}): CartLineRow => ({
  id: "p",
  name: "محصول",
  type: "giftcard",
  url_name: "itunes",
  picture_id: null,
  region: "آمریکا",
  delivery_type: "instant",
  price_toman: 100_000,
  sale_price_toman: null,
  reward_toman: 0,
  unit_cost_toman: 0,
  least_toman: 0,
  available: 10,
  shelf: 10,
  questions: "[]",
  question_pictures: "{}",
  quantity: 1,
  ...more,
});

const discount = (more: Partial<DiscountCodeRow> = {}): DiscountCodeRow => ({
  id: "d",
  code: "CODE",
  type: "percentage",
  value: 10,
  min_purchase_toman: 0,
  max_discount_toman: null,
  may_sell_below_cost: 0,
  owner_id: null,
  uses_max: null,
  uses_per_user_max: 1,
  is_active: 1,
  expires_at: null,
  uses: 0,
  own_uses: 0,
  ...more,
});

/** Makes a generator that returns the same numbers in every run. */
function random(seed: number): (max: number) => number {
  let state = seed;
  return (max) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state % (max + 1);
  };
}

test("random carts have no negative amounts, and their lines add up to the total", () => {
  const pick = random(20_261_121);
  for (let round = 0; round < 20_000; round++) {
    const rows = Array.from({ length: 1 + pick(4) }, (_, index) => {
      const price = 1 + pick(9_999_999);
      return line({
        id: String(index),
        price_toman: price,
        sale_price_toman: pick(1) ? 1 + pick(price - 1) : null,
        available: pick(12),
        quantity: 1 + pick(9),
        least_toman: pick(price),
        reward_toman: pick(price),
      });
    });
    const bounds = {
      max_discount_toman: pick(1) ? 1 + pick(2_000_000) : null,
      may_sell_below_cost: pick(1),
    };
    const code = pick(1)
      ? discount({ ...bounds, value: 1 + pick(99) })
      : discount({ ...bounds, type: "fixed", value: 1 + pick(20_000_000) });
    const priced = priceCart(rows, code);
    expect(priced.lines.reduce((sum, { totalToman }) => sum + totalToman, 0)).toBe(
      priced.totalAfterDiscountToman,
    );
    expect(priced.totalAfterDiscountToman).toBeGreaterThanOrEqual(0);
    expect(priced.totalAfterDiscountToman).toBeLessThanOrEqual(priced.totalToman);
    const salePrice = (row: CartLineRow) => row.sale_price_toman ?? row.price_toman;
    const beforeCode = priced.lines.reduce((sum, row) => sum + row.units * salePrice(row), 0);
    expect(beforeCode - priced.totalAfterDiscountToman).toBeLessThanOrEqual(
      Math.min(code.max_discount_toman ?? Infinity, code.type === "fixed" ? code.value : Infinity),
    );
    for (const row of priced.lines) {
      const { totalToman, units, available, quantity } = row;
      expect(Number.isSafeInteger(totalToman) && totalToman >= 0).toBe(true);
      expect(units).toBe(Math.min(available, quantity));
      if (code.may_sell_below_cost === 0)
        expect(totalToman).toBeGreaterThanOrEqual(
          units * Math.min(salePrice(row), row.least_toman),
        );
      expect(row.lineRewardToman).toBe(Math.min(units * row.reward_toman, totalToman));
      if (code.may_sell_below_cost === 0)
        expect(totalToman - row.lineRewardToman).toBeGreaterThanOrEqual(
          units * Math.max(0, Math.min(salePrice(row) - row.reward_toman, row.least_toman)),
        );
    }
  }
});

test("a percentage is subtracted from each unit, rounded down", () => {
  const cart = showCart(
    priceCart([line({ price_toman: 33_333, quantity: 3 })], discount({ value: 10 })),
  );
  expect(cart).toMatchObject({
    totalDiscount: 9_999,
    totalAmountAfterDiscount: 90_000,
    CartItems: [{ priceAfterDiscount: 30_000 }],
  });
});

test("a fixed discount is subtracted in full, but never more than the total", () => {
  const rows = [
    line({ id: "a", price_toman: 1 }),
    line({ id: "b", price_toman: 1 }),
    line({ id: "c", price_toman: 1 }),
  ];
  expect(priceCart(rows, discount({ type: "fixed", value: 2 })).totalAfterDiscountToman).toBe(1);
  expect(priceCart(rows, discount({ type: "fixed", value: 99 })).totalAfterDiscountToman).toBe(0);
});

test("a discount stops at its cap, and at cost unless the code may sell below cost", () => {
  const rows = [
    line({ id: "a", price_toman: 100_000, least_toman: 95_000, quantity: 2 }),
    line({ id: "b", price_toman: 100_000, least_toman: 50_000 }),
    line({ id: "c", price_toman: 100_000, least_toman: 120_000 }),
  ];
  const totals = (more: Partial<DiscountCodeRow>) => {
    const cart = showCart(priceCart(rows, discount(more)));
    const { totalDiscount, discountMax, isDiscountAtCost } = cart;
    return [cart.CartItems.map(({ total }) => total), totalDiscount, discountMax, isDiscountAtCost];
  };
  expect(totals({ value: 20 })).toEqual([[190_000, 80_000, 100_000], 30_000, undefined, true]);
  expect(
    showCart(priceCart(rows, discount({ value: 20 }))).CartItems.map((item) => [
      item.discount,
      item.isDiscountCut,
    ]),
  ).toEqual([
    [10_000, true],
    [20_000, undefined],
    [undefined, true],
  ]);
  expect(totals({ value: 20, may_sell_below_cost: 1 })).toEqual([
    [160_000, 80_000, 80_000],
    80_000,
    undefined,
    undefined,
  ]);
  expect(totals({ value: 20, max_discount_toman: 6_000 })).toEqual([
    [198_000, 96_000, 100_000],
    6_000,
    6_000,
    undefined,
  ]);
  expect(totals({ type: "fixed", value: 999_999 })).toEqual([
    [190_000, 50_000, 100_000],
    60_000,
    undefined,
    true,
  ]);
  expect(totals({ type: "fixed", value: 6_000 })).toEqual([
    [199_000, 95_000, 100_000],
    6_000,
    undefined,
    undefined,
  ]);
});

test("a code without effect is not used, and cashback never exceeds the price paid", () => {
  const bare = priceCart([line({ least_toman: 100_000 })], discount());
  expect([bare.discount, bare.isAtCost]).toEqual([null, true]);
  const below = { may_sell_below_cost: 1 };
  const free = priceCart([line({ reward_toman: 5_000 })], discount({ value: 100, ...below }));
  expect([free.totalAfterDiscountToman, free.rewardToman]).toEqual([0, 0]);
  const cheap = priceCart([line({ reward_toman: 5_000 })], discount({ value: 97, ...below }));
  expect([cheap.totalAfterDiscountToman, cheap.rewardToman]).toEqual([3_000, 3_000]);
});

test("after a discount the price still covers cost and cashback, unless the code may sell below cost", () => {
  const paid = (code: Partial<DiscountCodeRow>) => {
    const row = line({ least_toman: 70_000, reward_toman: 20_000 });
    const { totalAfterDiscountToman, rewardToman } = priceCart([row], discount(code));
    return [totalAfterDiscountToman, rewardToman];
  };
  expect(paid({ value: 5 })).toEqual([95_000, 20_000]);
  expect(paid({ value: 30 })).toEqual([90_000, 20_000]);
  expect(paid({ type: "fixed", value: 50_000 })).toEqual([90_000, 20_000]);
  expect(paid({ value: 30, may_sell_below_cost: 1 })).toEqual([70_000, 20_000]);
});

test("amounts of fourteen digits stay exact", () => {
  const rows = [
    line({ id: "a", price_toman: 9_999_999_999_999 }),
    line({ id: "b", price_toman: 9_999_999_999_998 }),
  ];
  const priced = priceCart(rows, discount({ type: "fixed", value: 19_999_999_999_996 }));
  expect(priced.totalAfterDiscountToman).toBe(1);
});

test("a discount code applies from its minimum purchase on", () => {
  const code = discount({ min_purchase_toman: 100_000 });
  expect(priceCart([line({ price_toman: 99_999 })], code).discount).toBeNull();
  expect(priceCart([line({ price_toman: 100_000 })], code).discount).toBe(code);
});

test.each<[string, Partial<DiscountCodeRow>, boolean]>([
  ["is plain", {}, true],
  ["is switched off", { is_active: 0 }, false],
  ["expires now", { expires_at: 1_000 }, false],
  ["expires a millisecond later", { expires_at: 1_001 }, true],
  ["belongs to the shopper", { owner_id: "me" }, true],
  ["belongs to another shopper", { owner_id: "you" }, false],
  ["has one use left", { uses_max: 3, uses: 2 }, true],
  ["is used up", { uses_max: 3, uses: 3 }, false],
  ["was used by the shopper", { own_uses: 1 }, false],
])("a code that %s is usable: %o → %s", (_, more, usable) =>
  expect(isUsable(discount(more), "me", 1_000)).toBe(usable),
);
