import { atom } from "nanostores";
import type { PaymentResult, verifyPayment as verifyCall } from "../../contract/payment.ts";
import { toPersianDigits } from "../../persian/digits.ts";
import { formatToman } from "../../persian/toman.ts";
import { call, type Outcome, PAYMENT_WAIT_MS } from "./call.ts";
import { notifyNext } from "./notice.ts";
import { isObject, leaveRecord, takeRecord } from "./record.ts";

/** `asking`: first try. `waiting`: more tries, because the bank is silent. `unknown`: given up. */
export type VerificationState = "asking" | "waiting" | "unknown";
export const $verification = atom<VerificationState>("asking");

const FAILED_RECORD = "paymentFailed";
const SUCCESS_RECORD = "paymentSuccess";
const FAILED_MESSAGE = "پرداخت شما ناموفق بود. لطفاً دوباره تلاش کنید.";

/** Pauses between retries while the bank has not answered: about a minute in all. */
const PAUSES_SECONDS = [2, 3, 5, 8, 12, 15, 15];

export interface FailedPayment {
  error: string;
  details: string;
  /** The purpose of the payment, if the shop named it. */
  purpose: string | null;
}

export interface SuccessfulPayment {
  amount: number;
  refId: string | null;
  newBalance: number | null;
  /** Why the money went to the wallet. */
  details: string | null;
}

/** Verifies the payment named in the address, and goes to the page with its result. */
export async function verifyPayment(query: URLSearchParams): Promise<void> {
  const authority = query.get("Authority") ?? "";
  if (authority === "") {
    leaveForFailure({ error: FAILED_MESSAGE, details: "", purpose: null });
    return;
  }
  $verification.set("asking");
  const outcome = await askUntilKnown(authority);
  if (!outcome.ok && (isSilence(outcome) || outcome.code === "second_code_needed"))
    $verification.set("unknown");
  else if (!outcome.ok) {
    // The shopper did not type the address, so a message about its parameters would not help.
    const error = outcome.code === "invalid" ? FAILED_MESSAGE : outcome.message;
    leaveForFailure({ error, details: outcome.details, purpose: null });
  } else if (outcome.value.success) leaveForSuccess(outcome.value);
  else {
    const { error = FAILED_MESSAGE, details = "", purpose } = outcome.value;
    leaveForFailure({
      error: query.get("Status") === "OK" ? error : FAILED_MESSAGE,
      details,
      purpose,
    });
  }
}

export function takeFailedPayment(): FailedPayment | null {
  return takeRecord(FAILED_RECORD, isFailedPayment);
}

export function takeSuccessfulPayment(): SuccessfulPayment | null {
  return takeRecord(SUCCESS_RECORD, isSuccessfulPayment);
}

async function askUntilKnown(authority: string): Promise<Outcome<PaymentResult>> {
  let outcome = await ask(authority);
  for (const seconds of PAUSES_SECONDS) {
    if (outcome.ok || !isSilence(outcome)) break;
    $verification.set("waiting");
    const pause =
      outcome.retryAfterSeconds === null
        ? seconds
        : Math.min(15, Math.max(seconds, outcome.retryAfterSeconds));
    await new Promise((resolve) => setTimeout(resolve, pause * 1000));
    outcome = await ask(authority);
  }
  return outcome;
}

function ask(authority: string): Promise<Outcome<PaymentResult>> {
  return call<typeof verifyCall>("POST", "/payments/verify", {
    body: { authority },
    needs: ["success"],
    waitMs: PAYMENT_WAIT_MS,
  });
}

/** True when there is no answer, or one that says nothing about the money. */
function isSilence(refusal: { status: number; code: string }): boolean {
  return (
    refusal.status === 0 ||
    refusal.status === 429 ||
    refusal.status >= 500 ||
    refusal.code === "unreadable" ||
    refusal.code === "in_progress"
  );
}

function leaveForSuccess(result: PaymentResult): void {
  if (result.purpose === "wallet_topup") {
    notifyNext("success", `کیف پول شما به مبلغ ${formatToman(result.amount)} شارژ شد.`);
    location.replace("/wallet");
  } else if (result.purpose === "cart_checkout" && result.orderId) {
    const number = result.orderNumber ? ` شمارهٔ سفارش: ${toPersianDigits(result.orderNumber)}` : "";
    const paid = result.lookUntil
      ? "سفارش شما پرداخت شد و در حال بررسی کوتاهی است."
      : "پرداخت با موفقیت انجام شد.";
    notifyNext("success", paid + number);
    location.replace(`/orders/${encodeURIComponent(result.orderId)}`);
  } else {
    const record: SuccessfulPayment = {
      amount: result.amount,
      refId: result.refId ?? null,
      newBalance: result.newBalance ?? null,
      details: result.details ?? null,
    };
    leaveRecord(SUCCESS_RECORD, record);
    location.replace("/payment/success");
  }
}

function leaveForFailure(failure: FailedPayment): void {
  leaveRecord(FAILED_RECORD, failure);
  notifyNext("error", failure.error);
  location.replace("/payment/failed");
}

function isFailedPayment(value: unknown): value is FailedPayment {
  if (
    !isObject(value) ||
    typeof value["error"] !== "string" ||
    typeof value["details"] !== "string"
  )
    return false;
  return value["purpose"] === null || typeof value["purpose"] === "string";
}

function isSuccessfulPayment(value: unknown): value is SuccessfulPayment {
  if (!isObject(value) || typeof value["amount"] !== "number") return false;
  const { refId, newBalance, details } = value;
  return (
    (refId === null || typeof refId === "string") &&
    (newBalance === null || typeof newBalance === "number") &&
    (details === null || typeof details === "string")
  );
}
