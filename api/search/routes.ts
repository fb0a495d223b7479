import { Hono } from "hono";
import { pictureAddress } from "../../contract/address.ts";
import {
  type FoundProduct,
  type FoundSubcategory,
  type FoundTutorial,
  type SearchResult,
  search,
} from "../../contract/search.ts";
import { type ShopEnv, query } from "../base/context.ts";
import { toMatches } from "./rules.ts";
import {
  type FoundProductRow,
  type FoundSubcategoryRow,
  type FoundTutorialRow,
  findProducts,
  findSubcategories,
  findTutorials,
} from "./statements.ts";

export const searches = new Hono<ShopEnv>();

searches.get("/", query(search.query), async (c) => {
  const { db, now } = c.var.shop;
  const matches = toMatches(c.var.query.query);
  c.header("Cache-Control", "public, max-age=30");
  if (!matches)
    return c.json({ products: [], subcategories: [], tutorials: [] } satisfies SearchResult);
  const moment = now();
  const [products, subcategories, tutorials] = await db.batch([
    findProducts(db, matches, moment),
    findSubcategories(db, matches, moment),
    findTutorials(db, matches, moment),
  ]);
  return c.json({
    products: ((products?.results ?? []) as FoundProductRow[]).map(toProduct),
    subcategories: ((subcategories?.results ?? []) as FoundSubcategoryRow[]).map(toSubcategory),
    tutorials: ((tutorials?.results ?? []) as FoundTutorialRow[]).map(toTutorial),
  } satisfies SearchResult);
});

function toProduct(row: FoundProductRow): FoundProduct {
  return {
    id: row.id,
    name: row.name,
    imageUrl: pictureAddress(row.url_name, row.id),
    productType: row.type,
    subcategoryUrlName: row.url_name,
  };
}

function toSubcategory(row: FoundSubcategoryRow): FoundSubcategory {
  return {
    id: row.id,
    displayName: row.display_name,
    urlName: row.url_name,
    type: row.type,
    imageUrl: pictureAddress(row.url_name),
  };
}

function toTutorial(row: FoundTutorialRow): FoundTutorial {
  return { id: row.slug, title: row.title, slug: row.slug, coverUrl: row.cover_url };
}
