import { afterEach, expect, test } from "vitest";
import {
  findByName,
  findByCardEnd,
  findByCode,
  findPayments,
} from "../../../api/desk/find/statements.ts";
import { type OrderFilter, findDeskOrders } from "../../../api/desk/order/statements.ts";
import { getConsequences } from "../../../contract/desk/consequences.ts";
import { replaceCode, revealCode } from "../../../contract/desk/code.ts";
import { find } from "../../../contract/desk/find.ts";
import {
  type DeskOrder,
  exportOrders,
  getDeskOrder,
  listOrders,
  noteOnOrder,
} from "../../../contract/desk/order.ts";
import { checkPayment } from "../../../contract/desk/payment.ts";
import { refundItem } from "../../../contract/desk/refund.ts";
import { forgetPerson } from "../../../contract/desk/user.ts";
import { getOrderItemContent } from "../../../contract/order.ts";
import { createTicket } from "../../../contract/ticket.ts";
import { tehranDay, writeGregorian, writePersian } from "../../../persian/calendar.ts";
import { NEWEST } from "../../../api/base/page.ts";
import { type TestOperator, linesOf, newOperator } from "../../support/operator.ts";
import { type TestShopper, authorityOf } from "../../support/shop.ts";
import { byTwo } from "../../support/second-person.ts";
import { useShop } from "../../support/use-shop.ts";
import { HOUR } from "../../support/time.ts";

/** Orders at the desk: search, their whole story, and decisions with their consequences. */

const reason = "کد پیش‌تر مصرف شده است";
const shop = useShop({ audit: true });
afterEach(() => shop.turnClock(0));

/** Buys at the bank; the wallet pays its part if there is a balance. */
async function bought(
  quantity: number,
  {
    balanceToman = 0,
    ...more
  }: Parameters<typeof shop.newProduct>[0] & { balanceToman?: number } = {},
) {
  const product = await shop.newProduct({ stock: quantity + 2, priceToman: 100_000, ...more });
  const shopper = await shop.newShopper({ balanceToman });
  await shopper.put(product, quantity);
  const authority = await shopper.payAtBank({ isUsedWallet: balanceToman > 0 });
  const [order] = await shopper.orders();
  const told = await tell(order?.id ?? "");
  const [item] = told.items;
  if (!item) throw new Error("The order has no item");
  return { product, shopper, authority, orderId: told.id, number: told.number, item, told };
}

const tell = async (id: string): Promise<DeskOrder> =>
  (await shop.desk(getDeskOrder, { params: { id } })).body.order;
const read = (shopper: TestShopper, orderId: string, orderItemId: string, code: string) =>
  shopper.ask(getOrderItemContent, { params: { orderId, orderItemId }, query: { code } });
const weigh = async (orderItemId: string, codes?: string[]) =>
  (
    await shop.desk(getConsequences, {
      params: { orderItemId },
      query: codes ? { codes: codes.join(",") } : {},
    })
  ).body.consequences;
const list = async (query: OrderFilter & { limit?: number; cursor?: string }) =>
  (await shop.desk(listOrders, { query })).body;
const search = async (text: string) => (await shop.desk(find, { body: { text } })).body.found;

test("orders are found by each filter, newest first, with masked people and products by name", async () => {
  const first = await bought(2);
  const second = await bought(1, { deliveryType: "manual" });
  const { shopper, product } = first;
  const ids = async (query: OrderFilter) => (await list(query)).orders.map(({ id }) => id);
  const all = await ids({});
  expect(all.indexOf(second.orderId)).toBeLessThan(all.indexOf(first.orderId));
  // A delivery by hand is promised within a day. A delivered order has no promise.
  expect(first.told.promise).toBeNull();
  const startsAt = second.item.waitingSince ?? "";
  const dueAt = new Date(Date.parse(startsAt) + 24 * HOUR).toISOString();
  expect(second.told.promise).toEqual({ startsAt, dueAt });
  expect(await ids({ person: shopper.id })).toEqual([first.orderId]);
  expect(await ids({ product })).toEqual([first.orderId]);
  expect(await ids({ product, state: "refunded" })).toEqual([]);
  expect(await ids({ delivery: "pending" })).toContain(second.orderId);
  expect(await ids({ delivery: "pending" })).not.toContain(first.orderId);
  expect(await ids({ state: "paid", paidBy: "gateway" })).toContain(first.orderId);
  expect(await ids({ person: shopper.id, paidBy: "wallet" })).toEqual([]);
  expect(await ids({ person: shopper.id, paidBy: "zarinpal" })).toEqual([first.orderId]);
  expect(await ids({ person: shopper.id, paidBy: "zibal" })).toEqual([]);
  const day = new Date(Date.now() + 3.5 * HOUR).toISOString().slice(0, 10);
  expect(await ids({ day, product })).toEqual([first.orderId]);
  expect(await ids({ day: "2020-01-01" })).toEqual([]);
  const today = tehranDay(Date.now());
  const [before, now, after] = [today - 1, today, today + 1].map(writePersian);
  expect(await ids({ from: before, to: now, product })).toEqual([first.orderId]);
  expect(await ids({ from: after, product })).toEqual([]);
  expect(await ids({ to: before, product })).toEqual([]);
  const {
    orders: [row],
  } = await list({ product });
  expect(row).toMatchObject({
    number: first.number,
    total: 200_000,
    fromCard: 200_000,
    fromWallet: 0,
    state: "paid",
    deliveryStatus: "delivered",
    products: [{ name: product, quantity: 2 }],
  });
  expect(row?.person.phone).toMatch(/\*/);
  const page = await list({ limit: 1 });
  const next = await list({ limit: 1, cursor: page.nextCursor ?? "" });
  expect([page.orders[0]?.id, next.orders[0]?.id]).toEqual(all.slice(0, 2));
});

