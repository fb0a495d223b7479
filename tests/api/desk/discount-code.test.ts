import { expect, test } from "vitest";
import {
  type DiscountFilter,
  findDeskDiscountCodes,
} from "../../../api/buying/discount-code/made-statements.ts";
import { NEWEST } from "../../../api/base/page.ts";
import { applyDiscount } from "../../../contract/cart.ts";
import {
  type DeskDiscountCode,
  exportDiscountSeries,
  listDeskDiscountCodes,
  makeDiscountCode,
  makeDiscountSeries,
  setDiscountActive,
  previewDiscountSeries,
} from "../../../contract/desk/discount-code.ts";
import { cancelOrder, createOrder } from "../../../contract/order.ts";
import type { RequestOf } from "../../../contract/request.ts";
import { tehranDay, writePersian } from "../../../persian/calendar.ts";
import { readDeskPages } from "../../support/desk-pages.ts";
import { linesOf, newOperator } from "../../support/operator.ts";
import { type TestShopper, authorityOf } from "../../support/shop.ts";
import { giveByTwo } from "../../support/second-person.ts";
import { useShop } from "../../support/use-shop.ts";

/** Discount codes as operators make, list and stop them. Section 10.23. */

const shop = useShop({ audit: true });

type NewCode = RequestOf<typeof makeDiscountCode>["body"];

const TERMS = {
  type: "percentage",
  value: 10,
  maxDiscount: null,
  minPurchase: null,
  usesMax: null,
  until: null,
} as const;

let made = 0;
const newCode = (more: Partial<NewCode> = {}): NewCode => ({
  ...TERMS,
  code: `TEST${String(++made)}`,
  phone: null,
  ...more,
});
const make = async (more: Partial<NewCode> = {}) => {
  const body = newCode(more);
  return (await giveByTwo(shop, () => shop.desk(makeDiscountCode, { body }))).body.discountCode;
};
const find = async (code: string) =>
  (await shop.desk(listDeskDiscountCodes, { query: { code } })).body.discountCodes;

async function fill(shopper: TestShopper, code: string, priceToman: number, quantity = 1) {
  await shopper.put(await shop.newProduct({ priceToman, stock: quantity + 1 }), quantity);
  return shopper.ask(applyDiscount, { body: { code } });
}

test("a new code works in carts exactly within its terms", async () => {
  const today = tehranDay(Date.now());
  const { code, ...terms } = await make({
    code: "\u200f«nowruz–۱۴۰۵»",
    value: "۲۰",
    maxDiscount: "۳۰ هزار تومان",
    minPurchase: 150_000,
    usesMax: 2,
    until: writePersian(today),
  });
  expect({ code, ...terms }).toMatchObject({
    code: "NOWRUZ-1405",
    value: 20,
    maxDiscount: 30_000,
    minPurchase: 150_000,
    maySellBelowCost: false,
    person: null,
    series: null,
    usesMax: 2,
    usesPerPerson: 1,
    until: writePersian(today),
    state: "running",
    madeBy: "local",
    uses: 0,
    given: 0,
    belowCost: null,
  });
  const shopper = await shop.newShopper({ balanceToman: 900_000 });
  const small = await fill(shopper, code, 100_000);
  expect(small.body).toMatchObject({ code: "below_minimum_purchase" });
  const large = await fill(shopper, code.toLowerCase(), 200_000);
  expect(large.body).toMatchObject({ cart: { totalDiscount: 30_000 } });
  expect((await shopper.ask(createOrder, { body: {} })).status).toBe(200);
  expect(await find(code)).toMatchObject([{ uses: 1, given: 30_000, state: "running" }]);
  await shop.turnClock(25 * 60 * 60_000);
  expect(await find(code)).toMatchObject([{ state: "ended" }]);
  await shop.turnClock(0);
});

test("a code for one person works for nobody else, and a refund lowers its uses and cost", async () => {
  const shopper = await shop.newShopper({ balanceToman: 900_000 });
  const { code, person } = await make({ type: "fixed", value: 50_000, phone: `0${shopper.phone}` });
  expect(person).toMatchObject({ id: shopper.id });
  expect(person?.phone).toMatch(/\*/);
  const other = await fill(await shop.newShopper(), code, 200_000);
  expect(other.body).toMatchObject({ code: "wrong_discount_code" });
  await shopper.put(
    await shop.newProduct({ priceToman: 101_000, stock: 50, deliveryType: "manual" }),
    3,
  );
  expect((await shopper.ask(applyDiscount, { body: { code } })).status).toBe(200);
  const { orderId } = (await shopper.ask(createOrder, { body: {} })).body;
  expect(await find(code)).toMatchObject([{ uses: 1, given: 50_000, state: "running" }]);
  expect((await shopper.ask(cancelOrder, { params: { orderId }, body: {} })).status).toBe(200);
  expect(await find(code)).toMatchObject([{ uses: 0, given: 0 }]);
  const unknown = await shop.desk(makeDiscountCode, { body: newCode({ phone: "09999999999" }) });
  expect(unknown.body).toMatchObject({ code: "person_unknown" });
});

