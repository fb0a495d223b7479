import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { isToken } from "./cookies.ts";

/**
 * The cookie of an operator's session: below /desk alone, for pages of this site alone, and gone
 * with the browser. No script reads it.
 */

/** Browsers keep the prefixed name from pages that were not sent over TLS; local runs have none. */
const nameFor = (c: Context) => (isSecure(c) ? "__Secure-desk" : "desk");

const isSecure = (c: Context) => new URL(c.req.url).protocol === "https:";

const attributes = (c: Context) =>
  ({ path: "/desk", secure: isSecure(c), httpOnly: true, sameSite: "Strict" }) as const;

/**
 * Reads the token of the session. Undefined when there are two, too: one is of a neighbouring
 * domain, and which is which nobody can tell.
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
