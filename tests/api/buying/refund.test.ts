import { toPersianDigits } from "../../../persian/digits.ts";
import { afterEach, describe, expect, test, vi } from "vitest";
import { takeDueRefund, takeSentRefund } from "../../../api/buying/refund/gateway-statements.ts";
import { findProfileDue } from "../../../api/buying/refund/profile.ts";
import { applyDiscount } from "../../../contract/cart.ts";
import { getOverview } from "../../../contract/dashboard.ts";
import { deliver } from "../../../contract/desk/delivery.ts";
import { getDeskItem } from "../../../contract/desk/delivery.ts";
import { refundItem } from "../../../contract/desk/refund.ts";
import { endReview } from "../../../contract/desk/review.ts";
import { cancelOrder, getOrderItemContent } from "../../../contract/order.ts";
import { getReferrals } from "../../../contract/referral.ts";
import { getTransactions } from "../../../contract/transaction.ts";
import { updateProfile } from "../../../contract/user.ts";
import { addDiscountCode } from "../../support/discount-code.ts";
import { newCharacters } from "../../support/random-of-test.ts";
import { type TestShopper, authorityOf } from "../../support/shop.ts";
import { byTwo, confirmAsSecond } from "../../support/second-person.ts";
import { useShop } from "../../support/use-shop.ts";
import { HOUR, MINUTE } from "../../support/time.ts";

const shop = useShop({ audit: true, shopVars: { PROVIDER_TIMEOUT_MS: "2000" } });
afterEach(async () => {
  await shop.turnClock(0);
  await shop.sandbox.clearFaults();
  // Otherwise the jobs of the next test would find refunds that this test left waiting.
  await shop.sql("UPDATE refund SET next_attempt_at = NULL");
});

/** Runs only the jobs that refunds need, since this file runs jobs often. */
const runJobs = () =>
  shop.runJobs("profiles", "refunds", "refunds under way", "earnings", "sms", "e-mail");
const cancel = (shopper: TestShopper, id: string) =>
  shopper.ask(cancelOrder, { params: { orderId: id }, body: {} });
const refundsShown = async (shopper: TestShopper) =>
  (await shopper.ask(getTransactions)).body.transactions
    .filter(({ type }) => type === "refund")
    .map(({ status, amount, description }) => [
      status,
      amount,
      description.replace(/[۰-۹]{7}/, "…"),
    ]);
const textsTo = async (shopper: TestShopper) =>
  (await shop.sandbox.messages(shopper.phone)).map(({ text }) => text);
const stateOf = async (orderId: string) =>
  (await shop.sql<{ state: string }>("SELECT state FROM refund WHERE order_id = ?1", orderId)).map(
    ({ state }) => state,
  );
const manual = (priceToman: number, more: object = {}) =>
  shop.newProduct({ deliveryType: "manual", priceToman, stock: 9, ...more });

/** Runs jobs until the bank has returned exactly these amounts of rial, one after the other. */
async function returns(authority: string, amounts: number[], fromMs = 0) {
  let minutes = 0;
  await vi.waitFor(
    async () => {
      await shop.turnClock(fromMs + (minutes += 30) * MINUTE);
      await Promise.all([runJobs(), runJobs(), runJobs()]);
      expect((await shop.sandbox.refunds(authority)).map(({ amountRial }) => amountRial)).toEqual(
        amounts,
      );
    },
    { timeout: 30_000, interval: 400 },
  );
}

/** A shopper who bought products, paid from the wallet first and at the gateway for the rest. */
async function bought(
  products: string[],
  options: { balanceToman?: number; hasNames?: boolean } = {},
) {
  const shopper = await shop.newShopper(options);
  for (const product of products) await shopper.put(product);
  const started = await shopper.initiate({ isUsedWallet: true });
  expect(started.status).toBe(200);
  const authority = authorityOf(started);
  if (started.body.orderId === undefined) {
    await shop.sandbox.pay(authority);
    expect((await shopper.verify(authority)).body).toMatchObject({ success: true });
  }
  const [order] = await shopper.orders();
  return { shopper, orderId: order?.id ?? "", authority };
}

/**
 * Buys an instant item for 500,000 toman and a manual one for 900,000, with a discount code that
 * takes off a fifth when the total is at least 1,000,000.
 */
async function boughtWithMinimum(options: { balanceToman?: number } = {}) {
  const code = `MIN${newCharacters().toUpperCase()}`;
  await addDiscountCode(shop, code, { type: "percentage", value: 20, minPurchaseToman: 1_000_000 });
  const shopper = await shop.newShopper(options);
  await shopper.put(await shop.newProduct({ priceToman: 500_000 }));
  await shopper.put(await manual(900_000));
  expect((await shopper.ask(applyDiscount, { body: { code } })).status).toBe(200);
  const started = await shopper.initiate({ isUsedWallet: true });
  if (started.body.orderId === undefined) {
    const authority = authorityOf(started);
    await shop.sandbox.pay(authority);
    await shopper.verify(authority);
  }
  const [order] = await shopper.orders();
  return { shopper, orderId: order?.id ?? "" };
}

