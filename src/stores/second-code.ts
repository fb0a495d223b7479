import { atom } from "nanostores";
import type { sendSecondCode, verifySecondCode } from "../../contract/second-code.ts";
import { call } from "./call.ts";

/** The dialog that asks for a second code, and lets the refused call go on when it was typed. */
export type SecondCodeState =
  | { step: "closed" }
  | { step: "sending" }
  | { step: "failed"; message: string; resendAt: number }
  | { step: "code"; phone: string; isChecking: boolean; message: string; resendAt: number };

export const $secondCode = atom<SecondCodeState>({ step: "closed" });

const RESEND_AFTER_SECONDS = 60;
/** The last code that was sent. */
let sent = { phone: "", resendAt: 0 };
let answer: PromiseWithResolvers<boolean> | null = null;

/** Asks for a code. Calls that are refused together wait for the same one. */
export function proveBrowser(): Promise<boolean> {
  if (answer) return answer.promise;
  answer = Promise.withResolvers<boolean>();
  // The code of a moment ago still works.
  if (sent.resendAt > Date.now())
    $secondCode.set({ step: "code", ...sent, isChecking: false, message: "" });
  else void sendCode();
  return answer.promise;
}

export async function sendCode(): Promise<void> {
  const before = $secondCode.get();
  const phone = before.step === "code" ? before.phone : "";
  if (before.step !== "code") $secondCode.set({ step: "sending" });
  const outcome = await call<typeof sendSecondCode>("POST", "/auth/second");
  const waitSeconds = outcome.ok
    ? outcome.value.resendAfterSeconds
    : (outcome.retryAfterSeconds ?? RESEND_AFTER_SECONDS);
  const resendAt = Date.now() + waitSeconds * 1000;
  if (outcome.ok) sent = { phone: outcome.value.phone, resendAt };
  if ($secondCode.get().step === "closed") return;
  if (outcome.ok) $secondCode.set({ step: "code", ...sent, isChecking: false, message: "" });
  // The code of a moment ago still works.
  else if (outcome.code === "code_sent_recently" || phone !== "")
    $secondCode.set({ step: "code", phone, isChecking: false, message: outcome.message, resendAt });
  else $secondCode.set({ step: "failed", message: outcome.message, resendAt });
}

/** Takes the sentence about a code away: another one is typed. */
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
  if (outcome.ok) end(true);
  else
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
  $secondCode.set({ step: "closed" });
  answer?.resolve(isProved);
  answer = null;
}
