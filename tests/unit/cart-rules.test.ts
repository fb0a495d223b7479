import { expect, test } from "vitest";
import {
  type CartLineRow,
  type DiscountCodeRow,
  isUsable,
  priceCart,
  showCart,
} from "../../api/cart/rules.ts";

const line = (more: Partial<CartLineRow> = {}): CartLineRow => ({
  id: "p",
  name: "محصول",
  type: "giftcard",
  url_name: "itunes",
  region: "آمریکا",
  delivery_type: "instant",
  price_toman: 100_000,
  sale_price_toman: null,
  reward_toman: 0,
  available: 10,
  quantity: 1,
  ...more,
});

const discount = (more: Partial<DiscountCodeRow> = {}): DiscountCodeRow => ({
  id: "d",
  code: "CODE",
  type: "percentage",
  value: 10,
  min_purchase_toman: 0,
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

test("no cart and discount code make a negative amount, and the lines add up to the total", () => {
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
      });
    });
    const code = pick(1)
      ? discount({ value: 1 + pick(99) })
      : discount({ type: "fixed", value: 1 + pick(20_000_000) });
    const priced = priceCart(rows, code);
    expect(priced.lines.reduce((sum, { totalToman }) => sum + totalToman, 0)).toBe(
      priced.totalAfterDiscountToman,
    );
    expect(priced.totalAfterDiscountToman).toBeGreaterThanOrEqual(0);
    expect(priced.totalAfterDiscountToman).toBeLessThanOrEqual(priced.totalToman);
    for (const { totalToman, units, available, quantity } of priced.lines) {
      expect(Number.isSafeInteger(totalToman) && totalToman >= 0).toBe(true);
      expect(units).toBe(Math.min(available, quantity));
    }
  }
});

test("a percentage comes off each unit, rounded down", () => {
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
