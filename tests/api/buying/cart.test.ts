import { describe, expect, test } from "vitest";
import {
  addItems,
  applyDiscount,
  checkDiscount,
  emptyCart,
  getCart,
  getProductCount,
  priceGuestCart,
  removeDiscount,
  removeItem,
  setQuantity,
} from "../../../contract/cart.ts";
import { createOrder } from "../../../contract/order.ts";
import { addDiscountCode } from "../../support/discount-code.ts";
import { useSharedShop } from "../../support/use-shop.ts";

const shop = useSharedShop();

/** A guest with a separate address, since guesses at discount codes are counted by address. */
const GUEST = { "X-Client-Address": "10.1.0.1" };

describe("a shopper's cart", () => {
  test("is priced from the catalogue, including sale price and cashback", async () => {
    const product = await shop.newProduct({ priceToman: 100_000, rewardToman: 2_000 });
    await shop.sql("UPDATE product SET sale_price_toman = 90000 WHERE id = ?1", product);
    const shopper = await shop.newShopper();
    await shopper.put(product, 3);
    expect((await shopper.ask(getCart)).body.cart).toMatchObject({
      totalAmount: 300_000,
      totalAmountAfterDiscount: 270_000,
      totalDiscount: 30_000,
      totalReward: 6_000,
      CartItems: [
        {
          productId: product,
          quantity: 3,
          productQuantity: 5,
          price: 100_000,
          priceAfterDiscount: 90_000,
          total: 270_000,
        },
      ],
    });
    expect((await shopper.ask(getProductCount)).body).toEqual({ productCount: 1 });
  });

  test("takes whole quantities from 1 to 10 and no more than are in stock", async () => {
    const product = await shop.newProduct({ stock: 4 });
    const shopper = await shop.newShopper();
    for (const quantity of [0, -1, 1.5, 11, 1e9, "2", " ", null, [], [1], {}, true, undefined]) {
      const line = { productId: product, quantity };
      const refused = await shopper.askUntyped(setQuantity, { body: line });
      expect(refused.status).toBe(422);
      expect(refused.body).toMatchObject({
        error: refused.body.message,
        fields: { quantity: "تعداد باید عددی از ۱ تا ۱۰ باشد." },
      });
      for (const answer of [
        await shopper.askUntyped(addItems, { body: { items: [line] } }),
        await shop.askUntyped(priceGuestCart, { body: { cart: [line] } }),
      ])
        expect([quantity, answer.status]).toEqual([quantity, 422]);
    }
    expect(
      (await shopper.ask(setQuantity, { body: { productId: product, quantity: 5 } })).status,
    ).toBe(409);
    expect(
      (await shopper.ask(setQuantity, { body: { productId: "no-such", quantity: 1 } })).status,
    ).toBe(404);
    expect((await shopper.ask(getCart)).body.cart).toMatchObject({ CartItems: [] });
  });

  test("removes a line, and removing it again changes nothing", async () => {
    const product = await shop.newProduct();
    const shopper = await shop.newShopper();
    await shopper.put(product);
    for (const _ of [1, 2]) {
      const answer = await shopper.ask(removeItem, { params: { productId: product } });
      expect(answer).toMatchObject({ status: 200, body: { cart: { CartItems: [] } } });
    }
  });

  test("is emptied completely, with its discount code", async () => {
    const shopper = await shop.newShopper();
    await shopper.put(await shop.newProduct({ priceToman: 900_000 }));
    await shopper.ask(applyDiscount, { body: { code: "ARMAGHAN10" } });
    expect((await shopper.ask(emptyCart)).body.cart).toMatchObject({
      CartItems: [],
      totalAmount: 0,
    });
    const [cart] = await shop.sql(
      "SELECT discount_code_id FROM cart WHERE user_id = ?1",
      shopper.id,
    );
    expect(cart).toEqual({ discount_code_id: null });
  });

  test("keeps its lines when its discount code is removed, however often the request is repeated", async () => {
    const [shopper, other] = await shop.newShoppers(2);
    const product = await shop.newProduct({ priceToman: 900_000 });
    for (const person of [shopper!, other!]) {
      await person.put(product);
      await person.ask(applyDiscount, { body: { code: "ARMAGHAN10" } });
    }
    for (const _ of [1, 2]) {
      const { status, body } = await shopper!.ask(removeDiscount);
      expect(status).toBe(200);
      expect(body.cart).toMatchObject({ totalAmountAfterDiscount: 900_000, totalDiscount: 0 });
      expect(body.cart).not.toHaveProperty("discountCode");
    }
    expect((await other!.ask(getCart)).body.cart).toMatchObject({ discountCode: "ARMAGHAN10" });
  });

  test("merges a guest's cart: the larger quantity counts, up to ten, and a repeat changes nothing", async () => {
    const [kept, added] = [
      await shop.newProduct({ stock: 8 }),
      await shop.newProduct({ stock: 2 }),
    ];
    const shopper = await shop.newShopper();
    await shopper.put(kept, 5);
    const items = [
      { productId: kept, quantity: 3 },
      { productId: added, quantity: 7 },
      { productId: "gone", quantity: 1 },
    ];
    for (const _ of [1, 2]) {
      const { body } = await shopper.ask(addItems, { body: { items, discountCode: null } });
      expect(body.cart).toMatchObject({ CartItems: [{ quantity: 5 }, { quantity: 2 }] });
    }
  });

  test("merges many lines of one product, keeping the largest quantity", async () => {
    const product = await shop.newProduct({ stock: 9 });
    const shopper = await shop.newShopper();
    const lines = Array.from({ length: 50 }, (_, index) => ({
      productId: product,
      quantity: 1 + (index % 4),
    }));
    for (const answer of [
      await shopper.ask(addItems, { body: { items: lines } }),
      await shop.ask(priceGuestCart, { body: { cart: lines } }),
    ])
      expect(answer.body.cart).toMatchObject({ CartItems: [{ productId: product, quantity: 4 }] });
  });

  test("holds at most fifty lines", async () => {
    const shopper = await shop.newShopper();
    const products = await shop.sql<{ id: string }>(
      "SELECT id FROM product WHERE is_active = 1 LIMIT 60",
    );
    const items = (list: { id: string }[]) =>
      list.map(({ id }) => ({ productId: id, quantity: 1 }));
    expect(
      (await shopper.ask(addItems, { body: { items: items(products.slice(0, 51)) } })).status,
    ).toBe(422);
    expect(
      (await shopper.ask(addItems, { body: { items: items(products.slice(0, 50)) } })).status,
    ).toBe(200);
    expect(
      await shopper.ask(addItems, { body: { items: items(products.slice(50, 52)) } }),
    ).toMatchObject({ status: 409, body: { code: "cart_full" } });
    expect((await shopper.ask(getProductCount)).body).toEqual({ productCount: 50 });
  });
});

