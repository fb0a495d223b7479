import { atom } from "nanostores";
import type { lookAtEmailLink, verifyEmail as verifyCall } from "../../contract/user.ts";
import { call, type Refused } from "./call.ts";
import { isObject } from "./record.ts";
import { isSignedIn } from "./session.ts";
import { requestEmailVerification } from "./user.ts";

export type EmailVerification =
  | { state: "pending" }
  /** The reader of the e-mail is asked to confirm: `phone` is the masked number of the account. */
  | { state: "asking"; phone: string; isSending: boolean }
  | { state: "success" }
  | { state: "error"; message: string; canRetry: boolean };

export const $emailVerification = atom<EmailVerification>({ state: "pending" });

const BAD_LINK = "لینک تأیید منقضی شده یا نادرست است.";
let isStarted = false;
/** The token of the link, kept in memory only, for a retry. */
let token = "";

/**
 * Asks, once per page, for which account the token in the address would confirm the e-mail. Removes
 * the token from the address bar first. The result is stored in the history entry, so that a reload
 * still shows it.
 */
export async function lookAtLink(): Promise<void> {
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
  await look();
}

/** Retries after a failure that was not the fault of the link. */
export async function retryVerification(): Promise<void> {
  $emailVerification.set({ state: "pending" });
  await look();
}

/** Asks which account the link belongs to: the reader of the e-mail may never have requested it. */
async function look(): Promise<void> {
  const outcome = await call<typeof lookAtEmailLink>("POST", "/users/emailverfication/look", {
    body: { token },
    needs: ["phone"],
  });
  if (outcome.ok)
    $emailVerification.set({ state: "asking", phone: outcome.value.phone, isSending: false });
  else fail(outcome);
}

/** Confirms the e-mail for the account that was shown. */
export async function confirmEmail(): Promise<void> {
  const before = $emailVerification.get();
  if (before.state !== "asking" || before.isSending) return;
  $emailVerification.set({ ...before, isSending: true });
  const outcome = await call<typeof verifyCall>("POST", "/users/emailverfication", {
    body: { token },
  });
  if (outcome.ok) {
    history.replaceState({ isEmailVerified: true }, "", location.pathname);
    $emailVerification.set({ state: "success" });
    return;
  }
  fail(outcome);
}

function fail(outcome: Refused): void {
  const isBadLink = outcome.code === "bad_email_token" || outcome.code === "invalid";
  $emailVerification.set({
    state: "error",
    message: isBadLink ? BAD_LINK : outcome.message,
    canRetry: !isBadLink,
  });
}

/** Sends another link. A guest signs in first and sends it from the profile. */
export async function resendActivation(): Promise<void> {
  if (!isSignedIn()) {
    location.assign(`/auth?return=${encodeURIComponent("/authentication")}`);
    return;
  }
  await requestEmailVerification();
}
