import type { GuestLine } from "../../../contract/cart.ts";
import { type Found, readTogether, readAll } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import type { Vault } from "../../base/vault.ts";
import { type CartAnswers, openCartAnswers } from "../question/seals.ts";
import { findCartAnswers } from "../question/statements.ts";
import { type DiscountCodeRow, isUsable } from "../discount-code/rules.ts";
import { type AskedOfCart, type PricedCart, askCart, priceCart } from "./rules.ts";
import * as statements from "./statements.ts";

export interface ShopperCart extends PricedCart {
  version: number;
  /**
   * The discount code on the cart, even when it has no effect because it has expired or the
   * purchase is below its minimum.
   */
  discountCodeId: string | null;
  asked: AskedOfCart;
}

/** Returns the queries for a cart, for callers that read more in the same call to the database. */
export const cartStatements = (db: D1Database, userId: string, now: number) =>
  [
    statements.findCart(db, userId),
    statements.findCartLines(db, userId, now),
    statements.findCartDiscount(db, userId, now),
    findCartAnswers(db, userId),
  ] as const;

/** Reads the shopper's cart and prices it; all prices come from the database. */
export async function readCart({ db, vault, now }: Shop, userId: string): Promise<ShopperCart> {
  const moment = now();
  const rows = await readTogether(db, cartStatements(db, userId, moment));
  return toCart(vault, userId, moment, rows);
}

/** Prices the cart from the rows of `cartStatements`. */
export async function toCart(
  vault: Vault,
  userId: string,
  now: number,
  [[cart], lines, [discount], answers]: Found<ReturnType<typeof cartStatements>>,
): Promise<ShopperCart> {
  if (!cart) throw new Error("The shopper has no cart row");
  const usable = discount && isUsable(discount, userId, now) ? discount : null;
  return {
    ...priceCart(lines, usable),
    asked: askCart(lines, await openCartAnswers(vault, answers)),
    version: cart.version,
    discountCodeId: cart.discount_code_id,
  };
}

/**
 * Prices a guest's lines in the given order. Lines of the same product are merged; products that
 * are not on sale are left out.
 */
export async function readGuestCart(
  db: D1Database,
  lines: GuestLine[],
  discount: DiscountCodeRow | null,
  now: number,
): Promise<PricedCart & { asked: AskedOfCart }> {
  const requested = mergeLines(lines);
  const results = await readAll(statements.findProducts(db, null, [...requested.keys()], now));
  const products = new Map(results.map((product) => [product.id, product]));
  const rows = [...requested].flatMap(([productId, quantity]) => {
    const product = products.get(productId);
    return product ? [{ ...product, quantity }] : [];
  });
  return { ...priceCart(rows, discount), asked: askCart(rows, answersOf(lines)) };
}

/** Merges lines of the same product; the largest quantity counts. */
export function mergeLines(lines: readonly GuestLine[]): Map<string, number> {
  const merged = new Map<string, number>();
  for (const { productId, quantity } of lines)
    merged.set(productId, Math.max(quantity, merged.get(productId) ?? 0));
  return merged;
}

/** Returns the answers on a guest's lines; the last answer to a question counts. */
export function answersOf(lines: readonly GuestLine[]): CartAnswers {
  return new Map(
    lines.flatMap(({ productId, answers }) =>
      answers
        ? [[productId, new Map(answers.map(({ questionId, text }) => [questionId, text]))] as const]
        : [],
    ),
  );
}

/**
 * Removes the answers from the questions, but keeps the messages about missing or wrong answers.
 */
export function withoutAnswers(asked: AskedOfCart): AskedOfCart {
  return new Map(
    [...asked].map(([id, questions]) => [
      id,
      questions.map((question) => ({ ...question, answer: "" })),
    ]),
  );
}
