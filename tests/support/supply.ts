import { expect } from "vitest";
import { setProductSupply, setSupplier } from "../../contract/desk/supply.ts";
import { createOrder } from "../../contract/order.ts";
import type { TestShop, TestShopper } from "./shop.ts";

/** Helpers for codes of a wholesale supplier. The shop must run with `reloadly: true`. */

const RATE = 10_000;
const CEILING = 110_000;
const SUPPLIED_TOMAN = 130_000;

/** Makes a product whose codes come only from the supplier. */
async function newSupplied(shop: TestShop, sku = "120"): Promise<string> {
  await shop.sandbox.setAccount(1_000_000);
  await shop.sql("UPDATE supplier SET moved_at = 0");
  const rate = { rate: RATE, ceilingDay: null };
  expect((await shop.desk(setSupplier, { params: { name: "reloadly" }, body: rate })).status).toBe(
    200,
  );
  const productId = await shop.newProduct({ stock: 0, priceToman: SUPPLIED_TOMAN });
  const body = {
    source: "supplier" as const,
    sku,
    face: "10",
    ceilingCode: CEILING,
    ceilingDay: null,
  };
  expect((await shop.desk(setProductSupply, { params: { productId }, body })).status).toBe(200);
  return productId;
}

/** Makes a shopper who has such a product in the cart, and the money for it. */
export async function withSupplied(shop: TestShop, sku?: string) {
  const productId = await newSupplied(shop, sku);
  const shopper = await shop.newShopper({ balanceToman: SUPPLIED_TOMAN });
  await shopper.put(productId);
  return { shopper, productId };
}

/**
 * Makes a paid order that waits for its supplier and was not sent yet: the first question about the
 * price had no answer, and the order is due again.
 */
export async function withUnsent(shop: TestShop, sku?: string) {
  const { shopper, productId } = await withSupplied(shop, sku);
  await shop.sandbox.plan({ provider: "reloadly", call: "price", kind: "http_500" });
  const { body } = await shopper.ask(createOrder, { body: {} });
  const find = () =>
    shop.sql<{ ref: string; item_id: string; order_id: string }>(
      `SELECT q.ref, i.id AS item_id, i.order_id
       FROM supplier_order q JOIN order_item i ON i.id = q.order_item_id
       WHERE q.product_id = ?1 AND q.next_attempt_at BETWEEN q.created_at + 1000 AND q.created_at + 30000`,
      productId,
    );
  await expect.poll(find).toHaveLength(1);
  await shop.sandbox.clearFaults();
  const [row] = await find();
  await makeDue(shop, row?.ref ?? "");
  return {
    shopper,
    productId,
    orderId: body.orderId,
    itemId: row?.item_id ?? "",
    ref: row?.ref ?? "",
  };
}

/** Makes an order due, as if its last attempt was long ago. */
export const makeDue = (shop: TestShop, ref: string) =>
  shop.sql(
    `UPDATE supplier_order SET next_attempt_at = created_at, asked_at = asked_at - 600000
     WHERE ref = ?1 AND next_attempt_at IS NOT NULL`,
    ref,
  );

/** Makes such an order whose code was bought and delivered. */
export async function withBrought(shop: TestShop) {
  const here = await withUnsent(shop);
  await shop.runJobs("supplies");
  expect(await shop.sql("SELECT state FROM supplier_order WHERE ref = ?1", here.ref)).toEqual([
    { state: "done" },
  ]);
  return here;
}

/** Completes orders that were interrupted at any step, by several checks that are minutes apart. */
export async function settleSupply(shop: TestShop, ...refs: string[]): Promise<void> {
  for (let look = 0; look < 5; look++) {
    for (const ref of refs) await makeDue(shop, ref);
    await shop.runJobs("supplies");
  }
}

/**
 * Asserts the result of an order of one code, whatever happened at the same time: it was bought at
 * most once from the supplier, a bought code belongs to the buyer or to the stock, and its money
 * was booked once and refunded at most once.
 */
export async function boughtOnce(
  shop: TestShop,
  {
    shopper,
    itemId,
    ref,
    isPaidByBank = false,
  }: { shopper: TestShopper; itemId: string; ref: string; isPaidByBank?: boolean },
): Promise<void> {
  const [end] = await shop.sql<Record<string, number | string>>(
    `SELECT q.state, i.delivery_status AS status,
       (SELECT count(*) FROM code WHERE order_item_id = i.id) AS own,
       (SELECT count(*) FROM supplier_code WHERE ref = q.ref) AS brought,
       (SELECT count(*) FROM transfer WHERE id = 'purchase:' || q.ref) AS booked,
       (SELECT count(*) FROM refund WHERE order_item_id = i.id) AS refunds
     FROM supplier_order q JOIN order_item i ON i.id = q.order_item_id
     WHERE q.ref = ?1 AND i.id = ?2`,
    ref,
    itemId,
  );
  const sold = (await shop.sandbox.sales([ref])).length;
  const isKept = end?.["refunds"] === 0;
  expect({ ...end, sold }).toMatchObject({
    state: sold === 1 ? "done" : "dropped",
    status: isKept ? "delivered" : "cancelled",
    brought: sold,
    booked: sold,
    refunds: isKept ? 0 : 1,
    sold: isKept ? 1 : sold,
    ...(isKept && { own: 1 }),
  });
  expect(sold).toBeLessThanOrEqual(1);
  const before = isPaidByBank ? SUPPLIED_TOMAN : 0;
  expect(await shopper.balance()).toBe(isKept ? before : before + SUPPLIED_TOMAN);
}
