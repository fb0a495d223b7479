import { createMiddleware } from "hono/factory";

/** For everything but pages. The worker that keeps the offline page fetches it under the policy of its own file. */
const FILE_POLICY = "default-src 'none'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Headers that every answer carries, pages and files and refusals alike. Pages bring the rest of their policy along. */
export const securityHeaders = createMiddleware(async (c, next) => {
  await next();
  const response = new Response(c.res.body, c.res);
  const { headers } = response;
  headers.set("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("X-Frame-Options", "DENY");
  // A page whose address is a secret says nothing at all.
  if (headers.get("Referrer-Policy") !== "no-referrer") headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  headers.set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
  if (!headers.has("Content-Security-Policy")) headers.set("Content-Security-Policy", FILE_POLICY);
  if (headers.get("Content-Type") === "text/html") headers.set("Content-Type", "text/html; charset=utf-8");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-cache");
  c.res = undefined;
  c.res = response;
});
