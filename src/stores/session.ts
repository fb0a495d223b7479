import { session } from "./storage.ts";

/** True when the edge says that a session exists. A hint for drawing; the shop decides. */
export function isSignedIn(): boolean {
  return document.cookie.split("; ").includes("signed_in=1");
}

const LEFT_AT = "leftForSignIn";
const PAUSE_MS = 10_000;

/**
 * Goes to the sign-in page. That page checks the address of this one and leads back here if it is
 * allowed; it also says so when a session has ended.
 */
export function goToSignIn({ hasEnded = false } = {}): void {
  if (location.pathname === "/auth") return;
  // If the edge could not delete the cookie, the sign-in page would lead back at once, again and
  // again.
  if (Date.now() - Number(session.read(LEFT_AT)) < PAUSE_MS) return;
  session.keep(LEFT_AT, String(Date.now()));
  const ended = hasEnded ? "&ended=1" : "";
  location.assign(
    `/auth?return=${encodeURIComponent(location.pathname + location.search)}${ended}`,
  );
}
