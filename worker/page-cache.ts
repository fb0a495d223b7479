import { createMiddleware } from "hono/factory";
import { isSearchable, normaliseQuery } from "../contract/search.ts";
import type { Edge } from "./environment.ts";

/** Pages that are the same for everyone; scripts fill in the personal parts. */
const PUBLIC_PAGE =
  /^\/(?:products\/[^/]+\/[^/]+|tutorials(?:\/[^/]+)?|guide|about-us|contact-us|terms)?$/;
/** The most seconds for which a cached page may show old data. */
const FRESH_SECONDS = 5;

/**
 * Caches public pages at the edge for a few seconds, so that many visitors of a listing cause only
 * one request to the shop. The cache key is the path and, for a search, also its query, because a
 * public page depends on nothing else. Browsers check for a new version at each visit.
 */
export const pageCache = createMiddleware<{ Bindings: Edge }>(async (c, next) => {
  const address = keptAddress(new URL(c.req.url));
  if (c.req.method !== "GET" || address === null) return next();
  const cache = await caches.open("pages");
  const key = new Request(address);
  const kept = await cache.match(key);
  if (kept) return withBrowserRules(kept);
  await next();
  if (c.res.status === 200 && !c.res.headers.has("Set-Cookie")) {
    const copy = c.res.clone();
    const response = new Response(copy.body, copy);
    response.headers.set("Cache-Control", `public, s-maxage=${String(FRESH_SECONDS)}`);
    c.executionCtx.waitUntil(cache.put(key, response));
  }
  c.header("Cache-Control", c.res.status >= 500 ? "no-store" : BROWSER_RULES);
});

/** Returns the cache key of a page; null for pages that are not cached. */
function keptAddress({ origin, pathname, searchParams }: URL): string | null {
  if (PUBLIC_PAGE.test(pathname)) return origin + pathname;
  if (pathname !== "/search") return null;
  const query = normaliseQuery(searchParams.get("q") ?? "");
  return isSearchable(query)
    ? `${origin}/search?${new URLSearchParams({ q: query }).toString()}`
    : null;
}

const BROWSER_RULES = "public, max-age=0, must-revalidate";

function withBrowserRules(kept: Response): Response {
  const response = new Response(kept.body, kept);
  response.headers.set("Cache-Control", BROWSER_RULES);
  response.headers.delete("Age");
  response.headers.delete("CF-Cache-Status");
  return response;
}
