import type { HonoRequest } from "hono";

/**
 * True when the browser's headers say that a page of this site made the request. If both headers
 * exist, both must say so; a request with neither header is not trusted.
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
