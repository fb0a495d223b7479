import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import * as statements from "../../../api/desk/figures/statements.ts";
import { writeCsv } from "../../../persian/write-csv.ts";
import { closeDay, getClosing, listClosings } from "../../../contract/desk/closing.ts";
import { deliver } from "../../../contract/desk/delivery.ts";
import { getFigures, getFiguresFile, listDebts } from "../../../contract/desk/figures.ts";
import { refundItem } from "../../../contract/desk/refund.ts";
import {
  persianDate,
  startOfDay,
  tehranDay,
  writeGregorian,
  writePersian,
} from "../../../persian/calendar.ts";
import { fillShop } from "../../../scripts/check/filled-shop.ts";
import { fillWithHistory } from "../../../scripts/generate/fill.ts";
import { SCREENS, nameThings } from "../../../scripts/generate/growth-calls.mjs";
import { SHOPPER_TOKEN, prepareCalls } from "../../../scripts/generate/growth-shop.mjs";
import { readSecrets } from "../../../scripts/run/stack-config.mjs";
import { paymentInReview } from "../../support/busy-shop.ts";
import { newOperator } from "../../support/operator.ts";
import { type AnswerTo, type TestShop, auditShop, authorityOf } from "../../support/shop.ts";
import { stateHash } from "../../support/state-hash.ts";
import { useShop } from "../../support/use-shop.ts";
import { DAY, HOUR } from "../../support/time.ts";

/** Figures of sales and money at the desk, and the close of a day. */

const now = Date.now();
const today = tehranDay(now);
const withHistory = (orders: number) => ({
  beforeStart: (dataDir: string) => {
    fillWithHistory(dataDir, { orders, seed: "figures", now, isDemo: false });
    return Promise.resolve();
  },
});

/** Returns the number that a query counts. */
async function count(shop: TestShop, sql: string, ...values: (string | number)[]) {
  const [row] = await shop.sql<{ count: number }>(sql, ...values);
  return row?.count ?? 0;
}

