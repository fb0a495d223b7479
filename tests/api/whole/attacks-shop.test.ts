import { afterEach, describe, expect, test } from "vitest";
import {
  addItems,
  applyDiscount,
  checkDiscount,
  priceGuestCart,
  setQuantity,
} from "../../../contract/cart.ts";
import { getCategories } from "../../../contract/catalogue.ts";
import { beginDelivery, deliver as deliverCall } from "../../../contract/desk/delivery.ts";
import { refundItem } from "../../../contract/desk/refund.ts";
import { answerTicket } from "../../../contract/desk/ticket.ts";
import { BASE_PATH, endpoints } from "../../../contract/endpoints.ts";
import { cancelOrder, createOrder, getOrderItemContent } from "../../../contract/order.ts";
import { getReferrals } from "../../../contract/referral.ts";
import { ALERT_REQUESTS_PER_DAY_MAX, addRestockAlert } from "../../../contract/restock.ts";
import { requestCode, verifyCode } from "../../../contract/sign-in.ts";
import { createTicket, replyToTicket } from "../../../contract/ticket.ts";
import { getProfile, updateProfile } from "../../../contract/user.ts";
import { requestWithdrawal } from "../../../contract/withdrawal.ts";
import { addDiscountCode } from "../../support/discount-code.ts";
import type { ShopperOptions } from "../../support/fill.ts";
import type { Answer, TestShopper } from "../../support/shop.ts";
import { sendTo } from "../../support/raw-http.ts";
import { stateHash } from "../../support/state-hash.ts";
import { useSharedShop } from "../../support/use-shop.ts";

/** Attacks of a signed-in shopper on carts, prices, codes and other people's things. */

const shop = useSharedShop({ audit: true });
afterEach(() => shop.turnClock(0));

const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const statuses = (answers: Answer[]) => answers.map(({ status }) => status);

async function buy(
  options: ShopperOptions & { deliveryType?: "instant" | "manual"; priceToman?: number } = {},
) {
  const { deliveryType = "instant", priceToman = 100_000 } = options;
  const product = await shop.newProduct({ deliveryType, priceToman });
  const shopper = await shop.newShopper({ balanceToman: 500_000, ...options });
  const orderId = await shopper.buy(product);
  const { id: itemId } = await shopper.item(orderId);
  return { product, shopper, orderId, itemId };
}

