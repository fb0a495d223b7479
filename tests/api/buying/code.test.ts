import { expect, test } from "vitest";
import { setQuantity } from "../../../contract/cart.ts";
import { replaceCode, revealCode } from "../../../contract/desk/code.ts";
import { getConsequences } from "../../../contract/desk/consequences.ts";
import { deliver } from "../../../contract/desk/delivery.ts";
import { getDeskOrder } from "../../../contract/desk/order.ts";
import { refundItem } from "../../../contract/desk/refund.ts";
import { byTwo, confirmAsSecond } from "../../support/second-person.ts";
import { newOperator } from "../../support/operator.ts";
import { getDeskTicket } from "../../../contract/desk/ticket.ts";
import { createOrder, getOrder, getOrderItemContent, markCode } from "../../../contract/order.ts";
import { closeTicket, createTicket } from "../../../contract/ticket.ts";
import { updateProfile } from "../../../contract/user.ts";
import { useShop } from "../../support/use-shop.ts";
import { HOUR } from "../../support/time.ts";

/** Codes of an item one by one: reading, marks, problems, replacements and refunds. */

const shop = useShop({ audit: true });

const WORDS = { title: "مشکل کد ۲", description: "این کد پیش‌تر استفاده شده است." };
const reason = "کد پیش‌تر استفاده شده بود";

/** Buys `quantity` of a product: from the wallet, or at the bank when the balance is zero. */
async function bought(
  quantity: number,
  more: Parameters<typeof shop.newProduct>[0] = {},
  balanceToman = 5_000_000,
  discount?: string,
) {
  const product = await shop.newProduct({ stock: quantity + 3, ...more });
  const shopper = await shop.newShopper({ balanceToman });
  await shopper.put(product, quantity);
  if (discount)
    await shop.sql(
      "UPDATE cart SET discount_code_id = ?2 WHERE user_id = ?1",
      shopper.id,
      discount,
    );
  if (balanceToman > 0) await shopper.ask(createOrder, { body: {} });
  else await shopper.payAtBank();
  const [order] = await shopper.orders();
  const orderId = order?.id ?? "";
  const itemId = (await shopper.item(orderId)).id;
  return { product, shopper, orderId, itemId, params: { orderId, orderItemId: itemId } };
}

type Bought = Awaited<ReturnType<typeof bought>>;
const codesOf = async ({ shopper, orderId }: Bought) => (await shopper.item(orderId)).codes;
const statesOf = async (order: Bought) => (await codesOf(order)).map(({ state }) => state);
const read = ({ shopper, params }: Bought, code?: string) =>
  shopper.askUntyped(getOrderItemContent, { params, query: code === undefined ? {} : { code } });
/** The codes of an order as the desk shows them: the position, and how often it was opened. */
async function openingsOf({ orderId }: Bought): Promise<string[]> {
  const { order } = (await shop.desk(getDeskOrder, { params: { id: orderId } })).body;
  return order.items.flatMap(({ codes }) =>
    codes.map(({ position, timesOpened, openedAt }) => {
      expect(openedAt === null).toBe(timesOpened === 0);
      return `${String(position)}: ${String(timesOpened)}`;
    }),
  );
}
const mark = ({ shopper, params }: Bought, codeId: string, isUsed: boolean) =>
  shopper.ask(markCode, { params: { ...params, codeId }, body: { isUsed } });
const report = ({ shopper, itemId }: Bought, codeIds?: string[]) =>
  shopper.ask(createTicket, {
    body: { ...WORDS, orderItemId: itemId, ...(codeIds && { codeIds }) },
  });
const replace = (codeId: string, code?: string) =>
  shop.desk(replaceCode, { params: { codeId }, body: { reason, ...(code && { code }) } });
const refund = (itemId: string, codeIds?: string[]) =>
  byTwo(shop, refundItem, {
    params: { orderItemId: itemId },
    body: { opened: true, reason, ...(codeIds && { codeIds }) },
  });

