import { Hono } from "hono";
import { refusals } from "../../../contract/endpoint.ts";
import {
  type PaymentResult,
  initiatePayment,
  paymentRefusals,
  verifyPayment,
} from "../../../contract/payment.ts";
import { checkRateLimit } from "../../base/rate-limit.ts";
import { readTogether, readFirst } from "../../base/batch.ts";
import {
  type Shop,
  type ShopEnv,
  body,
  idempotencyKey,
  refuse,
  shopper,
  unfrozen,
} from "../../base/context.ts";
import { createLane } from "../../base/lane.ts";
import { findBalance, shopperAccount } from "../../money/wallet/ledger.ts";
import { checkPayment } from "./check.ts";
import { initiate } from "./initiate.ts";
import { buyForOrder } from "../supply/work.ts";
import { readOffered } from "./offered.ts";
import { leaseCheck } from "./due-statements.ts";
import { CHECK_LEASE_MS, scheduleNextCheck } from "./schedule.ts";
import {
  type PaymentRow,
  type StartedPaymentRow,
  findPayment,
  findPaymentByAuthority,
  isSettled,
} from "./statements.ts";
import { findSpent } from "./without-papers.ts";
import { toIso } from "../../base/time.ts";

export const payments = new Hono<ShopEnv>();

const initiateLane = createLane((settings) => settings.CHECKOUTS_AT_ONCE);
const verifyLane = createLane((settings) => settings.CHECKOUTS_AT_ONCE);

payments.post(
  "/initiate",
  shopper,
  unfrozen,
  idempotencyKey,
  body(initiatePayment.body),
  initiateLane,
  async (c) => {
    const { shop, userId, body, idempotencyKey } = c.var;
    const wait = await waitForGateway(shop, userId);
    if (wait !== null) return refuse(c, refusals.tooMany, { retryAfterSeconds: wait });
    const requestHash = await shop.vault.fingerprint("request", `initiate ${JSON.stringify(body)}`);
    const outcome = await initiate(shop, body, { userId, idempotencyKey, requestHash });
    if (outcome.kind === "refused") {
      const { refusal, details, field, retryAfterSeconds } = outcome;
      return refuse(c, refusal, {
        ...(details !== undefined && { details }),
        ...(field !== undefined && { fields: { [field]: refusal.message } }),
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      });
    }
    const { url, walletDeduction, orderId } = outcome;
    if (orderId !== undefined) c.executionCtx.waitUntil(buyForOrder(shop, orderId));
    return c.json({
      url,
      walletDeduction,
      isUsedWallet: walletDeduction > 0,
      ...(orderId !== undefined && { orderId }),
    });
  },
);

payments.get("/gateways", shopper, async (c) =>
  c.json({ gateways: await readOffered(c.var.shop) }),
);

payments.get("/allowance", shopper, async (c) => {
  const { db, now, settings } = c.var.shop;
  const perDay = settings.BUY_WITHOUT_PAPERS_TOMAN;
  const row = await readFirst(findSpent(db, c.var.userId, now()));
  return c.json({ perDay, left: Math.max(0, perDay - (row?.spent_toman ?? 0)) });
});

payments.post("/verify", shopper, body(verifyPayment.body), verifyLane, async (c) => {
  const { shop, userId, body } = c.var;
  const payment = await readFirst(findPaymentByAuthority(shop.db, userId, body.authority));
  if (!payment) return refuse(c, paymentRefusals.paymentNotFound);
  const isOpen = !isSettled(payment);
  const wait = isOpen ? await waitForGateway(shop, userId) : null;
  if (wait !== null) return refuse(c, refusals.tooMany, { retryAfterSeconds: wait });
  if (isOpen && payment.next_check_at === null)
    await leaseCheck(shop.db, payment.id, shop.now() + CHECK_LEASE_MS).run();
  if (isOpen && (await checkPayment(shop, payment, { mayStillPay: false })) === "unknown") {
    // The gateway may have taken the money: the jobs check again even if the shopper does not come
    // back.
    await scheduleNextCheck(shop, payment.id, "unknown");
    return refuse(c, paymentRefusals.paymentUnknown, { retryAfterSeconds: 3 });
  }
  if (isOpen && payment.order_id !== null)
    c.executionCtx.waitUntil(buyForOrder(shop, payment.order_id));
  const [[settled], [wallet]] = await readTogether(shop.db, [
    findPayment(shop.db, payment.id),
    findBalance(shop.db, shopperAccount(userId)),
  ]);
  return c.json(showResult(settled ?? payment, wallet?.balance ?? 0));
});

/**
 * Counts a call to the gateway. Returns the seconds to wait when the shopper has reached the limit
 * per minute, else null.
 */
function waitForGateway({ db, settings, now }: Shop, userId: string): Promise<number | null> {
  return checkRateLimit(
    db,
    { kind: "gateway", who: userId, max: settings.GATEWAY_TRIES_PER_MINUTE },
    now(),
  );
}

function showResult(
  payment: PaymentRow & Partial<StartedPaymentRow>,
  newBalance: number,
): PaymentResult {
  const shared = {
    amount: payment.amount_toman,
    ...(payment.ref_id !== null && { refId: payment.ref_id }),
  };
  switch (payment.state) {
    case "paid":
      return {
        success: true,
        purpose: payment.purpose,
        ...shared,
        newBalance,
        ...(payment.order_id !== null && { orderId: payment.order_id }),
        ...(payment.order_number && { orderNumber: payment.order_number }),
        ...(payment.look_due_at && { lookUntil: toIso(payment.look_due_at) }),
      };
    case "credited":
      return {
        success: true,
        purpose: "other",
        ...shared,
        newBalance,
        details: "سفارش شما دیگر قابل تحویل نبود. همهٔ مبلغ پرداخت‌شده به کیف پول شما افزوده شد.",
      };
    case "review":
      return {
        success: false,
        purpose: payment.purpose,
        ...shared,
        error: "پرداخت شما نیاز به بررسی دارد.",
        details:
          payment.is_card_only === 1
            ? "اگر مبلغی از حساب شما کم شده باشد، پشتیبانی آن را پیگیری می‌کند و به همان کارت بازمی‌گردد."
            : "اگر مبلغی از حساب شما کم شده باشد، پشتیبانی آن را پیگیری می‌کند: به کارت شما بازمی‌گردد یا به کیف پول شما افزوده می‌شود.",
      };
    default:
      return {
        success: false,
        purpose: payment.purpose,
        ...shared,
        error: "پرداخت شما ناموفق بود. لطفاً دوباره تلاش کنید.",
        details: "پرداخت در درگاه انجام نشد یا لغو شد.",
      };
  }
}