test("a gateway payment adds to a code's cost when it is paid, and sales below cost are shown", async () => {
  const { code, id } = await make({ value: 60, usesMax: 1, maySellBelowCost: true });
  const shopper = await shop.newShopper();
  // The codes of this product cost 50,000 toman.
  await fill(shopper, code, 100_000);
  const authority = authorityOf(await shopper.initiate());
  expect(await find(code)).toMatchObject([{ uses: 0, given: 0, state: "running" }]);
  await shop.sandbox.pay(authority);
  await shopper.verify(authority);
  expect(await find(code)).toMatchObject([
    { id, uses: 1, given: 60_000, state: "ended", belowCost: { orders: 1, toman: 10_000 } },
  ]);
});

test("a wrong field is named in the refusal, and a request sent twice makes one code", async () => {
  const body = newCode({ value: 15, usesMax: 10 });
  const [first, second] = await Promise.all([
    shop.desk(makeDiscountCode, { body }),
    shop.desk(makeDiscountCode, { body }),
  ]);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(first.body.discountCode.id).toBe(second.body.discountCode.id);
  const lines = await shop.sql(
    "SELECT verdict, note FROM desk_decision WHERE subject_id = ?1",
    first.body.discountCode.id,
  );
  expect(lines).toEqual([{ verdict: "made", note: `${body.code}: ۱۵٪، ۱۰ بار، هر نفر ۱ بار` }]);
  const other = await shop.desk(makeDiscountCode, { body: { ...body, value: 16 } });
  expect(other.body).toMatchObject({ code: "code_taken", fields: { code: expect.any(String) } });
  const colleague = await newOperator(shop, { role: "finance" });
  expect((await colleague.ask(makeDiscountCode, { body })).body).toMatchObject({
    code: "code_taken",
  });
  const past = writePersian(tehranDay(Date.now()) - 1);
  for (const [more, field] of [
    [{ value: 101 }, "value"],
    [{ code: "کد" }, "code"],
    [{ until: past }, "until"],
    [{ usesMax: 0 }, "usesMax"],
  ] as const) {
    const { status, body: answer } = await shop.desk(makeDiscountCode, { body: newCode(more) });
    expect([status >= 400, answer]).toEqual([
      true,
      expect.objectContaining({ fields: { [field]: expect.any(String) } }),
    ]);
  }
});

test("finance makes and stops codes, support sees whole codes, and viewers see masked ones", async () => {
  const { id, code } = await make();
  const support = await newOperator(shop, { role: "support" });
  const viewer = await newOperator(shop, { role: "viewer" });
  const body = { status: "stopped" } as const;
  for (const { ask } of [support, viewer]) {
    expect((await ask(makeDiscountCode, { body: newCode() })).status).toBe(403);
    expect((await ask(setDiscountActive, { params: { id }, body })).status).toBe(403);
  }
  const seen = async ({ ask }: typeof viewer, requested: string) =>
    (await ask(listDeskDiscountCodes, { query: { code: requested } })).body.discountCodes.map(
      (row) => row.code,
    );
  expect(await seen(support, code.slice(0, -1))).toContain(code);
  expect(await seen(viewer, code)).toEqual(["TE•••"]);
  // Otherwise a viewer could find out the masked part letter by letter.
  expect(await seen(viewer, code.slice(0, -1))).not.toContain("TE•••");
});

test("a stopped code works in no cart, is stopped once, and can be started again", async () => {
  const { id, code } = await make();
  const by = await newOperator(shop, { role: "finance" });
  const move = (status: "stopped" | "running") =>
    by.ask(setDiscountActive, { params: { id }, body: { status } });
  const shopper = await shop.newShopper();
  expect((await move("running")).body).toMatchObject({ code: "stale_discount_code" });
  const both = await Promise.all([move("stopped"), move("stopped")]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await fill(shopper, code, 100_000)).body).toMatchObject({ code: "wrong_discount_code" });
  expect((await move("running")).body).toMatchObject({ discountCode: { state: "running" } });
  expect((await shopper.ask(applyDiscount, { body: { code } })).status).toBe(200);
  const lines = await linesOf(shop, by.name);
  expect(lines.map(({ subject, verdict }) => [subject, verdict])).toEqual([
    ["discount_code", "stopped"],
    ["discount_code", "started"],
  ]);
});

