import type { CartLine } from "../../contract/cart.ts";
import { type CartLineRow, type CartProduct, type DiscountCodeRow, type PricedCart, isUsable, priceCart } from "./rules.ts";
import * as statements from "./statements.ts";

export interface ShopperCart extends PricedCart {
  version: number;
  /** The code that lies on the cart and may not count (any more, or not for so small a purchase). */
  discountCodeId: string | null;
}

/** The shopper's cart, priced at this moment from the database alone. */
export async function readCart(db: D1Database, userId: string, now: number): Promise<ShopperCart> {
  const [carts, lines] = await db.batch([statements.findCart(db, userId), statements.findCartLines(db, userId, now)]);
  const cart = carts?.results[0] as { version: number; discount_code_id: string | null } | undefined;
  if (!cart) throw new Error("A shopper has no cart");
  const discount =
    cart.discount_code_id === null
      ? null
      : await statements
          .findDiscountCodeById(db, cart.discount_code_id, { userId, cartVersion: cart.version }, now)
          .first<DiscountCodeRow>();
  const usable = discount !== null && isUsable(discount, userId, now) ? discount : null;
  const priced = priceCart((lines?.results ?? []) as unknown as CartLineRow[], usable);
  return { ...priced, version: cart.version, discountCodeId: cart.discount_code_id };
}

/** A guest's lines, priced: equal products become one line, unknown ones are left out, the order stays. */
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

/** Lines that name the same product count once, with the largest quantity of them. */
export function mergeLines(lines: CartLine[]): Map<string, number> {
  const merged = new Map<string, number>();
  for (const { productId, quantity } of lines) merged.set(productId, Math.max(quantity, merged.get(productId) ?? 0));
  return merged;
}
