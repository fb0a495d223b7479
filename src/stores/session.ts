import { toReturnPath } from "./return-path.ts";

/** Whether the edge says that a session exists. A hint for drawing; what may be done is decided by the shop. */
export function isSignedIn(): boolean {
  return document.cookie.split("; ").includes("signed_in=1");
}

/** Leaves for the sign-in page, which leads back here afterwards. */
export function goToSignIn(): void {
  if (location.pathname === "/auth") return;
  const here = toReturnPath(location.pathname + location.search);
  location.assign(here ? `/auth?return=${encodeURIComponent(here)}` : "/auth");
}