describe("a cancelled part without which the order is below the minimum purchase", () => {
  test("is refunded minus the discount of the kept part, as the order showed before", async () => {
    const { shopper, orderId } = await boughtWithMinimum({ balanceToman: 2_000_000 });
    expect(await shopper.balance()).toBe(880_000);
    const { cancelRefund } = await shopper.order(orderId);
    expect(cancelRefund).toEqual({
      toWallet: 620_000,
      toCard: 0,
      withheld: 100_000,
      isCardSpared: false,
    });
    const cancelFor = (toWallet: number) =>
      shopper.ask(cancelOrder, {
        params: { orderId },
        body: { expected: { toWallet, toCard: 0 } },
      });
    expect(await cancelFor(720_000)).toMatchObject({
      status: 409,
      body: { code: "refund_changed" },
    });
    const { status, body } = await cancelFor(620_000);
    expect(status).toBe(200);
    expect(body.order).toMatchObject({
      cancelRefund: null,
      OrderItems: [{ Refund: null }, { Refund: { toWallet: 620_000, withheld: 100_000 } }],
    });
    // The buyer has paid what the kept code costs without the discount.
    expect(await shopper.balance()).toBe(1_500_000);
  });

  test("gets the withheld discount back when the shop refunds the kept part too", async () => {
    const { shopper, orderId } = await boughtWithMinimum();
    expect((await shopper.order(orderId)).cancelRefund).toMatchObject({ toCard: 620_000 });
    expect((await cancel(shopper, orderId)).status).toBe(200);
    const [kept] = (await shopper.order(orderId)).OrderItems;
    const refunded = await shop.desk(refundItem, {
      params: { orderItemId: kept?.id ?? "" },
      body: { reason: "کد کار نمی‌کند" },
    });
    expect(refunded).toMatchObject({ status: 200, body: { toCard: 500_000, toWallet: 0 } });
  });

  test("is refunded in full when the shop refunds, or when the rest still reaches the minimum", async () => {
    const { shopper, orderId } = await boughtWithMinimum({ balanceToman: 2_000_000 });
    const [kept] = (await shopper.order(orderId)).OrderItems;
    const refunded = await shop.desk(refundItem, {
      params: { orderItemId: kept?.id ?? "" },
      body: { reason: "کد کار نمی‌کند" },
    });
    expect(refunded.body).toMatchObject({ toWallet: 400_000 });
    expect((await shopper.order(orderId)).cancelRefund).toMatchObject({
      toWallet: 720_000,
      withheld: 0,
    });
    expect((await cancel(shopper, orderId)).status).toBe(200);
    expect(await shopper.balance()).toBe(2_000_000);
  });
});

test("the fourth order cancelled within a day is refunded to the wallet instead of the card, as shown", async () => {
  const shopper = await shop.newShopper();
  const product = await manual(50_000);
  const giveUp = async () => {
    await shopper.put(product);
    await shopper.payAtBank();
    const orderId = (await shopper.orders())[0]?.id ?? "";
    const { cancelRefund } = await shopper.order(orderId);
    const { body } = await cancel(shopper, orderId);
    expect(body.order.OrderItems[0]?.Refund).toMatchObject({
      toWallet: cancelRefund?.toWallet,
      toCard: cancelRefund?.toCard,
    });
    return [cancelRefund?.toCard, cancelRefund?.toWallet, cancelRefund?.isCardSpared];
  };
  for (let round = 0; round < 3; round++) expect(await giveUp()).toEqual([50_000, 0, false]);
  expect(await giveUp()).toEqual([0, 50_000, true]);
  await shop.sql(
    "UPDATE refund SET created_at = created_at - 86400000 WHERE user_id = ?1",
    shopper.id,
  );
  expect(await giveUp()).toEqual([50_000, 0, false]);
});

