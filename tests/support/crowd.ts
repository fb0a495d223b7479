import { createOrder } from "../../contract/order.ts";
import type { TestShop, TestShopper } from "./shop.ts";

/** Many shoppers who buy one unit each at the same time. */

const CHUNK = 500;

export async function gather(
  shop: Pick<TestShop, "newShoppers">,
  size: number,
  balanceToman: number,
): Promise<TestShopper[]> {
  const crowd: TestShopper[] = [];
  while (crowd.length < size)
    crowd.push(
      ...(await shop.newShoppers(Math.min(CHUNK, size - crowd.length), {
        balanceToman,
        cardStatus: "none",
      })),
    );
  return crowd;
}

/** Makes a product of 1,000 toman with `count` codes. */
export async function stockUp(
  shop: Pick<TestShop, "newProduct" | "addCodes">,
  count: number,
): Promise<string> {
  const productId = await shop.newProduct({ priceToman: 1_000, stock: 0 });
  for (let left = count; left > 0; left -= CHUNK)
    await shop.addCodes(productId, Math.min(CHUNK, left));
  return productId;
}

/** Puts one unit into each cart that has none. */
export async function fillCarts(
  shop: Pick<TestShop, "sql">,
  crowd: readonly Pick<TestShopper, "id">[],
  productId: string,
): Promise<void> {
  await shop.sql(
    `INSERT INTO cart_item (user_id, product_id, quantity, added_at)
     SELECT value, ?2, 1, 0 FROM json_each(?1) WHERE true
     ON CONFLICT (user_id, product_id) DO NOTHING`,
    JSON.stringify(crowd.map(({ id }) => id)),
    productId,
  );
}

/** Buys the cart at the total that the shopper saw. */
export const payFromWallet = (shopper: Pick<TestShopper, "ask">, idempotencyKey?: string) =>
  shopper.ask(createOrder, { body: { expectedTotal: 1_000 }, idempotencyKey });
