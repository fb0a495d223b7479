import type { Context } from "hono";
import { BASE_PATH } from "../contract/endpoints.ts";
import { refusals } from "../contract/endpoint.ts";
import { normaliseQuery, search } from "../contract/search.ts";
import { askShop, passOn, refuse } from "./ask-shop.ts";
import { readToken } from "./cookies.ts";
import type { Edge } from "./environment.ts";

/** The most seconds for which a cached answer may show old data. */
const FRESH_SECONDS = 5;

/**
 * Answers a search, from the cache of the edge if the same query was answered a few seconds ago.
 * The shop receives only the query, without a session or other parameters, because the answer is
 * the same for everybody.
 */
export async function answerSearch(c: Context<{ Bindings: Edge }>): Promise<Response> {
  const { origin, searchParams } = new URL(c.req.url);
  const query = normaliseQuery(searchParams.get("query") ?? "");
  const path = `${BASE_PATH}${search.path}?${new URLSearchParams({ query }).toString()}`;
  const cache = await caches.open("searches");
  const key = new Request(`${origin}${path}`);
  const kept = await cache.match(key);
  if (kept) return withBrowserRules(c, kept);
  const headers = new Headers({ Accept: "application/json" });
  headers.set("X-Client-Address", c.req.header("CF-Connecting-IP") ?? "unknown");
  const answer = await askShop(c, headers, path);
  if (answer === null) return refuse(c, refusals.unavailable);
  const response = passOn(c, answer, answer.body);
  if (answer.status !== 200) return response;
  const copy = response.clone();
  copy.headers.set("Cache-Control", `public, s-maxage=${String(FRESH_SECONDS)}`);
  c.executionCtx.waitUntil(cache.put(key, copy));
  return withBrowserRules(c, response);
}

/** Answers to a signed-in shopper are not cached anywhere. */
function withBrowserRules(c: Context, answer: Response): Response {
  const response = new Response(answer.body, answer);
  const rules = readToken(c) ? "private, no-store" : `public, max-age=${String(FRESH_SECONDS)}`;
  response.headers.set("Cache-Control", rules);
  response.headers.delete("Age");
  response.headers.delete("CF-Cache-Status");
  return response;
}