describe("cancelling an order", () => {
  test("returns wallet money immediately and only once, and restocks the units", async () => {
    const product = await manual(150_000);
    const { shopper, orderId } = await bought([product], { balanceToman: 400_000 });
    const stranger = await shop.newShopper();
    expect(await shopper.order(orderId)).toMatchObject({
      canCancel: true,
      OrderItems: [{ Refund: null }],
    });
    for (const [who, id] of [
      [stranger, orderId],
      [shopper, "no-such-order"],
    ] as const)
      expect(await cancel(who, id)).toMatchObject({
        status: 404,
        body: { code: "order_not_found", error: "سفارشی یافت نشد." },
      });
    expect((await shop.ask(cancelOrder, { params: { orderId }, body: {} })).status).toBe(401);
    const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(shopper, orderId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array<number>(9).fill(409),
    ]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: "nothing_to_cancel",
    });
    const shown = {
      canCancel: false,
      paidStatus: "Refunded",
      deliveryStatus: "cancelled",
      OrderItems: [
        {
          deliveryStatus: "cancelled",
          deliveredAt: null,
          Refund: { toWallet: 150_000, toCard: 0, isSettled: true },
        },
      ],
    };
    expect(answers.find(({ status }) => status === 200)?.body.order).toMatchObject(shown);
    expect(await shopper.order(orderId)).toMatchObject(shown);
    expect(await shopper.balance()).toBe(400_000);
    expect(await refundsShown(shopper)).toEqual([
      ["completed", 150_000, "بازگشت وجه سفارش … به کیف پول"],
    ]);
    expect(await shop.sql("SELECT manual_stock FROM product WHERE id = ?1", product)).toEqual([
      { manual_stock: 9 },
    ]);
    expect((await shopper.ask(getOverview)).body.data).toMatchObject({ ordersCount: 1 });
  });

  test("keeps items that are delivered or being delivered", async () => {
    const [instant, one, other] = [
      await shop.newProduct(),
      await manual(50_000),
      await manual(60_000),
    ];
    const { shopper, orderId } = await bought([instant, one, other], { balanceToman: 210_000 });
    await shop.sql(
      `UPDATE order_item SET delivery_status = 'processing'
       WHERE order_id = ?1 AND product_id = ?2`,
      orderId,
      one,
    );
    expect((await cancel(shopper, orderId)).status).toBe(200);
    expect(await shopper.order(orderId)).toMatchObject({
      paidStatus: "Paid",
      deliveryStatus: "processing",
      canCancel: false,
    });
    expect(await shopper.balance()).toBe(60_000);
    expect(await cancel(shopper, orderId)).toMatchObject({
      status: 409,
      body: { code: "nothing_to_cancel" },
    });
    const [item] = (await shopper.order(orderId)).OrderItems;
    expect(
      (await shopper.ask(getOrderItemContent, { params: { orderId, orderItemId: item?.id ?? "" } }))
        .body,
    ).toHaveLength(1);
  });

  test("refunds the card first, up to what the gateway was paid", async () => {
    const products = [await manual(100_000), await manual(50_000), await manual(20_000)];
    const { shopper, orderId, authority } = await bought(products, { balanceToman: 40_000 });
    expect((await cancel(shopper, orderId)).status).toBe(200);
    const { OrderItems } = await shopper.order(orderId);
    expect(OrderItems.map(({ Refund }) => Refund)).toMatchObject([
      { toWallet: 0, toCard: 100_000, isSettled: false },
      { toWallet: 20_000, toCard: 30_000, isSettled: false },
      { toWallet: 20_000, toCard: 0, isSettled: true },
    ]);
    expect(await shopper.balance()).toBe(40_000);
    await Promise.all(Array.from({ length: 6 }, () => runJobs()));
    expect((await stateOf(orderId)).toSorted()).toEqual(["done", "due", "sent"]);
    expect(await shop.sandbox.refunds(authority)).toHaveLength(1);
    await returns(authority, [1_000_000, 300_000]);
  });
});

