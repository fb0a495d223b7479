/** Tells the other tabs of this browser that the session ended, and hears it from them. */

const ENDED_AT = "sessionEndedAt";

/** Said by the sign-in page, where every exit leads: it opens only without a session. */
export function sayNobodyIsSignedIn(): void {
  localStorage.setItem(ENDED_AT, String(Date.now()));
}

/** Calls `close` when another tab says that nobody is signed in any more. */
export function onSignedOutElsewhere(close: () => void): void {
  addEventListener("storage", ({ key }) => {
    if (key === ENDED_AT) close();
  });
}
