import { createMiddleware } from "hono/factory";

/**
 * The content policy of everything except pages. `connect-src` is only for the service worker,
 * which obeys the policy of its own file when it requests the offline page and its files.
 */
const FILE_POLICY =
  "default-src 'none'; base-uri 'none'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; object-src 'none'";

/**
 * Forbids caching between the edge and the browser. Cloudflare obeys the second header even if a
 * cache rule overrides the first one.
 */
const PERSONAL = {
  "Cache-Control": "private, no-store",
  "Cloudflare-CDN-Cache-Control": "no-store",
};

/** Headers of every answer: pages, files, refusals and redirects. */
const EVERYWHERE = {
  "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  // Pictures of other sites, such as the trust seal, still load, but without cookies.
  "Cross-Origin-Embedder-Policy": "credentialless",
  "Permissions-Policy":
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()",
};

const REFERRER_POLICY = "strict-origin-when-cross-origin";

/** Headers of files that are sent without the worker (scripts/build/static-headers.ts). */
export const FILE_HEADERS: Readonly<Record<string, string>> = {
  ...EVERYWHERE,
  "Referrer-Policy": REFERRER_POLICY,
  "Content-Security-Policy": FILE_POLICY,
};

/**
 * Sets the security headers of all answers. A page sets its own content policy, because only the
 * page knows its scripts.
 */
export const securityHeaders = createMiddleware(async (c, next) => {
  await next();
  const response = new Response(c.res.body, c.res);
  const { headers } = response;
  for (const [name, value] of Object.entries(EVERYWHERE)) headers.set(name, value);
  // Pages with a secret in their URL set `no-referrer` themselves. For other pages the trust seal
  // needs the origin, and other sites receive only the origin.
  if (headers.get("Referrer-Policy") !== "no-referrer")
    headers.set("Referrer-Policy", REFERRER_POLICY);
  if (!headers.has("Content-Security-Policy") && !isUnbuiltPage(headers))
    headers.set("Content-Security-Policy", FILE_POLICY);
  sayCharset(headers);
  keepFromCaches(headers);
  c.res = undefined;
  c.res = response;
});

/**
 * True for pages of `npm run dev`. Astro gives a policy only to built pages, and the policy of
 * files would block Vite's scripts and styles.
 */
function isUnbuiltPage(headers: Headers): boolean {
  // A cast is needed, because Vite's types are only available to the pages.
  const isDev = (import.meta as unknown as { env: { DEV: boolean } }).env.DEV;
  return isDev && headers.get("Content-Type")?.startsWith("text/html") === true;
}

function sayCharset(headers: Headers): void {
  const type = headers.get("Content-Type");
  if (type !== null && /^(?:text\/[^;]*|[^;]*[+/]xml)$/i.test(type))
    headers.set("Content-Type", `${type}; charset=utf-8`);
}

/**
 * Forbids caching of personal answers: answers that set a cookie, or whose `Cache-Control` is
 * private or no-store.
 */
function keepFromCaches(headers: Headers): void {
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-cache");
  const isPersonal =
    headers.has("Set-Cookie") || /private|no-store/i.test(headers.get("Cache-Control") ?? "");
  if (!isPersonal) return;
  for (const [name, value] of Object.entries(PERSONAL)) headers.set(name, value);
}
