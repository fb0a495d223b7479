import type { z } from "zod";
import { refusals } from "../../../contract/endpoint.ts";
import {
  GATEWAY_MAX_TOMAN,
  GATEWAY_MIN_TOMAN,
  OPEN_TOPUPS_MAX,
  type initiatePayment,
  paymentRefusals,
} from "../../../contract/payment.ts";
import { countCardTry } from "../../people/bank-card/tries.ts";
import {
  type CardRow,
  claimOwnCardVerified,
  findCardByFingerprint,
} from "../../people/bank-card/statements.ts";
import { type Found, readTogether, runBatch, readFirst } from "../../base/batch.ts";
import { cartStatements, toCart } from "../cart/read-cart.ts";
import { findKeyUses } from "../checkout/earlier-statements.ts";
import { type PurchaseOutcome, boughtWithKey, payFromWallet } from "./pay-from-wallet.ts";
import type { GatewayName } from "../../../persian/gateway.ts";
import { findLapsed } from "../checkout/lapsed-holds.ts";
import { planOrder, splitPayment } from "../checkout/rules.ts";
import type { Shop } from "../../base/context.ts";
import { findUser } from "../../base/person.ts";
import { claimProven } from "../../people/identity/statements.ts";
import * as ledger from "../../money/wallet/ledger.ts";
import { releasePayment } from "./release.ts";
import { type StartRequest, holdOrder, newPayment } from "./hold-order.ts";
import { type OwnHoldRow, findOwnHolds, planTakeOver } from "./own-holds.ts";
import { refuseHold } from "./refuse-hold.ts";
import { type StartOutcome, askGateway, refused, startAtGateway } from "./start-at-gateway.ts";
import { readOffered } from "./offered.ts";
import * as openStatements from "./open-statements.ts";
import * as statements from "./statements.ts";
import * as orderStatements from "./order-statements.ts";
import { findBought } from "./without-papers.ts";

type Body = z.output<typeof initiatePayment.body>;
type CheckoutBody = Extract<Body, { purpose: "cart_checkout" }>;
type TopupBody = Extract<Body, { purpose: "wallet_topup" }>;

const ATTEMPTS = 4;

/**
 * Starts a payment: holds stock and money in one batch, then requests a payment from the gateway. A
 * repeated request returns the same payment.
 */
export async function initiate(
  shop: Shop,
  body: Body,
  caller: Omit<StartRequest, "cardFingerprint" | "gateway">,
): Promise<StartOutcome> {
  const gateway = body.gateway ?? (await readOffered(shop))[0];
  if (gateway === undefined || !shop.gateways.names.includes(gateway))
    return refused(paymentRefusals.gatewayNotOffered, "gateway");
  if (body.gateway !== undefined) await leaveSilent(shop, caller.userId, gateway);
  const request = {
    ...caller,
    gateway,
    cardFingerprint: await shop.vault.fingerprint("card number", body.cardNumber),
  };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const outcome =
      body.purpose === "wallet_topup"
        ? await tryTopup(shop, body, request)
        : await tryCheckout(shop, body, request);
    if (outcome) return outcome;
  }
  return refused(paymentRefusals.inProgress);
}

/**
 * Releases the shopper's open payments at other gateways that never answered: the shopper has now
 * chosen `gateway`, and the new payment needs the stock and money that they hold.
 */
async function leaveSilent(shop: Shop, userId: string, gateway: GatewayName): Promise<void> {
  const unanswered = openStatements.findUnanswered(shop.db, userId, gateway);
  for (const payment of (await unanswered.all<statements.PaymentRow>()).results)
    await releasePayment(shop, payment, "expired");
}

/** Returns null when a fact changed meanwhile, so that the caller must try again. */
async function tryTopup(
  shop: Shop,
  body: TopupBody,
  request: StartRequest,
): Promise<StartOutcome | null> {
  const { db, now } = shop;
  const { userId } = request;
  const [[user], [open], ...rows] = await readTogether(db, [
    findUser(db, userId),
    openStatements.countOpenTopups(db, userId, now()),
    ...startStatements(db, request),
  ]);
  const begun = await begin(shop, request, rows);
  if (begun.kind !== "new") return begun;
  if (!isPayable(body.amount)) return refused(paymentRefusals.amountOutOfRange, "amount");
  if ((open?.count ?? 0) >= OPEN_TOPUPS_MAX) return refused(paymentRefusals.tooManyTopups);
  const { card } = begun;
  if (!card) return refused(paymentRefusals.cardNotFound, "cardNumber");
  if (card.status !== "verified") return refused(paymentRefusals.cardNotVerified, "cardNumber");
  if (user?.is_verified !== 1) return refused(paymentRefusals.identityNeeded);
  const cardId = card.id;
  const payment = newPayment(shop, request, {
    cardId,
    purpose: "wallet_topup",
    orderId: null,
    amountToman: body.amount,
  });
  const isDone = await runBatch(db, [
    claimProven(db, userId),
    claimOwnCardVerified(db, userId, cardId),
    openStatements.claimOpenTopups(db, userId, OPEN_TOPUPS_MAX - 1, now()),
    statements.insertPayment(db, payment, now()),
  ]);
  return isDone ? askGateway(shop, payment.id) : null;
}

