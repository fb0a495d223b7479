import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { fingerprintCode } from "../../../api/buying/code/code-text.ts";
import { createReloadly } from "../../../api/outside/reloadly.ts";
import type { Supplier } from "../../../api/outside/supplier.ts";
import { deliver, listDeliveries } from "../../../contract/desk/delivery.ts";
import { decideLook } from "../../../contract/desk/look.ts";
import { getQueuePane } from "../../../contract/desk/queue.ts";
import { refundItem } from "../../../contract/desk/refund.ts";
import {
  askSupplierAgain,
  getSupply,
  listSupplierOrders,
  setProductSupply,
  setSupplier,
} from "../../../contract/desk/supply.ts";
import { cancelOrder, createOrder, getOrderItemContent } from "../../../contract/order.ts";
import type { FaultPlan } from "../../support/sandbox.ts";
import { newOperator } from "../../support/operator.ts";
import { authorityOf } from "../../support/shop.ts";
import { useShop } from "../../support/use-shop.ts";
import { MINUTE } from "../../support/time.ts";

/** A shop that buys codes from a wholesale supplier. */
const shop = useShop({
  audit: true,
  reloadly: true,
  shopVars: { PROVIDER_TIMEOUT_MS: "2000", SUPPLIER_ORDER_TIMEOUT_MS: "1500" },
});
const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
const error = vi.spyOn(console, "error").mockImplementation(() => {});
beforeEach(() => holds(100_000));
afterEach(async () => {
  await shop.turnClock(0);
  await shop.sandbox.clearFaults();
  warn.mockClear();
  error.mockClear();
});
const fails = (call: FaultPlan["call"], kind: FaultPlan["kind"], more: Partial<FaultPlan> = {}) =>
  shop.sandbox.plan({ provider: "reloadly", call, kind, ...more });

/** Toman per dollar. A card of ten dollars costs 98 % of its value plus half a dollar. */
const RATE = 10_000;
const COST = 103_000;
const CEILING = 110_000;
const PRICE = 130_000;

/** Sets the balance at the supplier in cents, and lets the shop read it. */
async function holds(
  cents: number,
  more: { ceilingDay?: number | null; lowBalance?: string } = {},
) {
  await shop.sandbox.setAccount(cents);
  // Other tests set the clock ahead, so this time may lie in the future.
  await shop.sql("UPDATE supplier SET moved_at = 0");
  const body = { rate: RATE, ceilingDay: null, ...more };
  const { supplier } = (await shop.desk(setSupplier, { params: { name: "reloadly" }, body })).body;
  return supplier;
}

interface SupplyOptions {
  sku?: string;
  source?: "shelf" | "both" | "supplier";
  stock?: number;
  ceilingCode?: number;
  ceilingDay?: number | null;
}

const ruleOf = ({ sku = "120", source = "supplier", ...more }: SupplyOptions = {}) => ({
  source,
  sku,
  face: "10",
  ceilingCode: more.ceilingCode ?? CEILING,
  ceilingDay: more.ceilingDay ?? null,
});

/** Makes a product whose codes come from the supplier. */
async function newSupplied(options: SupplyOptions = {}): Promise<string> {
  const productId = await shop.newProduct({ stock: options.stock ?? 0, priceToman: PRICE });
  const answer = await shop.desk(setProductSupply, {
    params: { productId },
    body: ruleOf(options),
  });
  expect(answer.status).toBe(200);
  return productId;
}

const stockOf = async (id: string) => {
  const { products } = (await shop.desk(getSupply)).body;
  return products.find(({ productId }) => productId === id)?.available;
};

/** Buys units of a product of the supplier, and returns before the codes have come. */
async function bought(options: SupplyOptions & { quantity?: number } = {}) {
  const productId = await newSupplied(options);
  const shopper = await shop.newShopper({ balanceToman: 10 * PRICE });
  const orderId = await shopper.buy(productId, options.quantity ?? 1);
  const [row] = await shop.sql<{ ref: string; order_item_id: string }>(
    `SELECT q.ref, q.order_item_id FROM supplier_order q JOIN order_item i ON i.id = q.order_item_id
     WHERE i.order_id = ?1`,
    orderId,
  );
  if (!row) throw new Error("Nothing is ordered");
  return { productId, shopper, orderId, itemId: row.order_item_id, ref: row.ref };
}
type Bought = Awaited<ReturnType<typeof bought>>;
const codesOf = async ({ shopper, orderId, itemId }: Bought) =>
  (await shopper.ask(getOrderItemContent, { params: { orderId, orderItemId: itemId } })).body;
const stateOf = async (ref: string) =>
  (await shop.sql<{ state: string }>("SELECT state FROM supplier_order WHERE ref = ?1", ref))[0]
    ?.state;
const comes = (ref: string, state: string) => expect.poll(() => stateOf(ref)).toBe(state);
/** Waits until a request to the supplier has ended without a clear answer. */
const isUnclear = (ref: string) =>
  expect
    .poll(() =>
      shop.sql(
        `SELECT 1 FROM supplier_order
           WHERE ref = ?1 AND state = 'asking' AND next_attempt_at <> asked_at + 91500`,
        ref,
      ),
    )
    .toHaveLength(1);
