import { maskPhone } from "../../../persian/identifiers.ts";
import { afterEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import { OLDEST } from "../../../api/base/page.ts";
import { findWaitingItems } from "../../../api/buying/delivery/deliver-statements.ts";
import { replaceCode } from "../../../contract/desk/code.ts";
import {
  beginDelivery,
  deliver as deliverCall,
  listDeliveries,
} from "../../../contract/desk/delivery.ts";
import { cancelOrder, createOrder, getOrderItemContent } from "../../../contract/order.ts";
import type { PageQuery } from "../../../contract/page.ts";
import { updateProfile } from "../../../contract/user.ts";
import type { ShopperOptions } from "../../support/fill.ts";
import { newCharacters } from "../../support/random-of-test.ts";
import { readPages } from "../../support/read-pages.ts";
import { useShop } from "../../support/use-shop.ts";
import { HOUR } from "../../support/time.ts";

const shop = useShop({ audit: true });
afterEach(() => shop.turnClock(0));

/** A shopper who bought a product that operators deliver by hand. */
async function ordered(
  quantity = 2,
  options: ShopperOptions = {},
  product: { rewardToman?: number; unitCostToman?: number } = {},
) {
  const productId = await shop.newProduct({
    deliveryType: "manual",
    priceToman: 100_000,
    stock: 9,
    ...product,
  });
  const shopper = await shop.newShopper({ balanceToman: 500_000, ...options });
  const orderId = await shopper.buy(productId, quantity);
  const [item] = (await shopper.order(orderId)).OrderItems;
  return { productId, shopper, orderId, itemId: item?.id ?? "" };
}
const list = async (query: z.input<typeof PageQuery> = {}) =>
  (await shop.desk(listDeliveries, { query })).body;
const begin = (itemId: string) =>
  shop.desk(beginDelivery, { params: { orderItemId: itemId }, body: { status: "processing" } });
const deliver = (itemId: string, codes: string[], isSure = false) =>
  shop.desk(deliverCall, { params: { orderItemId: itemId }, body: { codes, isSure } });
let numbers = 0;
const newCodes = (count: number) =>
  Array.from({ length: count }, () => `HAND-${String(++numbers)}-CODE`);

test("refuses to deliver while the buyer's profile is incomplete", async () => {
  const { shopper, itemId } = await ordered(1, { hasNames: false });
  const refused = { status: 409, body: { code: "profile_incomplete" } };
  expect(await begin(itemId)).toMatchObject(refused);
  expect(await deliver(itemId, newCodes(1))).toMatchObject(refused);
  await shopper.ask(updateProfile, { body: { firstName: "سارا", lastName: "کریمی" } });
  expect((await begin(itemId)).status).toBe(200);
  expect((await deliver(itemId, newCodes(1))).status).toBe(200);
});

describe("the list of waiting items", () => {
  test("contains paid, undelivered items, oldest first, in pages", async () => {
    const waiting = [await ordered(1), await ordered(2), await ordered(1)];
    const [first] = waiting;
    expect((await list()).deliveries[0]).toEqual({
      orderItemId: first?.itemId,
      orderId: first?.orderId,
      orderNumber: expect.stringMatching(/^\d{7}$/) as string,
      person: {
        id: first?.shopper.id,
        firstName: "آزمون",
        lastName: "آزمون",
        provenOwner: "آزمون آزمون",
        phone: maskPhone(first?.shopper.phone ?? ""),
      },
      productName: first?.productId,
      quantity: 1,
      lacking: 1,
      supply: null,
      deliveryStatus: "pending",
      paidAt: expect.any(String) as string,
    });
    const unpaid = await shop.newShopper();
    await unpaid.put(await shop.newProduct({ deliveryType: "manual" }));
    expect((await unpaid.initiate()).status).toBe(200);
    const pages = await readPages((query) => list({ ...query, limit: 2 }));
    expect(pages.flatMap(({ deliveries }) => deliveries)).toMatchObject(
      waiting.map(({ itemId }) => ({ orderItemId: itemId })),
    );
  });

  test("is read from an index", async () => {
    for (let count = 0; count < 3; count++) await ordered(1);
    const { plan, rowsRead } = await shop.measure((db) => findWaitingItems(db, OLDEST, 2));
    expect((await list()).deliveries.length).toBeGreaterThan(5);
    expect(rowsRead).toBeLessThanOrEqual(8);
    expect(plan[0]).toContain("USING INDEX order_item_waiting ((waiting_since,id)>(?,?))");
    expect(plan.filter((step) => /SCAN|TEMP/.test(step))).toEqual([]);
  });
});

test("the number of an order finds its item, unless the order has several items", async () => {
  const { shopper, orderId } = await ordered(1);
  const { number } = await shopper.order(orderId);
  expect((await begin(number)).status).toBe(200);
  expect((await deliver(number, newCodes(1))).status).toBe(200);
  const mistyped = `${number.slice(0, -1)}${String((Number(number.slice(-1)) + 1) % 10)}`;
  expect(await begin(mistyped)).toMatchObject({ status: 422, body: { code: "number_wrong" } });
  const [one, other] = await shop.newProducts(2, {
    deliveryType: "manual",
    priceToman: 10_000,
    stock: 9,
  });
  const buyer = await shop.newShopper({ balanceToman: 20_000 });
  await buyer.put(one ?? "");
  await buyer.put(other ?? "");
  const both = await buyer.order((await buyer.ask(createOrder, { body: {} })).body.orderId);
  expect(await begin(both.number)).toMatchObject({ status: 409, body: { code: "several_items" } });
});

describe("delivering by hand", () => {
  test("prevents the buyer from cancelling once it has begun", async () => {
    const { shopper, orderId, itemId } = await ordered();
    expect((await begin(itemId)).status).toBe(200);
    expect(await shopper.order(orderId)).toMatchObject({
      deliveryStatus: "processing",
      canCancel: false,
    });
    expect(await begin(itemId)).toMatchObject({ status: 409, body: { code: "not_waiting" } });
    expect(await shopper.ask(cancelOrder, { params: { orderId }, body: {} })).toMatchObject({
      status: 409,
    });
    expect((await list()).deliveries.map(({ orderItemId }) => orderItemId)).toContain(itemId);
    expect(await begin("no-such-item")).toMatchObject({ status: 404, body: { code: "not_found" } });
  });

  test("gives the buyer the codes, sends an SMS and books a sale with its cost", async () => {
    const inviter = await shop.newShopper();
    const { shopper, orderId, itemId } = await ordered(
      2,
      { inviterId: inviter.id },
      { rewardToman: 1_000, unitCostToman: 60_000 },
    );
    const codes = newCodes(2);
    const content = () =>
      shopper.ask(getOrderItemContent, { params: { orderId, orderItemId: itemId } });
    expect(await content()).toMatchObject({ status: 409, body: { code: "not_delivered" } });
    expect(await deliver(itemId, [` ${codes[0] ?? ""} `, codes[1] ?? ""])).toMatchObject({
      status: 200,
    });
    const order = await shopper.order(orderId);
    expect(order).toMatchObject({ deliveryStatus: "delivered", canCancel: false });
    expect(order.OrderItems[0]).toMatchObject({
      canReportProblem: true,
      deliveredAt: expect.any(String) as string,
    });
    const shown = await content();
    expect(shown.body.toSorted()).toEqual(codes);
    expect(
      await shop.sql("SELECT address FROM content_reading WHERE order_item_id = ?1", itemId),
    ).toEqual([{ address: "unknown" }]);
    expect(
      JSON.stringify(await shop.sql("SELECT * FROM code WHERE order_item_id = ?1", itemId)),
    ).not.toContain(codes[0]);
    await shop.runJobs();
    await shop.runJobs();
    expect((await shop.sandbox.messages(shopper.phone)).map(({ text }) => text)).toEqual([
      `ارمغان\nسفارش ${order.number} تحویل شد. کدها در صفحه همان سفارش:\nlocalhost/orders/${orderId}`,
    ]);
    await shop.turnClock(25 * HOUR);
    await shop.runJobs();
    expect([await shopper.balance(), await inviter.balance()]).toEqual([
      302_000,
      ((80_000 - 2_000) * 30) / 100,
    ]);
    expect((await shopper.order(orderId)).OrderItems[0]?.canReportProblem).toBe(false);
    const noted = await shop.sql(
      "SELECT operator, verdict, note FROM desk_decision WHERE subject_id = ?1",
      itemId,
    );
    expect(noted).toEqual([{ operator: "local", verdict: "delivered", note: null }]);
  });

  test("happens once when several operators try, and not after a cancellation", async () => {
    const { shopper, orderId, itemId } = await ordered(1);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => deliver(itemId, newCodes(1))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200))
      expect([status, body.code]).toEqual([409, "not_waiting"]);
    expect(
      (await shopper.ask(getOrderItemContent, { params: { orderId, orderItemId: itemId } })).body,
    ).toHaveLength(1);
    for (let round = 0; round < 4; round++) {
      const raced = await ordered(1);
      const [canceled, done] = await Promise.all([
        raced.shopper.ask(cancelOrder, { params: { orderId: raced.orderId }, body: {} }),
        deliver(raced.itemId, newCodes(1)),
      ]);
      expect([canceled.status, done.status].sort()).toEqual([200, 409]);
      expect(await raced.shopper.balance()).toBe(canceled.status === 200 ? 500_000 : 400_000);
    }
  });

  test("is refused with too few, too many or known codes and changes nothing", async () => {
    const { shopper, orderId, itemId } = await ordered(2);
    const known = newCodes(1)[0] ?? "";
    // A code of another product: a text may be sold only once in the whole shop.
    const other = await ordered(1);
    expect((await deliver(other.itemId, [known])).status).toBe(200);
    for (const [codes, status, code] of [
      [[`${newCodes(1)[0] ?? ""}\u202e`, newCodes(1)[0] ?? ""], 422, "invalid"],
      [[`${newCodes(1)[0] ?? ""}\u0000x`, newCodes(1)[0] ?? ""], 422, "invalid"],
      [newCodes(1), 422, "wrong_code_count"],
      [newCodes(3), 422, "wrong_code_count"],
      [[], 422, "invalid"],
      [["", "x"], 422, "invalid"],
      [["SAME", "SAME"], 409, "code_known"],
      [[known, "FRESH"], 409, "code_known"],
    ] as const)
      expect(await deliver(itemId, [...codes])).toMatchObject({ status, body: { code } });
    // The answer says which code.
    for (const codes of [
      ["SAME-1", "SAME-1"],
      ["FRESH-1", known],
    ])
      expect((await deliver(itemId, codes, true)).body).toMatchObject({ details: "کد ۲" });
    expect((await shopper.order(orderId)).deliveryStatus).toBe("pending");
    expect(await shop.sql("SELECT 1 FROM code WHERE order_item_id = ?1", itemId)).toEqual([]);
    expect(await deliver("no-such-item", newCodes(1))).toMatchObject({ status: 404 });
    expect(
      await shop.deskCall("PUT", `/deliveries/${itemId}`, { status: "delivered" }),
    ).toMatchObject({ status: 422 });
    const instant = await shop.newProduct();
    const buyer = await shop.newShopper({ balanceToman: 100_000 });
    await buyer.put(instant);
    const bought = await buyer.order((await buyer.ask(createOrder, { body: {} })).body.orderId);
    const [delivered] = bought.OrderItems;
    expect(await deliver(delivered?.id ?? "", newCodes(1))).toMatchObject({
      status: 409,
      body: { code: "not_waiting" },
    });
    expect(await begin(delivered?.id ?? "")).toMatchObject({
      status: 409,
      body: { code: "not_waiting" },
    });
  });
});

