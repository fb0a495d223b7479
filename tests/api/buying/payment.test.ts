import { afterEach, describe, expect, test } from "vitest";
import { findGivenUp } from "../../../api/buying/payment/tidy-orders.ts";
import { getCart, setQuantity } from "../../../contract/cart.ts";
import { createOrder } from "../../../contract/order.ts";
import { initiatePayment, verifyPayment } from "../../../contract/payment.ts";
import { addDiscountCode } from "../../support/discount-code.ts";
import { type TestShopper, authorityOf } from "../../support/shop.ts";
import { useShop } from "../../support/use-shop.ts";
import { MINUTE } from "../../support/time.ts";

const shop = useShop({ audit: true });
afterEach(async () => {
  await shop.turnClock(0);
  await shop.sandbox.clearFaults();
});

/** A shopper at the bank, with one product in the cart. */
async function atTheBank(
  options: {
    stock?: number;
    quantity?: number;
    priceToman?: number;
    balanceToman?: number;
    isUsedWallet?: boolean;
  } = {},
) {
  const {
    stock = 3,
    quantity = 1,
    priceToman = 100_000,
    balanceToman = 0,
    isUsedWallet = false,
  } = options;
  const product = await shop.newProduct({ stock, priceToman });
  const shopper = await shop.newShopper({ balanceToman });
  await shopper.put(product, quantity);
  const started = await shopper.initiate({ isUsedWallet });
  expect(started.status).toBe(200);
  return { product, shopper, started, authority: authorityOf(started) };
}

async function firstOf<Item>(items: Item[], isIt: (item: Item) => Promise<boolean>) {
  for (const item of items) if (await isIt(item)) return item;
  return undefined;
}

const gatewayIncome = (shopper: TestShopper) =>
  shop.sql(
    `SELECT t.kind, t.amount_toman FROM transfer t JOIN payment p ON p.id = t.payment_id
     WHERE p.user_id = ?1 AND t.debit_account_id = 'gateway:zarinpal'`,
    shopper.id,
  );

describe("paying at the gateway", () => {
  test("delivers once, however often the shopper and the jobs verify the payment", async () => {
    const { shopper, authority } = await atTheBank({ quantity: 2 });
    await shop.sandbox.pay(authority);
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => shopper.verify(authority)),
      shop.runJobs().then(() => shopper.verify(authority)),
    ]);
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
    expect(answers[0]?.body).toMatchObject({
      success: true,
      purpose: "cart_checkout",
      amount: 200_000,
    });
    expect(await shopper.orders()).toHaveLength(1);
    expect(await gatewayIncome(shopper)).toEqual([
      { kind: "order_gateway", amount_toman: 200_000 },
    ]);
    expect((await shopper.ask(getCart)).body.cart).toMatchObject({ CartItems: [] });
  });

  test("hides the order until it is paid, and leaves the wallet unchanged", async () => {
    const { shopper } = await atTheBank({ balanceToman: 30_000 });
    expect(await shopper.orders()).toEqual([]);
    expect(await shopper.balance()).toBe(30_000);
  });

  test("takes the wallet's part and the gateway's part of a mixed payment", async () => {
    const { shopper, started, authority } = await atTheBank({
      balanceToman: 30_000,
      isUsedWallet: true,
    });
    expect(started.body).toMatchObject({ walletDeduction: 30_000, isUsedWallet: true });
    expect(await shopper.balance()).toBe(0);
    await shop.sandbox.pay(authority);
    expect((await shopper.verify(authority)).body).toMatchObject({
      success: true,
      amount: 70_000,
      newBalance: 0,
    });
    expect(await shopper.orders()).toMatchObject([
      { totalAmount: 100_000, walletAmount: 30_000, paymentMethod: "Gateway" },
    ]);
  });

  test("pays at least the gateway's minimum by card when the wallet covers almost all", async () => {
    const { started } = await atTheBank({ balanceToman: 99_600, isUsedWallet: true });
    expect(started.body).toMatchObject({ walletDeduction: 99_000 });
  });

  test("buys at once when the wallet covers all, and answers with the address of the order", async () => {
    const product = await shop.newProduct();
    const shopper = await shop.newShopper({ balanceToman: 100_000 });
    await shopper.put(product);
    const answers = await Promise.all(
      [1, 2, 3].map(() => shopper.initiate({ isUsedWallet: true, key: "whole" })),
    );
    const [order] = await shopper.orders();
    for (const answer of answers)
      expect(answer.body).toMatchObject({
        url: `/orders/${String(order?.id)}`,
        walletDeduction: 100_000,
      });
    expect(await shopper.initiate({ isUsedWallet: true, key: "whole" })).toMatchObject({
      status: 200,
      body: answers[0]?.body,
    });
  });

  test("releases the codes and the wallet money when the payment is cancelled", async () => {
    const { product, shopper, authority } = await atTheBank({
      stock: 1,
      balanceToman: 30_000,
      isUsedWallet: true,
    });
    await shop.sandbox.cancel(authority);
    const failed = await shopper.verify(authority);
    expect(failed).toMatchObject({
      status: 200,
      body: { success: false, error: "پرداخت شما ناموفق بود. لطفاً دوباره تلاش کنید." },
    });
    expect(await shopper.balance()).toBe(30_000);
    const next = await shop.newShopper({ balanceToman: 100_000 });
    await next.buy(product);
  });

  test("does not trust the browser: an unpaid payment fails", async () => {
    const { shopper, authority } = await atTheBank();
    expect((await shopper.verify(authority)).body).toMatchObject({ success: false });
    expect(await gatewayIncome(shopper)).toEqual([]);
  });

  test("does not ask the gateway about another shopper's authority", async () => {
    const { shopper, authority } = await atTheBank();
    const stranger = await shop.newShopper();
    await shop.sandbox.pay(authority);
    const unknown = await stranger.verify("S00000000000000000000000000000000000");
    expect(unknown.status).toBe(404);
    expect(await stranger.verify(authority)).toMatchObject({ status: 404, body: unknown.body });
    expect((await shopper.verify(authority)).body).toMatchObject({ success: true });
  });

  test("tops the wallet up exactly once", async () => {
    const shopper = await shop.newShopper();
    const started = await shopper.topUp("۲۵۰٬۰۰۰");
    const authority = authorityOf(started);
    await shop.sandbox.pay(authority);
    const answers = await Promise.all(Array.from({ length: 6 }, () => shopper.verify(authority)));
    for (const { body } of answers)
      expect(body).toMatchObject({
        success: true,
        purpose: "wallet_topup",
        amount: 250_000,
        newBalance: 250_000,
      });
  });
});

