import { toReturnPath } from "./return-path.ts";

/** True when the edge says that a session exists. A hint for drawing; the shop decides. */
export function isSignedIn(): boolean {
  return document.cookie.split("; ").includes("signed_in=1");
}

/** Goes to the sign-in page, which leads back here afterwards. */
export function goToSignIn(): void {
  if (location.pathname === "/auth") return;
  const here = toReturnPath(location.pathname + location.search);
  location.assign(here ? `/auth?return=${encodeURIComponent(here)}` : "/auth");
}
