import { afterEach, describe, expect, test } from "vitest";
import { findAllowance } from "../../../api/buying/look/limits.ts";
import { replaceCode } from "../../../contract/desk/code.ts";
import { beginDelivery, deliver, listDeliveries } from "../../../contract/desk/delivery.ts";
import { freeze } from "../../../contract/desk/freeze.ts";
import { decideLook, listLooks } from "../../../contract/desk/look.ts";
import { getDeskOrder } from "../../../contract/desk/order.ts";
import { getQueuePane } from "../../../contract/desk/queue.ts";
import { refundItem } from "../../../contract/desk/refund.ts";
import { applyDiscount } from "../../../contract/cart.ts";
import { getDiscountCodes } from "../../../contract/discount-code.ts";
import { getRecent } from "../../../contract/dashboard.ts";
import {
  type Order,
  cancelOrder,
  getOrderItemContent,
  getOrders,
} from "../../../contract/order.ts";
import { initiatePayment } from "../../../contract/payment.ts";
import { readSettings } from "../../../api/base/settings.ts";
import { newCardNumber } from "../../support/card-number.ts";
import { addDiscountCode } from "../../support/discount-code.ts";
import { newOperator } from "../../support/operator.ts";
import { type TestShopper, authorityOf } from "../../support/shop.ts";
import { useShop } from "../../support/use-shop.ts";
import { DAY, HOUR, MINUTE } from "../../support/time.ts";

/** Orders of young accounts and cards above the limits: 300,000 an hour, 500,000 a day. */

const PRICE = 100_000;
const reason = "به صاحب کارت زنگ زدیم";

const shop = useShop({
  audit: true,
  shopVars: {
    LOOK_HOUR_TOMAN: "300000",
    LOOK_DAY_TOMAN: "500000",
    BUY_WITHOUT_PAPERS_TOMAN: "1000000",
  },
});
afterEach(async () => {
  await shop.turnClock(0);
  await shop.sandbox.clearFaults();
});

/** Makes an account eight days old and, unless `what` is `account`, its cards too. */
const age = async (shopper: TestShopper, what: "all" | "account" = "all") =>
  shop.put(
    {
      text: "UPDATE user SET created_at = created_at - ?2 WHERE id = ?1",
      values: [shopper.id, 8 * DAY],
    },
    {
      text: "UPDATE bank_card SET created_at = created_at - ?2 WHERE user_id = ?1",
      values: [shopper.id, what === "all" ? 8 * DAY : 0],
    },
  );
const product = (deliveryType: "instant" | "manual" = "instant") =>
  shop.newProduct({ priceToman: PRICE, stock: 30, rewardToman: 1_000, deliveryType });

/** Buys units of a product from the wallet and returns the order. */
async function buy(shopper: TestShopper, id: string, quantity: number) {
  return shopper.order(await shopper.buy(id, quantity));
}

/** Pays for units of a product at the bank and returns the answer. */
async function pay(shopper: TestShopper, id: string, quantity: number, isUsedWallet = false) {
  await shopper.put(id, quantity);
  const authority = authorityOf(await shopper.initiate({ isUsedWallet }));
  await shop.sandbox.pay(authority);
  return (await shopper.verify(authority)).body;
}

const byType = ({ OrderItems }: Order) => ({
  manual: OrderItems.find(({ deliveryType }) => deliveryType === "manual"),
  instant: OrderItems.find(({ deliveryType }) => deliveryType === "instant"),
});
/** Returns the reason that the desk shows for holding an order. */
const whyHeld = async (id: string) =>
  (await shop.desk(getQueuePane, { params: { kind: "look", id } })).body.pane.facts.find(
    ({ label }) => label === "چرا بسته است",
  )?.value;
const isHeld = ({ lookUntil }: { lookUntil: string | null }) => lookUntil !== null;
const newcomer = (balanceToman = 2_000_000) => shop.newShopper({ balanceToman });
const decide = (orderId: string, status: "released" | "refunded") =>
  shop.desk(decideLook, { params: { orderId }, body: { status, reason } });