describe("a refund to a card", () => {
  const onlyCard = async () => {
    const paid = await bought([await manual(80_000)]);
    expect((await cancel(paid.shopper, paid.orderId)).status).toBe(200);
    return paid;
  };

  test("is requested once and settled when the gateway confirms it", async () => {
    const { shopper, orderId, authority } = await onlyCard();
    expect(await refundsShown(shopper)).toEqual([
      ["pending", 80_000, "بازگشت وجه سفارش … به کارت بانکی"],
    ]);
    await Promise.all(Array.from({ length: 8 }, () => runJobs()));
    expect(await stateOf(orderId)).toEqual(["sent"]);
    let minutes = 0;
    await vi.waitFor(
      async () => {
        await shop.turnClock((minutes += 30) * MINUTE);
        await Promise.all([runJobs(), runJobs()]);
        expect(await stateOf(orderId)).toEqual(["done"]);
      },
      { timeout: 30_000, interval: 400 },
    );
    expect(await shop.sandbox.refunds(authority)).toMatchObject([
      { amountRial: 800_000, status: "DONE" },
    ]);
    expect((await shopper.order(orderId)).OrderItems[0]?.Refund).toEqual({
      toWallet: 0,
      withheld: 0,
      toCard: 80_000,
      isSettled: true,
    });
    expect(await refundsShown(shopper)).toEqual([
      ["completed", 80_000, "بازگشت وجه سفارش … به کارت بانکی"],
    ]);
    expect(await shopper.balance()).toBe(0);
  });

  test("goes to the wallet, with an SMS, when it is too small for the gateway", async () => {
    const { shopper, orderId, authority } = await bought([await manual(100_000)], {
      balanceToman: 99_500,
    });
    expect(await shopper.balance()).toBe(500);
    expect((await cancel(shopper, orderId)).status).toBe(200);
    await runJobs();
    expect(await shopper.balance()).toBe(100_500);
    expect(await textsTo(shopper)).toEqual(["ارمغان\nکیف پول شما 100000 تومان شارژ شد."]);
    expect(await shop.sandbox.refunds(authority)).toEqual([]);
  });

  test.each([
    ["refuses it at once", async () => {}, { call: "refund", kind: "code" }],
    ["fails after accepting it", () => runJobs(), { call: "askRefund", kind: "wrong_amount" }],
  ] as const)("goes to the wallet, with one SMS, when the gateway %s", async (_, before, fault) => {
    const { shopper, orderId } = await onlyCard();
    await before();
    await shop.sandbox.plan({ provider: "zarinpal", times: 9, ...fault });
    await shop.turnClock(10 * MINUTE);
    await Promise.all(Array.from({ length: 4 }, () => runJobs()));
    await runJobs();
    expect(await stateOf(orderId)).toEqual(["fallen_back"]);
    expect(await shopper.balance()).toBe(80_000);
    expect((await shopper.order(orderId)).OrderItems[0]?.Refund).toEqual({
      toWallet: 80_000,
      withheld: 0,
      toCard: 0,
      isSettled: true,
    });
    expect(await refundsShown(shopper)).toEqual([
      ["completed", 80_000, "بازگشت وجه سفارش … به کیف پول، چون بانک آن را به کارت برنگرداند"],
    ]);
    expect(await textsTo(shopper)).toEqual(["ارمغان\nکیف پول شما 80000 تومان شارژ شد."]);
  });

  test.each([
    "lost_answer",
    "http_500",
    "html",
    "redirect",
    "wrong_types",
    "wrong_amount",
  ] as const)("goes to review after %s and is not requested again", async (kind) => {
    const { shopper, orderId, authority } = await onlyCard();
    await shop.sandbox.plan({ provider: "zarinpal", call: "refund", kind });
    for (const hours of [0, 1, 24, 24 * 30]) {
      await shop.turnClock(hours * HOUR);
      await runJobs();
    }
    expect(await stateOf(orderId)).toEqual(["review"]);
    expect(await shop.sandbox.refunds(authority)).toHaveLength(kind === "lost_answer" ? 1 : 0);
    expect(await shopper.balance()).toBe(0);
    expect((await shopper.order(orderId)).OrderItems[0]?.Refund).toMatchObject({
      toCard: 80_000,
      isSettled: false,
    });
  });

  test("goes to review after a crash during the request", async () => {
    const { orderId, authority } = await onlyCard();
    const taken = await shop.sql(
      "SELECT 1 FROM refund WHERE order_id = ?1 AND state = 'due'",
      orderId,
    );
    expect(taken).toHaveLength(1);
    expect(await shop.runStatements((db) => [takeDueRefund(db, Date.now(), 5 * MINUTE)])).toBe(
      true,
    );
    await runJobs();
    expect(await stateOf(orderId)).toEqual(["asking"]);
    await shop.turnClock(6 * MINUTE);
    await runJobs();
    expect(await stateOf(orderId)).toEqual(["review"]);
    expect(await shop.sandbox.refunds(authority)).toEqual([]);
  });

  test.each(["timeout", "lost_answer", "http_500", "wrong_types", "wrong_amount", "code"] as const)(
    "is retried when the session lookup ends in %s, since nothing was requested",
    async (kind) => {
      const { orderId, authority } = await onlyCard();
      await shop.sandbox.plan({ provider: "zarinpal", call: "session", kind });
      await runJobs();
      expect(await stateOf(orderId)).toEqual(["due"]);
      expect(await shop.sandbox.refunds(authority)).toEqual([]);
      await returns(authority, [800_000]);
    },
  );

  test("is retried while the gateway does not accept requests, then goes to the wallet", async () => {
    const { shopper, orderId, authority } = await onlyCard();
    await shop.sandbox.plan({
      provider: "zarinpal",
      call: "refund",
      kind: "code",
      code: 401,
      times: 2,
    });
    for (const minutes of [0, 2, 10]) {
      await shop.turnClock(minutes * MINUTE);
      await runJobs();
    }
    expect(await stateOf(orderId)).toEqual(["sent"]);
    expect(await shop.sandbox.refunds(authority)).toHaveLength(1);
    expect(await shopper.balance()).toBe(0);

    const notRead = await onlyCard();
    await shop.sandbox.plan({
      provider: "zarinpal",
      call: "refund",
      kind: "code",
      code: 401,
      times: 99,
    });
    for (let hours = 1; hours <= 10; hours++) {
      await shop.turnClock(hours * 9 * HOUR);
      await runJobs();
    }
    expect(await stateOf(notRead.orderId)).toEqual(["fallen_back"]);
    expect(await notRead.shopper.balance()).toBe(80_000);
  });
});

