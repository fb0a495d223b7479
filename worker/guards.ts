import { createMiddleware } from "hono/factory";
import { keepVisitor, readToken } from "./cookies.ts";
import type { Edge } from "./environment.ts";

const SIGNED_IN_ONLY = /^\/(?:dashboard|wallet|banks|discounts|tickets|orders|referrals|authentication|payment\/verify)(?:\/|$)/;

/**
 * Signed-in pages need the token cookie, /auth must not have it. Works on canonical paths only. A page that was asked for
 * without a session is remembered, so that coming back from the bank after it ran out loses nothing.
 */
export const guards = createMiddleware<{ Bindings: Edge }>(async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  const isSignedIn = readToken(c) !== undefined;
  if (SIGNED_IN_ONLY.test(pathname)) {
    c.header("Cache-Control", "private, no-store");
    if (!isSignedIn) return c.redirect(`/auth?return=${encodeURIComponent(pathname + search)}`, 302);
  }
  if (pathname === "/forgotpassword") return c.redirect("/auth", 302);
  if (pathname === "/auth") {
    c.header("Cache-Control", "private, no-store");
    if (isSignedIn) return c.redirect("/dashboard", 302);
    keepVisitor(c);
  }
  return next();
});
