import { Hono } from "hono";
import { ownPictureAddress } from "../../../contract/address.ts";
import {
  type Category,
  getCard,
  getProducts,
  type Subcategory,
} from "../../../contract/catalogue.ts";
import { refusals } from "../../../contract/endpoint.ts";
import { toExperience, toProduct } from "./rows.ts";
import { readTogether, readAll, readFirst } from "../../base/batch.ts";
import { query, refuse, type ShopEnv } from "../../base/context.ts";
import { pictureOf } from "../picture/address.ts";
import {
  findCard,
  selectExperience,
  selectListing,
  selectProducts,
  selectSubcategories,
  type SubcategoryRow,
} from "./statements.ts";

export const catalogue = new Hono<ShopEnv>();

catalogue.get("/categories", async (c) => {
  const { db, settings } = c.var.shop;
  const results = await readAll(selectSubcategories(db));
  const categories = new Map<string, Category>();
  for (const row of results) {
    const category = categories.get(row.type) ?? {
      type: row.type,
      displayName: row.category_name,
      subcategories: [],
    };
    category.subcategories.push(toSubcategory(row));
    categories.set(row.type, category);
  }
  return c.json({
    categories: [...categories.values()],
    withoutPapersToman: settings.BUY_WITHOUT_PAPERS_TOMAN,
  });
});

catalogue.get("/products", query(getProducts.query), async (c) => {
  const { type = null, subcategory = null } = c.var.query;
  const { db, now } = c.var.shop;
  if ((type ?? subcategory) !== null) {
    const listing = await readFirst(selectListing(db, type, subcategory));
    if (listing?.found !== 1) return refuse(c, refusals.notFound);
    const results = await readAll(selectProducts(db, now(), type, subcategory));
    return c.json({ products: results.map(toProduct) });
  }
  const [rows, [experience]] = await readTogether(db, [
    selectProducts(db, now(), type, subcategory),
    selectExperience(db),
  ]);
  return c.json({
    products: rows.map(toProduct),
    experience: experience ? toExperience(experience) : null,
  });
});

catalogue.get("/cards/:urlName", query(getCard.query), async (c) => {
  const { product = null } = c.var.query;
  const { db } = c.var.shop;
  const row = await readFirst(findCard(db, c.req.param("urlName"), product));
  if (!row) return refuse(c, refusals.notFound);
  const { latin_name: latinName, hue, denomination, region } = row;
  return c.json({
    latinName,
    hue,
    ...(row.picture_id !== null && { ownPicture: ownPictureAddress(row.picture_id) }),
    ...(denomination !== null && { denomination }),
    ...(region !== null && { region }),
  });
});

function toSubcategory(row: SubcategoryRow): Subcategory {
  return {
    id: row.id,
    displayName: row.display_name,
    latinName: row.latin_name,
    urlName: row.url_name,
    type: row.type,
    imageUrl: pictureOf(row, undefined, "small"),
    ...(row.picture_id !== null && { ownPicture: ownPictureAddress(row.picture_id) }),
    ...(row.share_id !== null && { shareImage: ownPictureAddress(row.share_id) }),
    hue: row.hue,
    tagline: row.tagline,
    regionNotice: row.region_notice,
    ...(row.tutorial !== null && { tutorial: row.tutorial }),
    productCount: row.product_count,
  };
}