/** Returns null when a fact changed meanwhile, so that the caller must try again. */
async function tryCheckout(
  shop: Shop,
  body: CheckoutBody,
  request: StartRequest,
): Promise<StartOutcome | null> {
  const { db, now } = shop;
  const { userId, requestHash } = request;
  const moment = now();
  const [[user], [twin], [wallet], holds, lapsed, cart, lines, discounts, answers, ...rows] =
    await readTogether(db, [
      findUser(db, userId),
      statements.findOpenTwin(db, userId, requestHash, moment),
      ledger.findBalance(db, ledger.shopperAccount(userId)),
      findOwnHolds(db, userId),
      findLapsed(db, userId, moment),
      ...cartStatements(db, userId, moment),
      ...startStatements(db, request),
    ]);
  const begun = await begin(shop, request, rows);
  if (begun.kind !== "new") return begun;
  const { card } = begun;
  const isVerified = user?.is_verified === 1;
  const isNaming = !isVerified && !body.isUsedWallet && shop.settings.BUY_WITHOUT_PAPERS_TOMAN > 0;
  if (!isNaming) {
    if (!card) return refused(paymentRefusals.cardNotFound, "cardNumber");
    if (card.status !== "verified") return refused(paymentRefusals.cardNotVerified, "cardNumber");
    if (!isVerified) return refused(paymentRefusals.identityNeeded);
  }
  if (twin) return startAtGateway(shop, twin);
  const priced = await toCart(shop.vault, userId, moment, [cart, lines, discounts, answers]);
  const outcome = planOrder(priced, body.expectedTotal);
  if (outcome.kind === "refused") return outcome;
  const own = planTakeOver(holds, priced, moment);
  const balance = (wallet?.balance ?? 0) + own.freedToman;
  const split = splitPayment(outcome.plan.totalToman, balance, body.isUsedWallet);
  if (split.gatewayToman === 0) return buyWhole(shop, body, request);
  if (!isPayable(split.gatewayToman)) return refused(paymentRefusals.amountOutOfRange);
  const refusal =
    refuseHold(priced.lines, own, lapsed) ??
    (isNaming ? await refuseNaming(shop, request, outcome.plan.totalToman, own.taken) : null);
  if (refusal) return refusal;
  const paymentId = await holdOrder(
    shop,
    { ...request, card: isNaming || !card ? { number: body.cardNumber } : { id: card.id } },
    outcome.plan,
    split,
    own,
  );
  return paymentId === null ? null : askGateway(shop, paymentId);
}

/**
 * Returns the refusal of a purchase without papers: after too many tries, for a refused card, or
 * for a sum above the limit of the day. Returns null when the purchase is allowed.
 */
async function refuseNaming(
  shop: Shop,
  { userId, cardFingerprint }: StartRequest,
  totalToman: number,
  taken: readonly OwnHoldRow[],
): Promise<StartOutcome | null> {
  const { db, now, settings } = shop;
  // The number of tries is limited, because otherwise anybody could find out which card numbers are
  // verified here.
  const wait = await countCardTry(shop, userId);
  if (wait !== null) return { kind: "refused", refusal: refusals.tooMany, retryAfterSeconds: wait };
  const row = await readFirst(
    findBought(
      db,
      { userId, fingerprint: cardFingerprint, without: taken.map((hold) => hold.order_id) },
      now(),
    ),
  );
  if (row?.is_card_refused === 1) return refused(paymentRefusals.cardUsed, "cardNumber");
  return (row?.bought_toman ?? 0) + totalToman > settings.BUY_WITHOUT_PAPERS_TOMAN
    ? refused(paymentRefusals.beyondAllowance)
    : null;
}

/** Returns the queries for an earlier use of the same idempotency key, and for the card. */
const startStatements = (
  db: D1Database,
  { userId, idempotencyKey, cardFingerprint }: StartRequest,
) =>
  [
    statements.findPaymentByKey(db, userId, idempotencyKey),
    findKeyUses(db, userId, idempotencyKey),
    findCardByFingerprint(db, userId, cardFingerprint),
  ] as const;

/**
 * Returns the earlier answer to the same idempotency key: a payment at the gateway, or an order
 * that the wallet paid in full. Otherwise returns the shopper's card, if it is in the account.
 */
async function begin(
  shop: Shop,
  { requestHash }: StartRequest,
  [[earlier], keyUses, [card]]: Found<ReturnType<typeof startStatements>>,
): Promise<StartOutcome | { kind: "new"; card: CardRow | undefined }> {
  if (earlier && earlier.request_hash !== requestHash) return refused(refusals.keyReused);
  if (earlier && (earlier.url !== null || earlier.state === "initiating"))
    return startAtGateway(shop, earlier);
  // The earlier payment never reached the gateway and has expired, so its key may be used again.
  if (earlier) await statements.forgetKey(shop.db, earlier.id).run();
  const order = boughtWithKey(keyUses, requestHash);
  if (order) return showPurchase(shop, order);
  return { kind: "new", card };
}

/**
 * Buys without the gateway, because the wallet covers the total. The returned address is that of
 * the order's page.
 */
async function buyWhole(
  shop: Shop,
  body: CheckoutBody,
  request: StartRequest,
): Promise<StartOutcome> {
  return showPurchase(
    shop,
    await payFromWallet(shop, { ...request, expectedTotal: body.expectedTotal }),
  );
}

async function showPurchase(shop: Shop, outcome: PurchaseOutcome): Promise<StartOutcome> {
  if (outcome.kind === "refused") return outcome;
  const { orderId } = outcome;
  const order = await readFirst(orderStatements.findOrderOfPayment(shop.db, orderId));
  return {
    kind: "started",
    url: `/orders/${orderId}`,
    walletDeduction: order?.wallet_toman ?? 0,
    orderId,
  };
}

function isPayable(amountToman: number): boolean {
  return amountToman >= GATEWAY_MIN_TOMAN && amountToman <= GATEWAY_MAX_TOMAN;
}
