import { readFirst } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { MINUTE_MS } from "../../base/time.ts";
import { releasePayment } from "./release.ts";
import { planNextCheck } from "./due-statements.ts";
import { type PaymentRow, findPayment, isSettled } from "./statements.ts";

/**
 * The times between the checks of a payment that may still be paid; the last check is at its
 * expiry.
 */
const AWAITED_WAITS_MS = [2, 4, 7].map((minutes) => minutes * MINUTE_MS);
/** The time before the first check of a payment that expired or was taken over. */
export const FIRST_LATE_CHECK_AFTER_MS = 5 * MINUTE_MS;
/**
 * The times between the checks of an expired payment, which find late money. After the last of them
 * the checks end.
 */
const LATE_WAITS_MS = [5, 15, 60, 6 * 60, 24 * 60].map((minutes) => minutes * MINUTE_MS);
/** The time until the next check when the gateway gave no usable answer. */
const UNKNOWN_WAIT_MS = MINUTE_MS;

export const FIRST_CHECK_AFTER_MS = 2 * MINUTE_MS;
/** The lease of a check: long enough for one run to finish the payments that it took. */
export const CHECK_LEASE_MS = 5 * MINUTE_MS;

function isAwaited(payment: PaymentRow): boolean {
  return payment.state === "initiating" || payment.state === "pending";
}

/**
 * Schedules the next check of an unsettled payment, or releases what it holds once it has expired.
 * `unknown` never ends the checks: the gateway may have taken the money and only its answer was
 * lost.
 */
export async function scheduleNextCheck(
  shop: Shop,
  paymentId: string,
  learnt: "known" | "unknown",
): Promise<void> {
  const { db, now } = shop;
  const payment = await readFirst(findPayment(db, paymentId));
  if (!payment || isSettled(payment)) return;
  const moment = now();
  if (payment.authority === null) {
    // Without an authority the shopper never reached the gateway, so the payment cannot have been
    // paid.
    if (isAwaited(payment) && payment.expires_at <= moment)
      return releasePayment(shop, payment, "expired");
    await planNextCheck(db, payment.id, {
      at: isAwaited(payment) ? payment.expires_at : null,
      checks: payment.checks,
    }).run();
  } else if (isAwaited(payment)) {
    if (payment.expires_at <= moment)
      return releasePayment(
        shop,
        payment,
        "expired",
        moment + (learnt === "unknown" ? UNKNOWN_WAIT_MS : FIRST_LATE_CHECK_AFTER_MS),
      );
    const wait =
      learnt === "unknown" ? UNKNOWN_WAIT_MS : (AWAITED_WAITS_MS[payment.checks] ?? 15 * MINUTE_MS);
    const checks = learnt === "unknown" ? payment.checks : payment.checks + 1;
    await planNextCheck(db, payment.id, {
      at: Math.min(moment + wait, payment.expires_at),
      checks,
    }).run();
  } else if (learnt === "unknown") {
    await planNextCheck(db, payment.id, {
      at: moment + UNKNOWN_WAIT_MS,
      checks: payment.checks,
    }).run();
  } else {
    const wait = payment.state === "expired" ? LATE_WAITS_MS[payment.checks + 1] : undefined;
    await planNextCheck(db, payment.id, {
      at: wait === undefined ? null : moment + wait,
      checks: payment.checks + 1,
    }).run();
  }
}
