import type { PriceFacts } from "../../contract/desk/goods.ts";
import { type MayGive, type Who, mayGive } from "./give.ts";
import { type PaidPrice, givenBelowCost } from "./rules.ts";
import { type ShelfRow, readShelves } from "./statements.ts";

/** The price of a product as its buyer pays it in the end, less the cashback. */
export const paidPrice = (
  id: string,
  { price, priceAfterDiscount, reward }: PriceFacts,
): PaidPrice => ({ id, paid: (priceAfterDiscount ?? price) - reward });

/**
 * Lets an operator set prices, or asks a second person about those below cost: as `mayGive`. By hand
 * (`isForTwo`) one person is not enough for them.
 */
export async function maySetPrices(
  who: Who,
  prices: readonly PaidPrice[],
  wish: { isForTwo: boolean; subject: "product" | "price"; subjectId: string; note: string | null },
  now: number,
): Promise<MayGive> {
  const ids = prices.map(({ id }) => id);
  const { results } = await readShelves(who.shop.db, ids, now).all<ShelfRow>();
  const toman = givenBelowCost(prices, results);
  if (toman === 0) return { statements: [] };
  return mayGive(who, { way: "price", toman, asked: prices, ...wish }, now);
}