const smsOf = async ({ id }: TestShopper) =>
  (
    await shop.sql<{ template: string }>(
      "SELECT template FROM outbox WHERE user_id = ?1 AND channel = 'sms'",
      id,
    )
  ).map(({ template }) => template);
const freeCodes = async (id: string) =>
  (await shop.sql("SELECT 1 FROM code WHERE product_id = ?1 AND status = 'free'", id)).length;

describe("the limits", () => {
  test("limit the total of an hour and of a day, this order included, to the toman", async () => {
    const shopper = await newcomer();
    const id = await product();
    expect(isHeld(await buy(shopper, id, 3)), "300,000 in the hour").toBe(false);
    await shop.turnClock(HOUR + MINUTE);
    expect(isHeld(await buy(shopper, id, 2)), "500,000 in the day").toBe(false);
    await shop.turnClock(2 * HOUR + 2 * MINUTE);
    const ofDay = await buy(shopper, id, 1);
    expect(isHeld(ofDay), "600,000 in the day").toBe(true);
    expect(await whyHeld(ofDay.id)).toBe(
      "حساب یا کارت پرداخت تازه است و کدهای آنیِ یک روز آن با این سفارش به ۶۰۰٬۰۰۰ تومان رسید؛ سقف ۵۰۰٬۰۰۰ تومان است",
    );
    await shop.turnClock(DAY + 2 * HOUR + 3 * MINUTE);
    expect(isHeld(await buy(shopper, id, 3)), "a new day").toBe(false);
    const ofHour = await buy(shopper, id, 1);
    expect(isHeld(ofHour), "400,000 in the hour").toBe(true);
    const why =
      "حساب یا کارت پرداخت تازه است و کدهای آنیِ یک ساعت آن با این سفارش به ۴۰۰٬۰۰۰ تومان رسید؛ سقف ۳۰۰٬۰۰۰ تومان است";
    expect(await whyHeld(ofHour.id)).toBe(why);
    const atDesk = await shop.desk(getDeskOrder, { params: { id: ofHour.id } });
    expect(atDesk.body.order.gist).toContain(why);
    expect(JSON.stringify(ofHour), "the buyer is not told why").not.toMatch(/سقف|look_|rule/);
  });

  test("apply only to instant codes, and only to people and cards younger than seven days", async () => {
    const byHand = await product("manual");
    const id = await product();
    const shopper = await newcomer();
    expect(isHeld(await buy(shopper, byHand, 9))).toBe(false);
    expect(isHeld(await buy(shopper, id, 3))).toBe(false);
    const old = await newcomer();
    await age(old);
    expect(isHeld(await buy(old, id, 8))).toBe(false);
    const withNewCard = await newcomer();
    await age(withNewCard, "account");
    expect(isHeld(await buy(withNewCard, id, 4)), "no card filled this wallet").toBe(false);
    expect((await pay(withNewCard, id, 1)).lookUntil, "a young card pays").toEqual(
      expect.any(String),
    );
  });

  test("include the cards that filled the wallet within a day, whether the wallet pays all or a part", async () => {
    const id = await product();
    const [whole, part, late] = [await newcomer(0), await newcomer(0), await newcomer(0)];
    for (const shopper of [whole, part, late]) {
      await age(shopper, "account");
      const body = {
        purpose: "wallet_topup",
        amount: 450_000,
        cardNumber: shopper.cardNumber,
      } as const;
      const authority = authorityOf(await shopper.ask(initiatePayment, { body }));
      await shop.sandbox.pay(authority);
      await shopper.verify(authority);
    }
    expect(isHeld(await buy(whole, id, 4))).toBe(true);
    // The card that pays is old; the card that filled the wallet is not.
    await shop.sql(
      `INSERT INTO bank_card (id, user_id, number_sealed, number_fingerprint, owner, status, created_at)
       SELECT 'filled-' || id, user_id, number_sealed, 'filled-' || id, owner, 'verified', created_at
       FROM bank_card WHERE user_id = ?1`,
      part.id,
    );
    await shop.put(
      {
        text: "UPDATE payment SET card_id = 'filled-' || card_id WHERE user_id = ?1",
        values: [part.id],
      },
      {
        text: "UPDATE bank_card SET created_at = created_at - ?2 WHERE id = ?1",
        values: [part.cardId, 8 * DAY],
      },
    );
    expect(await pay(part, id, 5, true)).toMatchObject({ lookUntil: expect.any(String) });
    await shop.turnClock(DAY + MINUTE);
    expect(isHeld(await buy(late, id, 4)), "a day later").toBe(false);
  });
});