describe("a payment with the wrong card or identity", () => {
  test.each([
    ["an unregistered card", { cardStatus: "none" as const }, 404, "card_not_found"],
    ["a pending card", { cardStatus: "pending" as const }, 409, "card_not_verified"],
    ["a rejected card", { cardStatus: "rejected" as const }, 409, "card_not_verified"],
    ["an unverified identity", { isVerified: false }, 403, "identity_needed"],
  ])("is refused with %s", async (_, options, status, code) => {
    const product = await shop.newProduct();
    const shopper = await shop.newShopper(options);
    await shopper.put(product);
    expect(await shopper.initiate()).toMatchObject({ status, body: { code } });
    expect(await shop.sql("SELECT 1 FROM payment WHERE user_id = ?1", shopper.id)).toEqual([]);
  });

  test("is not credited when another card than the named one paid", async () => {
    const { shopper, authority } = await atTheBank();
    await shop.sandbox.pay(authority, (await shop.newShopper()).cardNumber);
    expect((await shopper.verify(authority)).body).toMatchObject({ success: false });
    expect(await gatewayIncome(shopper)).toEqual([]);
  });
});

describe("held codes", () => {
  test("cannot be put into another cart", async () => {
    const { product } = await atTheBank({ stock: 1 });
    const other = await shop.newShopper({ balanceToman: 100_000 });
    expect(
      await other.ask(setQuantity, { body: { productId: product, quantity: 1 } }),
    ).toMatchObject({ status: 409, body: { code: "out_of_stock" } });
  });

  test("go to one of four shoppers who start to pay at once", async () => {
    const product = await shop.newProduct({ stock: 1 });
    const shoppers = await Promise.all(
      [1, 2, 3, 4].map(() => shop.newShopper({ balanceToman: 20_000 })),
    );
    for (const shopper of shoppers) await shopper.put(product);
    const answers = await Promise.all(
      shoppers.map((shopper) => shopper.initiate({ isUsedWallet: true })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const balances = await Promise.all(shoppers.map((shopper) => shopper.balance()));
    expect(balances.toSorted()).toEqual([0, 20_000, 20_000, 20_000]);
  });

  test("are free again after fifteen minutes", async () => {
    const { product, shopper, authority } = await atTheBank({ stock: 1 });
    const [payment] = await shop.sql<{ expires_at: number }>(
      "SELECT expires_at FROM payment WHERE authority = ?1",
      authority,
    );
    const next = await shop.newShopper({ balanceToman: 100_000 });
    await shop.turnClock(14 * MINUTE);
    expect(
      (await next.ask(setQuantity, { body: { productId: product, quantity: 1 } })).status,
    ).toBe(409);
    await shop.turnClock(15 * MINUTE + 1000);
    expect(payment?.expires_at).toBeLessThan(Date.now() + 15 * MINUTE + 1000);
    await next.buy(product);
    expect((await shopper.verify(authority)).body).toMatchObject({ success: false });
  });

  test("are limited after two long holds without payment: to half of the free codes, then to a fifth", async () => {
    const product = await shop.newProduct({ stock: 10 });
    const hoarder = await shop.newShopper();
    let minutes = 0;
    /** Holds units until the hold lapses, or returns the refusal with the permitted number. */
    const hold = async (quantity: number, minutesLong = 16) => {
      await hoarder.put(product, quantity);
      const started = await hoarder.initiate();
      if (started.status !== 200) return [started.body.code, started.body.details];
      await shop.turnClock((minutes += minutesLong) * MINUTE);
      await hoarder.verify(authorityOf(started));
      await shop.runJobs();
      return "held";
    };
    // Holds that end after a minute do not count as long holds.
    for (let times = 0; times < 3; times++) expect(await hold(10, 1)).toBe("held");
    expect([await hold(10), await hold(10)]).toEqual(["held", "held"]);
    expect(await hold(6)).toEqual(["hold_shrunk", expect.stringMatching(/: ۵$/)]);
    expect(await hold(5)).toBe("held");
    expect(await hold(3)).toEqual(["hold_shrunk", expect.stringMatching(/: ۲$/)]);
    expect(await hold(2)).toBe("held");
    // For another buyer, another product or another day the limit is not lowered.
    const other = await shop.newShopper();
    await other.put(product, 10);
    const taken = await other.initiate();
    expect(taken.status).toBe(200);
    await other.verify(authorityOf(taken));
    await hoarder.put(product, 1);
    await hoarder.put(await shop.newProduct({ stock: 10 }), 10);
    expect((await hoarder.initiate()).status).toBe(200);
    minutes += 25 * 60;
    await shop.turnClock(minutes * MINUTE);
    await shop.runJobs();
    expect(await hold(10)).toBe("held");
  });

  test("are also limited after many short holds, but not for trying two gateways", async () => {
    const product = await shop.newProduct({ stock: 10 });
    const [hoarder, honest] = [await shop.newShopper(), await shop.newShopper()];
    let seconds = 0;
    const heldIn = async (shopper: TestShopper, quantity: number, secondsLong: number) => {
      await shopper.put(product, quantity);
      const started = await shopper.initiate({ isUsedWallet: seconds % 2 === 1 });
      if (started.status !== 200) return started.body.code;
      await shop.turnClock((seconds += secondsLong) * 1000);
      return authorityOf(started);
    };
    for (let times = 0; times < 2; times++)
      await honest.verify((await heldIn(honest, 10, 280)) ?? "");
    expect(await heldIn(honest, 10, 0)).not.toBe("hold_shrunk");
    await shop.turnClock((seconds += 16 * 60) * 1000);
    await shop.runJobs();
    const most: number[] = [];
    for (let times = 0; times < 8; times++) {
      const units = await firstOf([10, 5, 2], async (quantity) => {
        const held = (await heldIn(hoarder, quantity, 290)) ?? "";
        if (held !== "hold_shrunk") await hoarder.verify(held);
        return held !== "hold_shrunk";
      });
      most.push(units ?? 0);
    }
    expect(most).toEqual([10, 10, 10, 5, 2, 2, 2, 2]);
    // A hold that is passed from payment to payment counts as well.
    const clinging = await shop.newShopper({ balanceToman: 1_000 });
    await clinging.put(product, 10);
    const answers: (string | undefined)[] = [];
    for (let times = 0; times < 12; times++) {
      answers.push((await clinging.initiate({ isUsedWallet: times % 2 === 0 })).body.code);
      await shop.turnClock((seconds += 100) * 1000);
    }
    expect(answers.indexOf("hold_shrunk")).toBe(6);
  });

  test("stay the same for the same cart, and change with the cart", async () => {
    const product = await shop.newProduct({ stock: 20 });
    const shopper = await shop.newShopper({ balanceToman: 50_000 });
    await shopper.put(product, 5);
    const first = await shopper.initiate();
    expect((await shopper.initiate()).body).toEqual(first.body);
    await shopper.put(product, 3);
    expect((await shopper.initiate()).status).toBe(200);
    expect(
      await shop.sql("SELECT 1 FROM code WHERE product_id = ?1 AND status = 'held'", product),
    ).toHaveLength(8);
  });

  test("pass to the shopper's next payment for the same cart, even if they are the last ones", async () => {
    const { product, shopper, authority } = await atTheBank({ stock: 1, balanceToman: 40_000 });
    const lookAt = async () => {
      const { body } = await shopper.ask(getCart);
      const held = await shop.sql(
        "SELECT 1 FROM code WHERE product_id = ?1 AND status = 'held'",
        product,
      );
      return [body.cart.CartItems[0]?.productQuantity, body.cart.totalAmount, held.length];
    };
    expect(await lookAt()).toEqual([1, 100_000, 1]);
    // Only the second and fourth payments use the wallet. Its held money is released in between.
    const second = await shopper.initiate({ isUsedWallet: true });
    expect(second.body).toMatchObject({ walletDeduction: 40_000 });
    expect(await shopper.balance()).toBe(0);
    const third = await shopper.initiate();
    expect(third.body).toMatchObject({ walletDeduction: 0 });
    expect(await shopper.balance()).toBe(40_000);
    const fourth = await shopper.initiate({ isUsedWallet: true });
    expect(fourth.body).toMatchObject({ walletDeduction: 40_000 });
    expect(await lookAt()).toEqual([1, 100_000, 1]);
    // The oldest payment is paid first and buys the cart. The newest becomes wallet credit.
    await shop.sandbox.pay(authority);
    expect((await shopper.verify(authority)).body).toMatchObject({ purpose: "cart_checkout" });
    expect(await shopper.balance()).toBe(40_000);
    await shop.sandbox.pay(authorityOf(fourth));
    await shop.runJobs();
    expect(await shopper.balance()).toBe(100_000);
    expect(await shopper.orders()).toHaveLength(1);
  });

  test("pass to a payment from the wallet, and to a payment for a cart that was changed in between", async () => {
    const { product, shopper, authority } = await atTheBank({ stock: 2, quantity: 2 });
    await shopper.put(product, 1);
    await shopper.put(await shop.newProduct({ priceToman: 50_000 }));
    const changed = await shopper.initiate();
    expect(changed.status).toBe(200);
    // The first payment is late: its codes are held for the second, so it becomes wallet credit.
    await shop.sandbox.pay(authority);
    expect((await shopper.verify(authority)).body).toMatchObject({ newBalance: 200_000 });
    const bought = await shopper.ask(createOrder, { body: { expectedTotal: 150_000 } });
    expect(bought.status).toBe(200);
    expect(await shopper.balance()).toBe(50_000);
    await shop.sandbox.pay(authorityOf(changed));
    expect((await shopper.verify(authorityOf(changed))).body).toMatchObject({
      purpose: "other",
      newBalance: 200_000,
    });
  });

  test("are held once when two payments for one cart begin at once", async () => {
    const product = await shop.newProduct({ stock: 1 });
    const shopper = await shop.newShopper({ balanceToman: 150_000 });
    await shopper.put(product);
    const answers = await Promise.all([
      shopper.initiate({ key: "one" }),
      shopper.ask(createOrder, { body: {} }),
      shopper.initiate({ key: "two" }),
    ]);
    expect(answers[1].status).toBe(200);
    expect(await shopper.orders()).toHaveLength(1);
    expect(await shopper.balance()).toBe(50_000);
  });

  test("belong to one payment after a double click", async () => {
    const product = await shop.newProduct({ stock: 10 });
    const shopper = await shop.newShopper();
    await shopper.put(product, 2);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => shopper.initiate({ key: "click" })),
    );
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 200, body: answers[0]?.body });
    expect(await shop.sql("SELECT 1 FROM payment WHERE user_id = ?1", shopper.id)).toHaveLength(1);
  });

  test("are those of the cart at the start of the payment, whatever changed after it", async () => {
    const { shopper, authority, product } = await atTheBank({ stock: 5, quantity: 1 });
    const added = await shop.newProduct({ priceToman: 70_000 });
    await shopper.put(added);
    await shop.sql("UPDATE product SET price_toman = 900000 WHERE id = ?1", product);
    await shop.sandbox.pay(authority);
    expect((await shopper.verify(authority)).body).toMatchObject({
      success: true,
      amount: 100_000,
    });
    expect((await shopper.ask(getCart)).body.cart).toMatchObject({
      CartItems: [{ productId: added }],
    });
  });
});

