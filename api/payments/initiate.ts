import type { z } from "zod";
import { refusals } from "../../contract/endpoint.ts";
import {
  GATEWAY_MAX_TOMAN,
  GATEWAY_MIN_TOMAN,
  HOLD_MINUTES,
  OPEN_HOLDS_MAX,
  OPEN_TOPUPS_MAX,
  type initiatePayment,
  paymentRefusals,
} from "../../contract/payment.ts";
import { findCardByFingerprint } from "../bankcard/statements.ts";
import { runBatch } from "../batch.ts";
import { readCart } from "../cart/read-cart.ts";
import { type PurchaseOutcome, findOrderByKey, payFromWallet } from "../checkout/pay-from-wallet.ts";
import { type OrderPlan, planOrder, secondHoldMax, splitPayment } from "../checkout/rules.ts";
import * as checkout from "../checkout/statements.ts";
import type { Shop } from "../context.ts";
import { type UserRow, findUser } from "../user/statements.ts";
import * as ledger from "../wallet/ledger.ts";
import { type StartOutcome, refused, startAtGateway } from "./start-at-gateway.ts";
import * as statements from "./statements.ts";

type Body = z.output<typeof initiatePayment.body>;
type CheckoutBody = Extract<Body, { purpose: "cart_checkout" }>;
type TopupBody = Extract<Body, { purpose: "wallet_topup" }>;

/** Who asks, and how to know the same question again. */
interface Asking {
  userId: string;
  idempotencyKey: string | null;
  requestHash: string;
  cardId: string;
}

const ATTEMPTS = 4;

/** Starts a payment: what it needs is held in one batch, then the gateway is asked. Asked twice, it is the same payment. */
export async function initiate(shop: Shop, body: Body, asked: Omit<Asking, "cardId">): Promise<StartOutcome> {
  const { db, vault } = shop;
  const earlier = await findEarlier(shop, asked);
  if (earlier) return earlier;
  const fingerprint = await vault.fingerprint("card number", body.cardNumber);
  const card = await findCardByFingerprint(db, asked.userId, fingerprint).first<{ id: string; status: string }>();
  if (!card) return refused(paymentRefusals.cardNotFound, "cardNumber");
  if (card.status !== "verified") return refused(paymentRefusals.cardNotVerified, "cardNumber");
  const asking = { ...asked, cardId: card.id };
  return body.purpose === "wallet_topup" ? initiateTopup(shop, body, asking) : initiateCheckout(shop, body, asking);
}

async function initiateTopup(shop: Shop, body: TopupBody, asking: Asking): Promise<StartOutcome> {
  if (!isPayable(body.amount)) return refused(paymentRefusals.amountOutOfRange, "amount");
  const open = await statements.countOpenTopups(shop.db, asking.userId, shop.now()).first<{ count: number }>();
  if ((open?.count ?? 0) >= OPEN_TOPUPS_MAX) return refused(paymentRefusals.tooManyTopups);
  const payment = newPayment(shop, asking, { purpose: "wallet_topup", orderId: null, amountToman: body.amount });
  const isDone = await runBatch(shop.db, [
    statements.claimCardVerified(shop.db, asking.userId, asking.cardId),
    statements.claimOpenTopups(shop.db, asking.userId, OPEN_TOPUPS_MAX - 1, shop.now()),
    statements.insertPayment(shop.db, payment, shop.now()),
  ]);
  return isDone ? startNew(shop, payment.id) : startRival(shop, asking);
}

async function initiateCheckout(shop: Shop, body: CheckoutBody, asking: Asking): Promise<StartOutcome> {
  const { db, now } = shop;
  const user = await findUser(db, asking.userId).first<UserRow>();
  if (user?.is_verified !== 1) return refused(paymentRefusals.identityNeeded);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const cart = await readCart(db, asking.userId, now());
    const sameQuestion = { userId: asking.userId, cartVersion: cart.version, requestHash: asking.requestHash };
    const twin = await statements.findOpenTwin(db, sameQuestion, now()).first<statements.PaymentRow>();
    if (twin) return startAtGateway(shop, twin);
    const outcome = planOrder(cart, body.expectedTotal);
    if (outcome.kind === "refused") return outcome;
    const balance = await ledger.readBalance(db, ledger.shopperAccount(asking.userId));
    const split = splitPayment(outcome.plan.totalToman, balance, body.isUsedWallet);
    if (split.gatewayToman === 0) return buyWhole(shop, body, asking);
    if (!isPayable(split.gatewayToman)) return refused(paymentRefusals.amountOutOfRange);
    const open = await statements.countOpenHolds(db, asking.userId, now()).first<{ count: number }>();
    const openHolds = open?.count ?? 0;
    if (openHolds >= OPEN_HOLDS_MAX) return refused(paymentRefusals.tooManyHolds);
    if (openHolds > 0 && cart.lines.some((line) => line.units > secondHoldMax(line.available)))
      return refused(paymentRefusals.secondHoldTooLarge);
    const payment = await holdOrder(shop, asking, outcome.plan, split, openHolds);
    if (payment) return startNew(shop, payment);
    const rival =
      asking.idempotencyKey !== null && (await statements.findPaymentByKey(db, asking.userId, asking.idempotencyKey).first());
    if (rival) return startRival(shop, asking);
  }
  return refused(paymentRefusals.inProgress);
}

