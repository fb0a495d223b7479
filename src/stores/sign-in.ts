import { atom } from "nanostores";
import type { requestCode, verifyCode } from "../../contract/sign-in.ts";
import type { addItems } from "../../contract/cart.ts";
import type { getProfile } from "../../contract/user.ts";
import { parsePhone } from "../../persian/identifiers.ts";
import { readCode } from "../../persian/characters.ts";
import { call, type Refused } from "./call.ts";
import { type CartLimits, readGuestCart, removeGuestCart } from "./guest-cart.ts";
import { tellOtherTabs } from "./other-tabs.ts";
import { isSignedIn } from "./session.ts";
import { notify, notifyNext, SHOP_DURATION_MS } from "./notice.ts";
import { isObject, parseStored } from "./record.ts";
import { session } from "./storage.ts";
import { toReturnPath } from "./return-path.ts";
import { callWithWork } from "./work.ts";

export type SignInState =
  | {
      step: "phone";
      isSending: boolean;
      /** True while the browser computes the proof of work that the shop requires. */
      isWorking: boolean;
      fieldMessage: string;
      resendAt: number;
    }
  | {
      step: "code";
      username: string;
      isChecking: boolean;
      isWorking: boolean;
      codeMessage: string;
      resendAt: number;
    }
  | { step: "done" };

export interface SignInLimits extends CartLimits {
  resendAfterSeconds: number;
  codeLifeSeconds: number;
}

const PHONE_MESSAGE = "لطفا شماره موبایل خود را وارد کنید.";
const STEP_KEY = "signInStep";
const PHONE_STEP: Extract<SignInState, { step: "phone" }> = {
  step: "phone",
  isSending: false,
  isWorking: false,
  fieldMessage: "",
  resendAt: 0,
};

export const $signIn = atom<SignInState>(PHONE_STEP);

/** Clears the message of the field that is being typed into. */
export function forgetMessage(): void {
  const now = $signIn.get();
  if (now.step === "phone" && now.fieldMessage !== "") $signIn.set({ ...now, fieldMessage: "" });
  if (now.step === "code" && now.codeMessage !== "") $signIn.set({ ...now, codeMessage: "" });
}

/** Restores the code step: a phone may drop this page while its user reads the SMS. */
export function resumeSignIn(): void {
  const kept = parseStored(session.read(STEP_KEY));
  if (!isObject(kept)) return;
  const { username, resendAt, endsAt } = kept;
  if (typeof username !== "string" || typeof resendAt !== "number" || typeof endsAt !== "number")
    return;
  if (endsAt > Date.now()) $signIn.set(codeStep(username, resendAt));
}

/** Requests a code. Returns true when the phone field needs attention. */
export async function sendCode(
  typed: string,
  query: URLSearchParams,
  limits: SignInLimits,
): Promise<boolean> {
  const username = parsePhone(typed);
  if (username === null) {
    $signIn.set({ ...PHONE_STEP, fieldMessage: PHONE_MESSAGE });
    return true;
  }
  $signIn.set({ ...PHONE_STEP, isSending: true });
  const outcome = await askForCode(username, query);
  if (outcome.ok) {
    startCodeStep(username, waitNamedBy(outcome.value, limits), limits);
    return false;
  }
  notify("error", outcome.message, SHOP_DURATION_MS);
  if (outcome.code === "code_sent_recently") {
    startCodeStep(username, outcome.retryAfterSeconds ?? limits.resendAfterSeconds, limits);
    return false;
  }
  const fieldMessage = outcome.fields["username"] ?? outcome.message;
  $signIn.set({ ...PHONE_STEP, fieldMessage, resendAt: afterRefusal(outcome, 0) });
  return true;
}

export async function resendCode(query: URLSearchParams, limits: SignInLimits): Promise<void> {
  const before = $signIn.get();
  if (before.step !== "code" || before.isChecking || before.resendAt > Date.now()) return;
  $signIn.set({
    ...before,
    codeMessage: "",
    resendAt: Date.now() + limits.resendAfterSeconds * 1000,
  });
  const outcome = await askForCode(before.username, query);
  if (outcome.ok) {
    startCodeStep(before.username, waitNamedBy(outcome.value, limits), limits);
    notify("success", "کد تأیید مجدداً ارسال شد.", SHOP_DURATION_MS);
    return;
  }
  notify("error", outcome.message, SHOP_DURATION_MS);
  const after = $signIn.get();
  if (after.step === "code")
    $signIn.set({ ...after, isWorking: false, resendAt: afterRefusal(outcome, Date.now()) });
}