describe("an abandoned payment", () => {
  test("is found and delivered by the jobs", async () => {
    const { shopper, authority } = await atTheBank();
    await shop.sandbox.pay(authority);
    await shop.runJobs();
    expect(await shopper.orders()).toEqual([]);
    await shop.turnClock(2 * MINUTE + 1000);
    await shop.runJobs();
    const [order] = await shopper.orders();
    expect(order?.totalAmount).toBe(100_000);
    const messages = await shop.sandbox.messages(shopper.phone);
    expect(messages.map(({ text }) => text.includes(String(order?.id)))).toEqual([true]);
  });

  test("is released when it was never paid", async () => {
    const { shopper, product } = await atTheBank({
      stock: 1,
      balanceToman: 40_000,
      isUsedWallet: true,
    });
    await shop.turnClock(5 * MINUTE);
    await shop.runJobs();
    expect(await shopper.balance()).toBe(0);
    await shop.turnClock(16 * MINUTE);
    await shop.runJobs();
    expect(await shopper.balance()).toBe(40_000);
    expect(await shop.sql("SELECT status FROM code WHERE product_id = ?1", product)).toEqual([
      { status: "free" },
    ]);
  });

  test("is paid late and delivers while codes are still free, also when the wallet paid a part", async () => {
    const { shopper, authority } = await atTheBank({ balanceToman: 40_000, isUsedWallet: true });
    await shop.turnClock(16 * MINUTE);
    await shop.runJobs();
    expect(await shopper.balance()).toBe(40_000);
    await shop.sandbox.pay(authority);
    await shop.runJobs();
    expect(await shopper.orders()).toHaveLength(1);
    expect(await shopper.balance()).toBe(0);
  });

  test.each([
    ["became more expensive", "UPDATE product SET price_toman = 110000 WHERE id = ?1"],
    ["went on sale", "UPDATE product SET sale_price_toman = 90000 WHERE id = ?1"],
    ["was withdrawn", "UPDATE product SET is_active = 0 WHERE id = ?1"],
    ["has an expired discount code", "UPDATE discount_code SET expires_at = 1 WHERE id = ?1"],
    [
      "has a discount code that is inactive",
      "UPDATE discount_code SET is_active = 0 WHERE id = ?1",
    ],
  ])("becomes wallet credit when it is paid late and the product %s", async (_, change) => {
    for (const isLate of [false, true]) {
      const product = await shop.newProduct({ priceToman: 100_000 });
      await addDiscountCode(shop, product, { value: 5_000 });
      const shopper = await shop.newShopper();
      await shopper.put(product);
      await shop.sql(
        "UPDATE cart SET discount_code_id = ?2 WHERE user_id = ?1",
        shopper.id,
        product,
      );
      const authority = authorityOf(await shopper.initiate());
      if (isLate) await shop.turnClock(16 * MINUTE);
      await shop.sql(change, product);
      await shop.sandbox.pay(authority);
      const purpose = isLate ? "other" : "cart_checkout";
      expect((await shopper.verify(authority)).body).toMatchObject({
        success: true,
        purpose,
        amount: 95_000,
      });
      expect(await shopper.balance()).toBe(isLate ? 95_000 : 0);
      expect(await shopper.orders()).toHaveLength(isLate ? 0 : 1);
      await shop.turnClock(0);
    }
  });

  test("becomes wallet credit when it is paid after it failed and prices changed", async () => {
    const { shopper, authority, product } = await atTheBank();
    expect((await shopper.verify(authority)).body).toMatchObject({ success: false });
    await shop.sql("UPDATE product SET price_toman = 250000 WHERE id = ?1", product);
    await shop.sandbox.pay(authority);
    expect((await shopper.verify(authority)).body).toMatchObject({
      purpose: "other",
      newBalance: 100_000,
    });
    expect(await shopper.orders()).toEqual([]);
  });

  test("becomes wallet credit when the codes are sold, and the shopper is told", async () => {
    const { shopper, authority, product } = await atTheBank({ stock: 1 });
    await shop.turnClock(16 * MINUTE);
    const quicker = await shop.newShopper({ balanceToman: 100_000 });
    await quicker.buy(product);
    await shop.sandbox.pay(authority);
    const answer = await shopper.verify(authority);
    expect(answer.body).toMatchObject({
      success: true,
      purpose: "other",
      amount: 100_000,
      newBalance: 100_000,
    });
    expect((await shopper.verify(authority)).body).toEqual(answer.body);
    expect(await shopper.orders()).toEqual([]);
    await shop.runJobs();
    await shop.runJobs();
    const messages = await shop.sandbox.messages(shopper.phone);
    expect(messages).toHaveLength(1);
    expect(messages[0]?.text).toContain("کیف پول");
  });

  test("does not buy one cart twice: the second payment is wallet credit", async () => {
    const product = await shop.newProduct({ stock: 10 });
    const shopper = await shop.newShopper({ balanceToman: 20_000 });
    await shopper.put(product);
    const first = authorityOf(await shopper.initiate());
    const second = authorityOf(await shopper.initiate({ isUsedWallet: true }));
    expect(second).not.toBe(first);
    await shop.sandbox.pay(first);
    await shop.sandbox.pay(second);
    const answers = await Promise.all([shopper.verify(first), shopper.verify(second)]);
    expect(answers.map(({ body }) => body.purpose).toSorted()).toEqual(["cart_checkout", "other"]);
    expect(await shopper.orders()).toHaveLength(1);
  });
});

