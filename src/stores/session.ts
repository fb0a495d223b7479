/** True when the edge says that a session exists. A hint for drawing; the shop decides. */
export function isSignedIn(): boolean {
  return document.cookie.split("; ").includes("signed_in=1");
}

/** Goes to the sign-in page, which leads back here if it may: that page checks the address. */
export function goToSignIn(): void {
  if (location.pathname === "/auth") return;
  location.assign(`/auth?return=${encodeURIComponent(location.pathname + location.search)}`);
}