describe("the codes of an order", () => {
  test("are shown only to the buyer of a delivered item; refusals leave no trace", async () => {
    const [own, other, waiting, processing, refunded, nameless] = [
      await buy(),
      await buy(),
      await buy({ deliveryType: "manual" }),
      await buy({ deliveryType: "manual" }),
      await buy(),
      await buy({ hasNames: false }),
    ];
    const begun = await shop.desk(beginDelivery, {
      params: { orderItemId: processing.itemId },
      body: { status: "processing" },
    });
    expect(begun.status).toBe(200);
    const refund = await shop.desk(refundItem, {
      params: { orderItemId: refunded.itemId },
      body: { opened: true, reason: "کد کار نمی‌کرد" },
    });
    expect(refund.status).toBe(200);
    const unpaid = await shop.newShopper();
    await unpaid.put(await shop.newProduct());
    expect((await unpaid.initiate()).status).toBe(200);
    const [held] = await shop.sql<{ id: string; order_id: string }>(
      `SELECT i.id, i.order_id FROM order_item i JOIN orders o ON o.id = i.order_id
       WHERE o.user_id = ?1`,
      unpaid.id,
    );
    const tries: [
      string,
      { ask: TestShopper["ask"] },
      string | undefined,
      string | undefined,
      number,
    ][] = [
      ["another shopper's item", other.shopper, own.orderId, own.itemId, 404],
      ["another shopper's item under an own order", other.shopper, other.orderId, own.itemId, 404],
      ["an own item under another shopper's order", other.shopper, own.orderId, other.itemId, 404],
      ["an unknown item", own.shopper, own.orderId, "no-such-item", 404],
      ["an unpaid item", unpaid, held?.order_id, held?.id, 404],
      ["a refunded item", refunded.shopper, refunded.orderId, refunded.itemId, 404],
      ["an undelivered item", waiting.shopper, waiting.orderId, waiting.itemId, 409],
      ["an item in delivery", processing.shopper, processing.orderId, processing.itemId, 409],
      ["a buyer without a name", nameless.shopper, nameless.orderId, nameless.itemId, 403],
      ["a guest", shop, own.orderId, own.itemId, 401],
    ];
    const before = stateHash(shop);
    for (const [what, person, orderId, itemId, status] of tries) {
      const answer = await person.ask(getOrderItemContent, {
        params: { orderId: String(orderId), orderItemId: String(itemId) },
      });
      expect([what, answer.status]).toEqual([what, status]);
      expect(JSON.stringify(answer.body)).not.toContain("CODE-");
    }
    expect(stateHash(shop)).toBe(before);
    const path = `/orders/${own.orderId}/items/${own.itemId}/content`;
    expect(JSON.stringify((await own.shopper.call("GET", path)).body)).toContain("CODE-");
    const readings = await shop.sql(
      `SELECT order_item_id FROM content_reading
       WHERE order_item_id IN (SELECT value FROM json_each(?1))`,
      JSON.stringify(tries.map(([, , , itemId]) => itemId)),
    );
    expect(readings).toEqual([{ order_item_id: own.itemId }]);
  });

  test("are recognized in any notation, so that none is sold twice", async () => {
    const deliver = (itemId: string, code: string) =>
      shop.desk(deliverCall, {
        params: { orderItemId: itemId },
        body: { codes: [code], isSure: true },
      });
    const product = await shop.newProduct({ deliveryType: "manual", stock: 9 });
    const items = [];
    for (let count = 0; count < 2; count++) {
      const shopper = await shop.newShopper({ balanceToman: 200_000 });
      const orderId = await shopper.buy(product);
      items.push(
        String(
          (await shop.sql("SELECT id FROM order_item WHERE order_id = ?1", orderId))[0]?.["id"],
        ),
      );
    }
    expect((await deliver(items[0] ?? "", "ABCD-1234-EFGH")).status).toBe(200);
    for (const same of [
      "abcd-1234-efgh",
      "ABCD 1234 EFGH",
      "ABCD1234EFGH",
      "ABCD-۱۲۳۴-EFGH",
      "AB\u200cCD-1234-EFGH",
      "ＡBCD-1234-EFGH",
    ])
      expect(await deliver(items[1] ?? "", same)).toMatchObject({
        status: 409,
        body: { code: "code_known" },
      });
    expect((await deliver(items[1] ?? "", "ABCD-1234-EFGI")).status).toBe(200);
  });
});

