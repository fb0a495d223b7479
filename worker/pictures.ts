import type { Context } from "hono";
import { BASE_PATH } from "../contract/endpoints.ts";
import { type Edge, callShop } from "./environment.ts";

/**
 * Answers with a picture of the catalogue, without cookies. The picture at an address never
 * changes, so the edge and every browser may cache it.
 */
export async function answerPicture(c: Context<{ Bindings: Edge }>): Promise<Response> {
  const cache = await caches.open("pictures");
  const key = new Request(new URL(c.req.path, c.req.url));
  const kept = await cache.match(key);
  if (kept) return new Response(kept.body, kept);
  const answer = await callShop(c.env, BASE_PATH + c.req.path, { method: "GET" }).catch(() => null);
  if (answer?.status !== 200 || answer.headers.get("Content-Type") !== "image/jpeg") {
    await answer?.body?.cancel();
    return c.body(null, answer?.status === 404 ? 404 : 503, { "Cache-Control": "no-store" });
  }
  const headers = new Headers({
    "Content-Type": "image/jpeg",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cache-Control": "public, max-age=31536000, immutable",
  });
  const length = answer.headers.get("Content-Length");
  if (length !== null) headers.set("Content-Length", length);
  const picture = new Response(answer.body, { headers });
  c.executionCtx.waitUntil(cache.put(key, picture.clone()));
  return picture;
}
