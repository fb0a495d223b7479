import { afterEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import { NEWEST } from "../../../api/base/page.ts";
import { findTransactions } from "../../../api/money/transaction/statements.ts";
import type { PageQuery } from "../../../contract/page.ts";
import { getTransactions } from "../../../contract/transaction.ts";
import { requestWithdrawal } from "../../../contract/withdrawal.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { maskCardNumber } from "../../../persian/identifiers.ts";
import { DAMAGED_SEALS, damageCard } from "../../support/damage.ts";
import { readPages } from "../../support/read-pages.ts";
import { type TestShopper, authorityOf } from "../../support/shop.ts";
import { useSharedShop } from "../../support/use-shop.ts";
import { MINUTE } from "../../support/time.ts";

const shop = useSharedShop({ audit: true });
afterEach(() => shop.turnClock(0));

const list = async (shopper: TestShopper, query: z.input<typeof PageQuery> = {}) =>
  (await shopper.ask(getTransactions, { query })).body;
/** The transactions as a shopper sees them, newest first. */
const shown = async (shopper: TestShopper) =>
  (await list(shopper)).transactions.map(({ type, status, amount, description }) => [
    type,
    status,
    amount,
    description,
  ]);
const isolated = (text: string) => `\u2066${text}\u2069`;
const shownNumber = (order?: { number: string }) => toPersianDigits(order?.number ?? "");

/** Adds past bookings, of which always two have the same second. */
const addHistory = (shopper: TestShopper, count: number) =>
  shop.sql(
    `INSERT INTO transfer (id, kind, debit_account_id, credit_account_id, amount_toman, created_at)
     SELECT 'opening:' || ?1 || '-' || value, 'opening', 'shop:capital', 'shopper:' || ?1,
       1000 + value, value / 2 * 1000
     FROM json_each(?2)`,
    shopper.id,
    JSON.stringify(Array.from({ length: count }, (_, index) => index)),
  );

describe("the wallet's history", () => {
  test("shows a top-up from start to end, with the card", async () => {
    const shopper = await shop.newShopper();
    const [paid, canceled] = [await shopper.topUp(50_000), await shopper.topUp(70_000)];
    const card = isolated(maskCardNumber(shopper.cardNumber));
    const text = `افزایش موجودی از درگاه زرین‌پال با کارت ${card}`;
    expect(await shown(shopper)).toEqual([
      ["deposit", "pending", 70_000, text],
      ["deposit", "pending", 50_000, text],
    ]);
    await shop.sandbox.pay(authorityOf(paid));
    await shopper.verify(authorityOf(paid));
    await shop.sandbox.cancel(authorityOf(canceled));
    await shopper.verify(authorityOf(canceled));
    expect(await shown(shopper)).toEqual([
      ["deposit", "failed", 70_000, text],
      ["deposit", "completed", 50_000, text],
    ]);
  });

  test("shows transfers of an undecryptable card without its number", async () => {
    const shopper = await shop.newShopper({ balanceToman: 500_000 });
    await shopper.topUp(50_000);
    expect((await shopper.ask(requestWithdrawal, { body: { amount: 200_000 } })).status).toBe(200);
    for (const seal of DAMAGED_SEALS) {
      await damageCard(shop, shopper.cardId, seal);
      expect(await shown(shopper)).toEqual([
        ["withdrawal", "pending", 200_000, "برداشت به کارت"],
        ["deposit", "pending", 50_000, "افزایش موجودی از درگاه زرین‌پال با کارت"],
        ["deposit", "completed", 500_000, "موجودی آغازین"],
      ]);
    }
  });

  test("shows the wallet money of orders: taken at once, held, released, and taken late", async () => {
    const product = await shop.newProduct({ stock: 5, priceToman: 100_000 });
    const shopper = await shop.newShopper({ balanceToman: 130_000 });
    const opening = ["deposit", "completed", 130_000, "موجودی آغازین"];
    const orderId = await shopper.buy(product);
    const [order] = await shopper.orders();
    const bought = ["purchase", "completed", 100_000, `خرید سفارش ${shownNumber(order)}`];
    expect((await list(shopper)).transactions[0]?.order).toEqual({
      id: orderId,
      number: order?.number,
    });
    expect(await shown(shopper)).toEqual([bought, opening]);

    await shopper.put(product);
    const started = await shopper.initiate({ isUsedWallet: true });
    const [held] = await shown(shopper);
    expect(held?.slice(0, 3)).toEqual(["purchase", "pending", 30_000]);
    // The order has a number already, but no page before it is paid.
    expect((await list(shopper)).transactions[0]?.order).toBeNull();
    await shop.turnClock(20 * MINUTE);
    await shop.runJobs();
    expect((await shown(shopper))[0]?.slice(0, 3)).toEqual(["purchase", "failed", 30_000]);
    await shop.sandbox.pay(authorityOf(started));
    await shop.runJobs();
    const [late] = await shopper.orders();
    expect(await shown(shopper)).toEqual([
      ["purchase", "completed", 30_000, `خرید سفارش ${shownNumber(late)}`],
      bought,
      opening,
    ]);
  });

  test("shows a payment that came too late for its order", async () => {
    const product = await shop.newProduct({ stock: 1, priceToman: 100_000 });
    const [late, quick] = [
      await shop.newShopper(),
      await shop.newShopper({ balanceToman: 100_000 }),
    ];
    await late.put(product);
    const started = await late.initiate();
    await shop.turnClock(20 * MINUTE);
    await quick.buy(product);
    await shop.sandbox.pay(authorityOf(started));
    await late.verify(authorityOf(started));
    expect(await shown(late)).toEqual([
      ["deposit", "completed", 100_000, "پرداختی که سفارش آن دیگر قابل تحویل نبود"],
    ]);
  });

  test("is visible to its signed-in owner only", async () => {
    const [one, other] = [await shop.newShopper({ balanceToman: 5_000 }), await shop.newShopper()];
    expect((await list(one)).transactions).toHaveLength(1);
    expect(await list(other)).toEqual({ transactions: [], nextCursor: null });
    expect((await shop.ask(getTransactions)).status).toBe(401);
  });

  test("comes in complete pages without duplicates, also with equal timestamps", async () => {
    const shopper = await shop.newShopper();
    await addHistory(shopper, 123);
    const pages = await readPages((query) => list(shopper, query));
    expect(pages.map(({ transactions }) => transactions.length)).toEqual([50, 50, 23]);
    const seen = pages.flatMap(({ transactions }) => transactions.map(({ id }) => id));
    expect(new Set(seen).size).toBe(123);
    const seven = await list(shopper, { limit: 7 });
    expect([seven.transactions.map(({ id }) => id), seven.nextCursor === null]).toEqual([
      seen.slice(0, 7),
      false,
    ]);
  });

  test("reads no more rows as it grows, on any page", async () => {
    const [short, long] = [await shop.newShopper(), await shop.newShopper()];
    await addHistory(short, 60);
    await addHistory(long, 200);
    const cost = (shopper: TestShopper, after = NEWEST) =>
      shop.measure((db) => findTransactions(db, shopper.id, { limit: 51, after }));
    const [first, again, deep] = [
      await cost(short),
      await cost(long),
      await cost(long, { at: 30_000, id: "opening:" }),
    ];
    expect(first.plan.filter((step) => step.startsWith("SCAN") && step !== "SCAN w")).toEqual([]);
    expect(first.plan.join("\n")).toContain(
      "USING INDEX wallet_transaction_of_user (user_id=? AND (created_at,id)<(?,?))",
    );
    expect(again.rowsRead).toBeLessThanOrEqual(first.rowsRead);
    expect(deep.rowsRead).toBeLessThanOrEqual(first.rowsRead);
    expect(first.rowsRead).toBeGreaterThan(50);
  });
});
