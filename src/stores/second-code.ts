import { atom } from "nanostores";
import type { sendSecondCode, verifySecondCode } from "../../contract/second-code.ts";
import { call } from "./call.ts";
import { onOtherTabs, tellOtherTabs } from "./other-tabs.ts";
import { session } from "./storage.ts";

/**
 * The dialog that asks for a second code. When the right one was typed, the refused call is
 * repeated.
 */
export type SecondCodeState =
  | { step: "closed" }
  /** This tab has already sent a message automatically: the next one needs a press. */
  | { step: "offered" }
  | { step: "sending" }
  | { step: "failed"; message: string; resendAt: number }
  | { step: "code"; phone: string; isChecking: boolean; message: string; resendAt: number };

export const $secondCode = atom<SecondCodeState>({ step: "closed" });

const RESEND_AFTER_SECONDS = 60;
/** Key of the time from which another code may be sent (UTC ms); removed after a right code. */
const RESEND_AT = "secondCodeResendAt";
/** The masked number that the last code of this page went to. */
let phone = "";
let answer: PromiseWithResolvers<boolean> | null = null;

/**
 * Asks for a code. A tab sends only one message automatically. Otherwise pages whose dialog was
 * closed would use up the few messages of a day.
 */
export function proveBrowser(): Promise<boolean> {
  answer = Promise.withResolvers<boolean>();
  const resendAt = Number(session.read(RESEND_AT));
  if (resendAt > Date.now())
    // The code that was sent a moment ago is still valid.
    $secondCode.set({ step: "code", phone, resendAt, isChecking: false, message: "" });
  else if (resendAt > 0) $secondCode.set({ step: "offered" });
  else void sendCode();
  return answer.promise;
}

// Another tab of this browser has typed the code.
onOtherTabs("proven", () => {
  if (answer) end(true);
});

export async function sendCode(): Promise<void> {
  const isAgain = $secondCode.get().step === "code";
  if (!isAgain) $secondCode.set({ step: "sending" });
  const outcome = await call<typeof sendSecondCode>("POST", "/auth/second");
  const waitSeconds = outcome.ok
    ? outcome.value.resendAfterSeconds
    : (outcome.retryAfterSeconds ?? RESEND_AFTER_SECONDS);
  const resendAt = Date.now() + waitSeconds * 1000;
  if (outcome.ok) {
    phone = outcome.value.phone;
    session.keep(RESEND_AT, String(resendAt));
  }
  if ($secondCode.get().step === "closed") return;
  const message = outcome.ok ? "" : outcome.message;
  // The code that was sent a moment ago is still valid.
  if (outcome.ok || outcome.code === "code_sent_recently" || isAgain)
    $secondCode.set({ step: "code", phone, isChecking: false, message, resendAt });
  else $secondCode.set({ step: "failed", message: outcome.message, resendAt });
}

/** Clears the message about a code when another one is typed. */
export function forgetMessage(): void {
  const now = $secondCode.get();
  if (now.step === "code" && now.message !== "") $secondCode.set({ ...now, message: "" });
}

/** Sends the typed code. Returns true when it was right. */
export async function checkSecondCode(otp: string): Promise<boolean> {
  const before = $secondCode.get();
  if (before.step !== "code" || before.isChecking) return false;
  $secondCode.set({ ...before, isChecking: true, message: "" });
  const outcome = await call<typeof verifySecondCode>("POST", "/auth/second/verify", {
    body: { otp },
  });
  if (outcome.ok) {
    tellOtherTabs("proven");
    end(true);
  } else if ($secondCode.get().step !== "closed")
    $secondCode.set({
      ...before,
      message: outcome.fields["otp"] ?? outcome.message,
      resendAt:
        outcome.code === "dead_code"
          ? Date.now() + (outcome.retryAfterSeconds ?? 1) * 1000
          : before.resendAt,
    });
  return outcome.ok;
}

/** Closes the dialog without a code: the call stays refused. */
export function closeSecondCode(): void {
  end(false);
}

function end(isProved: boolean): void {
  if (isProved) session.forget(RESEND_AT);
  $secondCode.set({ step: "closed" });
  answer?.resolve(isProved);
  answer = null;
}