test("at most twenty readings of an item are recorded in an hour, but its codes are still shown", async () => {
  const order = await bought(2);
  const [first, second] = await codesOf(order);
  const readings = async () =>
    (await shop.sql("SELECT 1 FROM content_reading WHERE order_item_id = ?1", order.itemId)).length;
  for (let round = 0; round < 22; round++)
    expect((await read(order, first?.id ?? "")).body).toHaveLength(1);
  expect(await readings()).toBe(20);
  // The first reading of each code is always recorded.
  expect((await read(order, second?.id ?? "")).body).toHaveLength(1);
  expect(await readings()).toBe(21);
  await shop.turnClock(60 * 60_000 + 1);
  expect((await read(order)).body).toHaveLength(2);
  expect(await readings()).toBe(22);
  await shop.turnClock(0);
});

test("a code that an operator saw is refunded only by two people, and is never sold again", async () => {
  const order = await bought(2, { stock: 2 });
  const [seen = "", other = ""] = (await codesOf(order)).map(({ id }) => id);
  const raha = await newOperator(shop, { role: "finance" });
  const reveal = (codeId: string) =>
    raha.ask(revealCode, { params: { codeId }, body: { why: "test" } });
  // While the order may still be cancelled by the jobs, neither buyer nor operator can open it.
  await shop.sql("UPDATE orders SET profile_due_at = 9e15 WHERE id = ?1", order.orderId);
  expect((await reveal(seen)).body).toMatchObject({
    code: "code_closed",
    message: "این کد هنوز برای خریدارش بسته است و تا باز نشود کسی آن را نمی‌بیند.",
  });
  await shop.sql("UPDATE orders SET profile_due_at = NULL WHERE id = ?1", order.orderId);
  expect((await reveal(seen)).status).toBe(200);
  expect(await statesOf(order)).toEqual(["unread", "unread"]);

  const { order: told } = (await shop.desk(getDeskOrder, { params: { id: order.orderId } })).body;
  expect(told.items[0]?.codes).toMatchObject([
    { openedAt: null, timesOpened: 0, seenBy: [{ operator: raha.name }] },
    { openedAt: null, timesOpened: 0, seenBy: [] },
  ]);
  const params = { orderItemId: order.itemId };
  const weigh = async (codes: string) =>
    (await shop.desk(getConsequences, { params, query: { codes } })).body.consequences.refund;
  expect(await weigh(seen)).toMatchObject({ codesLost: 1, needsSecondPerson: true });
  expect(await weigh(other)).toMatchObject({ codesLost: 0, needsSecondPerson: false });
  const alone = (codeIds: string[], opened = false) =>
    raha.ask(refundItem, { params, body: { reason, codeIds, opened } });
  expect((await alone([seen])).body).toMatchObject({
    code: "opened",
    details: `کد ۱: باز نشده است، ${raha.name} متن آن را دیده است`,
  });
  expect((await alone([other])).body).toMatchObject({ proposalId: null });
  const asked = await alone([seen], true);
  expect(asked.body).toMatchObject({ toWallet: null });
  expect((await confirmAsSecond(shop, asked.body.proposalId)).status).toBe(200);
  expect(
    await shop.sql("SELECT id FROM code WHERE status = 'free' AND id IN (?1, ?2)", seen, other),
  ).toEqual([{ id: other }]);

  // The next buyer gets the code that nobody has seen. After that none is free.
  const next = await shop.newShopper({ balanceToman: 5_000_000 });
  await next.buy(order.product, 1);
  const requested = { body: { productId: order.product, quantity: 1 } };
  expect((await next.ask(setQuantity, requested)).body).toMatchObject({ code: "out_of_stock" });
});

test("each code has its own count of openings, even when the clock is set back", async () => {
  const order = await bought(2);
  const [first = "", second = ""] = (await codesOf(order)).map(({ id }) => id);
  await shop.turnClock(HOUR);
  await read(order, first);
  await read(order);
  expect(await openingsOf(order)).toEqual(["1: 2", "2: 1"]);
  // By the clock the replacement is older than these readings, but they did not show it.
  await shop.turnClock(0);
  expect((await replace(second)).status).toBe(200);
  const [, , third = ""] = (await codesOf(order)).map(({ id }) => id);
  await read(order, third);
  expect(await openingsOf(order)).toEqual(["1: 2", "2: 1", "2: 1"]);
});