/** Exchanges the code for a session and goes to the next page. Returns true on success. */
export async function checkCode(
  otp: string,
  query: URLSearchParams,
  limits: SignInLimits,
): Promise<boolean> {
  const before = $signIn.get();
  if (before.step !== "code" || before.isChecking) return false;
  $signIn.set({ ...before, isChecking: true, codeMessage: "" });
  const outcome = await callWithWork(
    (work) =>
      call<typeof verifyCode>("POST", "/auth/verify", {
        body: { username: before.username, otp, ...(work && { work }) },
      }),
    showWork,
  );
  if (!outcome.ok) {
    notify("error", outcome.message, SHOP_DURATION_MS);
    const resendAt =
      outcome.code === "dead_code" ? afterRefusal(outcome, before.resendAt) : before.resendAt;
    $signIn.set({ ...before, codeMessage: outcome.fields["otp"] ?? outcome.message, resendAt });
    return false;
  }
  session.forget(STEP_KEY);
  $signIn.set({ step: "done" });
  tellOtherTabs("begun");
  location.replace(await placeToGo(query, limits));
  return true;
}

/** Leaves this page when another tab of this browser has signed in. */
export async function followSignIn(limits: SignInLimits): Promise<void> {
  if (!isSignedIn() || $signIn.get().step === "done") return;
  session.forget(STEP_KEY);
  $signIn.set({ step: "done" });
  location.replace(await placeToGo(new URLSearchParams(location.search), limits));
}

export function changeNumber(): void {
  session.forget(STEP_KEY);
  $signIn.set(PHONE_STEP);
}

/** Returns the sentence for an address whose referral code is invalid, else "". */
export function checkInvitation(query: URLSearchParams): string {
  const code = readCode(query.get("ref") ?? "");
  return code === "" || (code !== null && code.length > 2 && code.length <= 32)
    ? ""
    : "کد دعوت این پیوند خوانده نمی‌شود. اگر کسی شما را دعوت کرده است، پیوند را دوباره از او بگیرید.";
}

function askForCode(username: string, query: URLSearchParams) {
  const referralCode = checkInvitation(query) === "" && readCode(query.get("ref") ?? "");
  return callWithWork(
    (work) =>
      call<typeof requestCode>("POST", "/auth", {
        body: { username, ...(referralCode && { referralCode }), ...(work && { work }) },
      }),
    showWork,
  );
}

function startCodeStep(username: string, resendAfterSeconds: number, limits: SignInLimits): void {
  const resendAt = Date.now() + resendAfterSeconds * 1000;
  const endsAt = Date.now() + limits.codeLifeSeconds * 1000;
  session.keep(STEP_KEY, JSON.stringify({ username, resendAt, endsAt }));
  $signIn.set(codeStep(username, resendAt));
}

function codeStep(username: string, resendAt: number): Extract<SignInState, { step: "code" }> {
  return { step: "code", username, isChecking: false, isWorking: false, codeMessage: "", resendAt };
}

function showWork(): void {
  const state = $signIn.get();
  if (state.step !== "done") $signIn.set({ ...state, isWorking: true });
}

/** Another backend may leave the waiting time out. */
function waitNamedBy(answer: { resendAfterSeconds?: number }, limits: SignInLimits): number {
  return answer.resendAfterSeconds ?? limits.resendAfterSeconds;
}

function afterRefusal(refusal: Refused, otherwise: number): number {
  return refusal.retryAfterSeconds === null
    ? otherwise
    : Date.now() + refusal.retryAfterSeconds * 1000;
}

async function placeToGo(query: URLSearchParams, limits: CartLimits): Promise<string> {
  const profile = await call<typeof getProfile>("GET", "/users/profile", { needs: ["user"] });
  // A page of the account asks for the second code itself.
  if (!profile.ok && profile.code !== "second_code_needed") return "/";
  const guestCart = readGuestCart(limits);
  if (guestCart.cart.length === 0) return toReturnPath(query.get("return")) ?? "/dashboard";
  const outcome = await call<typeof addItems>("POST", "/carts/multiple-items", {
    body: { items: guestCart.cart, discountCode: guestCart.discountCode },
  });
  removeGuestCart();
  if (outcome.ok) return "/cart";
  notifyNext("error", "انتقال سبد خرید ناموفق بود. لطفاً محصولات را دوباره به سبد خرید اضافه کنید.");
  return "/dashboard";
}
