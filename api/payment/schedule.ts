import type { Shop } from "../base/context.ts";
import { MINUTE_MS } from "../base/time.ts";
import { releasePayment } from "./release.ts";
import { planNextCheck } from "./due-statements.ts";
import { type PaymentRow, findPayment, isSettled } from "./statements.ts";

/** Between the looks at a payment that is still awaited; its expiry is the last of them. */
const AWAITED_WAITS_MS = [2, 4, 7].map((minutes) => minutes * MINUTE_MS);
/** After a payment has expired: money that comes late is found, and nobody is asked for ever. */
const LATE_WAITS_MS = [5, 15, 60, 6 * 60, 24 * 60].map((minutes) => minutes * MINUTE_MS);
/** The gateway said nothing: what became of the payment is still to be learnt. */
const UNKNOWN_WAIT_MS = MINUTE_MS;

export const FIRST_CHECK_AFTER_MS = 2 * MINUTE_MS;
/** Long enough for one run to finish what it has taken. */
export const CHECK_LEASE_MS = 5 * MINUTE_MS;

function isAwaited(payment: PaymentRow): boolean {
  return payment.state === "initiating" || payment.state === "pending";
}

/**
 * Decides when a payment that is not settled is looked at again, or lets go of what it holds once its time is over. `unknown`
 * never ends the looking: the gateway may have taken the money and only its answer was lost.
 */
export async function scheduleNextCheck(
  shop: Shop,
  paymentId: string,
  learnt: "known" | "unknown",
): Promise<void> {
  const { db, now } = shop;
  const payment = await findPayment(db, paymentId).first<PaymentRow>();
  if (!payment || isSettled(payment)) return;
  const moment = now();
  if (payment.authority === null) {
    // The gateway never named it, so it can never tell what became of it: nobody can have paid.
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
        moment + (learnt === "unknown" ? UNKNOWN_WAIT_MS : (LATE_WAITS_MS[0] ?? 0)),
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
