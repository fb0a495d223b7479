import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { isForShoppers } from "../contract/pages.ts";
import { keepVisitor, readToken } from "./cookies.ts";
import type { Edge } from "./environment.ts";

const PERSONAL = "private, no-store";

/**
 * Signed-in pages need the token cookie, /auth must not have it. Works on canonical paths only. A page that was asked for
 * without a session is remembered, so that coming back from the bank after it ran out loses nothing.
 */
export const guards = createMiddleware<{ Bindings: Edge }>(async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  if (pathname === "/forgotpassword") return c.redirect("/auth", 302);
  const isGuestsOnly = pathname === "/auth";
  if (!isGuestsOnly && !isForShoppers(pathname)) return next();

  const isSignedIn = readToken(c) !== undefined;
  if (isGuestsOnly && isSignedIn) return redirectUncached(c, "/dashboard");
  if (!isGuestsOnly && !isSignedIn)
    return redirectUncached(c, `/auth?return=${encodeURIComponent(pathname + search)}`);
  await next();
  if (isGuestsOnly) keepVisitor(c);
  c.header("Cache-Control", PERSONAL);
});

/** Where somebody is sent depends on their cookie, so nobody may keep it. */
function redirectUncached(c: Context, location: string): Response {
  c.header("Cache-Control", PERSONAL);
  return c.redirect(location, 302);
}