describe("a second refund of one payment", () => {
  type Fault = Parameters<typeof shop.sandbox.plan>[0];
  const plan = (call: Fault["call"], kind: Fault["kind"]) =>
    shop.sandbox.plan({ provider: "zarinpal", call, kind });
  const until = (orderId: string, states: string[]) => {
    let minutes = 0;
    return vi.waitFor(
      async () => {
        await shop.turnClock((minutes += 30) * MINUTE);
        await runJobs();
        expect((await stateOf(orderId)).toSorted()).toEqual(states);
      },
      { timeout: 30_000, interval: 400 },
    );
  };
  const twoItems = async () => {
    const paid = await bought([await manual(80_000), await manual(60_000)]);
    expect((await cancel(paid.shopper, paid.orderId)).status).toBe(200);
    await runJobs();
    expect((await stateOf(paid.orderId)).toSorted()).toEqual(["due", "sent"]);
    return paid;
  };

  test("goes to the wallet when the gateway refunds a payment only once", async () => {
    const { shopper, orderId, authority } = await twoItems();
    await plan("refund", "code");
    await until(orderId, ["done", "fallen_back"]);
    expect(await shop.sandbox.refunds(authority)).toMatchObject([{ amountRial: 800_000 }]);
    expect(await shopper.balance()).toBe(60_000);
    expect(await textsTo(shopper)).toEqual(["ارمغان\nکیف پول شما 60000 تومان شارژ شد."]);
  });

  test("does not count as done when the gateway answers with the state of the first refund", async () => {
    const { shopper, orderId } = await twoItems();
    await plan("refund", "old_state");
    await until(orderId, ["done", "review"]);
    expect(await shopper.balance()).toBe(0);
  });

  test("goes to the wallet without a request when the bank could not make the first refund", async () => {
    const { shopper, orderId, authority } = await twoItems();
    await plan("askRefund", "wrong_amount");
    await until(orderId, ["fallen_back", "fallen_back"]);
    expect(await shop.sandbox.refunds(authority)).toHaveLength(1);
    expect(await shopper.balance()).toBe(140_000);
  });

  test("waits while the first refund is in review", async () => {
    const { shopper, orderId, authority } = await bought([
      await manual(80_000),
      await manual(60_000),
    ]);
    expect((await cancel(shopper, orderId)).status).toBe(200);
    await plan("refund", "lost_answer");
    await until(orderId, ["due", "review"]);
    await runJobs();
    expect(await shop.sandbox.refunds(authority)).toHaveLength(1);
    const [first] = await shop.sql<{ id: string }>(
      "SELECT id FROM refund WHERE order_id = ?1 AND state = 'review'",
      orderId,
    );
    expect(
      (
        await shop.desk(endReview, {
          params: { id: first?.id ?? "" },
          body: { moneyIs: "on_card", note: "در پنل درگاه دیده شد" },
        })
      ).status,
    ).toBe(200);
    await until(orderId, ["done", "done"]);
    expect(await shop.sandbox.refunds(authority)).toHaveLength(2);
  });
});

