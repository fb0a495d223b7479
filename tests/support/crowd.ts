import { createOrder } from "../../contract/order.ts";
import type { Answer, TestShop, TestShopper } from "./shop.ts";

/** Many who buy one thing each, at once. */

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

/** A product of 1,000 toman with so many codes. */
export async function stockUp(
  shop: Pick<TestShop, "newProduct" | "addCodes">,
  count: number,
): Promise<string> {
  const productId = await shop.newProduct({ priceToman: 1_000, stock: 0 });
  for (let left = count; left > 0; left -= CHUNK)
    await shop.addCodes(productId, Math.min(CHUNK, left));
  return productId;
}

/** Puts one unit into each of the carts that has none. */
export async function fillCarts(
  shop: Pick<TestShop, "sql">,
  crowd: readonly Pick<TestShopper, "id">[],
  productId: string,
): Promise<void> {
  await shop.sql(
    `INSERT INTO cart_item (user_id, product_id, quantity, added_at) SELECT value, ?2, 1, 0 FROM json_each(?1) WHERE true
     ON CONFLICT (user_id, product_id) DO NOTHING`,
    JSON.stringify(crowd.map(({ id }) => id)),
    productId,
  );
}

/** What it cost was seen before. */
export function payFromWallet(shopper: Pick<TestShopper, "ask">, key?: string): Promise<Answer> {
  return shopper.ask(createOrder, {
    body: { expectedTotal: 1_000 },
    headers: key === undefined ? {} : { "Idempotency-Key": key },
  });
}
