import { createMiddleware } from "hono/factory";

/**
 * For everything but pages, whatever it calls itself. Its own worker alone fetches under the policy of its file, namely the
 * offline page and what that needs.
 */
const FILE_POLICY =
  "default-src 'none'; base-uri 'none'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; object-src 'none'";

/** Nobody between us and the browser keeps it. Cloudflare reads the second header where a rule would overrule the first. */
const PERSONAL = {
  "Cache-Control": "private, no-store",
  "Cloudflare-CDN-Cache-Control": "no-store",
};

/** What every answer carries: pages and files, refusals and redirects alike. */
const EVERYWHERE = {
  "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  // Pictures of others, as the trust seal, are still shown: asked for without cookies.
  "Cross-Origin-Embedder-Policy": "credentialless",
  "Permissions-Policy":
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()",
};

/** The one place where answers get what protects them. A page brings its policy along, since it alone knows its scripts. */
export const securityHeaders = createMiddleware(async (c, next) => {
  await next();
  const response = new Response(c.res.body, c.res);
  const { headers } = response;
  for (const [name, value] of Object.entries(EVERYWHERE)) headers.set(name, value);
  // A page whose address is a secret says nothing at all; the seal asks for the origin, and every other site gets no more.
  if (headers.get("Referrer-Policy") !== "no-referrer")
    headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
  if (!headers.has("Content-Security-Policy")) headers.set("Content-Security-Policy", FILE_POLICY);
  sayCharset(headers);
  keepFromCaches(headers);
  c.res = undefined;
  c.res = response;
});

function sayCharset(headers: Headers): void {
  const type = headers.get("Content-Type");
  if (type !== null && /^(?:text\/[^;]*|[^;]*[+/]xml)$/i.test(type))
    headers.set("Content-Type", `${type}; charset=utf-8`);
}

/** A cookie is somebody's, and so is whatever comes with it. */
function keepFromCaches(headers: Headers): void {
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-cache");
  const isPersonal =
    headers.has("Set-Cookie") || /private|no-store/i.test(headers.get("Cache-Control") ?? "");
  if (!isPersonal) return;
  for (const [name, value] of Object.entries(PERSONAL)) headers.set(name, value);
}