test("of two abandoned payments for one cart the older one is delivered", async () => {
  const { shopper, authority: first } = await atTheBank({ stock: 1 });
  await shop.turnClock(16 * MINUTE);
  await shop.runJobs();
  const second = authorityOf(await shopper.initiate());
  expect((await shopper.verify(second)).body).toMatchObject({ success: false });
  for (const authority of [second, first]) await shop.sandbox.pay(authority);
  await shop.runJobs();
  const payments = await shop.sql(
    "SELECT authority, state FROM payment WHERE user_id = ?1 ORDER BY created_at",
    shopper.id,
  );
  expect(payments).toEqual([
    { authority: first, state: "paid" },
    { authority: second, state: "credited" },
  ]);
  expect(await shopper.balance()).toBe(100_000);
});

describe("money is not lost", () => {
  test("when a failed payment is paid later and the gateway's answer is lost", async () => {
    const { shopper, authority } = await atTheBank();
    expect((await shopper.verify(authority)).body).toMatchObject({ success: false });
    await shop.sandbox.pay(authority);
    await shop.sandbox.plan({ provider: "zarinpal", call: "verify", kind: "lost_answer" });
    await shop.runJobs();
    expect(await shopper.orders()).toEqual([]);
    await shop.turnClock(2 * MINUTE);
    await shop.runJobs();
    expect(await shopper.orders()).toHaveLength(1);
  });

  test("when the gateway is silent from the end of the hold on", async () => {
    const { shopper, authority } = await atTheBank({ stock: 1 });
    for (let minute = 2; minute <= 14; minute++) {
      await shop.turnClock(minute * MINUTE);
      await shop.runJobs();
    }
    await shop.sandbox.pay(authority);
    await shop.sandbox.plan({ provider: "zarinpal", call: "verify", kind: "lost_answer" });
    await shop.turnClock(15 * MINUTE + 5_000);
    await shop.runJobs();
    await shop.sandbox.plan({ provider: "zarinpal", call: "verify", kind: "http_500", times: 4 });
    for (let minute = 16; minute <= 26; minute++) {
      await shop.turnClock(minute * MINUTE);
      await shop.runJobs();
    }
    expect((await shopper.orders()).length).toBe(1);
  });

  test("when another payment cannot be checked", async () => {
    const broken = await atTheBank();
    await shop.sql(
      "UPDATE bank_card SET number_sealed = '9.AAAA.AAAA' WHERE user_id = ?1",
      broken.shopper.id,
    );
    await shop.sandbox.pay(broken.authority);
    const sound = await atTheBank();
    await shop.sandbox.pay(sound.authority);
    await shop.turnClock(2 * MINUTE + 5_000);
    await shop.runJobs();
    expect(await sound.shopper.orders()).toHaveLength(1);
    await shop.sql(
      "UPDATE payment SET next_check_at = NULL WHERE authority = ?1",
      broken.authority,
    );
  });

  test("when more payments wait than one run checks, and the gateway reports all of them as unpaid", async () => {
    const shoppers = await shop.newShoppers(30);
    await Promise.all(
      shoppers.map(async (shopper) => {
        const question = {
          purpose: "wallet_topup" as const,
          amount: 10_000,
          cardNumber: shopper.cardNumber,
        };
        const authority = authorityOf(await shopper.ask(initiatePayment, { body: question }));
        expect((await shopper.verify(authority)).body).toMatchObject({ success: false });
        await shop.sandbox.pay(authority);
      }),
    );
    const looks = async () => {
      const rows = await shop.sql<{ checks: number }>(
        "SELECT checks FROM payment WHERE user_id IN (SELECT value FROM json_each(?1)) ORDER BY id",
        JSON.stringify(shoppers.map(({ id }) => id)),
      );
      return rows.map(({ checks }) => checks);
    };
    await shop.sandbox.plan({
      provider: "zarinpal",
      call: "verify",
      kind: "code",
      code: -51,
      times: 1_000,
    });
    for (let run = 1; run <= 2; run++) await shop.runJobs();
    const first = await looks();
    // A run makes fifty checks: first each payment that was never checked, then random ones. So
    // sometimes every payment has more than one check.
    expect([first.length, Math.min(...first) > 0]).toEqual([30, true]);
    const waiting = async () =>
      (await looks()).filter((count, index) => count === first[index]).length;
    for (let run = 1; run <= 40 && (await waiting()) > 0; run++) await shop.runJobs();
    expect(await waiting()).toBe(0);
    await shop.sandbox.clearFaults();
    for (let run = 1; run <= 2; run++) await shop.runJobs();
    expect(await Promise.all(shoppers.map((shopper) => shopper.balance()))).toEqual(
      shoppers.map(() => 10_000),
    );
  });

  test.each([
    ["the jobs", () => shop.runJobs()],
    ["its shopper", (shopper: TestShopper, authority: string) => shopper.verify(authority)],
  ])(
    "when the database fails just after %s learned that a failed payment was paid",
    async (_, ask) => {
      const { shopper, authority } = await atTheBank();
      expect((await shopper.verify(authority)).body).toMatchObject({ success: false });
      await shop.sandbox.pay(authority);
      await shop.trouble({
        rewrites: [
          { find: "UPDATE payment SET state = ?2", replace: "UPDATE no_such_table SET state = ?2" },
        ],
      });
      await ask(shopper, authority);
      await shop.trouble({});
      expect(await shopper.orders()).toEqual([]);
      await shop.turnClock(6 * MINUTE);
      await shop.runJobs();
      expect(await shopper.orders()).toHaveLength(1);
    },
  );

  test("when two payments get the same reference: the second goes to review", async () => {
    const first = await atTheBank();
    await shop.sandbox.pay(first.authority);
    const refId = (await first.shopper.verify(first.authority)).body.refId;
    const second = await atTheBank({ balanceToman: 40_000, isUsedWallet: true });
    await shop.sandbox.pay(second.authority);
    // The sandbox numbers its references, and this row takes the number that comes next.
    await shop.sql(
      "UPDATE payment SET ref_id = ?2 WHERE authority = ?1",
      first.authority,
      String(Number(refId) + 1),
    );
    expect((await second.shopper.verify(second.authority)).body).toMatchObject({ success: false });
    expect(
      await shop.sql("SELECT state FROM payment WHERE authority = ?1", second.authority),
    ).toEqual([{ state: "review" }]);
    expect(await second.shopper.balance()).toBe(40_000);
  });

  test("when the product is taken off the shelf during the payment", async () => {
    const product = await shop.newProduct({ deliveryType: "manual", stock: 2 });
    const shopper = await shop.newShopper();
    await shopper.put(product, 2);
    const authority = authorityOf(await shopper.initiate());
    await shop.sql("UPDATE product SET is_active = 0 WHERE id = ?1", product);
    await shop.sandbox.pay(authority);
    expect((await shopper.verify(authority)).body).toMatchObject({
      success: true,
      purpose: "cart_checkout",
    });
  });
});