test("a series is previewed, made once per idempotency key, listed as one row, exported and stopped as a whole", async () => {
  const body = { ...TERMS, value: 10, maxDiscount: 20_000, usesMax: 1, prefix: "yalda", count: 40 };
  const preview = (await shop.desk(previewDiscountSeries, { body })).body;
  expect(preview).toMatchObject({ alike: 0, most: 40 * 20_000 });
  expect(preview.examples).toHaveLength(5);
  for (const example of preview.examples) expect(example).toMatch(/^YALDA-[2-9A-Z]{8}$/);
  const idempotencyKey = crypto.randomUUID();
  const twice = await Promise.all([
    shop.desk(makeDiscountSeries, { body, idempotencyKey }),
    shop.desk(makeDiscountSeries, { body, idempotencyKey }),
  ]);
  expect(twice[0].body).toEqual(twice[1].body);
  const changed = { ...body, count: 41 };
  expect(
    (await shop.desk(makeDiscountSeries, { body: changed, idempotencyKey })).body,
  ).toMatchObject({ code: "key_reused" });
  const { series, file } = twice[0].body;
  const codes = file.text
    .split("\r\n")
    .slice(1, -1)
    .map((line) => line.split(",")[0] ?? "");
  expect(new Set(codes).size).toBe(40);
  expect((await shop.desk(previewDiscountSeries, { body })).body.alike).toBe(40);

  const shopper = await shop.newShopper({ balanceToman: 500_000 });
  expect((await fill(shopper, codes[7] ?? "", 150_000)).status).toBe(200);
  expect((await shopper.ask(createOrder, { body: {} })).status).toBe(200);
  const all = await readDeskPages<DeskDiscountCode>(shop, listDeskDiscountCodes, "discountCodes");
  const rows = all.filter((row) => row.series?.id === series);
  expect(rows).toMatchObject([
    { series: { prefix: "YALDA", count: 40 }, uses: 1, given: 15_000, state: "running" },
  ]);
  const each = (await shop.desk(listDeskDiscountCodes, { query: { series, state: "ended" } })).body;
  expect(each.discountCodes.map(({ code, given }) => [code, given])).toEqual([[codes[7], 15_000]]);

  const first = rows[0]?.id ?? "";
  const alone = await shop.desk(setDiscountActive, {
    params: { id: first },
    body: { status: "stopped", isAlone: true },
  });
  expect(alone.body.discountCode).toMatchObject({ state: "stopped" });
  const { code: ended } = alone.body.discountCode;
  expect((await fill(await shop.newShopper(), ended, 100_000)).body).toMatchObject({
    code: "wrong_discount_code",
  });
  expect((await fill(await shop.newShopper(), codes[20] ?? "", 100_000)).status).toBe(200);
  const still = (await shop.desk(listDeskDiscountCodes, { query: { state: "running" } })).body;
  expect(still.discountCodes.map(({ id }) => id)).toContain(first);
  const stopped = await shop.desk(setDiscountActive, {
    params: { id: first },
    body: { status: "stopped" },
  });
  expect(stopped.body.discountCode).toMatchObject({ state: "stopped", uses: 1 });
  expect((await fill(await shop.newShopper(), codes[20] ?? "", 100_000)).body).toMatchObject({
    code: "wrong_discount_code",
  });
  const given = (await shop.desk(exportDiscountSeries, { params: { id: series } })).body.file;
  expect(given.text.split("\r\n")).toContain(`${codes[7] ?? ""},10,,,,1`);
  const missing = await shop.desk(exportDiscountSeries, { params: { id: "none" } });
  expect(missing.status).toBe(404);
});

test("the list has the newest codes first for each state, without invitation codes, and reads no more rows in a larger shop", async () => {
  const inviter = await shop.newShopper();
  await shop.sql(
    `INSERT INTO discount_code (id, code, type, value, owner_id, created_at)
     VALUES ('invited', 'HEDIYE-TEST', 'percentage', 5, ?1, ?2)`,
    inviter.id,
    Date.now(),
  );
  const [older, newer] = [await make(), await make()];
  const list = async (query: RequestOf<typeof listDeskDiscountCodes>["query"] = {}) =>
    (await shop.desk(listDeskDiscountCodes, { query })).body.discountCodes.map(({ id }) => id);
  const ids = await list();
  expect(ids).not.toContain("invited");
  expect(ids.indexOf(newer.id)).toBeLessThan(ids.indexOf(older.id));
  expect(await list({ person: inviter.id })).toEqual(["invited"]);
  expect(await list({ code: "hediye-test" })).toEqual(["invited"]);
  await shop.desk(setDiscountActive, { params: { id: older.id }, body: { status: "stopped" } });
  expect(await list({ state: "stopped" })).toContain(older.id);
  expect(await list({ state: "running" })).not.toContain(older.id);

  const filter = { state: "stopped", code: null, series: null, person: null } as const;
  const measure = (requested: DiscountFilter) =>
    shop.measure((db) => findDeskDiscountCodes(db, requested, NEWEST, 3, Date.now()));
  const small = await measure({ ...filter, state: null });
  await shop.sql(
    `INSERT INTO discount_code (id, code, type, value, created_at)
     WITH RECURSIVE n(at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < 2000)
     SELECT 'many-' || at, 'MANY-' || at, 'fixed', 1000, 5 FROM n`,
  );
  const large = await measure({ ...filter, state: null });
  expect(large.rowsRead).toBe(small.rowsRead);
  expect(large.plan.join()).toContain("discount_code_of_desk");
  // For a rare state a page reads at most five hundred codes, and the next page starts after them.
  const rare = await measure(filter);
  expect(rare.rowsRead).toBeLessThan(2_100);
  const page = await shop.desk(listDeskDiscountCodes, { query: { state: "ended", limit: 1 } });
  expect(page.body.nextCursor).toMatch(/^5~many-/);
});
