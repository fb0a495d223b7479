import { readFirst } from "../../base/batch.ts";
import type { Refusal } from "../../../contract/endpoint.ts";
import { paymentRefusals } from "../../../contract/payment.ts";
import { GATEWAY_NAMES, type GatewayName } from "../../../persian/gateway.ts";
import type { Shop } from "../../base/context.ts";
import { numberContext } from "../../base/open-number.ts";
import { SHOP_NAME } from "../../base/shop-name.ts";
import type { RefusalReason } from "../../outside/gateway.ts";
import { readOffered } from "./offered.ts";
import { releasePayment } from "./release.ts";
import { FIRST_CHECK_AFTER_MS } from "./schedule.ts";
import * as statements from "./statements.ts";

export type StartOutcome =
  | { kind: "started"; url: string; walletDeduction: number; orderId?: string }
  | {
      kind: "refused";
      refusal: Refusal;
      details?: string;
      field?: string;
      retryAfterSeconds?: number;
    };

export function refused(refusal: Refusal, field?: string): StartOutcome {
  return { kind: "refused", refusal, ...(field !== undefined && { field }) };
}

const REFUSALS = {
  amount: paymentRefusals.amountOutOfRange,
  busy: paymentRefusals.gatewayBusy,
  terminal: paymentRefusals.gatewayRefused,
} satisfies Record<RefusalReason, Refusal>;

/**
 * The wait that the shopper is told when the gateway refuses too many attempts; Zarinpal gives no
 * time.
 */
const BUSY_SECONDS = 60;

/** After this time another caller may repeat an unanswered gateway request. */
const TAKE_OVER_AFTER_MS = 15_000;
const WAIT_MS = 250;
const WAITS = 20;

/**
 * Returns the address at which to pay. The caller that inserted the payment requests the address
 * from the gateway; concurrent callers wait for its answer.
 */
export async function startAtGateway(
  shop: Shop,
  payment: statements.StartedPaymentRow,
): Promise<StartOutcome> {
  let current: statements.StartedPaymentRow | null = payment;
  for (let wait = 0; wait < WAITS && current; wait++) {
    if (current.url !== null) return started(current, current.url);
    if (current.state === "failed") return refused(paymentRefusals.gatewayRefused);
    if (current.state !== "initiating") return refused(paymentRefusals.gatewayDown);
    if (await canTakeOver(shop, current)) return askGateway(shop, current.id);
    await scheduler.wait(WAIT_MS);
    current = await readFirst(statements.findPayment(shop.db, payment.id));
  }
  return refused(paymentRefusals.inProgress);
}

async function canTakeOver({ db, now }: Shop, payment: statements.PaymentRow): Promise<boolean> {
  if (payment.requested_at > now() - TAKE_OVER_AFTER_MS) return false;
  return (await statements.takeOverRequest(db, payment, now()).first()) !== null;
}

/**
 * Requests a payment address from the gateway. Only for the caller that inserted the payment or
 * took over the request.
 */
export async function askGateway(shop: Shop, paymentId: string): Promise<StartOutcome> {
  const { db, now, settings, vault } = shop;
  const payment = await readFirst(statements.findPaymentToAsk(db, paymentId));
  if (!payment) throw new Error("The payment to request does not exist or has no payer");
  const gateway = shop.gateways.of(payment);
  const outcome = await gateway.request({
    amountToman: payment.amount_toman,
    orderRef: statements.orderRefOf(payment),
    callbackUrl: new URL(gateway.returnPath, settings.PUBLIC_ORIGIN).href,
    description:
      payment.purpose === "wallet_topup"
        ? `افزایش موجودی کیف پول ${SHOP_NAME}`
        : `خرید از فروشگاه ${SHOP_NAME}`,
    phone: payment.phone,
    cardNumber: await vault.open(
      payment.number_sealed,
      numberContext("bank_card", payment.card_id),
    ),
  });
  if (outcome.kind === "unknown") {
    await statements.releaseRequest(db, payment.id).run();
    return refused(await namingAnother(shop, payment.gateway));
  }
  if (outcome.kind === "refused") {
    console.error(
      JSON.stringify({ gatewayRefusedRequest: outcome.providerCode, payment: payment.id }),
    );
    await releasePayment(shop, payment, "failed");
    await statements.forgetKey(db, payment.id).run();
    return {
      ...refused(REFUSALS[outcome.reason]),
      ...(outcome.reason === "busy" && { retryAfterSeconds: BUSY_SECONDS }),
    };
  }
  const taken = await statements
    .markPending(db, payment.id, outcome, now() + FIRST_CHECK_AFTER_MS)
    .first();
  if (taken) return started(payment, outcome.url);
  const current = await readFirst(statements.findPayment(db, payment.id));
  return current?.url ? started(current, current.url) : refused(paymentRefusals.gatewayDown);
}

/**
 * Returns the refusal for a gateway that does not answer, with the name of another gateway that can
 * be used.
 */
async function namingAnother(shop: Shop, silent: GatewayName): Promise<Refusal> {
  const another = (await readOffered(shop)).find((name) => name !== silent);
  if (another === undefined) return paymentRefusals.gatewayDown;
  const message = `درگاه ${GATEWAY_NAMES[silent]} پاسخ نداد. با درگاه ${GATEWAY_NAMES[another]} بپردازید یا کمی بعد دوباره تلاش کنید.`;
  return { ...paymentRefusals.gatewayDown, message };
}

function started(payment: statements.StartedPaymentRow, url: string): StartOutcome {
  return { kind: "started", url, walletDeduction: payment.wallet_toman };
}
