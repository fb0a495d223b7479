import { describe, expect, test } from "vitest";
import { getCart, setQuantity } from "../../../contract/cart.ts";
import { createOrder, getOrder, getOrderItemContent } from "../../../contract/order.ts";
import { updateProfile } from "../../../contract/user.ts";
import { useSharedShop } from "../../support/use-shop.ts";

const shop = useSharedShop({ audit: true });

const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

describe("buying from the wallet", () => {
  test("delivers as many codes as were bought, takes the money and empties the cart", async () => {
    const product = await shop.newProduct({ priceToman: 120_000, stock: 3 });
    const shopper = await shop.newShopper({ balanceToman: 500_000 });
    await shopper.put(product, 2);
    const bought = await shopper.ask(createOrder, { body: {} });
    expect(bought.status).toBe(200);
    expect(await shopper.balance()).toBe(260_000);
    const { body } = await shopper.ask(getOrder, { params: { orderId: bought.body.orderId } });
    const order = body.order;
    expect(order).toMatchObject({
      totalAmount: 240_000,
      paymentMethod: "Wallet",
      paidStatus: "Paid",
      deliveryStatus: "delivered",
      shouldShow: true,
    });
    const content = await shopper.ask(getOrderItemContent, {
      params: { orderId: bought.body.orderId, orderItemId: String(order.OrderItems[0]?.id) },
    });
    expect(content.body).toHaveLength(2);
    expect(content.headers.get("Cache-Control")).toContain("no-store");
    expect((await shopper.ask(getCart)).body.cart).toMatchObject({ CartItems: [], totalAmount: 0 });
    expect(
      await shop.sql("SELECT 1 FROM content_reading WHERE user_id = ?1", shopper.id),
    ).toHaveLength(1);
  });

  test("refuses a balance that is too small and changes nothing", async () => {
    const product = await shop.newProduct({ priceToman: 120_000 });
    const shopper = await shop.newShopper({ balanceToman: 119_999 });
    await shopper.put(product);
    const refused = await shopper.ask(createOrder, { body: {} });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: "balance_too_low",
      error: "موجودی کیف پول کافی نیست.",
    });
    expect(await shopper.balance()).toBe(119_999);
    expect(await shopper.orders()).toEqual([]);
  });

  test("needs a verified identity", async () => {
    const product = await shop.newProduct();
    const shopper = await shop.newShopper({ balanceToman: 500_000, isVerified: false });
    await shopper.put(product);
    expect(await shopper.ask(createOrder, { body: {} })).toMatchObject({
      status: 403,
      body: { code: "identity_needed" },
    });
  });

  test("gives a repeated idempotency key the same answer, and refuses it with another body", async () => {
    const product = await shop.newProduct();
    const shopper = await shop.newShopper({ balanceToman: 1_000_000 });
    await shopper.put(product);
    const idempotencyKey = "attempt-1";
    const answers = await times(8, () => shopper.ask(createOrder, { body: {}, idempotencyKey }));
    const again = await shopper.ask(createOrder, { body: {}, idempotencyKey });
    expect(answers.map(({ body }) => body)).toEqual(answers.map(() => again.body));
    expect(
      await shopper.ask(createOrder, { body: { expectedTotal: 5 }, idempotencyKey }),
    ).toMatchObject({ status: 422, body: { code: "key_reused" } });
    expect(await shopper.balance()).toBe(900_000);
  });

  test("charges exactly the expected total or refuses", async () => {
    const product = await shop.newProduct({ priceToman: 100_000 });
    const shopper = await shop.newShopper({ balanceToman: 1_000_000 });
    await shopper.put(product);
    await shop.sql("UPDATE product SET price_toman = 130000 WHERE id = ?1", product);
    expect(await shopper.ask(createOrder, { body: { expectedTotal: 100_000 } })).toMatchObject({
      status: 409,
      body: { code: "price_changed" },
    });
    expect((await shopper.ask(createOrder, { body: { expectedTotal: 130_000 } })).status).toBe(200);
    expect(await shopper.balance()).toBe(870_000);
  });

  test("takes the units of a manual product from its stock, and leaves the delivery to the operator", async () => {
    const product = await shop.newProduct({ deliveryType: "manual", stock: 3, priceToman: 50_000 });
    const shopper = await shop.newShopper({ balanceToman: 500_000 });
    await shopper.put(product, 3);
    const bought = await shopper.ask(createOrder, { body: {} });
    const { body } = await shopper.ask(getOrder, { params: { orderId: bought.body.orderId } });
    const order = body.order;
    expect(order.deliveryStatus).toBe("pending");
    const content = await shopper.ask(getOrderItemContent, {
      params: { orderId: bought.body.orderId, orderItemId: String(order.OrderItems[0]?.id) },
    });
    expect(content).toMatchObject({
      status: 409,
      body: { message: "لطفاً تا تحویل محصول صبر کنید" },
    });
    const other = await shop.newShopper();
    expect(
      await other.ask(setQuantity, { body: { productId: product, quantity: 1 } }),
    ).toMatchObject({ status: 409 });
  });

  test("hides the codes until the profile has both names", async () => {
    const product = await shop.newProduct();
    const shopper = await shop.newShopper({ balanceToman: 500_000, hasNames: false });
    const orderId = await shopper.buy(product);
    const readOrder = async () => await shopper.order(orderId);
    const order = await readOrder();
    expect(order.shouldShow).toBe(false);
    const contentPath = `/orders/${orderId}/items/${String(order.OrderItems[0]?.id)}/content`;
    expect((await shopper.call("GET", contentPath)).status).toBe(403);
    for (const name of [
      "",
      " ",
      "\u200b",
      "\u200c",
      "\u2060",
      "\u3164",
      "\u202e",
      "ا\u0000ب",
      "ا".repeat(51),
    ]) {
      expect(
        (await shopper.ask(updateProfile, { body: { firstName: name, lastName: name } })).status,
      ).toBe(422);
    }
    await shopper.ask(updateProfile, { body: { firstName: "سارا" } });
    expect((await readOrder()).shouldShow).toBe(false);
    await shopper.ask(updateProfile, { body: { lastName: "کریمی" } });
    expect((await readOrder()).shouldShow).toBe(true);
    expect((await shopper.call("GET", contentPath)).body).toHaveLength(1);
  });
});
