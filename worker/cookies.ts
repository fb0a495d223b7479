import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { SESSION_DAYS } from "../contract/sign-in.ts";

const DAY_SECONDS = 24 * 60 * 60;
/**
 * With the prefix `__Host-`, other subdomains cannot set the cookie. They must not be able to,
 * because a known browser is recognised by this id.
 */
const VISITOR = "__Host-visitor";
/** The most levels of a path, enough for every path of the shop. */
const PATHS_MAX = 6;
/** The most sessions that one sign-out ends. */
const TWINS_MAX = 4;
const shared = { path: "/", secure: true, sameSite: "Lax" } as const;

/**
 * True when the browser sent two session cookies. One of them was set by another subdomain, and the
 * edge cannot tell which.
 */
export function hasTwoTokens(c: Context): boolean {
  return tokensOf(c).length > 1;
}

/**
 * Returns the session tokens of a browser that sent several, without those that cannot be valid.
 */
export function readDuplicateTokens(c: Context): string[] {
  return hasTwoTokens(c) ? tokensOf(c).filter(isToken).slice(0, TWINS_MAX) : [];
}

function tokensOf(c: Context): string[] {
  const cookies = (c.req.header("Cookie") ?? "").split(";").map((part) => part.trim());
  return cookies.filter((part) => part.startsWith("token=")).map((part) => part.slice(6));
}

/**
 * Reads the session's token. Browser scripts cannot read the cookie, and the shop never receives
 * it.
 */
export function readToken(c: Context): string | undefined {
  if (hasTwoTokens(c)) return undefined;
  const token = getCookie(c, "token");
  return token !== undefined && isToken(token) ? token : undefined;
}

/** True for a token that `readToken` accepts. */
export function isToken(text: string): boolean {
  return /^[A-Za-z0-9._~+/=-]{16,2048}$/.test(text);
}

/** True when the browser has any session cookie, valid or not. */
export function hasSession(c: Context): boolean {
  return getCookie(c, "token") !== undefined || getCookie(c, "signed_in") !== undefined;
}

/**
 * Sets the session cookies. `signed_in` only tells scripts that a session exists. The session is
 * valid only in this browser, so the cookie with the browser's id is set again too and does not
 * expire before the session.
 */
export function keepSession(c: Context, token: string): void {
  setCookie(c, "token", token, { ...shared, httpOnly: true, maxAge: SESSION_DAYS * DAY_SECONDS });
  setCookie(c, "signed_in", "1", { ...shared, maxAge: SESSION_DAYS * DAY_SECONDS });
  const visitor = readVisitor(c);
  if (visitor !== undefined) setVisitor(c, visitor);
}

export function dropSession(c: Context): void {
  deleteCookie(c, "token", { ...shared, httpOnly: true });
  deleteCookie(c, "signed_in", shared);
}

/**
 * Deletes session cookies that the shop did not set: those of longer paths, and those of this
 * domain and its parent domains. The shop's own cookie is only for this host and for all paths, so
 * it stays.
 */
export function dropForeignCookies(c: Context): void {
  const { hostname, pathname } = new URL(c.req.url);
  for (const domain of [undefined, ...domainsOf(hostname)])
    for (const path of pathsTo(pathname))
      if (domain !== undefined || path !== "/")
        deleteCookie(c, "token", { ...shared, path, ...(domain !== undefined && { domain }) });
}

/**
 * Returns the domains for which a cookie may be set: the host and its parent domains. A name
 * without a dot and an IP address have none.
 */
function domainsOf(hostname: string): string[] {
  if (/^[\d.]+$|:/.test(hostname)) return [];
  const names = hostname.split(".");
  return names.slice(0, -1).map((_, at) => names.slice(at).join("."));
}

/**
 * Returns each path whose cookies the browser sends with requests for `pathname`, with and without
 * a slash at the end.
 */
function pathsTo(pathname: string): string[] {
  const names = pathname
    .split("/")
    .filter((name) => name !== "")
    .slice(0, PATHS_MAX);
  const paths = names.map((_, at) => `/${names.slice(0, at + 1).join("/")}`);
  return ["/", ...paths.flatMap((path) => [path, `${path}/`])];
}

/**
 * Returns the browser's random id, setting its cookie if missing. One-time codes work only in the
 * browser that requested them.
 */
export function keepVisitor(c: Context): string {
  const known = readVisitor(c);
  if (known !== undefined) return known;
  const letters = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))));
  const visitor = letters.replace(/\+/g, "-").replace(/\//g, "_");
  setVisitor(c, visitor);
  return visitor;
}

function setVisitor(c: Context, visitor: string): void {
  setCookie(c, VISITOR, visitor, { ...shared, httpOnly: true, maxAge: 400 * DAY_SECONDS });
}

export function readVisitor(c: Context): string | undefined {
  const visitor = getCookie(c, VISITOR);
  return visitor && /^[A-Za-z0-9_-]{32}$/.test(visitor) ? visitor : undefined;
}