test("codes are read one by one, and each reading is recorded before the text is sent", async () => {
  const order = await bought(3);
  const codes = await codesOf(order);
  expect(codes.map(({ position, state }) => [position, state])).toEqual([
    [1, "unread"],
    [2, "unread"],
    [3, "unread"],
  ]);
  const second = codes[1]?.id ?? "";
  const one = (await read(order, second)).body;
  expect(one).toHaveLength(1);
  expect(await statesOf(order)).toEqual(["unread", "read", "unread"]);
  expect(
    await shop.sql("SELECT code_id FROM content_reading WHERE order_item_id = ?1", order.itemId),
  ).toEqual([{ code_id: second }]);
  const shown = JSON.stringify(
    (await order.shopper.ask(getOrder, { params: { orderId: order.orderId } })).body,
  );
  expect(shown).not.toContain(String((one as string[])[0]));
  const all = (await read(order)).body as string[];
  expect(all).toHaveLength(3);
  expect(all[1]).toBe((one as string[])[0]);
  expect(await statesOf(order)).toEqual(["read", "read", "read"]);
  expect(await read(order, "no-such-code")).toMatchObject({
    status: 404,
    body: { code: "code_not_found", message: "این کد در سفارش شما نیست." },
  });
});

test("a buyer can mark only a code they have seen as working, and can remove the mark", async () => {
  const order = await bought(2);
  const [first = "", second = ""] = (await codesOf(order)).map(({ id }) => id);
  expect(await mark(order, first, true)).toMatchObject({
    status: 409,
    body: { code: "code_unread", message: "نخست خود کد را ببینید." },
  });
  await read(order, first);
  expect((await mark(order, first, true)).body).toMatchObject({ code: { state: "used" } });
  expect(await statesOf(order)).toEqual(["used", "unread"]);
  expect((await mark(order, first, false)).body).toMatchObject({ code: { state: "read" } });
  const stranger = await shop.newShopper();
  expect(await mark({ ...order, shopper: stranger }, first, true)).toMatchObject({
    status: 404,
    body: { code: "code_not_found" },
  });
  expect((await mark(order, second, true)).status).toBe(409);
});

