import { type Statement } from "../../base/batch.ts";
import { AVAILABLE_STOCK, UNIT_COST } from "../stock/statements.ts";
import { ART_OF_ONE, SHARE_OF_ONE } from "../picture/statements.ts";
import {
  CATEGORY_FACTS,
  HELD_UNITS,
  IS_USED,
  PRICE_FACTS,
  PRODUCT_FACTS,
  QUESTION_FACTS,
  SUBCATEGORY_FACTS,
} from "./facts-sql.ts";

export interface CategoryRow {
  type: string;
  is_shown: number;
  facts: string;
}
export interface SubcategoryRow {
  id: string;
  type: string;
  url_name: string;
  picture_id: string | null;
  is_shown: number;
  facts: string;
  /** The facts that the subcategory's share picture must show: names, colour and picture. */
  art: string;
  /** Null when there is no share picture, or when it is outdated. */
  share_id: string | null;
}
export interface ProductRow {
  id: string;
  subcategory_id: string;
  facts: string;
  price: string;
  questions: string;
  is_shown: number;
  is_active: number;
  stock: number;
  unit_cost_toman: number;
  is_used: number;
}
export interface TutorialRow {
  slug: string;
  title: string;
}

const SUBCATEGORY = `SELECT one.id, one.type, one.url_name, one.picture_id, one.is_shown,
    ${SUBCATEGORY_FACTS} AS facts, ${ART_OF_ONE} AS art, ${SHARE_OF_ONE} AS share_id
  FROM subcategory one`;

export const selectSubcategory = (db: D1Database, id: string): Statement<SubcategoryRow> =>
  db.prepare(`${SUBCATEGORY} WHERE one.id = ?1`).bind(id);

/** Reads the whole catalogue in the order of the shop, including hidden things. */
export function selectCatalogue(
  db: D1Database,
  now: number,
): readonly [
  Statement<CategoryRow>,
  Statement<SubcategoryRow>,
  Statement<ProductRow>,
  Statement<TutorialRow>,
] {
  return [
    db.prepare(
      `SELECT one.id AS type, one.is_shown, ${CATEGORY_FACTS} AS facts
       FROM (SELECT type AS id, is_shown, position FROM category) one
       ORDER BY one.position, one.id`,
    ),
    db.prepare(`${SUBCATEGORY} ORDER BY one.position, one.id`),
    db
      .prepare(
        `SELECT one.id, one.subcategory_id, one.is_shown, one.is_active, ${PRODUCT_FACTS} AS facts,
           ${PRICE_FACTS} AS price, ${QUESTION_FACTS} AS questions, ${AVAILABLE_STOCK} AS stock, ${UNIT_COST} AS unit_cost_toman,
           ${IS_USED} AS is_used
         FROM product p JOIN product one ON one.id = p.id ORDER BY p.position, p.id`,
      )
      .bind(now),
    db.prepare("SELECT slug, title FROM tutorial ORDER BY title, slug"),
  ];
}

export interface ProductPageRow extends ProductRow {
  type: string;
  category_name: string;
  subcategory_name: string;
  url_name: string;
  picture_id: string | null;
  is_listed: number;
  manual_stock: number;
  held_units: number;
  /** JSON. */
  question_pictures: string;
}

export function findProductPage(
  db: D1Database,
  id: string,
  now: number,
): Statement<ProductPageRow> {
  return db
    .prepare(
      `SELECT one.id, one.subcategory_id, one.is_shown, one.is_active, ${PRODUCT_FACTS} AS facts,
         ${PRICE_FACTS} AS price, ${QUESTION_FACTS} AS questions, ${AVAILABLE_STOCK} AS stock, ${UNIT_COST} AS unit_cost_toman,
         ${IS_USED} AS is_used, s.type, c.display_name AS category_name,
         s.display_name AS subcategory_name, s.url_name, s.picture_id,
         min(s.is_shown, c.is_shown) AS is_listed, p.manual_stock, p.question_pictures, ${HELD_UNITS} AS held_units
       FROM product p JOIN product one ON one.id = p.id
       JOIN subcategory s ON s.id = p.subcategory_id JOIN category c ON c.type = s.type
       WHERE p.id = ?2`,
    )
    .bind(now, id);
}

export interface PriceRow {
  number: number;
  price_toman: number;
  sale_price_toman: number | null;
  reward_toman: number;
  operator: string | null;
  reason: string | null;
  rate_toman: number | null;
  changed_at: number;
}

export function findPrices(db: D1Database, id: string, most: number): Statement<PriceRow> {
  return db
    .prepare(
      `SELECT number, price_toman, sale_price_toman, reward_toman, operator, reason, rate_toman,
         changed_at
       FROM price_change WHERE product_id = ?1 ORDER BY number DESC LIMIT ?2`,
    )
    .bind(id, most);
}
