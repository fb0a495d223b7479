import { expect, test } from "vitest";
import type { CartItem } from "../../contract/cart.ts";
import { tellCutDiscount } from "../../src/islands/cart/discount-words.ts";

const WHY = "چون قیمتش از پیش پایین است.";
const item = (productName: string, total: number, more: Partial<CartItem> = {}) =>
  ({ productName, total, productQuantity: 9, ...more }) as CartItem;
const cut = (name: string, before: number, discount: number) =>
  item(name, before - discount, { isDiscountCut: true, ...(discount > 0 && { discount }) });
const tell = (...CartItems: CartItem[]) =>
  tellCutDiscount({ CartItems, isDiscountAtCost: true, discountCode: "TEN" });

test("each line whose discount is cut at its cost says the percentage and sum that are left", () => {
  expect(tell(cut("استیم ۱۰ دلاری", 1_165_000, 91_000))).toEqual([
    `این کد روی این کارت تا ۷٫۸٪، ۹۱٬۰۰۰ تومان کار می‌کند، ${WHY}`,
  ]);
  expect(
    tell(
      cut("استیم", 200_000, 19_999),
      item("آیتونز", 90_000, { discount: 10_000 }),
      cut("اکس‌باکس", 100_000, 0),
      cut("روبلاکس", 1_000_000, 900),
      { ...cut("ناموجود", 100_000, 0), productQuantity: 0 },
    ),
  ).toEqual([
    `این کد روی «استیم» تا ۹٫۹٪، ۱۹٬۹۹۹ تومان کار می‌کند، ${WHY}`,
    `این کد روی «اکس‌باکس» کار نمی‌کند، ${WHY}`,
    `این کد روی «روبلاکس» تا ۹۰۰ تومان کار می‌کند، ${WHY}`,
  ]);
});

test("a fixed discount that is cut says the sum that is left, and a whole discount says nothing", () => {
  expect(
    tell(item("استیم", 95_000, { discount: 5_000 }), item("آیتونز", 75_000, { discount: 25_000 })),
  ).toEqual(["این کد روی این سبد تا ۳۰٬۰۰۰ تومان کار می‌کند، چون قیمت‌ها از پیش پایین است."]);
  const CartItems = [item("استیم", 95_000, { discount: 5_000 })];
  expect(tellCutDiscount({ CartItems, discountCode: "TEN" })).toEqual([]);
  expect(tellCutDiscount({ CartItems, isDiscountAtCost: true })).toEqual([
    "کد تخفیف روی این سبد اثری ندارد: قیمت محصولات از این پایین‌تر نمی‌آید.",
  ]);
});