describe("an order with an incomplete profile", () => {
  const code = (product: string) =>
    shop.sql("SELECT status FROM code WHERE product_id = ?1", product);

  test("is cancelled and refunded after 48 hours, and its codes are sold again", async () => {
    const [instant, byHand] = [
      await shop.newProduct({ stock: 1, rewardToman: 900 }),
      await manual(60_000),
    ];
    const { shopper, orderId, authority } = await bought([instant, byHand], {
      balanceToman: 30_000,
      hasNames: false,
    });
    const before = await shopper.order(orderId);
    const [row] = await shop.sql<{ paid_at: number }>(
      "SELECT paid_at FROM orders WHERE id = ?1",
      orderId,
    );
    const paidAt = row?.paid_at ?? 0;
    expect(before).toMatchObject({
      shouldShow: false,
      profileDueAt: new Date(paidAt + 48 * HOUR).toISOString(),
    });
    await shop.turnClock(48 * HOUR - MINUTE);
    await runJobs();
    expect(await shopper.order(orderId)).toMatchObject({
      paidStatus: "Paid",
      profileDueAt: before.profileDueAt,
    });
    await shop.turnClock(48 * HOUR + MINUTE);
    await Promise.all(Array.from({ length: 8 }, () => runJobs()));
    await runJobs();
    expect(await shopper.order(orderId)).toMatchObject({
      paidStatus: "Refunded",
      deliveryStatus: "cancelled",
      profileDueAt: null,
    });
    await returns(authority, [1_000_000, 300_000], 48 * HOUR);
    expect(await shopper.balance()).toBe(30_000);
    expect(await textsTo(shopper)).toEqual([
      `ارمغان\nسفارش ${before.number} لغو شد، چون پروفایل شما تا ۴۸ ساعت پس از خرید کامل نشد. ` +
        "وجه آن بازگردانده می‌شود.",
    ]);
    expect(await code(instant)).toEqual([{ status: "free" }]);
    await shop.turnClock(0);
    const next = await bought([instant], { balanceToman: 100_000 });
    expect((await next.shopper.order(next.orderId)).deliveryStatus).toBe("delivered");
  });

  test("is kept when the profile is completed in time", async () => {
    const { shopper, orderId } = await bought([await shop.newProduct({ priceToman: 50_000 })], {
      balanceToman: 50_000,
      hasNames: false,
    });
    expect((await shopper.ask(updateProfile, { body: { firstName: "سارا" } })).status).toBe(200);
    expect((await shopper.order(orderId)).profileDueAt).not.toBeNull();
    expect((await shopper.ask(updateProfile, { body: { lastName: "کریمی" } })).status).toBe(200);
    expect(await shopper.order(orderId)).toMatchObject({ profileDueAt: null, shouldShow: true });
    await shop.turnClock(49 * HOUR);
    await runJobs();
    expect(await shopper.order(orderId)).toMatchObject({
      paidStatus: "Paid",
      deliveryStatus: "delivered",
    });
    expect(await textsTo(shopper)).toEqual([]);
  });

  test("is either cancelled or kept when the profile is completed at the same moment", async () => {
    for (let round = 0; round < 3; round++) {
      const { shopper, orderId } = await bought([await shop.newProduct({ stock: 1 })], {
        balanceToman: 100_000,
        hasNames: false,
      });
      await shop.turnClock(48 * HOUR + MINUTE);
      await Promise.all([
        ...Array.from({ length: 4 }, () => runJobs()),
        ...Array.from({ length: 3 }, () =>
          shopper.ask(updateProfile, { body: { firstName: "سارا", lastName: "کریمی" } }),
        ),
        ...Array.from({ length: 3 }, () => runJobs()),
      ]);
      await runJobs();
      const { paidStatus } = await shopper.order(orderId);
      expect([paidStatus, await shopper.balance(), (await textsTo(shopper)).length]).toEqual(
        paidStatus === "Refunded" ? ["Refunded", 100_000, 1] : ["Paid", 0, 0],
      );
      await shop.turnClock(0);
    }
  });

  test("has no deadline when the buyer has names", async () => {
    const { shopper, orderId } = await bought([await shop.newProduct()]);
    expect((await shopper.order(orderId)).profileDueAt).toBeNull();
  });
});

