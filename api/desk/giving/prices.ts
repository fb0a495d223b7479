import { readAll } from "../../base/batch.ts";
import type { PriceFacts } from "../../../contract/desk/goods.ts";
import { type MayGive, type Who, mayGive } from "./give.ts";
import { type PaidPrice, givenBelowCost } from "./rules.ts";
import { readReturning, readShelves } from "./statements.ts";

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
  const results = await readAll(readShelves(who.shop.db, ids, now));
  const toman = givenBelowCost(prices, results);
  if (toman === 0) return { statements: [] };
  return mayGive(who, { way: "price", toman, asked: prices, ...wish }, now);
}

/** Lets an operator refund an item whose codes go back on sale below cost, or asks a second person. */
export async function mayPutBack(
  who: Who,
  item: { id: string; codeIds: readonly string[] | undefined; note: string },
  now: number,
): Promise<MayGive> {
  const { id: subjectId, codeIds, note } = item;
  const results = await readAll(readReturning(who.shop.db, subjectId, codeIds, now));
  const prices = results.map(({ id, paid_toman: paid }) => ({ id, paid }));
  const toman = givenBelowCost(prices, results);
  if (toman === 0) return { statements: [] };
  const wish = { way: "price", subject: "order_item", subjectId, toman, asked: codeIds } as const;
  return mayGive(who, { ...wish, note }, now);
}