test("a text that does not look like a code is delivered only when the operator confirms it", async () => {
  const { itemId, productId } = await ordered(3);
  const [one = "", two = "", three = ""] = Array.from(
    { length: 3 },
    () => `HAND-${newCharacters()}-CODE`,
  );
  for (const [text, why] of [
    ["ناموجود", "نوشته است"],
    ["Claim Code", "نوشته است"],
    ["1.23457E+15", "به توان"],
    ['=HYPERLINK("http://a")', "فرمول"],
    [`${three}\u200b`, "دیده نمی‌شود"],
    ["НAND-99-CODE", "لاتین"],
  ] as const) {
    const answer = await deliver(itemId, [one, two, text]);
    expect(answer).toMatchObject({ status: 422, body: { code: "code_doubtful" } });
    expect(answer.body.message).toBe(
      "این متن به کد نمی‌ماند. دوباره بخوانیدش؛ اگر درست است، تأیید کنید.",
    );
    expect(answer.body.details).toContain(why);
  }
  expect(await shop.sql("SELECT 1 FROM code WHERE order_item_id = ?1", itemId)).toEqual([]);
  expect((await deliver(itemId, [one, two, three])).status).toBe(200);
  // Later codes are compared with these three, not with a doubtful text that was accepted.
  const buyer = await shop.newShopper({ balanceToman: 500_000 });
  const orderId = await buyer.buy(productId, 1);
  const [next] = (await buyer.order(orderId)).OrderItems;
  const text = `user-${String(++numbers)} pass-word-long`;
  expect((await deliver(next?.id ?? "", [text])).body).toMatchObject({ code: "code_doubtful" });
  expect((await deliver(next?.id ?? "", [text], true)).status).toBe(200);
  expect(
    await shop.sql("SELECT is_unusual FROM code WHERE order_item_id = ?1", next?.id ?? ""),
  ).toEqual([{ is_unusual: 1 }]);
  // A code that replaces another one is checked in the same way.
  const [given] = await shop.sql<{ id: string }>(
    "SELECT id FROM code WHERE order_item_id = ?1",
    next?.id ?? "",
  );
  const params = { codeId: given?.id ?? "" };
  const replacedBy = (code: string, isSure = false) =>
    shop.desk(replaceCode, { params, body: { reason: "کار نکرد", code, isSure } });
  for (const [doubtful, why] of [
    ["ناموجود", "نوشته است"],
    ["1.23457E+15", "به توان"],
    [`${one}X`, "کاراکتر"],
  ] as const) {
    const answer = await replacedBy(doubtful);
    expect(answer).toMatchObject({ status: 422, body: { code: "code_doubtful" } });
    expect(answer.body.details).toContain(why);
  }
  const texts = { orderId, orderItemId: next?.id ?? "" };
  const seen = async () => (await buyer.ask(getOrderItemContent, { params: texts })).body;
  expect(await seen()).toEqual([text]);
  expect((await replacedBy(`${one}X`, true)).status).toBe(200);
  expect(await seen()).toEqual([`${one}X`]);
});

test("a reading of codes records its network", async () => {
  const { shopper, orderId, itemId } = await ordered(1);
  expect((await deliver(itemId, newCodes(1))).status).toBe(200);
  const headers = { "X-Client-Address": "2001:db8:1:2:3::9" };
  await shopper.ask(getOrderItemContent, { params: { orderId, orderItemId: itemId }, headers });
  expect(
    await shop.sql("SELECT address, channel FROM content_reading WHERE order_item_id = ?1", itemId),
  ).toEqual([{ address: "2001:db8:1:2::/64", channel: "page" }]);
});