describe("a guest's cart", () => {
  test("is priced by the shop, which drops unknown products and caps quantities", async () => {
    const product = await shop.newProduct({ priceToman: 70_000, stock: 2 });
    const cart = [
      { productId: product, quantity: 9, price: 1, total: 1 },
      { productId: "no-such", quantity: 1 },
    ];
    const { status, body } = await shop.askUntyped(priceGuestCart, {
      body: { cart, discountCode: null, totalAmount: 5 },
    });
    expect(status).toBe(200);
    expect(body.cart).toMatchObject({
      totalAmount: 140_000,
      CartItems: [{ productId: product, quantity: 2 }],
    });
  });

  test("shows sold-out products without a price", async () => {
    const product = await shop.newProduct({ stock: 0 });
    const { body } = await shop.ask(priceGuestCart, {
      body: { cart: [{ productId: product, quantity: 2 }] },
    });
    expect(body.cart).toMatchObject({
      totalAmount: 0,
      CartItems: [{ quantity: 2, productQuantity: 0, total: 0 }],
    });
  });

  test.each([
    ["no cart", {}],
    ["a text", { cart: "x" }],
    ["an object", { cart: { __proto__: 1 } }],
    ["wrong lines", { cart: [{ productId: 5, quantity: "many" }] }],
    ["an id of a thousand letters", { cart: [{ productId: "x".repeat(1000), quantity: 1 }] }],
    [
      "too many lines",
      { cart: Array.from({ length: 51 }, () => ({ productId: "a", quantity: 1 })) },
    ],
    ["an array as body", []],
  ])("with %s is refused with 422", async (_, body) => {
    expect((await shop.askUntyped(priceGuestCart, { body })).status).toBe(422);
  });
});