/** One batch: the order, hidden until it is paid, its units and codes, the wallet's part, and the payment. Its id, or null when the plan was stale. */
async function holdOrder(
  shop: Shop,
  asking: Asking,
  plan: OrderPlan,
  split: { walletToman: number; gatewayToman: number },
  openHolds: number,
): Promise<string | null> {
  const { db, now } = shop;
  const moment = now();
  const orderId = crypto.randomUUID();
  const payment = newPayment(shop, asking, { purpose: "cart_checkout", orderId, amountToman: split.gatewayToman });
  const order: checkout.NewOrder = {
    id: orderId,
    userId: asking.userId,
    state: "awaiting",
    ...split,
    holdExpiresAt: payment.expiresAt,
    idempotencyKey: null,
    requestHash: null,
  };
  const hold = ledger.holdAccount(orderId);
  const isDone = await runBatch(db, [
    ...checkout.claimPlanHolds(db, asking.userId, plan),
    statements.claimCardVerified(db, asking.userId, asking.cardId),
    statements.claimOpenHolds(db, asking.userId, openHolds, moment),
    ...checkout.insertOrder(db, order, plan, moment),
    ...plan.items.flatMap((item) => checkout.holdItem(db, item, payment.expiresAt, moment)),
    ledger.openAccount(db, hold, "hold"),
    ...(split.walletToman > 0
      ? [
          ledger.bookTransfer(
            db,
            {
              kind: "hold",
              ref: orderId,
              from: ledger.shopperAccount(asking.userId),
              to: hold,
              amountToman: split.walletToman,
              orderId,
            },
            moment,
          ),
        ]
      : []),
    statements.insertPayment(db, payment, moment),
  ]);
  return isDone ? payment.id : null;
}

function newPayment(
  shop: Shop,
  asking: Asking,
  what: Pick<statements.NewPayment, "purpose" | "orderId" | "amountToman">,
): statements.NewPayment {
  return { id: crypto.randomUUID(), ...asking, ...what, expiresAt: shop.now() + HOLD_MINUTES * 60_000 };
}

/** The wallet covers everything after all: no gateway is needed, and the address to go to is the order's. */
async function buyWhole(shop: Shop, body: CheckoutBody, asking: Asking): Promise<StartOutcome> {
  return showPurchase(shop, await payFromWallet(shop, { ...asking, expectedTotal: body.expectedTotal }));
}

/** What the same key was answered with before: a payment at the gateway, or an order that the wallet paid whole. */
async function findEarlier(shop: Shop, asked: Omit<Asking, "cardId">): Promise<StartOutcome | null> {
  const { userId, idempotencyKey, requestHash } = asked;
  if (idempotencyKey === null) return null;
  const payment = await statements.findPaymentByKey(shop.db, userId, idempotencyKey).first<statements.PaymentRow>();
  if (payment && payment.request_hash !== requestHash) return refused(refusals.keyReused);
  if (payment && (payment.url !== null || payment.state === "initiating")) return startAtGateway(shop, payment);
  // It never got as far as the gateway and has lapsed: the same attempt may be made again.
  if (payment) await statements.forgetKey(shop.db, payment.id).run();
  const order = await findOrderByKey(shop.db, userId, idempotencyKey, requestHash);
  return order && showPurchase(shop, order);
}

async function showPurchase(shop: Shop, outcome: PurchaseOutcome): Promise<StartOutcome> {
  if (outcome.kind === "refused") return outcome;
  const { orderId } = outcome;
  const order = await statements.findOrderOfPayment(shop.db, orderId).first<statements.AwaitingOrder>();
  return { kind: "started", url: `/orders/${orderId}`, walletDeduction: order?.wallet_toman ?? 0, orderId };
}

async function startNew(shop: Shop, paymentId: string): Promise<StartOutcome> {
  const payment = await statements.findPayment(shop.db, paymentId).first<statements.PaymentRow>();
  if (!payment) throw new Error("A payment that was just written is not there");
  return startAtGateway(shop, payment, { isMine: true });
}

/** Somebody else with the same key was faster: their payment is ours. */
async function startRival(shop: Shop, asking: Asking): Promise<StartOutcome> {
  if (asking.idempotencyKey === null) return refused(paymentRefusals.inProgress);
  const rival = await statements.findPaymentByKey(shop.db, asking.userId, asking.idempotencyKey).first<statements.PaymentRow>();
  if (!rival) return refused(paymentRefusals.inProgress);
  return rival.request_hash === asking.requestHash ? startAtGateway(shop, rival) : refused(refusals.keyReused);
}

function isPayable(amountToman: number): boolean {
  return amountToman >= GATEWAY_MIN_TOMAN && amountToman <= GATEWAY_MAX_TOMAN;
}
