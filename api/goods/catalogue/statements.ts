import { type Statement } from "../../base/batch.ts";
import { SHARE_ID } from "../picture/statements.ts";
import { AVAILABLE_STOCK } from "../stock/statements.ts";

/** The maximum of products in one answer; no page needs more. */
const PRODUCTS_MAX = 1_000;

export interface SubcategoryRow {
  id: string;
  type: string;
  category_name: string;
  url_name: string;
  picture_id: string | null;
  share_id: string | null;
  display_name: string;
  latin_name: string;
  hue: number;
  tagline: string;
  region_notice: string;
  tutorial: string | null;
  product_count: number;
}

export interface ProductRow {
  id: string;
  name: string;
  type: string;
  url_name: string;
  picture_id: string | null;
  region: string;
  denomination: string;
  delivery_type: "instant" | "manual";
  price_toman: number;
  sale_price_toman: number | null;
  reward_toman: number;
  stock: number;
  rating_count: number;
  rating_stars: number;
  updated_at: number;
  asks: string | null;
}

/** SQL text: the columns of `ProductRow` of product `p` in subcategory `s` at the time ?1. */
export const PRODUCT_COLUMNS = `p.id, p.name, s.type, s.url_name, s.picture_id, p.region, p.denomination,
  p.delivery_type, p.price_toman, p.sale_price_toman, p.reward_toman, p.rating_count,
  p.rating_stars, p.updated_at, p.questions ->> '$[0].label' AS asks, ${AVAILABLE_STOCK} AS stock`;

export function selectSubcategories(db: D1Database): Statement<SubcategoryRow> {
  return db.prepare(
    `SELECT s.id, s.type, c.display_name AS category_name, s.url_name, s.picture_id,
       ${SHARE_ID} AS share_id, s.display_name,
       s.latin_name, s.hue, s.tagline, s.region_notice, s.tutorial,
       (SELECT count(*) FROM product p WHERE p.subcategory_id = s.id AND p.is_active = 1)
         AS product_count
     FROM subcategory s JOIN category c ON c.type = s.type
     WHERE s.is_shown = 1 AND c.is_shown = 1
     ORDER BY c.position, c.type, s.position, s.id`,
  );
}

/** Checks whether a category or subcategory is shown. A null `type` or `urlName` matches any. */
export function selectListing(
  db: D1Database,
  type: string | null,
  urlName: string | null,
): Statement<{ found: number }> {
  return db
    .prepare(
      `SELECT EXISTS (SELECT 1 FROM category c
         LEFT JOIN subcategory s ON s.type = c.type AND s.is_shown = 1
         WHERE c.is_shown = 1 AND (?1 IS NULL OR c.type = ?1) AND (?2 IS NULL OR s.url_name = ?2)) AS found`,
    )
    .bind(type, urlName);
}

/** Selects products on sale, cheapest first, with their stock at `now` (UTC milliseconds). */
export function selectProducts(
  db: D1Database,
  now: number,
  type: string | null,
  urlName: string | null,
): Statement<ProductRow> {
  return db
    .prepare(
      `SELECT ${PRODUCT_COLUMNS}
       FROM subcategory s JOIN product p ON p.subcategory_id = s.id
       WHERE p.is_active = 1 AND (?2 IS NULL OR s.type = ?2) AND (?3 IS NULL OR s.url_name = ?3)
       ORDER BY coalesce(p.sale_price_toman, p.price_toman), p.position, p.id
       LIMIT ?4`,
    )
    .bind(now, type, urlName, PRODUCTS_MAX);
}

export interface CardRow {
  picture_id: string | null;
  latin_name: string;
  hue: number;
  denomination: string | null;
  region: string | null;
}

/**
 * Finds the facts from which a picture is drawn, also for hidden goods. `product` is null for the
 * picture of the subcategory.
 */
export function findCard(
  db: D1Database,
  urlName: string,
  product: string | null,
): Statement<CardRow> {
  return db
    .prepare(
      `SELECT s.picture_id, s.latin_name, s.hue, p.denomination, p.region FROM subcategory s
       LEFT JOIN product p ON p.subcategory_id = s.id AND p.id = ?2
       WHERE s.url_name = ?1 AND (?2 IS NULL OR p.id IS NOT NULL)`,
    )
    .bind(urlName, product);
}

/**
 * The numbers of newest orders and ratings that are read: enough for a percentage, and cheap enough
 * for every page.
 */
const ORDERS_SEEN = 300;
const RATINGS_SEEN = 60;
const RATINGS_SHOWN = 3;

export interface ExperienceRow {
  instant_orders: number;
  /** Orders that were delivered within a minute; null when there are no instant orders. */
  fast_orders: number | null;
  all_ratings: number;
  /** JSON: the newest ratings. */
  ratings: string;
}

/**
 * Counts recent fast deliveries and finds recent ratings. Rows are read in the order of their
 * `rowid`, which grows with each new row.
 */
export function selectExperience(db: D1Database): Statement<ExperienceRow> {
  return db
    .prepare(
      `SELECT count(*) AS instant_orders, sum(is_fast) AS fast_orders,
         (SELECT coalesce(sum(rating_count), 0) FROM product) AS all_ratings,
         (SELECT json_group_array(json_object('stars', stars, 'productId', product_id,
             'createdAt', created_at)) FROM (
           SELECT r.stars, r.product_id, r.created_at FROM (
             SELECT rowid AS place, * FROM rating ORDER BY rowid DESC LIMIT ?2) r
           JOIN product p ON p.id = r.product_id
           WHERE r.is_canned = 0 AND p.is_active = 1 ORDER BY r.place DESC LIMIT ?3)) AS ratings
       FROM (
         SELECT min(i.delivery_status = 'delivered' AND i.delivered_at < o.paid_at + 60000)
           AS is_fast
         FROM (SELECT id, paid_at FROM orders ORDER BY rowid DESC LIMIT ?1) o
         JOIN order_item i ON i.order_id = o.id AND i.delivery_type = 'instant'
         WHERE o.paid_at IS NOT NULL GROUP BY o.id)`,
    )
    .bind(ORDERS_SEEN, RATINGS_SEEN, RATINGS_SHOWN);
}
