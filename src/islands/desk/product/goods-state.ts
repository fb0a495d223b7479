import { isBelowCost } from "./margin.ts";

export type State = "hidden" | "unlisted" | "loss" | "none" | "sale";
export type Stated = Parameters<typeof isBelowCost>[0] & { isShown: boolean; stock: number };

/**
 * Returns the one state of a product, as its badge and the filters of the list say it. `isListed` is
 * false when its subcategory or category is hidden.
 */
export function stateOf(product: Stated, isListed: boolean): State {
  if (!product.isShown) return "hidden";
  if (!isListed) return "unlisted";
  if (isBelowCost(product)) return "loss";
  return product.stock === 0 ? "none" : "sale";
}
