import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { SESSION_DAYS } from "../contract/sign-in.ts";

const DAY_SECONDS = 24 * 60 * 60;
const shared = { path: "/", secure: true, sameSite: "Lax" } as const;

/**
 * Reads the session's token. Browser scripts cannot read the cookie, and the shop never receives
 * it.
 */
export function readToken(c: Context): string | undefined {
  const token = getCookie(c, "token");
  return token !== undefined && isToken(token) ? token : undefined;
}

/** True for a text that `readToken` will find again. */
export function isToken(text: string): boolean {
  return /^[A-Za-z0-9._~+/=-]{16,2048}$/.test(text);
}

/** True when the browser has any session cookie, valid or not. */
export function hasSession(c: Context): boolean {
  return getCookie(c, "token") !== undefined || getCookie(c, "signed_in") !== undefined;
}

/** Sets the session cookies. `signed_in` only tells scripts that a session exists. */
export function keepSession(c: Context, token: string): void {
  setCookie(c, "token", token, { ...shared, httpOnly: true, maxAge: SESSION_DAYS * DAY_SECONDS });
  setCookie(c, "signed_in", "1", { ...shared, maxAge: SESSION_DAYS * DAY_SECONDS });
}

export function dropSession(c: Context): void {
  deleteCookie(c, "token", { ...shared, httpOnly: true });
  deleteCookie(c, "signed_in", shared);
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
  setCookie(c, "visitor", visitor, { ...shared, httpOnly: true, maxAge: 400 * DAY_SECONDS });
  return visitor;
}

export function readVisitor(c: Context): string | undefined {
  const visitor = getCookie(c, "visitor");
  return visitor && /^[A-Za-z0-9_-]{32}$/.test(visitor) ? visitor : undefined;
}
