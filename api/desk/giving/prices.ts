import { readAll } from "../../base/batch.ts";
import type { PriceFacts } from "../../../contract/desk/goods.ts";
import { type MayGive, type OperatorInShop, mayGive } from "./give.ts";
import { type PaidPrice, givenBelowCost, sayBelowCost } from "./rules.ts";
import { readReturning, readShelves } from "./statements.ts";

/**
 * Returns the price that the buyer of a product pays in the end: the selling price minus the
 * cashback.
 */
export const paidPrice = (
  id: string,
  { price, priceAfterDiscount, reward }: PriceFacts,
): PaidPrice => ({ id, paid: (priceAfterDiscount ?? price) - reward });

/**
 * Checks new prices with `mayGive`, because prices below cost give something away. When prices are
 * set by hand (`isForTwo`), prices below cost always need a second person.
 */
export async function maySetPrices(
  who: OperatorInShop,
  prices: readonly PaidPrice[],
  wish: { isForTwo: boolean; subject: "product" | "price"; subjectId: string; note: string | null },
  now: number,
): Promise<MayGive> {
  const ids = prices.map(({ id }) => id);
  const results = await readAll(readShelves(who.shop.db, ids, now));
  const toman = givenBelowCost(prices, results);
  if (toman === 0) return { statements: [] };
  const words = sayBelowCost(prices, results);
  return mayGive(who, { way: "price", toman, asked: prices, words, ...wish }, now);
}

/** Checks a refund with `mayGive`, because its codes may go back on sale below cost. */
export async function mayPutBack(
  who: OperatorInShop,
  item: { id: string; codeIds: readonly string[] | undefined; note: string },
  now: number,
): Promise<MayGive> {
  const { id: subjectId, codeIds, note } = item;
  const results = await readAll(readReturning(who.shop.db, subjectId, codeIds, now));
  const prices = results.map(({ id, paid_toman: paid }) => ({ id, paid }));
  const toman = givenBelowCost(prices, results);
  if (toman === 0) return { statements: [] };
  const wish = { way: "price", subject: "order_item", subjectId, toman, asked: codeIds } as const;
  return mayGive(who, { ...wish, words: sayBelowCost(prices, results), note }, now);
}
