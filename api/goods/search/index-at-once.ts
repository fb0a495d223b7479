import { createMiddleware } from "hono/factory";
import type { ShopEnv } from "../../base/context.ts";
import { logError } from "../../base/log-error.ts";
import { indexCatalogue } from "./index-catalogue.ts";

/**
 * Lets search find at once what a call of the desk has changed. Of very many goods the jobs index the
 * rest, as they do everything when this fails.
 */
export const indexAtOnce = createMiddleware<ShopEnv>(async (c, next) => {
  await next();
  if (c.req.method === "GET" || c.res.status !== 200) return;
  try {
    await indexCatalogue(c.var.shop.db);
  } catch (error) {
    logError({ task: "indexing changed goods" }, error);
  }
});