describe("an older account", () => {
  test("is held when a day's purchases far exceed all earlier days, and held orders do not raise that limit", async () => {
    const id = await shop.newProduct({ priceToman: 5_000_000, stock: 90 });
    const thief = await newcomer(500_000_000);
    await age(thief);
    const held = async (quantity: number) => isHeld(await buy(thief, id, quantity));
    expect(await held(2), "10,000,000").toBe(false);
    expect(await held(8), "50,000,000").toBe(false);
    const unusual = await buy(thief, id, 1);
    expect(isHeld(unusual), "55,000,000").toBe(true);
    expect(await whyHeld(unusual.id)).toBe(
      "حساب تازه نیست، ولی کدهای آنیِ یک روز آن بسیار بیش از خریدهای پیشین است و با این سفارش به ۵۵٬۰۰۰٬۰۰۰ تومان رسید؛ سقف ۵۰٬۰۰۰٬۰۰۰ تومان است",
    );
    expect((await pay(thief, id, 1)).lookUntil, "at the bank too").toEqual(expect.any(String));
    // Three days later the earlier day of 50,000,000 raises the limit to five times that sum.
    await shop.turnClock(3 * DAY);
    for (let times = 0; times < 5; times++) expect(await held(10)).toBe(false);
    expect(await held(1), "255,000,000").toBe(true);
  });

  test("has the full price or the cost compared with its limit, not the price paid", async () => {
    const id = await shop.newProduct({ priceToman: 6_000_000, stock: 90 });
    const costly = await shop.newProduct({
      priceToman: 1_000,
      stock: 90,
      unitCostToman: 6_000_000,
    });
    await addDiscountCode(shop, "ALMOST-ALL", { value: 80_000_000 });
    const [discounted, below] = [await newcomer(9_000_000), await newcomer()];
    for (const shopper of [discounted, below]) await age(shopper);
    await discounted.put(id, 9);
    await discounted.ask(applyDiscount, { body: { code: "ALMOST-ALL" } });
    expect(isHeld(await buy(discounted, id, 9)), "list price 54,000,000").toBe(true);
    expect(isHeld(await buy(below, costly, 5)), "cost 30,000,000").toBe(false);
    expect(isHeld(await buy(below, costly, 4)), "cost 54,000,000").toBe(true);
    const young = await newcomer();
    expect(isHeld(await buy(young, costly, 1)), "cost 6,000,000").toBe(true);
  });
});