describe("an idempotency key", () => {
  test("can be used again after an outage longer than the hold", async () => {
    const product = await shop.newProduct();
    const shopper = await shop.newShopper();
    await shopper.put(product);
    await shop.sandbox.plan({ provider: "zarinpal", call: "request", kind: "http_500" });
    expect((await shopper.initiate({ key: "outage" })).status).toBe(503);
    await shop.turnClock(16 * MINUTE);
    await shop.runJobs();
    // Without an authority the payment is not checked again.
    expect(
      await shop.sql(
        "SELECT state, next_check_at FROM payment WHERE user_id = ?1 AND authority IS NULL",
        shopper.id,
      ),
    ).toEqual([{ state: "expired", next_check_at: null }]);
    expect((await shopper.initiate({ key: "outage" })).status).toBe(200);
  });

  test("lets the shop repeat a purchase by itself when the database is interrupted at any call", async () => {
    const product = await shop.newProduct({ stock: 60, priceToman: 10_000 });
    const shopper = await shop.newShopper({ balanceToman: 500_000 });
    const failed: string[] = [];
    let bought = 0;
    const buyAt = async (at: number, mode: "before" | "after", key?: string) => {
      await shopper.put(product);
      await shop.trouble({ faults: [{ at, mode }] });
      const answer = await shopper.ask(createOrder, { body: {}, idempotencyKey: key });
      await shop.trouble({});
      return answer;
    };
    for (const mode of ["before", "after"] as const)
      for (const at of [1, 2, 3, 4, 5, 6]) {
        const place = `${mode}-${String(at)}`;
        expect([place, (await buyAt(at, mode, place)).status]).toEqual([place, 200]);
        expect([place, (await shopper.orders()).length]).toEqual([place, ++bought]);
        const { status, headers } = await buyAt(at, mode);
        if (status === 200) bought++;
        else {
          failed.push(place);
          expect([status, headers.get("Retry-After")]).toEqual([503, "5"]);
          bought = (await shopper.orders()).length;
        }
      }
    // Without a key, the shop cannot know whether the write that was interrupted took effect.
    expect(failed.length).toBeGreaterThan(1);
  });

  test("of a payment cannot be used to make an order", async () => {
    const product = await shop.newProduct();
    const shopper = await shop.newShopper({ balanceToman: 500_000 });
    await shopper.put(product);
    await shopper.initiate({ key: "one" });
    expect(await shopper.ask(createOrder, { body: {}, idempotencyKey: "one" })).toMatchObject({
      status: 422,
      body: { code: "key_reused" },
    });
    expect(await shopper.orders()).toEqual([]);
  });
});