test("ticked or filtered orders are exported as a table that a spreadsheet reads correctly", async () => {
  const [first, second] = [await bought(2), await bought(1)];
  const { shopper } = first;
  await shop.sql("UPDATE user SET first_name = '=HYPERLINK(1)' WHERE id = ?1", shopper.id);
  const viewer = await newOperator(shop, { role: "viewer" });
  const give = async (body: Parameters<typeof viewer.ask<typeof exportOrders>>[1]["body"]) =>
    (await viewer.ask(exportOrders, { body })).body;
  const { text, name, isWhole } = await give({ ids: [first.orderId] });
  const day = tehranDay(Date.now());
  expect([name, isWhole]).toEqual([`armaghan-orders-${writePersian(day)}.csv`, true]);
  const [head = "", row = "", end] = text.split("\r\n");
  expect(head.startsWith("\ufeffشماره,تاریخ,تاریخ میلادی")).toBe(true);
  expect(end).toBe("");
  const cells = row.split(",");
  expect(cells.slice(0, 3)).toEqual([first.number, writePersian(day), writeGregorian(day)]);
  expect(cells[3]).toMatch(/^\d\d:\d\d$/);
  expect(cells[4]).toMatch(/^"=""=HYPERLINK\(1\)/);
  expect(cells[5]).toMatch(/\*/);
  expect(cells.slice(7, 10)).toEqual(["200000", "200000", "0"]);
  expect(text).not.toContain(shopper.phone);
  const filtered = (await give({ person: second.shopper.id, from: writePersian(day) })).text;
  expect(filtered.split("\r\n")).toHaveLength(3);
  expect(filtered).toContain(second.number);
  const lines = await linesOf(shop, viewer.name);
  expect(lines.map(({ subject, verdict }) => [subject, verdict])).toEqual([
    ["list", "viewed"],
    ["list", "viewed"],
  ]);
});

test("a list reads no more rows among ten thousand orders than among a hundred, and a rare filter gives pages", async () => {
  const [buyer, other] = await shop.newShoppers(2);
  const product = await shop.newProduct();
  const insert = (count: number, from: number) =>
    shop.put(
      {
        text: `INSERT INTO orders (id, user_id, cart_version, state, total_toman, wallet_toman,
             gateway_toman, reward_toman, created_at, updated_at)
           WITH RECURSIVE n (i) AS (SELECT CAST(?3 AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < CAST(?3 + ?4 AS INTEGER))
           SELECT 'many-' || i, iif(i % 50 = 0, ?2, ?1), i, 'cancelled', 1000, 0, 1000, 0, i, i FROM n`,
        values: [buyer?.id, other?.id, from, count],
      },
      {
        text: `INSERT INTO order_item (id, order_id, product_id, product_name, delivery_type, quantity,
             price_toman, total_toman, reward_toman, position, ordered_at)
           SELECT 'item-' || id, id, ?1, 'کارت', 'instant', 1, 1000, 1000, 0, 0,
             created_at
           FROM orders WHERE id LIKE 'many-%' AND cart_version >= ?2`,
        values: [product, from],
      },
    );
  const filters: OrderFilter[] = [
    {},
    { state: "cancelled" },
    { product },
    { delivery: "pending" },
    { person: buyer?.id },
    { day: "1970-01-01" },
    { state: "cancelled", paidBy: "wallet" },
  ];
  const costs = async () => {
    const read = [];
    for (const filter of filters)
      read.push(await shop.measure((db) => findDeskOrders(db, filter, NEWEST, 51)));
    return read;
  };
  await insert(600, 1);
  const few = await costs();
  await insert(9_400, 601);
  const many = await costs();
  for (const [at, { plan, rowsRead }] of many.entries()) {
    expect(`${JSON.stringify(filters[at])} ${plan.join("\n")}`).not.toMatch(
      /SCAN (orders|order_item|o\b)/,
    );
    expect([filters[at], rowsRead <= (few[at]?.rowsRead ?? 0) + 50]).toEqual([filters[at], true]);
  }
  // These orders were not paid from the wallet: the page is empty, but has a cursor for the next.
  const empty = await list({ state: "cancelled", paidBy: "wallet", product });
  expect(empty.orders).toEqual([]);
  expect(empty.nextCursor).toMatch(/^9501~many-9501$/);
  for (const make of [
    (db: D1Database) => findByName(db, "آزمون"),
    (db: D1Database) => findByCardEnd(db, "x"),
    (db: D1Database) => findByCode(db, "x"),
    (db: D1Database) => findPayments(db, "x"),
  ]) {
    const { plan } = await shop.measure(make);
    expect(plan.join("\n")).not.toMatch(/SCAN (user|bank_card|code|payment|u|c|p)\b/);
  }
  await shop.put(
    { text: "DELETE FROM order_item WHERE order_id LIKE 'many-%'", values: [] },
    { text: "DELETE FROM orders WHERE id LIKE 'many-%'", values: [] },
  );
});

test("an order shows its whole story: gist, money by the ledger, masked codes, and who did what", async () => {
  const { shopper, orderId, number, item, told } = await bought(2, {
    balanceToman: 60_000,
    rewardToman: 1_000,
    unitCostToman: 70_000,
  });
  expect(told.gist).toBe("تحویل شده است.");
  expect(told.money).toMatchObject({ isEven: true, profit: 200_000 - 140_000 - 2_000 });
  expect(told.money.from.map(({ amount }) => amount)).toEqual([140_000, 60_000]);
  expect(told.money.now).toEqual([{ name: "در فروش", amount: 200_000 }]);
  expect(told.money.earnings).toMatchObject([{ kind: "reward", amount: 2_000, state: "held" }]);
  const [first, second] = item.codes;
  const [text] = (await read(shopper, orderId, item.id, first?.id ?? "")).body as string[];
  expect(first?.lastFour).toBe(text?.replaceAll("-", "").slice(-4));
  await shopper.ask(createTicket, {
    body: {
      title: "کد مصرف‌شده",
      description: "این کد پیش‌تر مصرف شده است.",
      orderItemId: item.id,
      codeIds: [first?.id ?? ""],
    },
  });
  await shop.desk(noteOnOrder, { params: { id: number }, body: { note: "از تأمین‌کننده پرسیدم" } });
  const since = await tell(number);
  expect(since.gist).toBe("تحویل شده است و دربارهٔ یک کد تیکت باز است.");
  expect(since.items[0]?.codes.map(({ state }) => state)).toEqual(["reported", "unread"]);
  expect(since.tickets).toMatchObject([{ isOpen: true, codeIds: [first?.id] }]);
  expect(since.notes).toMatchObject([{ text: "از تأمین‌کننده پرسیدم" }]);
  const story = since.story.map(({ title, transfers }) => [
    title,
    transfers.map(({ from, to, amount }) => `${from}>${to} ${String(amount)}`).sort(),
  ]);
  expect(story).toEqual(
    expect.arrayContaining([
      ["درگاه تأیید کرد", ["درگاه>تسویه 140000", "نگه‌داری>تسویه 60000"]],
      ["۲ کد تحویل شد", ["تسویه>فروش 200000"]],
      ["سفارش نوشته شد", ["کیف پول>نگه‌داری 60000"]],
      ["خریدار کد را باز کرد، یک بار", []],
    ]),
  );
  const times = since.story.map(({ at }) => at);
  expect(times).toEqual([...times].sort().reverse());
  const answer = JSON.stringify(since);
  expect(answer).not.toContain(text);
  expect(answer).not.toContain(shopper.cardNumber);
  expect(second?.state).toBe("unread");
});

test("the consequences shown are those that happen: for a replacement, and refunds of opened and other codes", async () => {
  const { shopper, orderId, item, product } = await bought(3, {
    rewardToman: 1_000,
    unitCostToman: 70_000,
  });
  const [first = "", second = "", third = ""] = item.codes.map(({ id }) => id);
  const { replace } = await weigh(item.id, [first]);
  expect(replace).toMatchObject({ obstacle: null, cost: 70_000, isByHand: false, freeCount: 2 });
  // A batch is named by its day, and by its supplier if it has one, not by its id.
  expect([replace?.batchName, replace?.oldBatchName]).toEqual(
    Array(2).fill(expect.stringMatching(/^بستهٔ [۰-۹]+ \p{L}+ ۱[۰-۹]{3}$/u)),
  );
  const replaced = await shop.desk(replaceCode, { params: { codeId: first }, body: { reason } });
  expect(
    await shop.sql("SELECT batch_id AS batch FROM code WHERE id = ?1", replaced.body.codeId),
  ).toEqual([{ batch: replace?.batchId }]);
  expect((await weigh(item.id, [first])).replace?.obstacle?.code).toBe("code_gone");
  expect((await weigh(item.id, [first])).refund.obstacle?.code).toBe("code_gone");

  await read(shopper, orderId, item.id, second);
  const opened = await weigh(item.id, [second]);
  expect(opened.refund).toMatchObject({
    toCard: 100_000,
    cardEnd: shopper.cardNumber.slice(-4),
    rewardCancelled: 1_000,
    codesToShelf: 0,
    codesLost: 1,
    lostCost: 70_000,
    needsSecondPerson: true,
  });
  const unread = await weigh(item.id, [third]);
  expect(unread.refund).toMatchObject({
    toCard: 100_000,
    toWallet: 0,
    rewardCancelled: 1_000,
    rewardTakenBack: 0,
    codesToShelf: 1,
    codesLost: 0,
    needsSecondPerson: false,
  });
  const free = () =>
    shop.sql<{ n: number }>(
      "SELECT count(*) AS n FROM code WHERE product_id = ?1 AND status = 'free'",
      product,
    );
  const [before] = await free();
  const refunded = await shop.desk(refundItem, {
    params: { orderItemId: item.id },
    body: { reason, codeIds: [third] },
  });
  expect(refunded.body).toMatchObject({ toCard: 100_000, toWallet: 0 });
  expect((await free())[0]?.n).toBe((before?.n ?? 0) + 1);
  const told = await tell(orderId);
  expect(told.money.earnings).toMatchObject([{ amount: 2_000 }]);
  expect(told.money.isEven).toBe(true);
  expect(told.money.now).toEqual([
    { name: "در فروش", amount: 200_000 },
    { name: "در راه بازگشت به کارت", amount: 100_000 },
  ]);
  expect(told.gist).toContain("۱۰۰٬۰۰۰ تومان هنوز در راه کارت است");

  // A day later the cashback is in the wallet, and the refund takes back the sum that was shown.
  await shop.turnClock(25 * HOUR);
  await shop.runJobs();
  const paid = await weigh(item.id, [replaced.body.codeId]);
  expect(paid.refund).toMatchObject({ rewardCancelled: 0, rewardTakenBack: 1_000 });
  await shop.desk(refundItem, {
    params: { orderItemId: item.id },
    body: { reason, codeIds: [replaced.body.codeId] },
  });
  expect(
    await shop.sql("SELECT taken_back_toman AS n FROM earning WHERE order_item_id = ?1", item.id),
  ).toEqual([{ n: 1_000 }]);
});

test("a person with the role finance reveals a code with a reason, which is logged, and its last four are stored", async () => {
  const { item, shopper, orderId } = await bought(1);
  const [code] = item.codes;
  const codeId = code?.id ?? "";
  await shop.sql("UPDATE code SET last_four = NULL WHERE id = ?1", codeId);
  expect((await tell(orderId)).items[0]?.codes[0]?.lastFour).toBeNull();
  const raha = await newOperator(shop, { role: "finance" });
  const shown = await raha.ask(revealCode, {
    params: { codeId },
    body: { why: "ticket", note: "۴۴۱" },
  });
  const [text] = (await read(shopper, orderId, item.id, codeId)).body as string[];
  expect(shown.body.code).toBe(text);
  expect(await linesOf(shop, raha.name)).toMatchObject([
    { subject: "code", subject_id: codeId, verdict: "revealed", note: "ticket: ۴۴۱" },
  ]);
  const told = await tell(orderId);
  expect(told.items[0]?.codes[0]?.lastFour).toBe(text?.replaceAll("-", "").slice(-4));
  expect(told.story.map(({ title }) => title)).toContain(`${raha.name} متن کد را دید`);
  const by = (role: TestOperator) =>
    role.ask(revealCode, { params: { codeId }, body: { why: "test" } });
  for (const [options, refusal] of [
    [{ role: "support" }, "role_too_low"],
    [{ role: "owner", program: "owner" }, "person_needed"],
  ] as const)
    expect((await by(await newOperator(shop, options))).body).toMatchObject({ code: refusal });
  const [free] = await shop.sql<{ id: string }>(
    "SELECT id FROM code WHERE status = 'free' LIMIT 1",
  );
  const unsold = { params: { codeId: free?.id ?? "" }, body: { why: "test" } } as const;
  expect((await raha.ask(revealCode, unsold)).status).toBe(404);
});

test("an operator makes the shop ask the gateway about a payment at once, but not about a settled one", async () => {
  const product = await shop.newProduct({ stock: 2, priceToman: 100_000 });
  const shopper = await shop.newShopper();
  await shopper.put(product);
  const authority = authorityOf(await shopper.initiate());
  const [row] = await shop.sql<{ id: string; order_id: string }>(
    "SELECT id, order_id FROM payment WHERE authority = ?1",
    authority,
  );
  const check = () => shop.desk(checkPayment, { params: { id: row?.id ?? "" } });
  const told = await tell(row?.order_id ?? "");
  expect(told).toMatchObject({ state: "awaiting", payment: { state: "pending", canCheck: true } });
  expect(told.gist).toMatch(/هنوز پرداخت نشده/);
  expect((await check()).body.state).toBe("pending");
  await shop.sandbox.pay(authority);
  expect((await check()).body.state).toBe("paid");
  expect((await shopper.orders()).length).toBe(1);
  expect(await check()).toMatchObject({ status: 409, body: { code: "decided" } });
  const since = await tell(row?.order_id ?? "");
  expect(since.story.filter(({ title }) => title.endsWith("از درگاه پرسید"))).toHaveLength(2);
});

test("each number or text that people know finds its row, and the result is logged, but not the typed text", async () => {
  const { shopper, number, authority, item, orderId } = await bought(1);
  await shop.put({
    text: "UPDATE user SET first_name = 'الهام‌سادات', last_name = 'رستمی‌پور' WHERE id = ?1",
    values: [shopper.id],
  });
  const [text = ""] = (await read(shopper, orderId, item.id, item.codes[0]?.id ?? ""))
    .body as string[];
  const ticket = (
    await shopper.ask(createTicket, {
      body: { title: "کد خراب است", description: "باز نمی‌شود", orderItemId: item.id },
    })
  ).body.ticket;
  const [payment] = await shop.sql<{ ref_id: string }>(
    "SELECT ref_id FROM payment WHERE authority = ?1",
    authority,
  );
  const kinds = async (typed: string) => (await search(typed)).map(({ kind }) => kind);
  const pasted = await search(` ${text.toLowerCase()} `);
  expect(pasted).toMatchObject([
    { kind: "code", orderId },
    { kind: "ticket", ticketId: ticket.id },
  ]);
  expect(JSON.stringify(pasted)).not.toContain(text);
  expect(await kinds(number)).toEqual(["order"]);
  expect(await kinds(ticket.number)).toEqual(["ticket"]);
  expect(await search(authority)).toMatchObject([{ kind: "payment", orderId }]);
  expect(await search(payment?.ref_id ?? "")).toMatchObject([{ kind: "payment", orderId }]);
  expect(await search(`۰${shopper.phone}`)).toMatchObject([
    { kind: "person", personId: shopper.id },
  ]);
  for (const typed of ["الهامسادات رست", "الهام سادات رست", "الهام\u200cسادات\u200cرست", "رستمی‌پ"])
    expect(await search(typed)).toMatchObject([{ kind: "person", personId: shopper.id }]);
  for (const typed of [`(+98) 0${shopper.phone}`, `\u202atel:+98-${shopper.phone}\u202c`])
    expect(await kinds(typed)).toEqual(["person"]);
  expect(await kinds(`\u200f${number.slice(0, 3)}–${number.slice(3)}`)).toEqual(["order"]);
  const cards = await search(shopper.cardNumber.slice(-4));
  expect(cards.map(({ personId }) => personId)).toContain(shopper.id);
  expect(await search("هیچ‌کس به این نام")).toEqual([]);

  const sara = await newOperator(shop, { role: "viewer" });
  const body = { text: `0${shopper.phone}` };
  const [person] = (await sara.ask(find, { body })).body.found;
  expect(person?.detail).not.toContain(shopper.phone);
  const lines = await linesOf(shop, sara.name);
  expect(lines.map(({ subject, subject_id: id }) => [subject, id])).toEqual([
    ["search", "person"],
    ["person", shopper.id],
  ]);
  expect(JSON.stringify(lines)).not.toContain(shopper.phone.slice(-7));
});

test("people are found by the letters of their names, in any spelling of the letters", async () => {
  const shopper = await shop.newShopper();
  for (const [first, last, typed] of [
    ["زهره", "موسى\u200cپور", "زهره موسی"],
    ["زهره", "موسی\u200cپور", "زهره موسىپ"],
    ["زهره", "موسی\u200cپور", "زهره موسی پور"],
    ["زهره", "موسی پور", "زهره موسی\u200cپور"],
    ["زهره", "موسی پور", "موسیپور"],
    ["بی بی\u200cزهره", "پورموسی", "بی\u200cبی زهره پور"],
    ["فاطمة", "نیکو", "فاطمه نیکو"],
    ["پیمان", "أحمدی\u200cنژاد", "احمدی نژاد".replace(" ", "")],
    ["سیّد رؤوف", "آذر", "سید رووف اذر"],
    ["إلهه", "هدایة\u200cزاده", "الهه هدایه"],
    ["هیئت", "سلیمانیۀ", "هییت سلیمانیه"],
    ["مهدي", "كاظمي", "\u200fمهدی\u00a0كاظمی\u200e"],
    ["Sara", "McKarimi", "sara mck"],
  ] as const) {
    await shop.put({
      text: "UPDATE user SET first_name = ?2, last_name = ?3 WHERE id = ?1",
      values: [shopper.id, first, last],
    });
    expect([typed, (await search(typed)).map(({ personId }) => personId)]).toEqual([
      typed,
      [shopper.id],
    ]);
  }
});

test("a viewer reads an order with its phone masked and decides nothing", async () => {
  const { orderId, shopper, item, number } = await bought(1);
  const viewer = await newOperator(shop, { role: "viewer" });
  const seen = await viewer.ask(getDeskOrder, { params: { id: number } });
  expect(seen.body.order.person.phone).not.toBe(shopper.phone);
  expect(await linesOf(shop, viewer.name)).toMatchObject([
    { subject: "order", subject_id: orderId, verdict: "viewed" },
  ]);
  expect((await tell(orderId)).person.phone).toBe(shopper.phone);
  const refusedAll = [
    await viewer.ask(noteOnOrder, { params: { id: orderId }, body: { note: "یادداشت" } }),
    await viewer.ask(getConsequences, { params: { orderItemId: item.id }, query: {} }),
    await viewer.ask(checkPayment, { params: { id: seen.body.order.payment?.id ?? "" } }),
  ];
  expect(refusedAll.map(({ body }) => body.code)).toEqual(Array(3).fill("role_too_low"));
  expect((await shop.desk(getDeskOrder, { params: { id: "no-such-order" } })).status).toBe(404);
  const wrong = `${number.slice(0, -1)}${number.endsWith("1") ? "2" : "1"}`;
  expect((await shop.desk(getDeskOrder, { params: { id: wrong } })).body.code).toBe("number_wrong");
});

test("forgetting a person empties the notes about their orders, and a search finds them no more", async () => {
  const shopper = await shop.newShopper({ balanceToman: 100_000 });
  const orderId = await shopper.buy(await shop.newProduct({ priceToman: 100_000 }));
  await shop.desk(noteOnOrder, { params: { id: orderId }, body: { note: "نامش سارا کریمی است" } });
  await shop.turnClock(25 * HOUR);
  await shop.runJobs();
  await shop.turnClock(40 * 24 * HOUR);
  const answer = await byTwo(shop, forgetPerson, { params: { id: shopper.id }, body: { reason } });
  expect([answer.status, answer.body]).toEqual([200, answer.body]);
  const told = await tell(orderId);
  expect(told.notes).toMatchObject([{ text: null }]);
  expect(told.person).toMatchObject({ phone: "", isForgotten: true });
  const found = await search(shopper.cardNumber.slice(-4));
  expect(found.map(({ personId }) => personId)).not.toContain(shopper.id);
  expect(await search(`0${shopper.phone}`)).toEqual([]);
});
