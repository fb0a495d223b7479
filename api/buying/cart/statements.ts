import type { DiscountCodeRow } from "../discount-code/rules.ts";
import type { CartLineRow } from "./rules.ts";
import { type Statement } from "../../base/batch.ts";
import { type CartProduct } from "./rules.ts";
import { DISCOUNT_CODE } from "../discount-code/statements.ts";
import {
  OWN_AVAILABLE_STOCK,
  OWN_SHELF_UNITS,
  OWN_LEAST_PRICE,
  OWN_UNIT_COST,
} from "../../goods/stock/statements.ts";

interface CartRow {
  version: number;
  discount_code_id: string | null;
}

/** SQL text: the columns of a line's product, with its stock at time `?1` for the person `?2`. */
const CART_PRODUCT = `p.id, p.name, s.type, s.url_name, s.picture_id, p.region, p.delivery_type, p.price_toman,
  p.sale_price_toman, p.reward_toman, p.questions, p.question_pictures, ${OWN_UNIT_COST} AS unit_cost_toman,
  ${OWN_LEAST_PRICE} AS least_toman, ${OWN_AVAILABLE_STOCK} AS available,
  ${OWN_SHELF_UNITS} AS shelf`;

export function findCart(db: D1Database, userId: string): Statement<CartRow> {
  return db.prepare("SELECT version, discount_code_id FROM cart WHERE user_id = ?1").bind(userId);
}

/** Finds the shopper's lines in the order in which they were added. */
export function findCartLines(db: D1Database, userId: string, now: number): Statement<CartLineRow> {
  return db
    .prepare(
      `SELECT ${CART_PRODUCT}, i.quantity
       FROM cart_item i
       JOIN product p ON p.id = i.product_id
       JOIN subcategory s ON s.id = p.subcategory_id
       WHERE i.user_id = ?2 ORDER BY i.added_at, p.id`,
    )
    .bind(now, userId);
}

/** Finds the products on sale among these ids, in any order; a guest's `userId` is null. */
export function findProducts(
  db: D1Database,
  userId: string | null,
  productIds: string[],
  now: number,
): Statement<CartProduct> {
  return db
    .prepare(
      `SELECT ${CART_PRODUCT} FROM product p JOIN subcategory s ON s.id = p.subcategory_id
       WHERE p.is_active = 1 AND p.id IN (SELECT value FROM json_each(?3))`,
    )
    .bind(now, userId, JSON.stringify(productIds));
}

export function setLine(
  db: D1Database,
  userId: string,
  productId: string,
  quantity: number,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO cart_item (user_id, product_id, quantity, added_at) VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT (user_id, product_id) DO UPDATE SET quantity = excluded.quantity`,
    )
    .bind(userId, productId, quantity, now);
}

/**
 * Adds a line or raises its quantity. The quantity is never lowered, so adding the same guest cart
 * twice changes nothing.
 */
export function raiseLine(
  db: D1Database,
  userId: string,
  productId: string,
  quantity: number,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO cart_item (user_id, product_id, quantity, added_at) VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT (user_id, product_id) DO UPDATE SET quantity = max(quantity, excluded.quantity)`,
    )
    .bind(userId, productId, quantity, now);
}

/** Aborts a batch that adds lines when the cart then has more than `linesMax` lines. */
export function claimCartFits(
  db: D1Database,
  userId: string,
  linesMax: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the cart is not too long',
         (SELECT count(*) FROM cart_item WHERE user_id = ?1) <= ?2`,
    )
    .bind(userId, linesMax);
}

export function removeLine(db: D1Database, userId: string, productId: string): D1PreparedStatement {
  return db
    .prepare("DELETE FROM cart_item WHERE user_id = ?1 AND product_id = ?2")
    .bind(userId, productId);
}

export function removeAllLines(db: D1Database, userId: string): D1PreparedStatement {
  return db.prepare("DELETE FROM cart_item WHERE user_id = ?1").bind(userId);
}

export function setDiscountCode(
  db: D1Database,
  userId: string,
  discountCodeId: string | null,
): D1PreparedStatement {
  return db
    .prepare("UPDATE cart SET discount_code_id = ?2 WHERE user_id = ?1")
    .bind(userId, discountCodeId);
}

export function countLines(db: D1Database, userId: string): Statement<{ count: number }> {
  return db.prepare("SELECT count(*) AS count FROM cart_item WHERE user_id = ?1").bind(userId);
}

/** Finds the discount code on a shopper's cart. */
export function findCartDiscount(
  db: D1Database,
  userId: string,
  now: number,
): Statement<DiscountCodeRow> {
  return db
    .prepare(`${DISCOUNT_CODE} WHERE d.id = (SELECT discount_code_id FROM cart WHERE user_id = ?2)`)
    .bind(now, userId, null);
}

/** Creates the cart of a person who signs in for the first time. */
export const openCart = (db: D1Database, phone: string): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO cart (user_id) SELECT id FROM user WHERE phone = ?1
       ON CONFLICT (user_id) DO NOTHING`,
    )
    .bind(phone);