test("a shopper may have five open top-ups, also when nine are started at once", async () => {
  const shopper = await shop.newShopper();
  const topUp = (amount: number) =>
    shopper.ask(initiatePayment, {
      body: { purpose: "wallet_topup", amount, cardNumber: shopper.cardNumber },
    });
  const answers = await Promise.all(Array.from({ length: 9 }, (_, index) => topUp(10_000 + index)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(await topUp(50_000)).toMatchObject({ status: 409, body: { code: "too_many_topups" } });
});

describe("a failing gateway", () => {
  test("loses nothing when it fails at the start of a payment: a retry makes one payment", async () => {
    const product = await shop.newProduct({ stock: 1 });
    const shopper = await shop.newShopper();
    await shopper.put(product);
    await shop.sandbox.plan({ provider: "zarinpal", call: "request", kind: "http_500" });
    const refused = await shopper.initiate({ key: "again" });
    expect(refused).toMatchObject({ status: 503, body: { code: "gateway_down" } });
    expect(refused.headers.get("Retry-After")).toBeTruthy();
    expect((await shopper.initiate({ key: "again" })).status).toBe(200);
    expect(await shop.sql("SELECT 1 FROM payment WHERE user_id = ?1", shopper.id)).toHaveLength(1);
  });

  test.each([
    [-11, 409, "gateway_refused", null],
    [-12, 429, "gateway_busy", "60"],
    [-41, 422, "amount_out_of_range", null],
  ])(
    "that refuses with %i frees the codes, and the shopper is told why and may try again",
    async (code, status, said, retryAfter) => {
      const product = await shop.newProduct({ stock: 1 });
      const shopper = await shop.newShopper();
      await shopper.put(product);
      await shop.sandbox.plan({ provider: "zarinpal", call: "request", kind: "code", code });
      const refused = await shopper.initiate({ key: "refused" });
      expect(refused).toMatchObject({ status, body: { code: said } });
      expect(refused.headers.get("Retry-After")).toBe(retryAfter);
      expect(await shop.sql("SELECT status FROM code WHERE product_id = ?1", product)).toEqual([
        { status: "free" },
      ]);
      expect((await shopper.initiate({ key: "refused" })).status).toBe(200);
    },
  );

  test.each(["http_500", "html", "redirect", "wrong_types"] as const)(
    "that answers a verification with %s delays the payment, which succeeds at the next try",
    async (kind) => {
      const { shopper, authority } = await atTheBank();
      await shop.sandbox.pay(authority);
      await shop.sandbox.plan({ provider: "zarinpal", call: "verify", kind });
      expect(await shopper.verify(authority)).toMatchObject({
        status: 503,
        body: { code: "payment_unknown" },
      });
      expect(await shopper.orders()).toEqual([]);
      expect((await shopper.verify(authority)).body).toMatchObject({ success: true });
    },
  );

  test("delivers once when it verified a payment and its answer was lost", async () => {
    const { shopper, authority } = await atTheBank();
    await shop.sandbox.pay(authority);
    await shop.sandbox.plan({ provider: "zarinpal", call: "verify", kind: "lost_answer" });
    expect((await shopper.verify(authority)).status).toBe(503);
    expect((await shopper.verify(authority)).body).toMatchObject({ success: true });
    expect(await gatewayIncome(shopper)).toHaveLength(1);
  });

  test("credits nothing when it reports another amount, and the payment goes to review", async () => {
    const { shopper, authority, product } = await atTheBank({ stock: 1 });
    await shop.sandbox.pay(authority);
    await shop.sandbox.plan({ provider: "zarinpal", call: "verify", kind: "code", code: -50 });
    expect((await shopper.verify(authority)).body).toMatchObject({ success: false });
    expect(await gatewayIncome(shopper)).toEqual([]);
    expect(await shop.sql("SELECT state FROM payment WHERE authority = ?1", authority)).toEqual([
      { state: "review" },
    ]);
    expect(await shop.sql("SELECT status FROM code WHERE product_id = ?1", product)).toEqual([
      { status: "free" },
    ]);
  });
});

describe("an invalid payment request", () => {
  test.each([
    ["no purpose", {}],
    ["an unknown purpose", { purpose: "gift" }],
    ["an invalid card number", { purpose: "cart_checkout", cardNumber: "1234" }],
    ["an amount below one", { purpose: "wallet_topup", amount: 0, cardNumber: "6219861034529007" }],
    ["half a toman", { purpose: "wallet_topup", amount: 10_000.5, cardNumber: "6219861034529007" }],
    [
      "fifteen digits",
      { purpose: "wallet_topup", amount: "100000000000000", cardNumber: "6219861034529007" },
    ],
    ["a list", []],
    ["null", null],
  ])("with %s is refused with a sentence", async (_, question) => {
    const shopper = await shop.newShopper();
    const refused = await shopper.askUntyped(initiatePayment, { body: question });
    expect(refused.status).toBe(422);
    expect(refused.body.error).toBe(refused.body.message);
    expect(Object.keys(refused.body.fields ?? {})).not.toHaveLength(0);
  });

  test.each([["{"], ["nonsense"], ['{"authority":']])(
    "with unreadable JSON %s is 400",
    async (text) => {
      const shopper = await shop.newShopper();
      expect((await shopper.askUntyped(verifyPayment, { body: text })).status).toBe(400);
    },
  );

  test("with a malformed authority is 422", async () => {
    const shopper = await shop.newShopper();
    for (const authority of [
      "",
      "short",
      "S".repeat(65),
      "S000000000000000000000000000' OR 1=1",
      5,
      null,
    ]) {
      expect((await shopper.askUntyped(verifyPayment, { body: { authority } })).status).toBe(422);
    }
  });
});

test("unpaid orders are deleted after thirty days, unless money moved for them", async () => {
  const orderOf = ({ id }: TestShopper) =>
    shop.sql("SELECT state FROM orders WHERE user_id = ?1", id);
  const age = async ({ id }: TestShopper, days: number) => {
    const ms = days * 24 * 60 * MINUTE;
    await shop.sql("UPDATE orders SET updated_at = updated_at - ?2 WHERE user_id = ?1", id, ms);
    await shop.sql("UPDATE payment SET next_check_at = NULL WHERE user_id = ?1", id);
  };
  const [empty, young, withWallet, paid, late] = [
    await atTheBank(),
    await atTheBank(),
    await atTheBank({ balanceToman: 50_000, isUsedWallet: true }),
    await atTheBank(),
    await atTheBank({ stock: 1 }),
  ];
  await shop.sandbox.pay(paid.authority);
  for (const { shopper, authority } of [empty, young, withWallet, paid, late])
    await shopper.verify(authority);
  // This order is paid after its code is gone, so its money goes to the wallet.
  await shop.sql("DELETE FROM code WHERE product_id = ?1", late.product);
  await shop.sandbox.pay(late.authority);
  await late.shopper.verify(late.authority);
  for (const { shopper } of [empty, withWallet, paid, late]) await age(shopper, 31);
  await age(young.shopper, 29);
  await shop.runJobs("tidy");
  expect(await orderOf(empty.shopper)).toEqual([]);
  expect(await shop.sql("SELECT 1 FROM payment WHERE user_id = ?1", empty.shopper.id)).toEqual([]);
  for (const { shopper } of [young, withWallet, late])
    expect(await orderOf(shopper)).toEqual([{ state: "cancelled" }]);
  expect(await orderOf(paid.shopper)).toEqual([{ state: "paid" }]);
  const { plan } = await shop.measure((db) => findGivenUp(db, 0));
  expect(plan.join("\n")).toContain("USING INDEX orders_given_up");
  expect(plan.filter((step) => step.startsWith("SCAN"))).toEqual([]);
});
