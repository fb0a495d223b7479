import { expect } from "vitest";
import { type TestShop, type TestShopper, authorityOf } from "../../support/shop.ts";

/** A call whose every way to the database is broken in turn. */
export interface Handler {
  name: string;
  /** Makes somebody who is ready to ask: `ask` is the call, and asking again is a retry of the same. */
  arrange: (shop: TestShop) => Promise<Attempt>;
  /** What a retry may be told besides success, where the call has no key and the first try did its work. */
  retryTold?: RegExp;
  /** After this long a retry is no longer told that the first try may still be under way. */
  patienceMs?: number;
  /** Jobs answer nobody: what fails in them is done by the next run. */
  isJob?: boolean;
}

interface Attempt {
  ask: () => Promise<{ status: number; headers: Headers; body: { code?: unknown } }>;
  /** The effect, once, after all tries. */
  check: () => Promise<void>;
}

/** The only row of a question. */
export async function row(
  shop: TestShop,
  text: string,
  ...values: unknown[]
): Promise<Record<string, unknown>> {
  const rows = await shop.sql(text, ...values);
  expect(rows).toHaveLength(1);
  return rows[0] ?? {};
}

/** Somebody with one product in the cart. */
export async function withCart(
  shop: TestShop,
  balanceToman = 0,
  product: Parameters<TestShop["newProduct"]>[0] = {},
) {
  const productId = await shop.newProduct({ stock: 2, ...product });
  const shopper = await shop.newShopper({ balanceToman });
  await shopper.put(productId);
  return { shopper, productId };
}

/** Somebody whose order is paid: from the wallet, or by the bank when the wallet is empty. */
export async function withOrder(
  shop: TestShop,
  balanceToman: number,
  product: Parameters<TestShop["newProduct"]>[0] = {},
) {
  const { shopper, productId } = await withCart(shop, balanceToman, product);
  const started = await shopper.initiate({ isUsedWallet: true });
  if (started.body["orderId"] === undefined) {
    await shop.sandbox.pay(authorityOf(started));
    expect((await shopper.verify(authorityOf(started))).status).toBe(200);
  }
  const item = await row(
    shop,
    "SELECT i.id, i.order_id FROM order_item i JOIN orders o ON o.id = i.order_id WHERE o.user_id = ?1 AND o.paid_at IS NOT NULL",
    shopper.id,
  );
  return { shopper, productId, itemId: String(item["id"]), orderId: String(item["order_id"]) };
}

/** How often a shopper has bought, and what is left in the wallet. */
export async function expectBought(
  shop: TestShop,
  shopper: TestShopper,
  expected: { orders: number; balance: number },
) {
  const { orders, codes } = await row(
    shop,
    `SELECT (SELECT count(*) FROM orders WHERE user_id = ?1 AND paid_at IS NOT NULL) AS orders,
       (SELECT count(*) FROM code c JOIN order_item i ON i.id = c.order_item_id JOIN orders o ON o.id = i.order_id
         WHERE o.user_id = ?1 AND c.status = 'sold') AS codes`,
    shopper.id,
  );
  expect({ orders, codes, balance: await shopper.balance() }).toEqual({
    ...expected,
    codes: expected.orders,
  });
}
