import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { isToken } from "./cookies.ts";

/**
 * The cookie of an operator's session. It is sent only to paths below /desk and only with requests
 * from this site, and is deleted when the browser closes. Scripts cannot read it.
 */

/** Browsers accept this prefix only over TLS, which local runs do not have. */
const nameFor = (c: Context) => (isSecure(c) ? "__Secure-desk" : "desk");

const isSecure = (c: Context) => new URL(c.req.url).protocol === "https:";

const attributes = (c: Context) =>
  ({ path: "/desk", secure: isSecure(c), httpOnly: true, sameSite: "Strict" }) as const;

/**
 * Reads the token of the session. Returns undefined when there is no cookie, or when there are two:
 * then one was set by another subdomain, and the edge cannot tell which.
 */
export function readDeskToken(c: Context): string | undefined {
  const name = nameFor(c);
  const found = (c.req.header("Cookie") ?? "")
    .split(";")
    .filter((part) => part.trim().startsWith(`${name}=`));
  const token = found.length === 1 ? getCookie(c, name) : undefined;
  return token !== undefined && isToken(token) ? token : undefined;
}

export function keepDeskToken(c: Context, token: string): void {
  setCookie(c, nameFor(c), token, attributes(c));
}

export function dropDeskToken(c: Context): void {
  deleteCookie(c, nameFor(c), attributes(c));
}
