import { AVAILABLE_STOCK } from "../stock/statements.ts";

/** A line's product, with its stock at the moment `?1`. */
const CART_PRODUCT = `p.id, p.name, s.type, s.url_name, p.delivery_type, p.price_toman, p.sale_price_toman, p.reward_toman,
  ${AVAILABLE_STOCK} AS available`;

export function findCart(db: D1Database, userId: string): D1PreparedStatement {
  return db.prepare("SELECT version, discount_code_id FROM cart WHERE user_id = ?1").bind(userId);
}

/** The shopper's lines, first added first. */
export function findCartLines(db: D1Database, userId: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `SELECT ${CART_PRODUCT}, i.quantity
       FROM cart_item i JOIN product p ON p.id = i.product_id JOIN subcategory s ON s.id = p.subcategory_id
       WHERE i.user_id = ?2 ORDER BY i.added_at, p.id`,
    )
    .bind(now, userId);
}

/** Products by their ids, in any order; what does not exist or is not sold any more is missing. */
export function findProducts(
  db: D1Database,
  productIds: string[],
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `SELECT ${CART_PRODUCT} FROM product p JOIN subcategory s ON s.id = p.subcategory_id
       WHERE p.is_active = 1 AND p.id IN (SELECT value FROM json_each(?2))`,
    )
    .bind(now, JSON.stringify(productIds));
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

/** Adds a line or raises its quantity, never lowers it: handing the same guest cart over twice changes nothing. */
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

/** Part of a batch that adds lines: a cart never holds more than `linesMax`. */
export function claimCartFits(
  db: D1Database,
  userId: string,
  linesMax: number,
): D1PreparedStatement {
  return db
    .prepare(
      "INSERT INTO must SELECT 'the cart is not too long', (SELECT count(*) FROM cart_item WHERE user_id = ?1) <= ?2",
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

export function countLines(db: D1Database, userId: string): D1PreparedStatement {
  return db.prepare("SELECT count(*) AS count FROM cart_item WHERE user_id = ?1").bind(userId);
}

/**
 * Orders that used the discount code `d` at the moment `?1`: paid ones, and unpaid ones that are still held, without those of one cart
 * of the person `?2`, since one cart makes one order. Its version is `?3`; null is the cart as it is now, of which a guest has none.
 */
const COUNTS = `(o.paid_at IS NOT NULL OR (o.state = 'awaiting' AND o.hold_expires_at > ?1
  AND NOT (o.user_id = ?2 AND o.cart_version = coalesce(?3, (SELECT version FROM cart WHERE user_id = ?2)))))`;
/** SQL text; a code without a cap is not counted, however often it was used. */
export const COUNTED_USES = `CASE WHEN d.uses_max IS NULL THEN 0 ELSE (
  SELECT count(*) FROM discount_use u JOIN orders o ON o.id = u.order_id WHERE u.discount_code_id = d.id AND ${COUNTS}) END`;
export const COUNTED_OWN_USES = `(
  SELECT count(*) FROM discount_use u JOIN orders o ON o.id = u.order_id
  WHERE u.discount_code_id = d.id AND u.user_id = ?2 AND ${COUNTS})`;

/** SQL text; what is left out are the conditions. */
export const DISCOUNT_CODE = `SELECT d.id, d.code, d.type, d.value, d.min_purchase_toman, d.owner_id, d.uses_max, d.uses_per_user_max,
    d.is_active, d.expires_at, ${COUNTED_USES} AS uses, ${COUNTED_OWN_USES} AS own_uses
  FROM discount_code d`;

/** The code of this text, with the uses that count for whoever asks; a guest is null. */
export function findDiscountCode(
  db: D1Database,
  code: string,
  userId: string | null,
  now: number,
): D1PreparedStatement {
  return db.prepare(`${DISCOUNT_CODE} WHERE d.code = ?4`).bind(now, userId ?? "", null, code);
}

/** The code that lies on a shopper's cart. */
export function findCartDiscount(db: D1Database, userId: string, now: number): D1PreparedStatement {
  return db
    .prepare(`${DISCOUNT_CODE} WHERE d.id = (SELECT discount_code_id FROM cart WHERE user_id = ?2)`)
    .bind(now, userId, null);
}