describe("fields that a browser adds", () => {
  const CLAIMS = {
    price: 1,
    total: 1,
    totalAmount: 1,
    priceAfterDiscount: 1,
    totalDiscount: 99_999,
    reward: 99_999,
    productQuantity: 99,
    balance: 99_999_999,
    isVerified: true,
    isEmailVerified: true,
    status: "verified",
    state: "paid",
    paidStatus: "Paid",
    senderType: "owner",
    role: "operator",
    userId: "shopper-1",
    user_id: "shopper-1",
    inviterId: "shopper-1",
    phone: "9120000000",
    username: "9120000000",
    isDefault: true,
    createdAt: "2020-01-01T00:00:00.000Z",
    ["__proto__"]: { isVerified: true },
    constructor: { prototype: { isVerified: true } },
  };

  test("are ignored by every call", async () => {
    const product = await shop.newProduct({ priceToman: 70_000, rewardToman: 500 });
    const shopper = await shop.newShopper({
      balanceToman: 80_000,
      isVerified: false,
      hasNames: false,
    });
    const lines = [{ productId: product, quantity: 1, ...CLAIMS }];
    const sum = { totalAmount: 70_000, totalAmountAfterDiscount: 70_000, totalReward: 500 };
    const carts = [
      await shop.ask(priceGuestCart, { body: { cart: lines, ...CLAIMS } }),
      await shopper.askUntyped(setQuantity, { body: lines[0] }),
      await shopper.ask(addItems, { body: { items: lines, ...CLAIMS } }),
    ];
    for (const { status, body } of carts) expect([status, body.cart]).toMatchObject([200, sum]);
    expect(
      (
        await shopper.ask(updateProfile, {
          body: { ...CLAIMS, firstName: "نگار", lastName: "آزمون" },
        })
      ).status,
    ).toBe(200);
    const profile = { isVerified: false, isEmailVerified: false, username: shopper.phone };
    expect((await shopper.ask(getProfile)).body.user).toMatchObject(profile);
    expect(await shopper.askUntyped(createOrder, { body: CLAIMS })).toMatchObject({
      status: 403,
      body: { code: "identity_needed" },
    });
    const ticket = await shopper.ask(createTicket, {
      body: { title: "پرسش", description: "پرسشی دارم، لطفاً", ...CLAIMS },
    });
    const { id } = ticket.body.ticket;
    await shopper.ask(replyToTicket, {
      params: { id },
      body: { content: "پیامی از خریدار", ...CLAIMS },
    });
    expect(
      await shop.sql("SELECT sender_type, operator FROM ticket_message WHERE ticket_id = ?1", id),
    ).toEqual([{ sender_type: "buyer", operator: null }]);
    expect(await shop.sql("SELECT user_id, status FROM ticket WHERE id = ?1", id)).toEqual([
      { user_id: shopper.id, status: "User Responded" },
    ]);
    expect(await shopper.balance()).toBe(80_000);
  });
});

describe("an answer", () => {
  test("contains what the contract names and nothing else", async () => {
    const inviter = await shop.newShopper();
    const { shopper, orderId, itemId } = await buy({ inviterId: inviter.id });
    const ticket = { title: "پرسش", description: "این کد کار نمی‌کند", orderItemId: itemId };
    const { id } = (await shopper.ask(createTicket, { body: ticket })).body.ticket;
    await shopper.ask(replyToTicket, { params: { id }, body: { content: "پیامی از خریدار" } });
    await shop.desk(answerTicket, { params: { id }, body: { content: "پاسخی از فروشگاه" } });
    await shopper.ask(requestWithdrawal, { body: { amount: 100_000 } });
    // Otherwise the health of the shop would be late, since no job has run yet.
    await shop.runJobs();
    const paths: Record<string, string> = {
      "/cards/:urlName": "/cards/itunes",
      "/gifts": `/gifts?orderId=${orderId}`,
      "/orders/:orderId": `/orders/${orderId}`,
      "/orders/:orderId/items/:orderItemId/content": `/orders/${orderId}/items/${itemId}/content`,
      "/tickets/:id": `/tickets/${id}`,
      "/products": "/products?type=giftcard&subcategory=itunes",
      "/search": `/search?query=${encodeURIComponent("آیتونز")}`,
    };
    const reads = endpoints.filter(
      ({ method, path }) => method === "GET" && !/^\/(?:uploads|pictures|openapi)/.test(path),
    );
    expect(reads.length).toBeGreaterThan(15);
    for (const { path, answer } of reads)
      for (const person of [shopper, inviter]) {
        const { status, body } = await person.call("GET", paths[path] ?? path);
        if (person === shopper) expect([BASE_PATH + path, status]).toEqual([BASE_PATH + path, 200]);
        if (status === 200) expect([path, answer.parse(body)]).toEqual([path, body]);
      }
    const shown = JSON.stringify((await inviter.ask(getReferrals)).body);
    for (const secret of [shopper.phone, shopper.id, shopper.cardNumber, orderId])
      expect(shown).not.toContain(secret);
  });

  test("lists only the caller's own rows, whatever cursor is sent", async () => {
    const [{ shopper: owner }, stranger] = [await buy(), await shop.newShopper()];
    await owner.ask(createTicket, { body: { title: "پرسش", description: "پرسشی دارم، لطفاً" } });
    const lists: [string, string][] = [
      ["/orders", "orders"],
      ["/tickets", "tickets"],
      ["/transactions", "transactions"],
      ["/authorizes", "authorizations"],
    ];
    for (const [path, name] of lists) {
      for (const cursor of [
        "999999999999999~zzz",
        `${String(Date.now() + 60_000)}~${owner.id}`,
        "0~0",
      ]) {
        const { status, body } = await stranger.call("GET", `${path}?limit=50&cursor=${cursor}`);
        const ids = (body[name] as { id: string }[]).map(({ id }) => id);
        const theirs = (await owner.call("GET", path)).body[name] as { id: string }[];
        expect([path, status, theirs.filter(({ id }) => ids.includes(id))]).toEqual([
          path,
          200,
          [],
        ]);
        expect(theirs.length).toBeGreaterThan(0);
      }
      for (const query of [
        "limit=0",
        "limit=51",
        "limit=1e9",
        "limit=-1",
        "limit=",
        "limit=NaN",
        "cursor=x",
        "cursor=1~' OR 1=1",
        `cursor=1~${"a".repeat(65)}`,
        "cursor=1e3~a",
        `cursor=${"9".repeat(16)}~a`,
      ])
        expect([
          query,
          (await owner.call("GET", `${path}?${query.replaceAll(" ", "%20")}`)).status,
        ]).toEqual([query, 422]);
    }
  });
});