describe("a held order", () => {
  test("is paid, hides its codes, says how long it is held, and is in the desk list", async () => {
    const shopper = await newcomer();
    const [id, byHand] = [await product(), await product("manual")];
    await shopper.put(byHand, 1);
    const order = await buy(shopper, id, 4);
    const { manual, instant } = byType(order);
    expect(order).toMatchObject({
      paidStatus: "Paid",
      deliveryStatus: "processing",
      canCancel: false,
      lookUntil: new Date(new Date(order.createdAt).getTime() + DAY).toISOString(),
      OrderItems: [
        { deliveryStatus: "processing", codes: [], deliveredAt: null },
        { deliveryStatus: "processing", codes: [], deliveredAt: null, canReportProblem: false },
      ],
    });
    expect(await shopper.balance()).toBe(2_000_000 - 5 * PRICE);
    expect(await freeCodes(id), "its codes are reserved").toBe(26);
    const [summary] = (await shopper.ask(getOrders)).body.orders;
    const [latest] = (await shopper.ask(getRecent)).body.data.latestOrders;
    for (const shown of [summary, latest])
      expect(shown).toMatchObject({ deliveryStatus: "processing", lookUntil: order.lookUntil });

    const params = { orderId: order.id, orderItemId: instant?.id ?? "" };
    expect(await shopper.ask(getOrderItemContent, { params })).toMatchObject({
      body: { code: "not_delivered" },
    });
    expect(
      (await shopper.ask(cancelOrder, { params: { orderId: order.id }, body: {} })).body,
    ).toMatchObject({ code: "nothing_to_cancel" });
    const [code] = await shop.sql<{ id: string }>(
      "SELECT id FROM code WHERE order_item_id = ?1",
      instant?.id,
    );
    const orderItemId = manual?.id ?? "";
    const closed = [
      await shop.desk(beginDelivery, { params: { orderItemId }, body: { status: "processing" } }),
      await shop.desk(deliver, { params: { orderItemId }, body: { codes: ["CODE-BY-HAND"] } }),
      await shop.desk(replaceCode, { params: { codeId: code?.id ?? "" }, body: { reason } }),
      await shop.desk(refundItem, {
        params: { orderItemId: instant?.id ?? "" },
        body: { reason, codeIds: [code?.id ?? ""] },
      }),
    ];
    expect(closed.map(({ body }) => body.code)).toEqual([
      "not_waiting",
      "not_waiting",
      "code_gone",
      "code_gone",
    ]);
    expect((await shop.desk(listDeliveries)).body.deliveries).not.toContainEqual(
      expect.objectContaining({ orderId: order.id }),
    );
    const viewer = await newOperator(shop, { role: "viewer" });
    const { looks } = (await viewer.ask(listLooks, { query: { limit: 50 } })).body;
    expect(looks.find(({ orderId }) => orderId === order.id)).toEqual({
      orderId: order.id,
      orderNumber: order.number,
      person: expect.objectContaining({ id: shopper.id, phone: expect.stringContaining("*") }),
      amount: 5 * PRICE,
      walletAmount: 5 * PRICE,
      lines: expect.arrayContaining([
        { productName: byHand, quantity: 1 },
        { productName: id, quantity: 4 },
      ]),
      paidAt: order.createdAt,
      dueAt: order.lookUntil,
      joinedAt: expect.any(String),
      cardVerifiedAt: null,
      why: expect.stringContaining("سقف ۳۰۰٬۰۰۰ تومان") as string,
      isFrozen: false,
    });
    const release = {
      params: { orderId: order.id },
      body: { status: "released", reason },
    } as const;
    const support = await newOperator(shop, { role: "support" });
    expect((await support.ask(decideLook, release)).body.code).toBe("role_too_low");
  });

  test("is delivered, booked and announced by SMS when it is released, once, and its windows begin then", async () => {
    const inviter = await shop.newShopper();
    const shopper = await shop.newShopper({ balanceToman: 2_000_000, inviterId: inviter.id });
    const [id, byHand] = [await product(), await product("manual")];
    await shopper.put(byHand, 1);
    const { id: orderId, number } = await buy(shopper, id, 4);
    expect(await shop.sql("SELECT 1 FROM earning WHERE buyer_id = ?1", shopper.id)).toEqual([]);
    await shop.turnClock(20 * HOUR);
    const answers = await Promise.all(
      [orderId, number, orderId, number].map((name) => decide(name, "released")),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect(await decide(orderId, "refunded")).toMatchObject({ body: { code: "decided" } });
    const order = await shopper.order(orderId);
    const { manual, instant } = byType(order);
    expect([manual?.deliveryStatus, instant?.deliveryStatus]).toEqual(["pending", "delivered"]);
    expect(order).toMatchObject({ lookUntil: null, canCancel: true });
    const deliveredAt = new Date(instant?.deliveredAt ?? 0).getTime();
    expect(deliveredAt - new Date(order.createdAt).getTime()).toBeGreaterThanOrEqual(20 * HOUR);
    expect(instant?.codes).toHaveLength(4);
    expect(instant?.codes[0]?.reportUntil).toBe(new Date(deliveredAt + DAY).toISOString());
    const params = { orderId, orderItemId: instant?.id ?? "" };
    expect((await shopper.ask(getOrderItemContent, { params })).body).toHaveLength(4);
    expect(await smsOf(shopper)).toEqual(["armaghan-order-delivered"]);
    const earnings = await shop.sql(
      "SELECT kind, due_at FROM earning WHERE buyer_id = ?1 ORDER BY kind",
      shopper.id,
    );
    expect(earnings).toEqual([
      { kind: "referral", due_at: deliveredAt + DAY },
      { kind: "reward", due_at: deliveredAt + DAY },
    ]);
    expect(
      await shop.sql(
        `SELECT verdict, note, state_before, state_after FROM desk_decision
         WHERE subject = 'order' AND subject_id = ?1`,
        orderId,
      ),
    ).toEqual([
      { verdict: "released", note: reason, state_before: "held", state_after: "released" },
    ]);
  });

  test("is refunded by the desk to card or wallet, as it was paid, and its codes are for sale again", async () => {
    const shopper = await newcomer(150_000);
    const id = await product();
    const paid = await pay(shopper, id, 5, true);
    expect(paid).toMatchObject({ success: true, lookUntil: expect.any(String), newBalance: 0 });
    const orderId = paid.orderId ?? "";
    const answers = await Promise.all([decide(orderId, "refunded"), decide(orderId, "released")]);
    expect(answers.map(({ status }) => status).toSorted(), "only one succeeds").toEqual([200, 409]);

    const second = await newcomer(150_000);
    const again = (await pay(second, id, 5, true)).orderId ?? "";
    const free = await freeCodes(id);
    expect((await decide(again, "refunded")).status).toBe(200);
    expect(await freeCodes(id)).toBe(free + 5);
    expect(await second.order(again)).toMatchObject({
      paidStatus: "Refunded",
      deliveryStatus: "cancelled",
      lookUntil: null,
      OrderItems: [{ Refund: { toCard: 350_000, toWallet: 150_000, isSettled: false } }],
    });
    expect(await smsOf(second)).toEqual(["armaghan-order-returned"]);
    expect(await decide(again, "released")).toMatchObject({ body: { code: "decided" } });
    expect(await decide("none", "released")).toMatchObject({ status: 404 });
  });

  test("is refunded by the jobs when nobody decides within a day, and cannot be released afterwards", async () => {
    const shopper = await newcomer();
    const id = await product();
    await addDiscountCode(shop, "LOOKED-AT", { usesMax: 1 });
    await shopper.put(id, 4);
    await shopper.ask(applyDiscount, { body: { code: "LOOKED-AT" } });
    const order = await buy(shopper, id, 4);
    const isCodeFree = async () =>
      (await shopper.ask(getDiscountCodes)).body.find(({ id: code }) => code === "LOOKED-AT")
        ?.isActive;
    expect(await isCodeFree()).toBe(false);
    await shop.turnClock(DAY - MINUTE);
    await shop.runJobs("looks");
    expect(await shopper.order(order.id)).toMatchObject({ lookUntil: order.lookUntil });
    await shop.turnClock(DAY + MINUTE);
    expect(await decide(order.id, "released")).toMatchObject({ body: { code: "overdue" } });
    await Promise.all([shop.runJobs("looks"), shop.runJobs("looks")]);
    expect(await shopper.order(order.id)).toMatchObject({
      paidStatus: "Refunded",
      lookUntil: null,
    });
    expect(await shopper.balance()).toBe(2_000_000);
    expect(await freeCodes(id)).toBe(30);
    expect(await isCodeFree()).toBe(true);
    expect(await smsOf(shopper)).toEqual(["armaghan-order-returned"]);
  });

  test("lets an item be refunded, and when released asks a nameless buyer for names", async () => {
    const shopper = await shop.newShopper({ balanceToman: 2_000_000, hasNames: false });
    const [id, other] = [await product(), await product()];
    await shopper.put(other, 2);
    const order = await buy(shopper, id, 4);
    const orderItemId = order.OrderItems.find(({ Product }) => Product.id === other)?.id ?? "";
    expect(
      (await shop.desk(refundItem, { params: { orderItemId }, body: { reason } })).status,
    ).toBe(200);
    expect((await decide(order.id, "released")).status).toBe(200);
    expect(await shopper.order(order.id)).toMatchObject({
      profileDueAt: expect.any(String),
      lookUntil: null,
      OrderItems: expect.arrayContaining([
        expect.objectContaining({ id: orderItemId, deliveryStatus: "cancelled", codes: [] }),
        expect.objectContaining({ deliveryStatus: "delivered" }),
      ]),
    });
    expect(await freeCodes(other)).toBe(30);
  });

  test("of a frozen person is not released, and can be refunded", async () => {
    const shopper = await newcomer();
    const order = await buy(shopper, await product(), 4);
    await shop.desk(freeze, { body: { kind: "person", id: shopper.id, reason } });
    expect(await decide(order.id, "released")).toMatchObject({ body: { code: "frozen" } });
    expect((await decide(order.id, "refunded")).status).toBe(200);
    expect(await shopper.balance()).toBe(2_000_000);
  });

  test("is refunded only to its card when it was bought without papers", async () => {
    const shopper = await shop.newShopper({ isVerified: false, cardStatus: "none" });
    await age(shopper);
    const id = await product();
    const cardNumber = newCardNumber();
    await shopper.put(id, 4);
    const body = { purpose: "cart_checkout", cardNumber, isUsedWallet: false } as const;
    const authority = authorityOf(await shopper.ask(initiatePayment, { body }));
    await shop.sandbox.pay(authority, cardNumber);
    const { orderId = "", lookUntil } = (await shopper.verify(authority)).body;
    expect(lookUntil, "the card is unknown").toEqual(expect.any(String));
    await shop.turnClock(DAY + MINUTE);
    await shop.runJobs("looks");
    expect((await shopper.order(orderId)).OrderItems[0]?.Refund).toMatchObject({
      toCard: 400_000,
      toWallet: 0,
    });
    expect(await shopper.balance()).toBe(0);
    await shop.sql("UPDATE refund SET next_attempt_at = NULL WHERE user_id = ?1", shopper.id);
  });
});

test("the check of a purchase below the limits reads few rows, even in old accounts", async () => {
  const shopper = await newcomer();
  const id = await product();
  const settings = readSettings({
    PUBLIC_ORIGIN: "https://shop.example",
    ZARINPAL_MERCHANT_ID: crypto.randomUUID(),
    ZARINPAL_ACCESS_TOKEN: "x",
    ZARINPAL_TERMINAL_ID: "1",
    KAVENEGAR_API_KEY: "x",
    CODE_KEYS: JSON.stringify({ 1: btoa("x".repeat(32)) }),
    HMAC_KEY: btoa("x".repeat(32)),
  });
  const measure = () =>
    shop.measure((db) =>
      findAllowance(db, { userId: shopper.id, paymentId: null }, settings, Date.now()),
    );
  const first = await measure();
  expect(first.detours).toEqual([]);
  expect(first.rowsRead).toBeLessThanOrEqual(2);
  await buy(shopper, id, 1);
  expect((await measure()).rowsRead, "two rows for each order of the day").toBeLessThanOrEqual(5);
  await age(shopper);
  const old = await measure();
  expect(old.detours).toEqual([]);
  expect(old.rowsRead).toBeLessThanOrEqual(7);
});