test("a problem names its codes, and a code is in at most one open ticket", async () => {
  const order = await bought(3);
  const [first = "", second = ""] = (await codesOf(order)).map(({ id }) => id);
  const other = await bought(1);
  const [foreign = ""] = (await codesOf(other)).map(({ id }) => id);
  for (const codeIds of [[foreign], [first, "no-such-code"]])
    expect(await report(order, codeIds)).toMatchObject({
      status: 404,
      body: { code: "code_not_found" },
    });
  const raced = await Promise.all(Array.from({ length: 6 }, () => report(order, [second])));
  expect(raced.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  const { id } = raced.find(({ status }) => status === 200)?.body.ticket ?? { id: "" };
  expect((await codesOf(order))[1]).toMatchObject({
    state: "reported",
    ticketId: id,
    reportUntil: null,
  });
  expect((await shop.desk(getDeskTicket, { params: { id } })).body.ticket.codes).toEqual([
    expect.objectContaining({ id: second, position: 2, openedAt: null, timesOpened: 0 }),
  ]);
  // A report that names no codes is about all codes that have no open report.
  const rest = (await report(order)).body.ticket;
  expect(await statesOf(order)).toEqual(["reported", "reported", "reported"]);
  expect(await report(order)).toMatchObject({
    status: 409,
    body: { code: "problem_open", message: "برای این محصول یک تیکت باز دارید." },
  });
  await order.shopper.ask(closeTicket, { params: { id } });
  await order.shopper.ask(closeTicket, { params: { id: rest.id } });
  expect(await statesOf(order)).toEqual(["unread", "unread", "unread"]);
  await shop.turnClock(24 * HOUR);
  expect(await report(order, [first])).toMatchObject({
    status: 409,
    body: {
      code: "problem_too_late",
      message: "مشکل گیفت کارت را تنها تا ۲۴ ساعت پس از تحویل می‌توان گزارش کرد.",
    },
  });
  await shop.turnClock(0);
});

test("the desk replaces a bad code, and the new code has its own problem window", async () => {
  const order = await bought(3);
  const before = (await read(order)).body as string[];
  const [first = "", second = ""] = (await codesOf(order)).map(({ id }) => id);
  await report(order, [second]);
  await shop.turnClock(20 * HOUR);
  const answers = await Promise.all(Array.from({ length: 4 }, () => replace(second)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: "code_gone" });
  expect(
    (await codesOf(order)).map(({ position, state }) => `${String(position)} ${state}`),
  ).toEqual(["1 read", "2 replaced", "2 unread", "3 read"]);
  const fresh = (await codesOf(order))[2]?.id ?? "";
  // The item was read before the code was replaced, so the new code has no openings yet.
  expect(await openingsOf(order)).toEqual(["1: 1", "2: 1", "2: 0", "3: 1"]);
  expect(await read(order, second)).toMatchObject({ status: 404 });
  const after = (await read(order)).body as string[];
  expect([after[0], after[2]]).toEqual([before[0], before[2]]);
  expect(before).not.toContain(after[1]);
  expect(await openingsOf(order)).toEqual(["1: 2", "2: 1", "2: 1", "3: 2"]);
  await shop.turnClock(30 * HOUR);
  expect((await codesOf(order)).map(({ reportUntil }) => reportUntil !== null)).toEqual([
    false,
    false,
    true,
    false,
  ]);
  expect((await report(order, [first])).status).toBe(409);
  expect((await report(order, [fresh])).status).toBe(200);
  expect(await refund(order.itemId, [second])).toMatchObject({
    status: 409,
    body: { code: "code_gone" },
  });
  expect(
    await shop.sql("SELECT verdict, note FROM desk_decision WHERE subject_id = ?1", order.itemId),
  ).toEqual([{ verdict: "code_replaced", note: `کد ۲: ${reason}` }]);
  await shop.turnClock(0);
});

test("a replacement needs stock or, for a manual item, the text of a new code", async () => {
  const instant = await bought(1, { stock: 1 });
  const [id = ""] = (await codesOf(instant)).map((code) => code.id);
  expect(await replace(id)).toMatchObject({ status: 409, body: { code: "out_of_stock" } });
  expect(await replace(id, "NEW-CODE")).toMatchObject({ status: 422 });
  expect((await replace("no-such-code")).status).toBe(404);
  const manual = await bought(1, { deliveryType: "manual" });
  await shop.desk(deliver, {
    params: { orderItemId: manual.itemId },
    body: { codes: [`HAND-${manual.itemId}`] },
  });
  const [byHand = ""] = (await codesOf(manual)).map((code) => code.id);
  expect(await replace(byHand)).toMatchObject({ status: 422, body: { code: "code_needed" } });
  expect(await replace(byHand, `HAND-${manual.itemId}`)).toMatchObject({
    status: 409,
    body: { code: "code_known" },
  });
  expect((await replace(byHand, `BETTER-${manual.itemId}`)).status).toBe(200);
  expect((await read(manual)).body).toEqual([`BETTER-${manual.itemId}`]);
});

test("a refund of one code pays its share of the price, and the refund of the last one pays the rest", async () => {
  const order = await bought(3, { priceToman: 100_001 }, 0);
  const [first = "", second = "", third = ""] = (await codesOf(order)).map(({ id }) => id);
  await read(order, first);
  const answers = await Promise.all(Array.from({ length: 4 }, () => refund(order.itemId, [first])));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  const item = await order.shopper.item(order.orderId);
  expect(item).toMatchObject({
    deliveryStatus: "delivered",
    Refund: { toWallet: 0, toCard: 100_001 },
  });
  expect(item.codes.map(({ state }) => state)).toEqual(["refunded", "unread", "unread"]);
  expect((await read(order, second)).body).toHaveLength(1);
  expect((await refund(order.itemId, [third])).body).toMatchObject({ toCard: 100_001 });
  // Nobody has seen the third one, so it is for sale again.
  expect(await shop.sql("SELECT status FROM code WHERE id = ?1", third)).toEqual([
    { status: "free" },
  ]);
  expect(await statesOf(order)).toEqual(["refunded", "read", "refunded"]);
  expect((await read(order)).body).toHaveLength(1);
  expect((await refund(order.itemId)).status).toBe(200);
  expect(await order.shopper.item(order.orderId)).toMatchObject({
    deliveryStatus: "cancelled",
    Refund: { toCard: 300_003 },
  });
  expect(await refund(order.itemId)).toMatchObject({ status: 409, body: { code: "refunded" } });
});

test("the buyer keeps the discount on the other codes when the shop refunds a bad code", async () => {
  await shop.sql(
    `INSERT INTO discount_code (id, code, type, value, min_purchase_toman, created_at)
     VALUES ('LEAST', 'LEAST', 'fixed', 10000, 300000, 0)`,
  );
  const order = await bought(3, { priceToman: 100_000 }, 5_000_000, "LEAST");
  const [first = "", second = "", third = ""] = (await codesOf(order)).map(({ id }) => id);
  // The buyer paid 290,000 toman, which is divided into three parts.
  expect((await refund(order.itemId, [first])).body).toMatchObject({ toWallet: 96_666 });
  expect((await refund(order.itemId, [second, third])).body).toMatchObject({ toWallet: 193_334 });
  expect(await order.shopper.balance()).toBe(5_000_000);
});

test("refunding codes lowers cashback and the inviter's share, before and after these are paid", async () => {
  const inviter = await shop.newShopper();
  const order = await bought(3, { priceToman: 100_000, rewardToman: 1_000 });
  await shop.sql("UPDATE user SET inviter_id = ?2 WHERE id = ?1", order.shopper.id, inviter.id);
  await shop.sql(
    "UPDATE user SET invitees_count = 1, invitees_purchases_count = 1 WHERE id = ?1",
    inviter.id,
  );
  await shop.sql(
    `INSERT INTO earning
       (id, kind, user_id, buyer_id, order_item_id, amount_toman, due_at, created_at)
     SELECT 'referral:' || id, 'referral', ?2, ?3, id, 5000, ?4, ?4 FROM order_item WHERE id = ?1`,
    order.itemId,
    inviter.id,
    order.shopper.id,
    Date.now(),
  );
  const codes = (await codesOf(order)).map(({ id }) => id);
  await refund(order.itemId, [codes[0] ?? ""]);
  await shop.turnClock(25 * HOUR);
  await shop.runJobs("earnings");
  expect(await order.shopper.balance()).toBe(4_700_000 + 100_000 + 2_000);
  expect(await inviter.balance()).toBe(5_000 - 1_666);
  // The refund of the last code takes back the rest of the share.
  await refund(order.itemId, [codes[2] ?? ""]);
  expect(await inviter.balance()).toBe(1_666);
  expect(await order.shopper.balance()).toBe(4_700_000 + 200_000 + 1_000);
  await refund(order.itemId);
  expect(await inviter.balance()).toBe(0);
  expect(await order.shopper.balance()).toBe(5_000_000);
  await shop.turnClock(0);
});

test("a code that is refunded, replaced and read at once is either refunded or replaced", async () => {
  for (let round = 0; round < 4; round++) {
    const order = await bought(2);
    const [first = ""] = (await codesOf(order)).map(({ id }) => id);
    const [given, replaced, reported] = await Promise.all([
      refund(order.itemId, [first]),
      replace(first),
      report(order, [first]),
      read(order, first),
      read(order),
    ]);
    // A refunded code that nobody saw is for sale again. Replacing it is 404: it has no order.
    expect(["200 404", "200 409", "409 200"]).toContain(
      `${String(given.status)} ${String(replaced.status)}`,
    );
    expect([200, 404, 409]).toContain(reported.status);
    const whole = await Promise.all([refund(order.itemId), replace(first), read(order)]);
    expect(whole[0].status).toBe(200);
    expect((await order.shopper.item(order.orderId)).deliveryStatus).toBe("cancelled");
    expect(await order.shopper.balance()).toBe(5_000_000);
  }
});

test("codes cannot be read until the account has names", async () => {
  const order = await bought(1);
  await shop.sql("UPDATE user SET first_name = '' WHERE id = ?1", order.shopper.id);
  const [first = ""] = (await codesOf(order)).map(({ id }) => id);
  expect(await read(order, first)).toMatchObject({
    status: 403,
    body: { code: "profile_incomplete" },
  });
  expect(await statesOf(order)).toEqual(["unread"]);
  await order.shopper.ask(updateProfile, { body: { firstName: "آزمون" } });
  expect((await read(order, first)).body).toHaveLength(1);
});
