import { atom } from "nanostores";
import type { verifyEmail as verifyCall } from "../../contract/user.ts";
import { call } from "./call.ts";
import { isObject } from "./record.ts";
import { isSignedIn } from "./session.ts";
import { requestEmailVerification } from "./user.ts";

export type EmailVerification =
  | { state: "pending" }
  | { state: "success" }
  | { state: "error"; message: string; canRetry: boolean };

export const $emailVerification = atom<EmailVerification>({ state: "pending" });

const BAD_LINK = "پیوند تأیید منقضی شده یا نادرست است.";
let isStarted = false;
/** Kept here only, while it may still be good. */
let token = "";

/**
 * Confirms the e-mail that the address bar's token speaks of: once, whatever draws it how often. The token leaves the address bar
 * before anything else happens; what came of it is kept with the entry of the history, so that a reload does not deny it.
 */
export async function verifyEmail(): Promise<void> {
  if (isStarted) return;
  isStarted = true;
  const given = new URLSearchParams(location.search).get("token");
  if (given === null) {
    const isDone = isObject(history.state) && history.state["isEmailVerified"] === true;
    $emailVerification.set(
      isDone ? { state: "success" } : { state: "error", message: BAD_LINK, canRetry: false },
    );
    return;
  }
  token = given;
  history.replaceState(null, "", location.pathname);
  await tryToken();
}

/** Tries the link again after a failure that was not its own. */
export async function retryVerification(): Promise<void> {
  $emailVerification.set({ state: "pending" });
  await tryToken();
}

async function tryToken(): Promise<void> {
  const outcome = await call<typeof verifyCall>("POST", "/users/emailverfication", {
    body: { token },
  });
  if (outcome.ok) {
    history.replaceState({ isEmailVerified: true }, "", location.pathname);
    $emailVerification.set({ state: "success" });
    return;
  }
  const isBadLink = outcome.code === "bad_email_token" || outcome.code === "invalid";
  $emailVerification.set({
    state: "error",
    message: isBadLink ? BAD_LINK : outcome.message,
    canRetry: !isBadLink,
  });
}

/** Has another link sent. Who is not signed in does so from the profile, after signing in. */
export async function resendActivation(): Promise<void> {
  if (!isSignedIn()) {
    location.assign(`/auth?return=${encodeURIComponent("/authentication")}`);
    return;
  }
  await requestEmailVerification();
}
