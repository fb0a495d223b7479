import { type Statement } from "../../base/batch.ts";
import { TOROB_PAGE_SIZE, type TorobSort } from "../../../contract/torob.ts";
import type { DeliveryType } from "../../../contract/catalogue.ts";
import { HAS_STOCK } from "../stock/statements.ts";

export interface FeedRow {
  id: string;
  name: string;
  region: string;
  denomination: string;
  delivery_type: DeliveryType;
  price_toman: number;
  sale_price_toman: number | null;
  has_stock: number;
  created_at: number;
  updated_at: number;
  subcategory_id: string;
  type: string;
  url_name: string;
  picture_id: string | null;
  subcategory_name: string;
  latin_name: string;
  tagline: string;
  region_notice: string;
  category_name: string;
}

/** SQL text: the products `p` of the feed, as of the time `?1`. */
const FEED = `SELECT p.id, p.name, p.region, p.denomination, p.delivery_type, p.price_toman,
    p.sale_price_toman, ${HAS_STOCK} AS has_stock, p.created_at, p.updated_at, p.subcategory_id,
    s.type, s.url_name, s.picture_id, s.display_name AS subcategory_name, s.latin_name, s.tagline,
    s.region_notice, c.display_name AS category_name
  FROM product p CROSS JOIN subcategory s ON s.id = p.subcategory_id
  CROSS JOIN category c ON c.type = s.type
  WHERE p.is_active = 1`;

// The inner SELECT finds the page on the index alone, so only its hundred products are read.
const PAGE_BY_CREATION = `${FEED} AND p.id IN (
    SELECT id FROM product WHERE is_active = 1 ORDER BY created_at DESC, id DESC LIMIT ?2 OFFSET ?3)
  ORDER BY p.created_at DESC, p.id DESC`;
const PAGE_BY_CHANGE = `${FEED} AND p.id IN (
    SELECT id FROM product WHERE is_active = 1 ORDER BY updated_at DESC, id DESC LIMIT ?2 OFFSET ?3)
  ORDER BY p.updated_at DESC, p.id DESC`;

/** SQL text of a page, by sort order. Takes the time, the page size and the offset. */
export const FEED_PAGES: Record<TorobSort, string> = {
  date_added_desc: PAGE_BY_CREATION,
  date_updated_desc: PAGE_BY_CHANGE,
};

export function countFeed(db: D1Database): D1PreparedStatement {
  return db.prepare("SELECT count(*) AS total FROM product WHERE is_active = 1");
}

/** Finds a page of the feed. Pages start at 1. */
export function findFeedPage(
  db: D1Database,
  sort: TorobSort,
  page: number,
  now: number,
): D1PreparedStatement {
  return db.prepare(FEED_PAGES[sort]).bind(now, TOROB_PAGE_SIZE, (page - 1) * TOROB_PAGE_SIZE);
}

/** Finds products on sale by their ids; unknown ids are skipped. */
export function findFeedProducts(db: D1Database, ids: string[], now: number): Statement<FeedRow> {
  return db
    .prepare(`${FEED} AND p.id IN (SELECT value FROM json_each(?2)) ORDER BY p.id LIMIT ?3`)
    .bind(now, JSON.stringify(ids), TOROB_PAGE_SIZE);
}
