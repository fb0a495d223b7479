import type { Refusal } from "../../contract/endpoint.ts";
import { paymentRefusals } from "../../contract/payment.ts";
import { sealContext } from "../bankcard/rules.ts";
import type { Shop } from "../context.ts";
import { releasePayment } from "./release.ts";
import { FIRST_CHECK_AFTER_MS } from "./schedule.ts";
import * as statements from "./statements.ts";

export type StartOutcome =
  | { kind: "started"; url: string; walletDeduction: number; orderId?: string }
  | { kind: "refused"; refusal: Refusal; details?: string; field?: string };

export function refused(refusal: Refusal, field?: string): StartOutcome {
  return { kind: "refused", refusal, ...(field !== undefined && { field }) };
}

/** A caller that went away in the middle of asking the gateway has this long, then somebody else may ask. */
const TAKE_OVER_AFTER_MS = 15_000;
const WAIT_MS = 250;
const WAITS = 20;

/**
 * The address at which to pay, from the payment if it has one, else from the gateway. Of several callers one asks the gateway
 * (`isMine`: the one that wrote the payment), and the others wait for its answer.
 */
export async function startAtGateway(shop: Shop, payment: statements.PaymentRow, { isMine = false } = {}): Promise<StartOutcome> {
  let current: statements.PaymentRow | null = payment;
  for (let wait = 0; wait < WAITS && current; wait++) {
    if (current.url !== null) return started(shop, current, current.url);
    if (current.state !== "initiating") return refused(paymentRefusals.gatewayDown);
    if (isMine || (await canTakeOver(shop, current))) return askGateway(shop, current);
    await scheduler.wait(WAIT_MS);
    current = await statements.findPayment(shop.db, payment.id).first<statements.PaymentRow>();
  }
  return refused(paymentRefusals.inProgress);
}

async function canTakeOver({ db, now }: Shop, payment: statements.PaymentRow): Promise<boolean> {
  if (payment.requested_at > now() - TAKE_OVER_AFTER_MS) return false;
  return (await statements.takeOverRequest(db, payment, now()).first()) !== null;
}

async function askGateway(shop: Shop, payment: statements.PaymentRow): Promise<StartOutcome> {
  const { db, gateway, now, settings, vault } = shop;
  const payer = await db
    .prepare("SELECT u.phone, c.number_sealed FROM user u JOIN bank_card c ON c.user_id = u.id WHERE u.id = ?1 AND c.id = ?2")
    .bind(payment.user_id, payment.card_id)
    .first<{ phone: string; number_sealed: string }>();
  if (!payer) throw new Error("A payment has no payer");
  const outcome = await gateway.request({
    amountToman: payment.amount_toman,
    orderRef: payment.order_id ?? payment.id,
    callbackUrl: new URL("/payment/verify", settings.PUBLIC_ORIGIN).href,
    description: payment.purpose === "wallet_topup" ? "افزایش موجودی کیف پول ارمغان" : "خرید از فروشگاه ارمغان",
    phone: payer.phone,
    cardNumber: await vault.open(payer.number_sealed, sealContext(payment.card_id)),
  });
  if (outcome.kind === "unknown") {
    await statements.letRequestGo(db, payment.id).run();
    return refused(paymentRefusals.gatewayDown);
  }
  if (outcome.kind === "refused") {
    console.error(JSON.stringify({ gatewayRefusedRequest: outcome.providerCode, payment: payment.id }));
    await releasePayment(shop, payment, "failed");
    await statements.forgetKey(db, payment.id).run();
    return refused(paymentRefusals.gatewayDown);
  }
  const taken = await statements.markPending(db, payment.id, outcome, now() + FIRST_CHECK_AFTER_MS).first();
  if (taken) return started(shop, payment, outcome.url);
  const current = await statements.findPayment(db, payment.id).first<statements.PaymentRow>();
  return current?.url ? started(shop, current, current.url) : refused(paymentRefusals.gatewayDown);
}

async function started({ db }: Shop, payment: statements.PaymentRow, url: string): Promise<StartOutcome> {
  if (payment.order_id === null) return { kind: "started", url, walletDeduction: 0 };
  const order = await statements.findOrderOfPayment(db, payment.order_id).first<statements.AwaitingOrder>();
  return { kind: "started", url, walletDeduction: order?.wallet_toman ?? 0 };
}
