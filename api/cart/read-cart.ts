import type { CartLine } from "../../contract/cart.ts";
import { type Found, type StatementsFor, readTogether } from "../base/batch.ts";
import {
  type CartLineRow,
  type CartProduct,
  type DiscountCodeRow,
  type PricedCart,
  isUsable,
  priceCart,
} from "./rules.ts";
import * as statements from "./statements.ts";

export interface ShopperCart extends PricedCart {
  version: number;
  /** The code on the cart. It may have no effect: expired, or the purchase is below its minimum. */
  discountCodeId: string | null;
}

interface CartRow {
  version: number;
  discount_code_id: string | null;
}

/** The rows of a cart, for callers that read more in the same call. */
export type CartRows = [CartRow, CartLineRow, DiscountCodeRow];

export function cartStatements(
  db: D1Database,
  userId: string,
  now: number,
): StatementsFor<CartRows> {
  return [
    statements.findCart(db, userId),
    statements.findCartLines(db, userId, now),
    statements.findCartDiscount(db, userId, now),
  ];
}

/** Reads the shopper's cart and prices it from the database alone. */
export async function readCart(db: D1Database, userId: string, now: number): Promise<ShopperCart> {
  return toCart(userId, now, await readTogether<CartRows>(db, cartStatements(db, userId, now)));
}

/** Prices the cart from the rows of `cartStatements`. */
export function toCart(
  userId: string,
  now: number,
  [[cart], lines, [discount]]: Found<CartRows>,
): ShopperCart {
  if (!cart) throw new Error("The shopper has no cart row");
  const usable = discount && isUsable(discount, userId, now) ? discount : null;
  return {
    ...priceCart(lines, usable),
    version: cart.version,
    discountCodeId: cart.discount_code_id,
  };
}

/** Prices a guest's lines in their order. Equal products are merged, unknown ones left out. */
export async function readGuestCart(
  db: D1Database,
  lines: CartLine[],
  discount: DiscountCodeRow | null,
  now: number,
): Promise<PricedCart> {
  const wanted = mergeLines(lines);
  const { results } = await statements.findProducts(db, [...wanted.keys()], now).all<CartProduct>();
  const products = new Map(results.map((product) => [product.id, product]));
  const rows = [...wanted].flatMap(([productId, quantity]) => {
    const product = products.get(productId);
    return product ? [{ ...product, quantity }] : [];
  });
  return priceCart(rows, discount);
}

/** Merges lines of the same product; the largest quantity counts. */
export function mergeLines(lines: CartLine[]): Map<string, number> {
  const merged = new Map<string, number>();
  for (const { productId, quantity } of lines)
    merged.set(productId, Math.max(quantity, merged.get(productId) ?? 0));
  return merged;
}