describe("an operator's refund of an item", () => {
  const refund = (itemId: string, opened = false, reason: unknown = "کد کار نمی‌کرد") =>
    shop.deskUntyped(refundItem, { params: { orderItemId: itemId }, body: { reason, opened } });
  const itemsOf = async (shopper: TestShopper, orderId: string) =>
    (await shopper.order(orderId)).OrderItems.map(({ id }) => id);
  const later = async (hours: number) => {
    await shop.turnClock(hours * HOUR);
    await runJobs();
  };

  test("returns the price once, restocks unseen codes and sends an SMS", async () => {
    const [product, kept] = [
      await shop.newProduct({ stock: 1, priceToman: 90_000 }),
      await shop.newProduct({ priceToman: 30_000 }),
    ];
    const { shopper, orderId, authority } = await bought([product, kept], { balanceToman: 20_000 });
    const [itemId = "", keptId = ""] = await itemsOf(shopper, orderId);
    for (const reason of [undefined, "", "x"])
      expect(await refund(itemId, false, reason ?? null)).toMatchObject({
        status: 422,
        body: { code: "invalid" },
      });
    expect(await refund("no-such-item")).toMatchObject({
      status: 404,
      body: { code: "not_found" },
    });
    const answers = await Promise.all(Array.from({ length: 10 }, () => refund(itemId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array<number>(9).fill(409),
    ]);
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({
      toWallet: 0,
      toCard: 90_000,
    });
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: "refunded" });
    expect(await shop.sql("SELECT status FROM code WHERE product_id = ?1", product)).toEqual([
      { status: "free" },
    ]);
    expect(await shopper.order(orderId)).toMatchObject({
      paidStatus: "Paid",
      deliveryStatus: "delivered",
    });
    expect(
      await shopper.ask(getOrderItemContent, { params: { orderId, orderItemId: itemId } }),
    ).toMatchObject({ status: 409 });
    expect(await refund(keptId)).toMatchObject({
      status: 200,
      body: { toWallet: 20_000, toCard: 10_000 },
    });
    expect(await shopper.order(orderId)).toMatchObject({
      paidStatus: "Refunded",
      deliveryStatus: "cancelled",
    });
    await returns(authority, [900_000, 100_000]);
    const text =
      `ارمغان\nمحصولی از سفارش ${(await shopper.order(orderId)).number} لغو شد و وجه آن بازگردانده می‌شود. ` +
      "جزئیات را در صفحهٔ همان سفارش ببینید.";
    expect(await textsTo(shopper)).toEqual([text, text]);
    expect(
      await shop.sql(
        "SELECT operator, verdict, note FROM desk_decision WHERE subject_id = ?1",
        itemId,
      ),
    ).toEqual([{ operator: "local", verdict: "refunded", note: "کد کار نمی‌کرد" }]);
  });

  test("does not resell codes that somebody has seen", async () => {
    const product = await shop.newProduct({ stock: 1 });
    const { shopper, orderId } = await bought([product], { balanceToman: 100_000 });
    const [itemId = ""] = await itemsOf(shopper, orderId);
    expect(
      (await shopper.ask(getOrderItemContent, { params: { orderId, orderItemId: itemId } })).body,
    ).toHaveLength(1);
    // The operator is first told that the code was opened, and then repeats the request.
    expect(await refund(itemId)).toMatchObject({
      status: 409,
      body: {
        code: "opened",
        // The text tells the day in Tehran, in Persian digits, and the number of readings.
        details: expect.stringMatching(
          /^کد ۱: [۰-۹]{1,2} \p{L}+ ۱۴[۰-۹]{2} ساعت [۰-۹:]{5}، ۱ بار، از /u,
        ) as string,
      },
    });
    const { item } = (await shop.desk(getDeskItem, { params: { orderItemId: itemId } })).body;
    expect(item).toMatchObject({
      person: { phone: shopper.phone },
      codes: [{ position: 1, timesOpened: 1, openedAt: expect.any(String) as string }],
    });
    const asked = await refund(itemId, true);
    expect(asked).toMatchObject({ status: 200, body: { toWallet: null, codes: item.codes } });
    expect(await shopper.balance()).toBe(0);
    const { proposalId } = asked.body as { proposalId: string };
    expect((await confirmAsSecond(shop, proposalId)).status).toBe(200);
    expect(await shopper.balance()).toBe(100_000);
    expect(await shop.sql("SELECT status FROM code WHERE product_id = ?1", product)).toEqual([
      { status: "sold" },
    ]);
    for (let round = 0; round < 4; round++) {
      const raced = await bought([await shop.newProduct({ stock: 1 })], { balanceToman: 100_000 });
      const [id = ""] = await itemsOf(raced.shopper, raced.orderId);
      const [read] = await Promise.all([
        raced.shopper.ask(getOrderItemContent, {
          params: { orderId: raced.orderId, orderItemId: id },
        }),
        byTwo(shop, refundItem, {
          params: { orderItemId: id },
          body: { reason: "کد کار نمی‌کرد", opened: true },
        }),
        raced.shopper.ask(getOrderItemContent, {
          params: { orderId: raced.orderId, orderItemId: id },
        }),
      ]);
      expect([200, 404, 409]).toContain(read.status);
      expect(await raced.shopper.balance()).toBe(100_000);
    }
  });

  test("does not restock codes that were delivered by hand", async () => {
    const product = await manual(70_000);
    const { shopper, orderId } = await bought([product], { balanceToman: 70_000 });
    const [itemId = ""] = await itemsOf(shopper, orderId);
    expect(
      (await shop.desk(deliver, { params: { orderItemId: itemId }, body: { codes: ["BY-HAND"] } }))
        .status,
    ).toBe(200);
    expect((await refund(itemId)).status).toBe(200);
    expect(await shopper.balance()).toBe(70_000);
    expect(await shop.sql("SELECT manual_stock FROM product WHERE id = ?1", product)).toEqual([
      { manual_stock: 8 },
    ]);
    expect(await shop.sql("SELECT status FROM code WHERE product_id = ?1", product)).toEqual([
      { status: "sold" },
    ]);
  });

  const earned = async (itemId: string) =>
    shop.sql(
      "SELECT kind, state, taken_back_toman FROM earning WHERE order_item_id = ?1 ORDER BY kind",
      itemId,
    );
  async function invitedOrder(balanceToman: number) {
    const inviter = await shop.newShopper();
    const product = await shop.newProduct({
      priceToman: 100_000,
      rewardToman: 5_000,
      unitCostToman: 60_000,
    });
    const shopper = await shop.newShopper({ balanceToman, inviterId: inviter.id });
    await shopper.put(product);
    const started = await shopper.initiate({ isUsedWallet: true });
    if (started.body.orderId === undefined) {
      await shop.sandbox.pay(authorityOf(started));
      await shopper.verify(authorityOf(started));
    }
    const [order] = await shopper.orders();
    const [itemId = ""] = await itemsOf(shopper, order?.id ?? "");
    return { inviter, shopper, itemId, orderId: order?.id ?? "" };
  }
  const spend = async (shopper: TestShopper, left: number) => {
    const priceToman = (await shopper.balance()) - left;
    await shopper.buy(await shop.newProduct({ priceToman, unitCostToman: priceToman }));
  };

  test("cancels earnings that are still held", async () => {
    const { inviter, shopper, itemId } = await invitedOrder(100_000);
    expect((await refund(itemId)).status).toBe(200);
    await later(25);
    expect(await earned(itemId)).toEqual([
      { kind: "referral", state: "cancelled", taken_back_toman: 0 },
      { kind: "reward", state: "cancelled", taken_back_toman: 0 },
    ]);
    expect([await shopper.balance(), await inviter.balance()]).toEqual([100_000, 0]);
    expect((await inviter.ask(getReferrals)).body.referral).toMatchObject({
      totalPurchases: 0,
      pendingIncome: 0,
    });
  });

  test("deducts cashback, and the inviter's share as far as their wallet reaches", async () => {
    const { inviter, shopper, itemId, orderId } = await invitedOrder(100_000);
    await later(25);
    expect([await shopper.balance(), await inviter.balance()]).toEqual([5_000, 10_500]);
    await spend(inviter, 2_000);
    await spend(shopper, 0);
    expect(await refund(itemId)).toMatchObject({
      status: 200,
      body: { toWallet: 100_000, toCard: 0 },
    });
    expect([await shopper.balance(), await inviter.balance()]).toEqual([95_000, 0]);
    expect(await earned(itemId)).toEqual([
      { kind: "referral", state: "taken_back", taken_back_toman: 2_000 },
      { kind: "reward", state: "taken_back", taken_back_toman: 5_000 },
    ]);
    expect((await inviter.ask(getReferrals)).body.referral).toMatchObject({
      totalIncome: 8_500,
      pendingIncome: 0,
    });
    const texts = async (person: TestShopper) =>
      (await person.ask(getTransactions, { query: { limit: "3" } })).body.transactions.map(
        ({ type, amount, description }) => [type, amount, description],
      );
    expect(await texts(shopper)).toContainEqual([
      "withdrawal",
      5_000,
      `بازپس‌گیری پاداش سفارش ${toPersianDigits((await shopper.order(orderId)).number)} که بازپرداخت شد`,
    ]);
    expect(await texts(inviter)).toContainEqual([
      "withdrawal",
      2_000,
      "بازپس‌گیری درآمد معرفی از خرید \u2068آزمون آزمون\u2069 که بازپرداخت شد",
    ]);
  });

  test("deducts the rest of the cashback from the card when the wallet has too little", async () => {
    const { shopper, itemId } = await invitedOrder(0);
    await later(25);
    await spend(shopper, 1_000);
    expect(await refund(itemId)).toMatchObject({
      status: 200,
      body: { toWallet: 4_000, toCard: 96_000 },
    });
    expect(await shopper.balance()).toBe(0);
    expect(await earned(itemId)).toContainEqual({
      kind: "reward",
      state: "taken_back",
      taken_back_toman: 5_000,
    });
  });

  test("made while the item's earnings are being paid takes the earnings back", async () => {
    for (let round = 0; round < 4; round++) {
      const { inviter, shopper, itemId } = await invitedOrder(100_000);
      await shop.turnClock(25 * HOUR);
      await Promise.all([runJobs(), refund(itemId), runJobs()]);
      expect([await shopper.balance(), await inviter.balance()]).toEqual([100_000, 0]);
      await shop.turnClock(0);
    }
  });
});

test("due refunds are found on indexes", async () => {
  for (const make of [
    (db: D1Database) => findProfileDue(db, 20, Date.now()),
    (db: D1Database) => takeDueRefund(db, 0, 1),
    (db: D1Database) => takeSentRefund(db, 0, 1),
  ]) {
    const { plan } = await shop.measure(make);
    expect(plan.filter((step) => step.startsWith("SCAN"))).toEqual([]);
  }
});
