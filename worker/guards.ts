import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { isForShoppers } from "../contract/pages.ts";
import {
  dropSession,
  dropForeignCookies,
  hasTwoTokens,
  keepVisitor,
  readToken,
} from "./cookies.ts";
import type { Edge } from "./environment.ts";

const PERSONAL = "private, no-store";

/**
 * Redirects guests from signed-in pages to /auth, and signed-in shoppers from /auth to the
 * dashboard. Works on canonical paths only. The requested page is passed on as `return`, so that a
 * shopper whose session expired during the visit to the bank comes back to that page.
 */
export const guards = createMiddleware<{ Bindings: Edge }>(async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  if (pathname === "/forgotpassword") return c.redirect("/auth", 302);
  const isGuestsOnly = pathname === "/auth";
  if (!isGuestsOnly && !isForShoppers(pathname)) return next();

  // With two session cookies, a page for shoppers opens, and the cookie that the shop did not set
  // is deleted. A redirect to /auth would sign the owner out.
  const isTwin = hasTwoTokens(c);
  const isSignedIn = readToken(c) !== undefined || (isTwin && !isGuestsOnly);
  if (isGuestsOnly && isSignedIn) return redirectUncached(c, "/dashboard");
  if (!isGuestsOnly && !isSignedIn)
    return redirectUncached(c, `/auth?return=${encodeURIComponent(pathname + search)}`);
  await next();
  if (isTwin) dropForeignCookies(c);
  if (isTwin && isGuestsOnly) dropSession(c);
  if (isGuestsOnly) keepVisitor(c);
  c.header("Cache-Control", PERSONAL);
});

/** Redirects without caching, because the target depends on the visitor's cookie. */
function redirectUncached(c: Context, location: string): Response {
  c.header("Cache-Control", PERSONAL);
  return c.redirect(location, 302);
}
