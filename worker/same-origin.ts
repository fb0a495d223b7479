import type { HonoRequest } from "hono";

/**
 * Whether a browser says that our own page made this request. Both headers have to agree where both are there;
 * a request with neither says nothing and is not trusted with a cookie.
 */
export function isSameOrigin(request: HonoRequest): boolean {
  const site = request.header("Sec-Fetch-Site");
  const origin = request.header("Origin");
  if (site === undefined && origin === undefined) return false;
  return (
    (site === undefined || site === "same-origin") &&
    (origin === undefined || origin === new URL(request.url).origin)
  );
}
