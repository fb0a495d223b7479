import { createMiddleware } from "hono/factory";
import { refusals } from "../contract/endpoint.ts";
import { refuse } from "./ask-shop.ts";

/**
 * Plain HTTP is for trying the shop on one's own machine. Elsewhere people are led to the same page over HTTPS, and a call is
 * nothing there: one that worked would hide that it had told everybody what it carried.
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
