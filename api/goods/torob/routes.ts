import { readAll } from "../../base/batch.ts";
import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { Id } from "../../../contract/field.ts";
import {
  TOROB_API_VERSION,
  TOROB_PAGE_SIZE,
  TOROB_TOKEN_HEADER,
  TOROB_TOKEN_VERSION,
  TOROB_TOKEN_VERSION_HEADER,
  type TorobFeed,
  type TorobProduct,
  TorobRequest,
  type TorobSort,
  torobRefusals,
} from "../../../contract/torob.ts";
import { type Shop, type ShopEnv, refuse } from "../../base/context.ts";
import { readPageUrls, toTorobProduct } from "./rules.ts";
import { type FeedRow, countFeed, findFeedPage, findFeedProducts } from "./statements.ts";
import { isTokenOfTorob } from "./token.ts";

/** The product feed for Torob; other callers are refused. */
export const torob = new Hono<ShopEnv>();

const torobOnly = createMiddleware<ShopEnv>(async (c, next) => {
  const { settings, now } = c.var.shop;
  const expected = {
    publicKey: settings.TOROB_PUBLIC_KEY,
    host: new URL(settings.PUBLIC_ORIGIN).host,
    now: now(),
  };
  const isSigned =
    c.req.header(TOROB_TOKEN_VERSION_HEADER) === TOROB_TOKEN_VERSION &&
    (await isTokenOfTorob(c.req.header(TOROB_TOKEN_HEADER) ?? "", expected));
  return isSigned ? next() : refuse(c, torobRefusals.notTorob);
});

torob.post("/products", torobOnly, async (c) => {
  const request = readRequest(await c.req.text());
  if (!request) return refuse(c, torobRefusals.badRequest);
  if ("page" in request) return c.json(await showPage(c.var.shop, request.sort, request.page));
  const products =
    "page_urls" in request
      ? await showByUrl(c.var.shop, request.page_urls)
      : await showById(c.var.shop, request.page_uniques);
  return c.json(answer(products, { total: products.length }));
});

/** Parses a request; null unless it has exactly one of the three allowed shapes. */
function readRequest(text: string): TorobRequest | null {
  try {
    return TorobRequest.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

async function showPage(
  { db, settings, now }: Shop,
  sort: TorobSort,
  page: number,
): Promise<TorobFeed> {
  const [counted, found] = await db.batch([countFeed(db), findFeedPage(db, sort, page, now())]);
  const total = (counted?.results[0] as { total: number } | undefined)?.total;
  if (total === undefined) throw new Error("The products of the feed were not counted");
  const { origin } = new URL(settings.PUBLIC_ORIGIN);
  const products = ((found?.results ?? []) as unknown as FeedRow[]).map((row) =>
    toTorobProduct(row, origin),
  );
  return answer(products, { total, page });
}

async function showByUrl(shop: Shop, urls: string[]): Promise<TorobProduct[]> {
  const named = readPageUrls(urls, new URL(shop.settings.PUBLIC_ORIGIN).origin);
  const products = await showById(shop, [...new Set(named.values())]);
  // A product that moved to another listing must not be found at its old address.
  return products.filter((product) => named.has(product.page_url));
}

async function showById({ db, settings, now }: Shop, ids: string[]): Promise<TorobProduct[]> {
  const possible = ids.filter((id) => Id.safeParse(id).success);
  const results = await readAll(findFeedProducts(db, possible, now()));
  const { origin } = new URL(settings.PUBLIC_ORIGIN);
  return results.map((row) => toTorobProduct(row, origin));
}

function answer(
  products: TorobProduct[],
  { total, page = 1 }: { total: number; page?: number },
): TorobFeed {
  const pages = Math.max(1, Math.ceil(total / TOROB_PAGE_SIZE));
  return { api_version: TOROB_API_VERSION, current_page: page, total, max_pages: pages, products };
}
