/** The only places that signing in may lead back to. */
const RETURN_ROUTES = [
  /^\/(?:cart|dashboard|wallet|banks|discounts|tickets|orders|referrals|authentication|payment\/verify)$/,
  /^\/(?:orders|tickets)\/[A-Za-z0-9_-]{1,64}$/,
  /^\/products\/[a-z0-9-]{1,60}\/[a-z0-9-]{1,60}$/,
];

/** The same path, when it is one of ours; null for everything else, other sites above all. */
export function toReturnPath(value: string | null): string | null {
  if (!value || !/^\/(?![/\\])/.test(value)) return null;
  const url = URL.parse(value, location.origin);
  if (url?.origin !== location.origin) return null;
  return RETURN_ROUTES.some((route) => route.test(url.pathname)) ? url.pathname + url.search : null;
}
