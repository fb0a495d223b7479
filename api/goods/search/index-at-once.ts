import { createMiddleware } from "hono/factory";
import type { ShopEnv } from "../../base/context.ts";
import { logError } from "../../base/log-error.ts";
import { indexCatalogue } from "./index-catalogue.ts";

/**
 * Indexes the changes of a desk call at once, so that search finds them. If there are very many
 * changes, the jobs index the rest; if an error occurs here, the jobs index all of them.
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