describe("discounts and invitations", () => {
  test("a code for one use works again after a failed payment, and once more after a refund", async () => {
    await addDiscountCode(shop, "BACK", { usesMax: 1 });
    const product = await shop.newProduct({ deliveryType: "manual", stock: 9 });
    const [one, other] = [
      await shop.newShopper({ balanceToman: 300_000 }),
      await shop.newShopper(),
    ];
    for (const shopper of [one, other]) {
      await shopper.put(product);
      expect((await shopper.ask(applyDiscount, { body: { code: "BACK" } })).status).toBe(200);
    }
    const authority = (await other.initiate()).body.url.split("/").at(-1) ?? "";
    expect(await one.ask(createOrder, { body: { expectedTotal: 90_000 } })).toMatchObject({
      body: { code: "price_changed" },
    });
    await shop.sandbox.cancel(authority);
    expect((await other.verify(authority)).body).toMatchObject({ success: false });
    for (const _ of ["first", "second"]) {
      await one.put(product);
      await one.ask(applyDiscount, { body: { code: "BACK" } });
      const bought = await one.ask(createOrder, { body: { expectedTotal: 90_000 } });
      expect(bought.status).toBe(200);
      const { orderId } = bought.body;
      expect((await one.ask(cancelOrder, { params: { orderId }, body: {} })).status).toBe(200);
      expect(await one.balance()).toBe(300_000);
    }
    for (const shopper of [one, other]) {
      await shopper.put(product);
      expect(await shopper.ask(applyDiscount, { body: { code: "BACK" } })).toMatchObject({
        status: 409,
      });
    }
  });

  test("guesses at codes share one rate limit across calls, also at once", async () => {
    const address = { "X-Client-Address": "10.3.0.1" };
    const product = await shop.newProduct();
    const cart = [{ productId: product, quantity: 1 }];
    await addDiscountCode(shop, "FOUND");
    // The clock starts a new minute, so that no window ends within the test.
    await shop.turnClock(60_000 - (Date.now() % 60_000));
    const guesses = await times(40, async (index): Promise<{ status: number }> =>
      index % 2 === 0
        ? shop.ask(checkDiscount, { body: { code: `NO${String(index)}` }, headers: address })
        : shop.ask(priceGuestCart, {
            body: { cart, discountCode: `NO${String(index)}` },
            headers: address,
          }),
    );
    expect(guesses.filter(({ status }) => status === 409).length).toBeLessThanOrEqual(10);
    const late = await shop.ask(checkDiscount, { body: { code: "FOUND" }, headers: address });
    expect(late).toMatchObject({ status: 429, body: { code: "too_many" } });
    expect(Number(late.headers.get("Retry-After"))).toBeGreaterThan(0);
    const guest = await shop.ask(priceGuestCart, {
      body: { cart, discountCode: "FOUND" },
      headers: address,
    });
    expect(guest.body.cart).not.toHaveProperty("discountCode");
    const shopper = await shop.newShopper();
    await shopper.put(product);
    const own = await times(20, (index) =>
      shopper.ask(applyDiscount, { body: { code: `NO${String(index)}` } }),
    );
    expect(statuses(own).filter((status) => status === 409).length).toBeLessThanOrEqual(10);
    expect((await shopper.ask(applyDiscount, { body: { code: "FOUND" } })).status).toBe(429);
  });

  test("a free cart is ordered without asking the gateway", async () => {
    await addDiscountCode(shop, "ALLOFIT", {
      type: "percentage",
      value: 100,
      maySellBelowCost: true,
    });
    const product = await shop.newProduct();
    const shopper = await shop.newShopper();
    await shopper.put(product);
    await shopper.ask(applyDiscount, { body: { code: "ALLOFIT" } });
    expect(await shopper.initiate()).toMatchObject({
      status: 200,
      body: { url: expect.stringMatching(/^\/orders\//) as string },
    });
    expect(await shop.sql("SELECT 1 FROM payment WHERE user_id = ?1", shopper.id)).toEqual([]);
    expect(await shopper.orders()).toMatchObject([{ totalAmount: 0 }]);
  });

  test("an invitation counts once, at sign-up, and not from oneself", async () => {
    const [one, other] = [await shop.newShopper(), await shop.newShopper()];
    const phone = "9370000001";
    const enter = async (visitor: string, referralCode: string) => {
      const headers = { "X-Visitor": visitor, "X-Client-Address": `10.3.1.${visitor}` };
      await shop.ask(requestCode, { body: { username: phone, referralCode }, headers });
      const [message] = await shop.sandbox.messages(phone);
      return () =>
        shop.ask(verifyCode, { body: { username: phone, otp: message?.code ?? "" }, headers });
    };
    const first = await enter("1", one.id);
    await shop.turnClock(61_000);
    const second = await enter("2", other.id);
    const answers = await Promise.all([first(), second()]);
    expect(statuses(answers)).toEqual([200, 200]);
    const [row] = await shop.sql<{ inviter_id: string; referral_code: string }>(
      "SELECT * FROM user WHERE phone = ?1",
      phone,
    );
    expect([one.id, other.id]).toContain(row?.inviter_id);
    expect(
      await shop.sql(
        "SELECT 1 FROM discount_code WHERE owner_id = (SELECT id FROM user WHERE phone = ?1)",
        phone,
      ),
    ).toHaveLength(1);
    await shop.turnClock(5 * 60_000);
    await (
      await enter("3", row?.referral_code ?? "")
    )();
    expect(await shop.sql("SELECT inviter_id FROM user WHERE phone = ?1", phone)).toEqual([
      { inviter_id: row?.inviter_id },
    ]);
  });
});

test("alert requests are limited per day, also when they come at once", async () => {
  const shopper = await shop.newShopper();
  const product = await shop.newProduct({ stock: 0 });
  const wish = () => shopper.ask(addRestockAlert, { body: { productId: product } });
  expect((await wish()).status).toBe(200);
  await shop.sql(
    "UPDATE rate_limit SET count = ?2 WHERE kind = 'restock wish' AND who = ?1",
    shopper.id,
    ALERT_REQUESTS_PER_DAY_MAX - 1,
  );
  expect(statuses(await times(3, wish)).sort()).toEqual([200, 429, 429]);
  const refused = await wish();
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  await shop.turnClock(24 * 60 * 60_000 + 1_000);
  expect((await wish()).status).toBe(200);
});

test("the shop refuses requests that do not come through the edge", async () => {
  const path = `${BASE_PATH}${getCategories.path}`;
  const statusAt = async (host: string) =>
    (await sendTo(shop.stack.port, path, { headers: { Host: host } })).status;
  expect(await Promise.all(["shop.internal", "localhost"].map(statusAt))).toEqual([200, 200]);
  const outside = ["armaghan-shop.operator.workers.dev", "shop.example", "localhost.example"];
  expect(await Promise.all(outside.map(statusAt))).toEqual([404, 404, 404]);
});
