import { createMiddleware } from "hono/factory";
import { refusals } from "../contract/endpoint.ts";
import { refuse } from "./ask-shop.ts";

/** Leads www.shop.example to shop.example, so that each page has one address. */
export const withoutWww = createMiddleware(async (c, next) => {
  const url = new URL(c.req.url);
  if (!url.hostname.startsWith("www.")) return next();
  url.hostname = url.hostname.slice("www.".length);
  return c.redirect(url.href, 308);
});

/**
 * Allows plain HTTP only on the local machine. Elsewhere pages redirect to HTTPS, and calls are
 * answered with 404: if they worked, nobody would notice that they are not encrypted.
 */
export const onlyHttps = createMiddleware(async (c, next) => {
  const url = new URL(c.req.url);
  if (url.protocol === "https:" || /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname))
    return next();
  const isRead = c.req.method === "GET" || c.req.method === "HEAD";
  if (!isRead || /^\/(?:api|desk)(?:\/|$)/.test(url.pathname)) return refuse(c, refusals.notFound);
  url.protocol = "https:";
  url.port = "";
  return c.redirect(url.href, 301);
});
