import { afterEach, expect, test, vi } from "vitest";
import type { Bindings } from "../../api/base/context.ts";
import { aroundCalls } from "../../api/base/database.ts";
import { createShop } from "../../api/shop.ts";
import { CART_LINES_MAX, QUANTITY_MAX, setQuantity } from "../../contract/cart.ts";
import { cancelOrder, createOrder } from "../../contract/order.ts";
import { initiatePayment, verifyPayment } from "../../contract/payment.ts";
import { openStage } from "../torture/limits/stage.ts";

/**
 * Counts the statements that a payment sends to D1 in one call. A D1 database has a single thread,
 * and the documentation of D1 limits a call to 100 statements.
 */

afterEach(() => vi.unstubAllGlobals());

/** A shop that counts the statements of each of its calls to the database. */
function openCountedStage() {
  const counts: number[] = [];
  let counted: Bindings | undefined;
  const stage = openStage({
    // Otherwise such a large order would be held for a look, and could not be cancelled.
    vars: { LOOK_YOUNG_DAYS: "0" },
    create(time) {
      const shop = createShop(time);
      const fetch: typeof shop.fetch = (request, env, context) => {
        counted ??= {
          ...env,
          DB: aroundCalls(env.DB, (call, texts) => {
            counts.push(texts.length);
            return call();
          }),
        };
        return shop.fetch(request, counted, context);
      };
      return { ...shop, fetch };
    },
  });
  /** Returns the answer of a call, and the number of statements of each database call. */
  async function count<Answer extends { status: number }>(call: () => Promise<Answer>) {
    counts.length = 0;
    const answer = await call();
    expect(answer.status).toBe(200);
    return { answer, counts: [...counts] };
  }
  return { stage, count };
}

/** Buys a cart in each way of paying. Half of its lines are instant, the others manual. */
async function buy(lines: number, quantity: number) {
  const { stage, count } = openCountedStage();
  const shopper = await stage.newShopper({ balanceToman: 100_000_000 });
  const { ask, cardNumber } = shopper;
  async function fillCart() {
    for (let line = 0; line < lines; line++) {
      const deliveryType = line % 2 === 0 ? "instant" : "manual";
      const productId = await stage.newProduct({ deliveryType, stock: quantity });
      await count(() => ask(setQuantity, { body: { productId, quantity } }));
    }
  }
  const initiate = (isUsedWallet: boolean) =>
    count(() =>
      ask(initiatePayment, { body: { purpose: "cart_checkout", cardNumber, isUsedWallet } }),
    );
  const verify = (url: string) =>
    count(() => ask(verifyPayment, { body: { authority: url.split("/").at(-1) ?? "" } }));

  await fillCart();
  const wallet = await count(() => ask(createOrder, { body: {} }));
  await fillCart();
  const started = await initiate(false);
  stage.bank.pay(started.answer.body.url.split("/").at(-1) ?? "");
  const paid = await verify(started.answer.body.url);
  expect(paid.answer.body).toMatchObject({ success: true, purpose: "cart_checkout" });
  await fillCart();
  const abandoned = await verify((await initiate(false)).answer.body.url);
  const params = { orderId: wallet.answer.body.orderId };
  const cancelled = await count(() => ask(cancelOrder, { params, body: {} }));
  const { OrderItems } = cancelled.answer.body.order;
  expect(OrderItems.filter(({ deliveryStatus }) => deliveryStatus === "cancelled")).toHaveLength(
    lines / 2,
  );
  return {
    payments: [wallet, started, paid, abandoned].map(({ counts }) => counts),
    cancelled: cancelled.counts,
  };
}

test("paying for fifty lines takes no more statements than paying for two", async () => {
  const few = await buy(2, 1);
  const many = await buy(CART_LINES_MAX, QUANTITY_MAX);
  expect(Math.max(...few.payments.flat())).toBeLessThan(30);
  expect(many.payments).toEqual(few.payments);
  // A cancellation runs several batches.
  expect(Math.max(...many.cancelled)).toBeLessThan(100);
});
