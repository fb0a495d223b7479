import { expect } from "vitest";
import { type TestShop, type TestShopper, authorityOf } from "../../support/shop.ts";

/** A call whose database calls are broken in turn. */
export interface Handler {
  name: string;
  /** Prepares everything that the call needs. */
  arrange: (shop: TestShop) => Promise<Attempt>;
  /** Refusal codes that a retry without an idempotency key may get if the first attempt worked. */
  retryRefusals?: RegExp;
  /** The time after which the shop no longer assumes that the first attempt still runs. */
  retryAfterMs?: number;
  /** True for jobs: they answer 200 even when a part failed, which the next run repairs. */
  isJob?: boolean;
}

interface Attempt {
  /** Makes the call. A second call is a retry of the first. */
  ask: () => Promise<{ status: number; headers: Headers; body: { code?: unknown } }>;
  /** Asserts after all attempts that the effect happened once. */
  check: () => Promise<void>;
}

/** Returns the only row of a query. */
export async function row(
  shop: TestShop,
  text: string,
  ...values: unknown[]
): Promise<Record<string, unknown>> {
  const rows = await shop.sql(text, ...values);
  expect(rows).toHaveLength(1);
  return rows[0] ?? {};
}

/** Makes a shopper with one product in the cart. */
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

/** Makes a shopper with a paid order. The bank pays what the wallet cannot pay. */
export async function withOrder(
  shop: TestShop,
  balanceToman: number,
  product: Parameters<TestShop["newProduct"]>[0] = {},
) {
  const { shopper, productId } = await withCart(shop, balanceToman, product);
  const started = await shopper.initiate({ isUsedWallet: true });
  if (started.body.orderId === undefined) {
    await shop.sandbox.pay(authorityOf(started));
    expect((await shopper.verify(authorityOf(started))).status).toBe(200);
  }
  const item = await row(
    shop,
    `SELECT i.id, i.order_id FROM order_item i JOIN orders o ON o.id = i.order_id
     WHERE o.user_id = ?1 AND o.paid_at IS NOT NULL`,
    shopper.id,
  );
  return { shopper, productId, itemId: String(item["id"]), orderId: String(item["order_id"]) };
}

/** Asserts how often a shopper has bought and how much is left in the wallet. */
export async function expectBought(
  shop: TestShop,
  shopper: TestShopper,
  expected: { orders: number; balance: number },
) {
  const { orders, codes } = await row(
    shop,
    `SELECT (SELECT count(*) FROM orders WHERE user_id = ?1 AND paid_at IS NOT NULL) AS orders,
       (SELECT count(*) FROM code c JOIN order_item i ON i.id = c.order_item_id
         JOIN orders o ON o.id = i.order_id
         WHERE o.user_id = ?1 AND c.status = 'sold') AS codes`,
    shopper.id,
  );
  expect({ orders, codes, balance: await shopper.balance() }).toEqual({
    ...expected,
    codes: expected.orders,
  });
}