/** Lets minutes pass, and then runs the jobs of suppliers. */
async function later(minutes: number) {
  await shop.turnClock(minutes * MINUTE);
  await shop.runJobs("supplies");
}
const transfersOf = (ref: string) =>
  shop.sql(
    `SELECT kind, debit_account_id AS source, credit_account_id AS target, amount_toman AS toman
     FROM transfer WHERE id IN ('purchase:' || ?1, 'purchase_returned:' || ?1) ORDER BY id`,
    ref,
  );
const PURCHASE = {
  kind: "purchase",
  source: "shop:purchases",
  target: "supplier:reloadly",
  toman: COST,
};

describe("buying codes that are not in stock", () => {
  test("a product of the supplier shows a stock of ten, and a bought code is delivered without an operator, with an SMS", async () => {
    const productId = await newSupplied();
    expect(await stockOf(productId)).toBe(10);
    const shopper = await shop.newShopper({ balanceToman: 3 * PRICE });
    const orderId = await shopper.buy(productId, 2);
    const [item] = (await shopper.order(orderId)).OrderItems;
    expect(["processing", "delivered"]).toContain(item?.deliveryStatus);
    await expect.poll(async () => (await shopper.order(orderId)).deliveryStatus).toBe("delivered");
    const [row] = await shop.sql<{ ref: string }>(
      "SELECT ref FROM supplier_order WHERE order_item_id = ?1",
      item?.id,
    );
    const ref = row?.ref ?? "";
    expect(await shop.sandbox.sales([ref])).toMatchObject([{ quantity: 2, cents: 2_060 }]);
    const itemId = item?.id ?? "";
    expect(await codesOf({ productId, shopper, orderId, itemId, ref })).toEqual([
      expect.stringMatching(/^RLD-/),
      expect.stringMatching(/^RLD-/),
    ]);
    expect(await transfersOf(ref)).toEqual([{ ...PURCHASE, toman: 2 * COST }]);
    const costs = await shop.sql(
      `SELECT b.unit_cost_toman AS toman, d.cost_toman AS figures FROM code c
       JOIN code_batch b ON b.id = c.batch_id JOIN product_day d ON d.product_id = c.product_id
       WHERE c.order_item_id = ?1`,
      itemId,
    );
    expect(costs).toEqual([
      { toman: COST, figures: 2 * COST },
      { toman: COST, figures: 2 * COST },
    ]);
    await shop.runJobs("sms");
    expect(await shop.sandbox.messages(shopper.phone)).toHaveLength(1);
  });

  test("codes in stock are sold first and the supplier brings the rest, paid through the gateway", async () => {
    const productId = await newSupplied({ source: "both", stock: 1 });
    expect(await stockOf(productId)).toBe(10);
    const shopper = await shop.newShopper();
    await shopper.put(productId, 3);
    const started = await shopper.initiate();
    expect(started.status).toBe(200);
    const held = await shop.sql(
      `SELECT q.quantity, q.state FROM supplier_order q WHERE q.product_id = ?1`,
      productId,
    );
    expect(held).toEqual([{ quantity: 2, state: "held" }]);
    const authority = authorityOf(started);
    await shop.sandbox.pay(authority);
    // The shopper comes back twice while the jobs check the payment.
    await Promise.all([
      shopper.verify(authority),
      shopper.verify(authority),
      shop.runJobs("payments", "supplies"),
    ]);
    const orderId = (await shopper.orders())[0]?.id ?? "";
    await expect.poll(async () => (await shopper.order(orderId)).deliveryStatus).toBe("delivered");
    const [item] = (await shopper.order(orderId)).OrderItems;
    expect(item?.codes.map(({ position }) => position)).toEqual([1, 2, 3]);
    const refs = await shop.sql<{ ref: string }>(
      "SELECT ref FROM supplier_order WHERE order_item_id = ?1",
      item?.id,
    );
    expect(await shop.sandbox.sales(refs.map(({ ref }) => ref))).toMatchObject([{ quantity: 2 }]);
  });

  test("an unpaid order releases its units, and a late payment orders them again", async () => {
    const productId = await newSupplied({ ceilingDay: 2 * CEILING });
    const shopper = await shop.newShopper();
    await shopper.put(productId, 2);
    const started = await shopper.initiate();
    expect(await stockOf(productId)).toBe(0);
    const other = await shop.newShopper({ balanceToman: PRICE });
    await shop.turnClock(16 * MINUTE);
    await shop.runJobs("payments");
    expect(await stockOf(productId)).toBe(2);
    const otherId = await other.buy(productId);
    await expect.poll(async () => (await other.order(otherId)).deliveryStatus).toBe("delivered");
    const authority = authorityOf(started);
    await shop.sandbox.pay(authority);
    // The other order has used a part of the day's ceiling, so the money goes to the wallet.
    expect((await shopper.verify(authority)).body).toMatchObject({
      success: true,
      purpose: "other",
    });
    const third = await shop.newShopper();
    await third.put(productId);
    const again = await third.initiate();
    await shop.turnClock(33 * MINUTE);
    await shop.runJobs("payments", "supplier balance");
    await shop.sandbox.pay(authorityOf(again));
    expect((await third.verify(authorityOf(again))).body).toMatchObject({
      purpose: "cart_checkout",
    });
  });

  test("stock is limited by ceilings and balance, and nothing is sold beyond it", async () => {
    const productId = await newSupplied({ ceilingDay: 3 * CEILING });
    expect(await stockOf(productId)).toBe(3);
    const shoppers = await shop.newShoppers(5, { balanceToman: PRICE });
    for (const shopper of shoppers) await shopper.put(productId);
    const answers = await Promise.all(
      shoppers.map((shopper) => shopper.ask(createOrder, { body: {} })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(await stockOf(productId)).toBe(0);
    // The codes cost less than their ceilings, but what is left is too little for a fourth code.
    await shop.runJobs("supplies");
    await expect
      .poll(async () =>
        (await shop.sql("SELECT state FROM supplier_order WHERE product_id = ?1", productId)).map(
          ({ state }) => state,
        ),
      )
      .toEqual(["done", "done", "done"]);
    const other = await newSupplied();
    await holds(2 * 1_100);
    expect(await stockOf(other)).toBe(2);
    const { committedToday } = (await shop.desk(getSupply)).body.suppliers[0] ?? {};
    await holds(100_000, { ceilingDay: (committedToday ?? 0) + CEILING });
    expect(await stockOf(other)).toBe(1);
    await holds(100_000);
    await shop.turnClock(31 * MINUTE);
    expect(await stockOf(other)).toBe(0);
    await shop.runJobs("supplier balance");
    expect(await stockOf(other)).toBe(10);
  });

  test("a supplier without a rate, or whose rule says `shelf`, adds nothing to the stock", async () => {
    const productId = await newSupplied({ source: "shelf", stock: 2 });
    expect(await stockOf(productId)).toBe(2);
    const set = (options: SupplyOptions) =>
      shop.desk(setProductSupply, { params: { productId }, body: ruleOf(options) });
    await set({ source: "supplier" });
    expect(await stockOf(productId)).toBe(10);
    await shop.sql("UPDATE supplier SET rate_toman = NULL");
    expect(await stockOf(productId)).toBe(0);
    await set({ source: "both" });
    expect(await stockOf(productId)).toBe(2);
  });
});

describe("when the supplier's answer is unclear", () => {
  test("an order whose answer was lost is found again, and nothing is bought twice", async () => {
    await fails("order", "lost_answer");
    const here = await bought();
    await isUnclear(here.ref);
    expect(await here.shopper.order(here.orderId)).toMatchObject({
      canCancel: false,
      OrderItems: [{ deliveryStatus: "processing", isComing: true, codes: [] }],
    });
    await later(3);
    await comes(here.ref, "done");
    expect(await codesOf(here)).toHaveLength(1);
    expect(await shop.sandbox.sales([here.ref])).toHaveLength(1);
    expect(await transfersOf(here.ref)).toEqual([PURCHASE]);
  });

  test.each(["html", "timeout"] as const)(
    "after %s an order is sent again, under the same ref, only when two checks did not find it",
    async (kind) => {
      await fails("order", kind);
      const here = await bought();
      await isUnclear(here.ref);
      // This is too early: the supplier's list may not show the order yet.
      await later(1);
      expect(await shop.sandbox.sales([here.ref])).toHaveLength(0);
      await later(3);
      expect(await stateOf(here.ref)).toBe("asking");
      await later(3.5);
      expect(await stateOf(here.ref)).toBe("asking");
      await later(6);
      await later(6.1);
      await comes(here.ref, "done");
      expect(await shop.sandbox.sales([here.ref])).toHaveLength(1);
      const [row] = await shop.sql("SELECT attempts FROM supplier_order WHERE ref = ?1", here.ref);
      expect(row).toEqual({ attempts: 2 });
    },
  );

  test("an unclear order goes to the desk after ten minutes, and its code still comes by itself", async () => {
    await fails("order", "lost_answer");
    await fails("find", "http_500", { times: 3 });
    const here = await bought();
    await isUnclear(here.ref);
    await later(3);
    await later(6);
    expect((await here.shopper.order(here.orderId)).OrderItems).toMatchObject([{ isComing: true }]);
    await later(14);
    expect((await here.shopper.order(here.orderId)).OrderItems).toMatchObject([
      { isComing: false },
    ]);
    const waiting = (await shop.desk(listDeliveries)).body.deliveries;
    expect(waiting).toContainEqual(
      expect.objectContaining({
        orderItemId: here.itemId,
        lacking: 1,
        supply: { ref: here.ref, state: "asking", reason: null },
      }),
    );
    await later(16);
    await comes(here.ref, "done");
    const left = (await shop.desk(listDeliveries)).body.deliveries;
    expect(left.some(({ orderItemId }) => orderItemId === here.itemId)).toBe(false);
  });

  test("an order that was sent twice goes to review", async () => {
    await fails("order", "http_500");
    const here = await bought();
    await isUnclear(here.ref);
    const { stack } = shop;
    const origin = `${stack.bankUrl}/sandbox/reloadly`;
    const stranger = createReloadly({
      origin,
      authOrigin: origin,
      clientId: "sandbox",
      clientSecret: "sandbox",
      senderName: "x",
      timeoutMs: 2_000,
      orderTimeoutMs: 2_000,
      now: Date.now,
    });
    const order = { ref: here.ref, sku: "120", face: "10", faceCurrency: "USD", quantity: 1 };
    await Promise.all([stranger.order(order), stranger.order(order)]);
    await later(3);
    expect(await stateOf(here.ref)).toBe("review");
    await later(30);
    const again = await shop.desk(askSupplierAgain, { params: { ref: here.ref } });
    expect(again.body.order).toMatchObject({ state: "review", reason: "several" });
    expect(await shop.sandbox.sales([here.ref])).toHaveLength(2);
    // The buyer still gets a code by hand.
    const params = { orderItemId: here.itemId };
    const codes = [`HAND-${here.ref}`];
    expect((await shop.desk(deliver, { params, body: { codes } })).status).toBe(200);
    expect(await codesOf(here)).toEqual(codes);
  });

  test("when the supplier refuses a ref as a repeated one, the order is found at once", async () => {
    await fails("order", "lost_answer");
    const here = await bought();
    await isUnclear(here.ref);
    // Resets the row, as if the shop had taken the lost answer for a failure.
    await shop.sql(
      "UPDATE supplier_order SET state = 'due', next_attempt_at = 1 WHERE ref = ?1",
      here.ref,
    );
    await later(0);
    expect(await stateOf(here.ref)).toBe("done");
    expect(await shop.sandbox.sales([here.ref])).toHaveLength(1);
  });

  test("an order whose request the supplier rejected (401) waits and is sent again later", async () => {
    await fails("order", "code", { code: 401, times: 2 });
    const here = await bought();
    // A new order is due as well, so `attempts` shows that this one was sent once.
    await expect
      .poll(() =>
        shop.sql(
          "SELECT 1 FROM supplier_order WHERE ref = ?1 AND state = 'due' AND attempts = 1",
          here.ref,
        ),
      )
      .toHaveLength(1);
    await later(0);
    expect(await shop.sandbox.sales([here.ref])).toHaveLength(0);
    await later(2);
    await comes(here.ref, "done");
  });

  test("when many runs work on one order at once, it is sent once", async () => {
    await fails("price", "http_500");
    const here = await bought();
    await expect
      .poll(async () =>
        Number(
          (
            await shop.sql(
              "SELECT next_attempt_at > created_at AS moved FROM supplier_order WHERE ref = ?1",
              here.ref,
            )
          )[0]?.["moved"],
        ),
      )
      .toBe(1);
    await shop.turnClock(3 * MINUTE);
    const asked = () => shop.deskUntyped(askSupplierAgain, { params: { ref: here.ref } });
    await Promise.all([
      ...Array.from({ length: 5 }, () => shop.runJobs("supplies")),
      ...Array.from({ length: 5 }, asked),
    ]);
    await later(6);
    await comes(here.ref, "done");
    expect(await shop.sandbox.sales([here.ref])).toHaveLength(1);
  });
});

describe("codes that come later", () => {
  test("codes are delivered when they are ready, in whatever form the supplier writes them", async () => {
    const here = await bought({ sku: "121" });
    await comes(here.ref, "working");
    expect((await here.shopper.order(here.orderId)).canCancel).toBe(false);
    await later(1);
    await later(2);
    await comes(here.ref, "done");
    expect(await codesOf(here)).toEqual([expect.stringMatching(/^PIN-\d{15}$/)]);
    const number = await bought({ sku: "122" });
    await comes(number.ref, "done");
    expect(await codesOf(number)).toEqual([expect.stringMatching(/^90071\d{15}$/)]);
    const both = await bought({ sku: "126" });
    await comes(both.ref, "done");
    expect(await codesOf(both)).toEqual([expect.stringMatching(/^\d{15} — PIN: 4711$/)]);
  });

  test("fewer codes than units are not delivered, and go to the desk after ten minutes", async () => {
    const here = await bought({ sku: "126", quantity: 2 });
    await comes(here.ref, "working");
    await later(11);
    const { deliveries } = (await shop.desk(listDeliveries)).body;
    expect(deliveries).toContainEqual(expect.objectContaining({ orderItemId: here.itemId }));
    expect((await here.shopper.order(here.orderId)).deliveryStatus).toBe("processing");
    const params = { orderItemId: here.itemId };
    await shop.desk(refundItem, { params, body: { reason: "تأمین‌کننده کم داد" } });
  });

  test("codes of an item that was refunded in the meantime become free stock", async () => {
    const here = await bought({ sku: "121" });
    await comes(here.ref, "working");
    const params = { orderItemId: here.itemId };
    const refunded = await shop.desk(refundItem, { params, body: { reason: "دیر شد" } });
    expect(refunded.body).toMatchObject({ toWallet: PRICE });
    await later(1);
    await later(2);
    await comes(here.ref, "done");
    const rows = await shop.sql("SELECT status FROM code WHERE product_id = ?1", here.productId);
    expect(rows).toEqual([{ status: "free" }]);
    expect(await here.shopper.balance()).toBe(10 * PRICE);
  });

  test("an order whose code the shop already knows goes to review", async () => {
    await fails("codes", "http_500");
    await fails("find", "http_500");
    const here = await bought();
    await comes(here.ref, "working");
    const [sale] = await shop.sandbox.sales([here.ref]);
    const text = `RLD-${String(710_000_000_000_000 + (sale?.id ?? 0) * 100)}`;
    const other = await shop.newProduct({ stock: 1 });
    const fingerprint = await fingerprintCode(shop.vault, text);
    await shop.sql("UPDATE code SET fingerprint = ?2 WHERE product_id = ?1", other, fingerprint);
    await later(1);
    expect(await stateOf(here.ref)).toBe("review");
    await shop.sql("UPDATE code SET fingerprint = id WHERE product_id = ?1", other);
    await shop.desk(askSupplierAgain, { params: { ref: here.ref } });
    expect(await codesOf(here)).toEqual([text]);
  });

  test("after a failed order the shop checks until the supplier has returned the money", async () => {
    const here = await bought({ sku: "123" });
    await comes(here.ref, "failed");
    expect(await transfersOf(here.ref)).toEqual([PURCHASE]);
    expect((await here.shopper.order(here.orderId)).canCancel).toBe(false);
    for (const minutes of [11, 22, 33]) await later(minutes);
    expect(await stateOf(here.ref)).toBe("returned");
    const { source, target } = PURCHASE;
    expect(await transfersOf(here.ref)).toEqual([
      PURCHASE,
      { kind: "purchase_returned", source: target, target: source, toman: COST },
    ]);
    const order = await here.shopper.order(here.orderId);
    expect(order.canCancel).toBe(true);
    const refused = await shop.deskUntyped(askSupplierAgain, { params: { ref: here.ref } });
    expect(refused.body.code).toBe("not_askable");
  });
});

describe("when the supplier refuses an order", () => {
  test.each([
    [1, "price"],
    [2, "balance"],
    [3, "stock"],
    [4, "product"],
  ])(
    "refusal %i (%s) buys nothing, goes to the desk, and the buyer may cancel",
    async (code, why) => {
      await fails("order", "code", { code });
      const here = await bought();
      await comes(here.ref, "refused");
      const order = await here.shopper.order(here.orderId);
      expect(order).toMatchObject({ canCancel: true, cancelRefund: { toWallet: PRICE } });
      const { deliveries } = (await shop.desk(listDeliveries)).body;
      const supply = { ref: here.ref, state: "refused", reason: why };
      expect(deliveries).toContainEqual(expect.objectContaining({ supply }));
      expect(await transfersOf(here.ref)).toEqual([]);
      const { body } = await here.shopper.ask(cancelOrder, {
        params: { orderId: here.orderId },
        body: {},
      });
      expect(body.order).toMatchObject({ paidStatus: "Refunded" });
      expect(await stateOf(here.ref)).toBe("dropped");
    },
  );

  test("the desk can send a refused order again under its ref, but not a finished one", async () => {
    await fails("order", "code", { code: 2 });
    const here = await bought();
    await comes(here.ref, "refused");
    const pane = await shop.desk(getQueuePane, { params: { kind: "delivery", id: here.itemId } });
    expect(pane.body.pane).toMatchObject({ supplyRef: here.ref, quantity: 1 });
    const again = await shop.desk(askSupplierAgain, { params: { ref: here.ref } });
    expect(again.body.order).toMatchObject({ state: "done", unitCost: COST, cost: "10.30000" });
    expect(await codesOf(here)).toHaveLength(1);
    const twice = await shop.deskUntyped(askSupplierAgain, { params: { ref: here.ref } });
    expect(twice.body.code).toBe("not_askable");
    const { orders } = (await shop.desk(listSupplierOrders)).body;
    expect(orders).toContainEqual(expect.objectContaining({ ref: here.ref, canAskAgain: false }));
  });

  test("an order that became too expensive is not bought", async () => {
    const productId = await newSupplied();
    const shopper = await shop.newShopper({ balanceToman: PRICE });
    await shopper.put(productId);
    await shop.sql("UPDATE supplier SET rate_toman = 10700");
    await holds(100_000);
    await shop.sql("UPDATE supplier SET rate_toman = 10700");
    expect((await shopper.ask(createOrder, { body: {} })).status).toBe(200);
    await expect
      .poll(() =>
        shop.sql("SELECT state, reason FROM supplier_order WHERE product_id = ?1", productId),
      )
      .toEqual([{ state: "refused", reason: "price" }]);
  });

  test("when cancelling and sending race, exactly one of them happens", async () => {
    for (let round = 0; round < 4; round++) {
      const here = await bought();
      const [cancelled] = await Promise.all([
        here.shopper.askUntyped(cancelOrder, { params: { orderId: here.orderId }, body: {} }),
        shop.runJobs("supplies"),
      ]);
      const expected = cancelled.status === 200 ? "dropped" : "done";
      await comes(here.ref, expected);
      const sales = await shop.sandbox.sales([here.ref]);
      expect(sales).toHaveLength(cancelled.status === 200 ? 0 : 1);
    }
  });

  test("an order that is held for a look or waits for a name is sent to the supplier only afterwards", async () => {
    const productId = await newSupplied();
    // A young account may buy for 20,000,000 toman an hour.
    const young = await shop.newShopper({ balanceToman: 60_000_000 });
    await shop.sql("UPDATE product SET price_toman = 25000000 WHERE id = ?1", productId);
    await shop.sql("UPDATE user SET created_at = ?2 WHERE id = ?1", young.id, Date.now());
    const heldId = await young.buy(productId);
    await later(2);
    const held = await young.order(heldId);
    expect(held).toMatchObject({
      canCancel: false,
      lookUntil: expect.any(String),
      OrderItems: [{ deliveryStatus: "processing", isComing: false }],
    });
    const waitsFor = async (orderId: string) =>
      (await shop.desk(listSupplierOrders, { query: {} })).body.orders.find(
        (one) => one.orderId === orderId,
      )?.waitsFor;
    expect(await waitsFor(heldId)).toBe("look");
    const released = { status: "released" as const, reason: "خریدار پاسخ داد" };
    await shop.desk(decideLook, { params: { orderId: heldId }, body: released });
    // The buyer's wait is counted from the release, not from the payment.
    const { createdAt, OrderItems } = await young.order(heldId);
    expect(OrderItems).toMatchObject([{ isComing: true }]);
    const ageMs = Date.parse(OrderItems[0]?.awaitedSince ?? "") - Date.parse(createdAt);
    expect(ageMs).toBeGreaterThan(MINUTE);
    await later(3);
    await expect.poll(async () => (await young.order(heldId)).deliveryStatus).toBe("delivered");
    await shop.sql("UPDATE product SET price_toman = ?2 WHERE id = ?1", productId, PRICE);
    const nameless = await shop.newShopper({ balanceToman: PRICE });
    await shop.sql("UPDATE user SET first_name = '' WHERE id = ?1", nameless.id);
    const orderId = await nameless.buy(productId);
    await later(5);
    expect(await nameless.order(orderId)).toMatchObject({
      OrderItems: [{ deliveryStatus: "processing", isComing: false }],
    });
    expect([await waitsFor(heldId), await waitsFor(orderId)]).toEqual([null, "name"]);
    await shop.sql("UPDATE user SET first_name = 'نام' WHERE id = ?1", nameless.id);
    await later(7);
    await expect.poll(async () => (await nameless.order(orderId)).deliveryStatus).toBe("delivered");
  });

  test("a frozen buyer gets nothing, and nothing is lost", async () => {
    await fails("codes", "http_500");
    await fails("find", "http_500");
    const here = await bought();
    await comes(here.ref, "working");
    await shop.sql(
      `INSERT INTO freeze (id, reason, frozen_at, frozen_by) VALUES (?1, 'x', 1, 'test')`,
      here.ref,
    );
    await shop.sql(
      `INSERT INTO freeze_mark (freeze_id, kind, value, marked_at) VALUES (?1, 'person', ?2, 1)`,
      here.ref,
      here.shopper.id,
    );
    await later(2);
    expect(await stateOf(here.ref)).toBe("working");
    await shop.sql(`UPDATE freeze_mark SET released_at = 2 WHERE freeze_id = ?1`, here.ref);
    await shop.sql(
      `UPDATE freeze SET released_at = 2, released_by = 'test', release_reason = 'x' WHERE id = ?1`,
      here.ref,
    );
    await later(4);
    await comes(here.ref, "done");
    expect(await codesOf(here)).toHaveLength(1);
  });

  test("viewers see the suppliers, support may ask a supplier again, finance may change rules", async () => {
    const productId = await newSupplied();
    const role = async (name: "viewer" | "support" | "finance") =>
      newOperator(shop, { role: name });
    const [viewer, support, finance] = [
      await role("viewer"),
      await role("support"),
      await role("finance"),
    ];
    const set = { params: { productId }, body: ruleOf() };
    const rate = { params: { name: "reloadly" }, body: { rate: RATE, ceilingDay: null } };
    const again = { params: { ref: "none" } };
    expect((await viewer.ask(getSupply)).status).toBe(200);
    expect((await viewer.ask(listSupplierOrders)).status).toBe(200);
    expect((await viewer.ask(askSupplierAgain, again)).body.code).toBe("role_too_low");
    expect((await support.ask(askSupplierAgain, again)).status).toBe(404);
    for (const operator of [viewer, support]) {
      expect((await operator.ask(setProductSupply, set)).body.code).toBe("role_too_low");
      expect((await operator.ask(setSupplier, rate)).body.code).toBe("role_too_low");
    }
    expect((await finance.ask(setProductSupply, set)).status).toBe(200);
    expect((await finance.ask(setSupplier, rate)).status).toBe(200);
  });
});

describe("the desk of suppliers", () => {
  test("lets a supplier's rate follow its currency until an operator sets it by hand", async () => {
    const set = (rate: number | null, followsRate: boolean, currency = "USD") =>
      shop.desk(setSupplier, {
        params: { name: "reloadly" },
        body: { currency, rate, followsRate, ceilingDay: null },
      });
    const rateNow = async () => (await shop.desk(getSupply)).body.suppliers[0]?.rate;
    const write = async (toman: number | null) =>
      shop.sql(
        "UPDATE rate SET toman = ?1, read_at = iif(?1 IS NULL, NULL, 1) WHERE currency = 'USD'",
        toman,
      );
    await set(90_000, false);
    await write(null);
    expect((await set(null, true)).body.code).toBe("no_rate");
    expect(Object.keys((await set(null, false)).body.fields ?? {})).toEqual(["rate"]);
    expect(await rateNow()).toBe(90_000);
    await write(95_000);
    expect(await rateNow()).toBe(90_000);
    expect((await set(null, true)).body.supplier).toMatchObject({
      rate: 95_000,
      followsRate: true,
    });
    await write(97_000);
    expect(await rateNow()).toBe(97_000);
    await set(80_000, false);
    await write(99_000);
    expect(await rateNow()).toBe(80_000);
  });

  test("accepts only rules that the supplier can carry out, and logs them", async () => {
    const productId = await shop.newProduct({ stock: 0 });
    const set = (body: object, id = productId) =>
      shop.deskUntyped(setProductSupply, { params: { productId: id }, body });
    const manual = await shop.newProduct({ deliveryType: "manual" });
    expect((await set(ruleOf(), manual)).body.code).toBe("not_instant");
    expect((await set(ruleOf(), "nothing")).status).toBe(404);
    expect((await set(ruleOf({ sku: "125" }))).body.code).toBe("not_sold");
    expect((await set(ruleOf({ ceilingCode: COST - 1 }))).body.code).toBe("too_dear");
    for (const wrong of [{ face: "10,5" }, { sku: "x" }, { ceilingCode: 0 }, { source: "moon" }])
      expect((await set({ ...ruleOf(), ...wrong })).status).toBe(422);
    expect((await set(ruleOf())).body).toMatchObject({
      unitCost: COST,
      product: { available: 10, source: "supplier" },
    });
    await fails("price", "http_500");
    expect((await set(ruleOf({ source: "both" }))).body).toMatchObject({ unitCost: null });
    const lines = await shop.sql(
      `SELECT state_before AS before, state_after AS after FROM desk_decision
       WHERE subject = 'product_supply' AND subject_id = ?1 ORDER BY created_at`,
      productId,
    );
    expect(lines).toEqual([
      { before: "shelf", after: "supplier 120 10 USD · 110000 · ∞" },
      { before: "supplier 120 10 USD · 110000 · ∞", after: "both 120 10 USD · 110000 · ∞" },
    ]);
  });

  test("shows the balance, and says when it is low or was not read lately", async () => {
    expect(await holds(5_000, { lowBalance: "50.5" })).toMatchObject({
      isConfigured: true,
      balance: "50",
      isLow: true,
      rate: RATE,
    });
    expect(await holds(6_000, { lowBalance: "50.5" })).toMatchObject({
      balance: "60",
      isLow: false,
    });
    await shop.turnClock(31 * MINUTE);
    const { suppliers } = (await shop.desk(getSupply)).body;
    expect(suppliers).toMatchObject([{ isLow: true }]);
    await fails("balance", "html");
    await shop.runJobs("supplier balance");
    expect((await shop.desk(getSupply)).body.suppliers).toMatchObject([{ isLow: true }]);
    const params = { name: "nobody" };
    const body = { rate: 1, ceilingDay: null };
    expect((await shop.deskUntyped(setSupplier, { params, body })).status).toBe(404);
  });
});

describe("asking Reloadly", () => {
  let supplier: Supplier;
  beforeAll(() => {
    supplier = newClient();
  });
  const newClient = () => {
    const origin = `${shop.stack.bankUrl}/sandbox/reloadly`;
    return createReloadly({
      origin,
      authOrigin: origin,
      clientId: "sandbox",
      clientSecret: "sandbox",
      senderName: "Armaghan",
      timeoutMs: 2_000,
      orderTimeoutMs: 2_000,
      now: Date.now,
    });
  };
  const ten = { face: "10", faceCurrency: "USD" };
  const newOrder = (sku: string, quantity = 1) => ({
    ref: crypto.randomUUID(),
    sku,
    ...ten,
    quantity,
  });
  async function sold(sku: string, quantity = 1) {
    const order = newOrder(sku, quantity);
    const made = await supplier.order(order);
    if (made.kind !== "accepted") throw new Error(`Not accepted: ${made.kind}`);
    return { ref: order.ref, ...made };
  }

  test("reads balance and prices as Reloadly writes them, and which products are not sold", async () => {
    expect(await supplier.balance()).toEqual({ amount: "1000.00000", currency: "USD" });
    // The price is 98 % of the value plus half a dollar.
    expect(await supplier.price({ sku: "120", face: "25.00", faceCurrency: "USD" })).toEqual({
      kind: "price",
      cost: "25",
      currency: "USD",
    });
    expect(await supplier.price({ sku: "121", face: "12.34", faceCurrency: "USD" })).toMatchObject({
      cost: "12.5932",
    });
    for (const goods of [
      { sku: "120", face: "11", faceCurrency: "USD" },
      { sku: "121", face: "201", faceCurrency: "USD" },
      { sku: "120", face: "10", faceCurrency: "EUR" },
      { sku: "125", ...ten },
      { sku: "999", ...ten },
    ])
      expect(await supplier.price(goods)).toEqual({ kind: "gone" });
  });

  test("buys once for a ref, and finds what it bought", async () => {
    const order = newOrder("120", 2);
    expect(await supplier.find({ ref: order.ref, remoteId: null })).toEqual({ kind: "absent" });
    const made = await supplier.order(order);
    expect(made).toMatchObject({ kind: "accepted", state: "done", cost: "20.60000" });
    expect(await supplier.order(order)).toEqual({ kind: "repeated" });
    const found = { kind: "found", state: "done", cost: "20.60000", currency: "USD" };
    expect(await supplier.find({ ref: order.ref, remoteId: null })).toMatchObject(found);
    const remoteId = made.kind === "accepted" ? made.remoteId : "";
    expect(await supplier.find({ ref: order.ref, remoteId })).toMatchObject({ ...found, remoteId });
    // The supplier's list ignores letter case, the shop does not.
    const other = { ref: order.ref.toUpperCase(), remoteId: null };
    expect(await supplier.find(other)).toEqual({ kind: "absent" });
    const { ref } = order;
    expect(await supplier.find({ ref: crypto.randomUUID(), remoteId })).toEqual({
      kind: "unknown",
    });
    expect(await shop.sandbox.sales([ref])).toHaveLength(1);
  });

  test("finds both of two orders that were sent at once", async () => {
    const order = newOrder("120");
    const [one, two] = await Promise.all([supplier.order(order), supplier.order(order)]);
    expect([one.kind, two.kind]).toEqual(["accepted", "accepted"]);
    expect(await supplier.find({ ref: order.ref, remoteId: null })).toMatchObject({
      kind: "several",
      remoteIds: [expect.any(String), expect.any(String)],
    });
  });

  test("reads codes in every form, and loses no digit of a number", async () => {
    const cardOf = async (sku: string, quantity?: number) =>
      supplier.codes((await sold(sku, quantity)).remoteId);
    expect(await cardOf("120", 2)).toEqual({
      kind: "codes",
      cards: [1, 2].map(() => ({
        code: expect.stringMatching(/^RLD-\d{15}$/),
        pin: null,
        link: null,
      })),
    });
    expect(await cardOf("122")).toMatchObject({
      cards: [{ code: expect.stringMatching(/^90071\d{15}$/) }],
    });
    expect(await cardOf("124")).toMatchObject({
      cards: [{ code: expect.stringMatching(/^https:\/\/redeem\.example\/\d+$/), link: null }],
    });
    expect(await cardOf("126")).toMatchObject({ cards: [{ pin: "4711" }] });
    const { remoteId } = await sold("121");
    const asked = [1, 2, 3].map(() => () => supplier.codes(remoteId));
    const kinds = [];
    for (const ask of asked) kinds.push((await ask()).kind);
    expect(kinds).toEqual(["not_yet", "not_yet", "codes"]);
    expect(await supplier.codes("999999")).toEqual({ kind: "not_yet" });
  });

  test("distinguishes a failed order from one whose money was returned", async () => {
    const { ref, remoteId, state } = await sold("123");
    expect(state).toBe("failed");
    const states = [];
    for (let look = 0; look < 4; look++) {
      const found = await supplier.find({ ref, remoteId });
      states.push(found.kind === "found" && found.state);
    }
    expect(states).toEqual(["failed", "failed", "returned", "returned"]);
  });

  test.each([
    [1, "price"],
    [2, "balance"],
    [3, "stock"],
    [4, "product"],
    [9, "other"],
  ])("takes refusal %i for a definite no because of the %s", async (code, why) => {
    await fails("order", "code", { code });
    expect(await supplier.order(newOrder("120"))).toEqual({ kind: "refused", why });
  });

  test("treats a low balance as a definite refusal, although the answer has no code", async () => {
    await shop.sandbox.setAccount(100);
    expect(await supplier.order(newOrder("120"))).toEqual({ kind: "refused", why: "balance" });
  });

  test.each(["lost_answer", "http_500", "html", "redirect", "huge", "wrong_types"] as const)(
    "leaves the result unknown after %s",
    async (kind) => {
      for (const call of ["balance", "price", "order", "find", "codes"] as const)
        await fails(call, kind);
      const order = newOrder("120");
      expect(await supplier.balance()).toBeNull();
      expect(await supplier.price(order)).toEqual({ kind: "unknown" });
      expect(await supplier.order(order)).toEqual({ kind: "unknown" });
      expect(await supplier.find({ ref: order.ref, remoteId: null })).toEqual({ kind: "unknown" });
      expect(await supplier.codes("1")).toEqual({ kind: "unknown" });
    },
  );

  test("requests a new token once when the old one is refused, and reports when it gets none", async () => {
    await fails("order", "code", { code: 401 });
    expect((await supplier.order(newOrder("120"))).kind).toBe("accepted");
    await fails("order", "code", { code: 401, times: 2 });
    expect(await supplier.order(newOrder("120"))).toEqual({ kind: "not_read" });
    await fails("token", "code", { times: 2 });
    const other = newClient();
    const order = newOrder("120");
    expect(await other.order(order)).toEqual({ kind: "not_read" });
    expect(await other.balance()).toBeNull();
    expect(await other.order(order)).toMatchObject({ kind: "accepted" });
  });
});