describe("a discount code", () => {
  test("takes its percentage off in any letter case and shows a guest its terms", async () => {
    const product = await shop.newProduct({ priceToman: 999_999 });
    const { body } = await shop.ask(priceGuestCart, {
      body: { cart: [{ productId: product, quantity: 1 }], discountCode: " armaghan10 " },
      headers: GUEST,
    });
    expect(body.cart).toMatchObject({
      totalDiscount: 99_999,
      totalAmountAfterDiscount: 900_000,
      discountCode: "ARMAGHAN10",
    });
    const checked = await shop.ask(checkDiscount, { body: { code: "ARMAGHAN10" }, headers: GUEST });
    expect(checked.body).toEqual({
      code: "ARMAGHAN10",
      type: "percentage",
      value: 10,
      minPurchase: 500_000,
      maxDiscount: 500_000,
    });
  });

  test("of a fixed sum makes no price negative, and the lines add up to the total", async () => {
    await addDiscountCode(shop, "FIXED", { value: 100_000, maySellBelowCost: true });
    const [one, other] = [
      await shop.newProduct({ priceToman: 33_333 }),
      await shop.newProduct({ priceToman: 33_334 }),
    ];
    const lines = [one, other].map((productId) => ({ productId, quantity: 1 }));
    const cheap = await shop.ask(priceGuestCart, {
      body: { cart: lines, discountCode: "FIXED" },
      headers: GUEST,
    });
    expect(cheap.body.cart).toMatchObject({ totalAmountAfterDiscount: 0, totalDiscount: 66_667 });
    const dear = await shop.ask(priceGuestCart, {
      body: { cart: lines.map((line) => ({ ...line, quantity: 5 })), discountCode: "FIXED" },
      headers: GUEST,
    });
    const cart = dear.body.cart;
    expect(cart.totalAmountAfterDiscount).toBe(333_335 - 100_000);
    expect(cart.CartItems.reduce((sum, { total }) => sum + total, 0)).toBe(
      cart.totalAmountAfterDiscount,
    );
  });

  test("stops at its cap and at the cost of the goods; the cart says so, and the order has the same price", async () => {
    const shopper = await shop.newShopper({ balanceToman: 1_000_000 });
    await addDiscountCode(shop, "HALF", {
      type: "percentage",
      value: 50,
      maxDiscountToman: 60_000,
    });
    const [dear, cheap] = [
      await shop.newProduct({ priceToman: 100_000, unitCostToman: 90_000 }),
      await shop.newProduct({ priceToman: 100_000, deliveryType: "manual", unitCostToman: 70_000 }),
    ];
    await shopper.put(dear);
    const apply = async () => (await shopper.ask(applyDiscount, { body: { code: "HALF" } })).body;
    expect((await apply()).cart).toMatchObject({
      totalAmountAfterDiscount: 90_000,
      discountCode: "HALF",
      discountMax: 60_000,
      isDiscountAtCost: true,
    });
    await shopper.put(cheap, 3);
    const { cart } = (await shopper.ask(getCart)).body;
    // The cap of 60,000 is divided in the ratio of the lines' sums above cost, 10,000 to 90,000.
    expect(cart.CartItems.map(({ total }) => total)).toEqual([94_000, 246_000]);
    expect((await shopper.ask(createOrder, { body: {} })).status).toBe(200);
    expect(await shopper.balance()).toBe(660_000);

    const bare = await shop.newProduct({ priceToman: 100_000, unitCostToman: 100_000 });
    const other = await shop.newShopper();
    await other.put(bare);
    const refused = await other.ask(applyDiscount, { body: { code: "HALF" } });
    expect(refused).toMatchObject({ status: 409, body: { code: "nothing_off" } });
    await shop.sql("UPDATE discount_code SET may_sell_below_cost = 1 WHERE id = 'HALF'");
    const allowed = (await other.ask(applyDiscount, { body: { code: "HALF" } })).body.cart;
    expect(allowed.totalAmountAfterDiscount).toBe(50_000);
  });

  test("is refused below its minimum purchase, with an error at the field", async () => {
    const shopper = await shop.newShopper();
    await shopper.put(await shop.newProduct({ priceToman: 100_000 }));
    const refused = await shopper.ask(applyDiscount, { body: { code: "ARMAGHAN10" } });
    expect(refused).toMatchObject({ status: 409, body: { code: "below_minimum_purchase" } });
    expect(refused.body.fields).toHaveProperty("code");
  });

  test("of another person is answered like an unknown one", async () => {
    const [owner, stranger] = [await shop.newShopper(), await shop.newShopper()];
    await addDiscountCode(shop, "MINE", { ownerId: owner.id });
    const product = await shop.newProduct();
    await owner.put(product);
    await stranger.put(product);
    for (const written of ["\u202amine\u202c", "«ＭＩＮＥ».", "کد: Mi\u200cne"])
      expect((await owner.ask(applyDiscount, { body: { code: written } })).status).toBe(200);
    const refused = await stranger.ask(applyDiscount, { body: { code: "MINE" } });
    expect(refused.body).toEqual(
      (await stranger.ask(applyDiscount, { body: { code: "NOSUCH" } })).body,
    );
  });

  test("with characters that no code has is refused, and does not count as a guess", async () => {
    const shopper = await shop.newShopper();
    await addDiscountCode(shop, "YALDA-1405");
    await shopper.put(await shop.newProduct());
    for (const written of Array.from({ length: 20 }, (_, at) => `یلدا ${String(at)}`))
      expect(await shopper.ask(applyDiscount, { body: { code: written } })).toMatchObject({
        status: 422,
        body: { fields: { code: "کد تخفیف معتبر نیست." } },
      });
    expect((await shopper.ask(applyDiscount, { body: { code: "yalda–۱۴۰۵" } })).status).toBe(200);
  });

  test("for three uses works three times, also when nine shoppers pay at once", async () => {
    await addDiscountCode(shop, "CAPPED", { usesMax: 3 });
    const product = await shop.newProduct({ stock: 20 });
    const shoppers = await Promise.all(
      Array.from({ length: 9 }, () => shop.newShopper({ balanceToman: 100_000 })),
    );
    for (const shopper of shoppers) {
      await shopper.put(product);
      await shopper.ask(applyDiscount, { body: { code: "CAPPED" } });
    }
    const answers = await Promise.all(
      shoppers.map((shopper) => shopper.ask(createOrder, { body: { expectedTotal: 90_000 } })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ body }) => body.code === "price_changed")).toHaveLength(6);
  });

  test("works only once for each shopper, also in a later cart", async () => {
    await addDiscountCode(shop, "ONCE");
    const product = await shop.newProduct({ stock: 5 });
    const shopper = await shop.newShopper({ balanceToman: 500_000 });
    await shopper.put(product);
    expect((await shopper.ask(applyDiscount, { body: { code: "ONCE" } })).status).toBe(200);
    expect((await shopper.ask(createOrder, { body: {} })).status).toBe(200);
    await shopper.put(product);
    expect((await shopper.ask(applyDiscount, { body: { code: "ONCE" } })).status).toBe(409);
  });

  test("is refused after it lapsed, and the new price has to be confirmed", async () => {
    await addDiscountCode(shop, "LAPSED");
    const shopper = await shop.newShopper({ balanceToman: 500_000 });
    await shopper.put(await shop.newProduct());
    await shopper.ask(applyDiscount, { body: { code: "LAPSED" } });
    await shop.sql("UPDATE discount_code SET is_active = 0 WHERE id = 'LAPSED'");
    expect(await shopper.ask(createOrder, { body: {} })).toMatchObject({
      status: 409,
      body: { code: "discount_lapsed" },
    });
    expect(await shopper.ask(createOrder, { body: { expectedTotal: 90_000 } })).toMatchObject({
      status: 409,
      body: { code: "price_changed" },
    });
    expect((await shopper.ask(createOrder, { body: { expectedTotal: 100_000 } })).status).toBe(200);
  });
});
