/**
 * The only list of pages. Imports no schema, because pages, edge, browser and tests all import it.
 */

/**
 * The people who may open a page. `everyone`: the same page for all, and for search engines.
 * `visitor`: anybody, but the page contains data of this browser. `guest`: only without a session.
 * `shopper`: only with one. `operator`: only with a session of the desk (contract/desk/pages.ts).
 */
type Audience = "everyone" | "visitor" | "guest" | "shopper" | "operator";

export interface Page {
  /** Parameters are written as in `/orders/:orderId`. */
  path: `/${string}`;
  audience: Audience;
  /** True when signing in may return to this page. All pages of shoppers allow it. */
  isReturnTarget?: boolean;
  /** True for the pages of goods and the cart, which a closed shop does not show. */
  sells?: boolean;
}

export const pages: readonly Page[] = [
  { path: "/", audience: "everyone", sells: true },
  { path: "/products/:type/:urlName", audience: "everyone", isReturnTarget: true, sells: true },
  { path: "/search", audience: "everyone", sells: true },
  { path: "/tutorials", audience: "everyone" },
  { path: "/tutorials/:slug", audience: "everyone" },
  { path: "/guide", audience: "everyone" },
  { path: "/contact-us", audience: "everyone" },
  { path: "/about-us", audience: "everyone" },
  { path: "/terms", audience: "everyone" },
  { path: "/offline", audience: "everyone" },
  { path: "/cart", audience: "visitor", isReturnTarget: true, sells: true },
  { path: "/payment/failed", audience: "visitor" },
  { path: "/payment/success", audience: "visitor" },
  { path: "/verify/email", audience: "visitor" },
  { path: "/gift", audience: "visitor", isReturnTarget: true },
  { path: "/auth", audience: "guest" },
  { path: "/dashboard", audience: "shopper" },
  { path: "/wallet", audience: "shopper" },
  { path: "/banks", audience: "shopper" },
  { path: "/orders", audience: "shopper" },
  { path: "/orders/:orderId", audience: "shopper" },
  { path: "/discounts", audience: "shopper" },
  { path: "/tickets", audience: "shopper" },
  { path: "/tickets/:ticketId", audience: "shopper" },
  { path: "/referrals", audience: "shopper" },
  { path: "/authentication", audience: "shopper" },
  { path: "/security", audience: "shopper" },
  { path: "/payment/verify", audience: "shopper" },
];

/** True for the pages of shoppers and every path below them, even where no page exists. */
export function isForShoppers(pathname: string): boolean {
  return SHOPPER_ROOTS.some((root) => pathname === root || pathname.startsWith(`${root}/`));
}

/** True for a page that signing in may return to. */
export function isReturnTarget(pathname: string): boolean {
  return RETURN_PATTERNS.some((pattern) => pattern.test(pathname));
}

/** True for a page that a closed shop does not show. */
export function isSelling(pathname: string): boolean {
  return SELLING_PATTERNS.some((pattern) => pattern.test(pathname));
}

const SELLING_PATTERNS = pages
  .filter(({ sells }) => sells)
  .map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`));
const SHOPPER_ROOTS = rootsOf(pages.filter(({ audience }) => audience === "shopper"));
const RETURN_PATTERNS = pages
  .filter(({ audience, isReturnTarget: isTarget }) => isTarget ?? audience === "shopper")
  .map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, "[A-Za-z0-9_-]{1,64}")}$`));

/** Returns the path of each page up to its first parameter, without duplicates. */
function rootsOf(some: readonly Page[]): string[] {
  return [...new Set(some.map(({ path }) => path.replace(/\/:.*$/, "")))];
}