/** Opens each screen of desk and shop, and returns how many rows each of them read. */
async function openScreens(shop: TestShop): Promise<Map<string, number>> {
  const { url, dataDir } = shop.stack;
  const things = await prepareCalls(asDatabase(shop));
  const bearers = { guest: null, shopper: SHOPPER_TOKEN, desk: readSecrets(dataDir).DESK_TOKEN };
  const found = new Map<string, number>();
  for (const { name, calls } of SCREENS) {
    const named = nameThings(calls, things) ?? [];
    await fetch(`${url}/test/reads`);
    for (const { who, method, path, body } of named) {
      const answer = await fetch(`${url}${who === "desk" ? "/desk/v1" : "/api/v1"}${path}`, {
        method,
        headers: {
          "Content-Type": "application/json",
          ...(bearers[who] !== null && { Authorization: `Bearer ${bearers[who]}` }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      });
      expect([path, answer.status]).toEqual([path, 200]);
      await answer.arrayBuffer();
    }
    const { rows } = (await (await fetch(`${url}/test/reads`)).json()) as { rows: number };
    found.set(name, rows);
  }
  return found;
}

/** Wraps a test shop's database, with the functions that `prepareCalls` uses. */
function asDatabase(shop: TestShop): D1Database {
  const prepare = (text: string, values: unknown[] = []) => ({
    text,
    values,
    bind: (...bound: unknown[]) => prepare(text, bound),
    first: async () => (await shop.sql(text, ...values))[0] ?? null,
  });
  const batch = (rows: { text: string; values: unknown[] }[]) =>
    shop.put(...rows.map(({ text, values }) => ({ text, values })));
  return { prepare, batch } as unknown as D1Database;
}

describe("figures", () => {
  const small = useShop(withHistory(1_000));
  const large = useShop(withHistory(10_000));

  test("the figures of a month agree with ledger, orders and codes, and generated shops pass the audit", async () => {
    expect(await auditShop(small)).toEqual({});
    const present = (await small.desk(getFigures)).body;
    const { year, month } = persianDate(today);
    expect(present.period.name).toBe(`${String(year)}-${String(month).padStart(2, "0")}`);
    expect(present.bars).toHaveLength(present.period.days);
    expect(present.bars.at(-1)).toMatchObject({ isOpen: true, date: writeGregorian(today) });
    // A whole month, whatever day it is.
    const { body } = await small.desk(getFigures, { query: { month: present.period.previous } });
    const until = startOfDay(today - present.period.days + 1);
    const from = until - body.period.days * DAY;
    const transfers = (where: string) =>
      count(
        small,
        `SELECT coalesce(sum(amount_toman), 0) AS count FROM transfer
         WHERE created_at >= ?1 AND created_at < ?2 AND ${where}`,
        from,
        until,
      );
    const sales =
      (await transfers("kind = 'sale'")) -
      (await transfers("kind LIKE 'refund_%' AND debit_account_id = 'shop:sales'"));
    const earnings = await transfers("kind IN ('reward', 'referral')");
    const cost = await count(
      small,
      `SELECT sum(unit_cost_toman) AS count FROM code c JOIN code_batch b ON b.id = c.batch_id
       WHERE c.sold_at >= ?1 AND c.sold_at < ?2`,
      from,
      until,
    );
    const returned = body.bars.reduce((sum, bar) => sum + bar.cost, 0) - cost;
    expect(body.sales.value).toBe(sales);
    // Codes that are for sale again lower the units of the day on which they were returned.
    expect(body.profit.value).toBe(sales - earnings - cost - returned);
    expect(Math.abs(returned)).toBeLessThan(cost / 20);
    expect(body.orders.value).toBe(
      await count(
        small,
        "SELECT count(*) AS count FROM orders WHERE paid_at >= ?1 AND paid_at < ?2",
        from,
        until,
      ),
    );
    const wallets = body.owed.parts.find(({ kind }) => kind === "wallet");
    expect(wallets).toMatchObject(
      (
        await small.sql<object>(
          `SELECT sum(credits_toman - debits_toman) AS amount, sum(credits_toman <> debits_toman)
             AS count FROM account WHERE kind = 'shopper'`,
        )
      )[0] ?? {},
    );
    for (const kind of ["wallet", "earning"] as const) {
      const part = body.owed.parts.find((one) => one.kind === kind);
      const rows = [];
      for (let cursor: string | null | undefined = undefined; cursor !== null;) {
        const query = { kind, limit: 7, ...(cursor !== undefined && { cursor }) };
        const page: AnswerTo<typeof listDebts> = await small.desk(listDebts, { query });
        rows.push(...page.body.debts);
        cursor = page.body.nextCursor;
      }
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
      expect([kind, rows.reduce((sum, { amount }) => sum + amount, 0)]).toEqual([
        kind,
        part?.amount,
      ]);
      expect(rows[0]?.person.phone).toMatch(/^(?:|\d{3}\*{3}\d{4})$/);
    }
    expect(body.owed.total).toBe(body.owed.parts.reduce((sum, { amount }) => sum + amount, 0));
    expect(body.promises.whole).toBeGreaterThan(body.promises.part);
    const sold = body.products.map((product) => product.sales);
    expect(sold).toEqual(sold.toSorted((one, other) => other - one));
  });

  test("a year is the sum of its months, and a day has its own figures", async () => {
    const { year } = persianDate(today);
    const whole = (await small.desk(getFigures, { query: { year: String(year) } })).body;
    expect(whole.bars.map(({ name }) => name)).toEqual(
      Array.from({ length: persianDate(today).month }, (_, month) =>
        [year, String(month + 1).padStart(2, "0")].join("-"),
      ),
    );
    const months = await Promise.all(
      whole.bars.map(({ name }) => small.desk(getFigures, { query: { month: name } })),
    );
    expect(months.map(({ body }) => body.profit.value)).toEqual(
      whole.bars.map(({ profit }) => profit),
    );
    const { previous } = (await small.desk(getFigures)).body.period;
    const before = (await small.desk(getFigures, { query: { month: previous } })).body;
    const day = before.bars.at(-1);
    const alone = await small.desk(getFigures, { query: { day: day?.name ?? "" } });
    expect(alone.body.bars).toMatchObject([{ ...day, salesBefore: expect.any(Number) }]);
    const ahead = writePersian(today + 40);
    expect((await small.desk(getFigures, { query: { day: ahead } })).body.bars).toEqual([]);
  });

  test("the rows read depend on days and products, and not on the number of orders", async () => {
    const [from, to] = [today - 60, today];
    const products = await count(small, "SELECT count(*) AS count FROM product");
    const reads = async (shop: TestShop) => {
      const read = async (make: (db: D1Database) => D1PreparedStatement) =>
        (await shop.measure(make)).rowsRead;
      return {
        days: await read((db) => statements.findDays(db, from, to)),
        sums: await read((db) => statements.findSums(db, from, to)),
        promises: await read((db) => statements.findPromises(db, from, to)),
        books: await read((db) => statements.findBooks(db)),
        products: await read((db) => statements.findBestSellers(db, { from, to }, today, 10)),
      };
    };
    const [few, many] = [await reads(small), await reads(large)];
    expect(few.books).toBe(many.books);
    for (const { days, sums, promises, products: rows } of [few, many]) {
      expect(sums).toBeLessThanOrEqual(61);
      expect(days).toBeLessThan(61 * 40);
      expect(promises).toBeLessThan(61 * 8);
      expect(rows).toBeLessThan(61 * products * 3);
    }
  });

  test("no screen reads more rows in a shop ten times as large, except for the rows that it lists", async () => {
    const [few, many] = [await openScreens(small), await openScreens(large)];
    const grown = SCREENS.flatMap(({ name, most }) => {
      const [less = 0, more = 0] = [few.get(name), many.get(name)];
      return more <= Math.max(less, most) ? [] : [`${name}: ${String(less)} → ${String(more)}`];
    });
    expect(grown).toEqual([]);
    expect([...many.keys()]).toEqual(SCREENS.map(({ name }) => name));
  });

  test("the file has both calendars and no cell that a spreadsheet would run", async () => {
    const product = await small.newProduct({ priceToman: 90_000_000, stock: 3 });
    await small.sql("UPDATE product SET name = '=HYPERLINK(1)' WHERE id = ?1", product);
    const shopper = await small.newShopper({ balanceToman: 90_000_000 });
    await small.sql("UPDATE user SET created_at = 1 WHERE id = ?1", shopper.id);
    await shopper.buy(product);
    await small.sql("UPDATE orders SET look_due_at = NULL WHERE look_due_at IS NOT NULL");
    const viewer = await newOperator(small, { role: "viewer" });
    const file = async (table: string) => {
      const answer = await fetch(
        `${small.stack.url}/desk/v1${getFiguresFile.path}?table=${table}`,
        { headers: { Authorization: `Bearer ${viewer.token ?? ""}` } },
      );
      expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
        await answer.arrayBuffer(),
      );
    };
    const days = (await file("days")).split("\r\n");
    expect(days[0]).toMatch(/^\ufeffتاریخ,تاریخ میلادی,/);
    expect(days.at(-2)).toMatch(new RegExp(`^${writePersian(today)},${writeGregorian(today)},\\d`));
    expect(await file("products")).not.toMatch(/(^|,)[=+@]/m);
    expect(writeCsv([["=1+1", "\t@a", "-2", -2, 'a"b,c', "ok"]])).toBe(
      `\ufeff"=""=1+1""","=""\t@a""","=""-2""",-2,"a""b,c",ok\r\n`,
    );
  });
});

describe("growth", () => {
  test("the same seed, time and keys give the same rows", async () => {
    const folders = await Promise.all(
      [1, 2].map(async () => {
        const dataDir = await mkdtemp(join(tmpdir(), "armaghan-seed-"));
        await cp(await fillShop(), dataDir, { recursive: true });
        return dataDir;
      }),
    );
    try {
      const [one, other] = folders.map((dataDir) => {
        fillWithHistory(dataDir, { orders: 120, seed: "twice", now, isDemo: true });
        return stateHash({ stack: { dataDir } });
      });
      expect(one).toBe(other);
    } finally {
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
    }
  });
});

describe("closing a day", () => {
  const shop = useShop({ audit: true });
  afterEach(async () => {
    await shop.sandbox.clearFaults();
  });
  const dayAt = (ahead: number) => writePersian(tehranDay(Date.now()) + ahead);
  const at = async (day: string) => (await shop.desk(getClosing, { query: { day } })).body.closing;

  test("a refund is counted on its own day, and a promise on the day of the delivery", async () => {
    const shopper = await shop.newShopper({ balanceToman: 1_000_000 });
    const product = await shop.newProduct({ priceToman: 100_000, stock: 5 });
    const byHand = await shop.newProduct({ priceToman: 50_000, stock: 5, deliveryType: "manual" });
    await shopper.put(product, 2);
    const orderId = await shopper.buy(byHand);
    const items = await shop.sql<{ id: string }>(
      "SELECT id FROM order_item WHERE order_id = ?1 ORDER BY position",
      orderId,
    );
    const [first = "", second = ""] = items.map(({ id }) => id);
    const before = (await shop.desk(getFigures, { query: { day: dayAt(0) } })).body;
    expect(before).toMatchObject({
      sales: { value: 200_000 },
      orders: { value: 1 },
      bought: { part: 1, whole: 1 },
      products: [{ id: product, units: 2, orders: 1, sales: 200_000 }],
    });
    await shop.turnClock(2 * DAY);
    const given = { orderItemId: first };
    await shop.desk(refundItem, {
      params: given,
      body: { opened: true, reason: "کد کار نمی‌کند" },
    });
    await shop.desk(deliver, {
      params: { orderItemId: second },
      body: { codes: ["FIGURES-CODE-1"] },
    });
    const same = (await shop.desk(getFigures, { query: { day: dayAt(0) } })).body;
    expect(same.bars).toEqual(before.bars.map((bar) => ({ ...bar, isOpen: false })));
    const later = (await shop.desk(getFigures, { query: { day: dayAt(2) } })).body;
    expect(later).toMatchObject({
      sales: { value: 50_000 - 200_000 },
      promises: { part: 0, whole: 1 },
      bars: [{ refunds: 200_000 }],
    });
    await shop.turnClock(0);
  });

  test("a day is closed once, after its end and when the gateway answers, and never changes afterwards", async () => {
    const finance = await newOperator(shop, { role: "finance" });
    const viewer = await newOperator(shop, { role: "viewer" });
    const program = await newOperator(shop, { role: "owner", program: "owner" });
    const shopper = await shop.newShopper();
    await shopper.put(await shop.newProduct({ priceToman: 120_000, stock: 2 }));
    await shopper.payAtBank();
    const day = dayAt(0);
    const close = (as: typeof finance, more: object = {}) =>
      as.askUntyped(closeDay, { body: { day, difference: 0, ...more } });
    expect(await close(finance)).toMatchObject({ status: 409, body: { code: "not_over" } });
    await shop.turnClock(DAY + HOUR);
    expect(await close(viewer)).toMatchObject({ body: { code: "role_too_low" } });
    expect(await close(program)).toMatchObject({ body: { code: "person_needed" } });
    await shop.sandbox.plan({ provider: "zarinpal", call: "unVerified", kind: "code" });
    expect(await close(finance)).toMatchObject({ body: { code: "gateway_silent" } });
    await shop.sandbox.clearFaults();
    expect(await close(finance, { difference: 5 })).toMatchObject({
      body: { code: "difference_changed" },
    });
    const both = await Promise.all([close(finance), close(finance)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await close(finance)).toMatchObject({ body: { code: "decided" } });
    const closed = await at(day);
    expect(closed).toMatchObject({
      ledger: 120_000,
      gateway: 120_000,
      difference: 0,
      state: "closed",
      closedBy: finance.name,
      rows: [],
    });
    const { body } = await shop.desk(listClosings, { query: { month: day.slice(0, 7) } });
    expect(body.days.find((one) => one.day === day)).toMatchObject({ state: "closed" });
    // The database refuses to book on the closed day and to change it.
    await expect(
      shop.sql(
        `INSERT INTO transfer (id, kind, debit_account_id, credit_account_id, amount_toman,
           created_at) VALUES ('topup:late', 'topup', 'gateway:zarinpal', 'shop:capital', 5, ?1)`,
        Date.now(),
      ),
    ).rejects.toThrow(/SQLITE_CONSTRAINT/);
    expect(await finance.askUntyped(getClosing, { query: { day: "1390-01-01" } })).toMatchObject({
      status: 404,
    });
  });

  test("a day with a difference lists its rows, and can be closed only with a reason", async () => {
    await shop.turnClock(3 * DAY);
    const finance = await newOperator(shop, { role: "finance" });
    const { id } = await paymentInReview(shop);
    const open = await shop.newShopper();
    await open.put(await shop.newProduct({ priceToman: 70_000, stock: 1 }));
    // A payment at the bank whose shopper did not return to the shop.
    const authority = authorityOf(await open.initiate());
    await shop.sandbox.pay(authority);
    const day = dayAt(3);
    await shop.turnClock(4 * DAY + HOUR);
    const seen = await at(day);
    expect(seen).toMatchObject({ ledger: 0, gateway: 150_000, difference: 150_000 });
    expect(seen.rows.map(({ kind, amount }) => [kind, amount]).toSorted()).toEqual([
      ["review", 80_000],
      ["unconfirmed", 70_000],
    ]);
    expect(seen.rows.find(({ kind }) => kind === "review")?.id).toBe(id);
    const close = (more: object) =>
      finance.askUntyped(closeDay, { body: { day, difference: 150_000, ...more } });
    expect(await close({})).toMatchObject({ status: 422, body: { code: "note_needed" } });
    const note = "هر دو پرداخت فردا روشن می‌شود";
    expect(await close({ gatewayAmount: 149_000, difference: 149_000, note })).toMatchObject({
      status: 200,
      body: { closing: { difference: 149_000, note, isFromPanel: true, state: "closed" } },
    });
    const line = await shop.sql<{ verdict: string; state_after: string }>(
      "SELECT verdict, state_after FROM desk_decision WHERE subject = 'closing' AND subject_id = ?1",
      day,
    );
    expect(line).toEqual([{ verdict: "closed", state_after: "149000" }]);
    await shop.turnClock(5 * DAY);
  });

  test("on the first day of a month, the list shows the month before, whose days are to be closed", async () => {
    let ahead = 6;
    while (!dayAt(ahead).endsWith("-01")) ahead += 1;
    await shop.turnClock(ahead * DAY);
    const { body: list } = await shop.desk(listClosings);
    expect(list).toMatchObject({
      month: dayAt(ahead - 1).slice(0, 7),
      next: dayAt(ahead).slice(0, 7),
    });
    expect(list.days.at(0)?.day).toBe(dayAt(ahead - 1));
    expect(list.recent.at(0)?.day).toBe(dayAt(ahead));
    await shop.turnClock((ahead + 1) * DAY);
    expect((await shop.desk(listClosings)).body).toMatchObject({
      month: dayAt(ahead).slice(0, 7),
      next: null,
    });
  });
});
