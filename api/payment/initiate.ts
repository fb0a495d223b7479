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
import { type CardRow, findCardByFingerprint } from "../bank-card/statements.ts";
import { type Found, type StatementsFor, readTogether, runBatch } from "../base/batch.ts";
import { type CartRows, cartStatements, toCart } from "../cart/read-cart.ts";
import { type KeyUseRow, findKeyUses } from "../checkout/earlier-statements.ts";
import { type PurchaseOutcome, boughtWithKey, payFromWallet } from "../checkout/pay-from-wallet.ts";
import { type OrderPlan, planOrder, secondHoldMax, splitPayment } from "../checkout/rules.ts";
import * as checkout from "../checkout/statements.ts";
import * as itemStatements from "../checkout/item-statements.ts";
import type { Shop } from "../base/context.ts";
import { MINUTE_MS } from "../base/time.ts";
import { type UserRow, findUser } from "../user/statements.ts";
import * as ledger from "../wallet/ledger.ts";
import { type StartOutcome, askGateway, refused, startAtGateway } from "./start-at-gateway.ts";
import * as statements from "./statements.ts";
import * as orderStatements from "./order-statements.ts";

type Body = z.output<typeof initiatePayment.body>;
type CheckoutBody = Extract<Body, { purpose: "cart_checkout" }>;
type TopupBody = Extract<Body, { purpose: "wallet_topup" }>;

/** Who asks, with which card, and how to know the same question again. */
interface Asking {
  userId: string;
  idempotencyKey: string | null;
  requestHash: string;
  cardFingerprint: string;
}

const ATTEMPTS = 4;

/** Starts a payment: what it needs is held in one batch, then the gateway is asked. Asked twice, it is the same payment. */
export async function initiate(
  shop: Shop,
  body: Body,
  asked: Omit<Asking, "cardFingerprint">,
): Promise<StartOutcome> {
  const asking = {
    ...asked,
    cardFingerprint: await shop.vault.fingerprint("card number", body.cardNumber),
  };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const outcome =
      body.purpose === "wallet_topup"
        ? await tryTopup(shop, body, asking)
        : await tryCheckout(shop, body, asking);
    if (outcome) return outcome;
  }
  return refused(paymentRefusals.inProgress);
}

/** Null when what it relied on has changed meanwhile, so that it has to be decided anew. */
async function tryTopup(shop: Shop, body: TopupBody, asking: Asking): Promise<StartOutcome | null> {
  const { db, now } = shop;
  const { userId } = asking;
  const [[open], ...beginning] = await readTogether<[{ count: number }, ...BeginningRows]>(db, [
    statements.countOpenTopups(db, userId, now()),
    ...beginningStatements(db, asking),
  ]);
  const begun = await begin(shop, asking, beginning);
  if (begun.kind !== "new") return begun;
  if (!isPayable(body.amount)) return refused(paymentRefusals.amountOutOfRange, "amount");
  if ((open?.count ?? 0) >= OPEN_TOPUPS_MAX) return refused(paymentRefusals.tooManyTopups);
  const { cardId } = begun;
  const payment = newPayment(shop, asking, {
    cardId,
    purpose: "wallet_topup",
    orderId: null,
    amountToman: body.amount,
  });
  const isDone = await runBatch(db, [
    statements.claimCardVerified(db, userId, cardId),
    statements.claimOpenTopups(db, userId, OPEN_TOPUPS_MAX - 1, now()),
    statements.insertPayment(db, payment, now()),
  ]);
  return isDone ? askGateway(shop, payment.id) : null;
}

/** Null as above. */
async function tryCheckout(
  shop: Shop,
  body: CheckoutBody,
  asking: Asking,
): Promise<StartOutcome | null> {
  const { db, now } = shop;
  const { userId, requestHash } = asking;
  const moment = now();
  const [[user], [twin], [wallet], [open], cart, lines, discounts, ...beginning] =
    await readTogether<
      [
        UserRow,
        statements.StartedPaymentRow,
        ledger.BalanceRow,
        { count: number },
        ...CartRows,
        ...BeginningRows,
      ]
    >(db, [
      findUser(db, userId),
      statements.findOpenTwin(db, userId, requestHash, moment),
      ledger.findBalance(db, ledger.shopperAccount(userId)),
      statements.countOpenHolds(db, userId, moment),
      ...cartStatements(db, userId, moment),
      ...beginningStatements(db, asking),
    ]);
  const begun = await begin(shop, asking, beginning);
  if (begun.kind !== "new") return begun;
  if (user?.is_verified !== 1) return refused(paymentRefusals.identityNeeded);
  if (twin) return startAtGateway(shop, twin);
  const priced = toCart(userId, moment, [cart, lines, discounts]);
  const outcome = planOrder(priced, body.expectedTotal);
  if (outcome.kind === "refused") return outcome;
  const split = splitPayment(outcome.plan.totalToman, wallet?.balance ?? 0, body.isUsedWallet);
  if (split.gatewayToman === 0) return buyWhole(shop, body, asking);
  if (!isPayable(split.gatewayToman)) return refused(paymentRefusals.amountOutOfRange);
  const openHolds = open?.count ?? 0;
  if (openHolds >= OPEN_HOLDS_MAX) return refused(paymentRefusals.tooManyHolds);
  if (openHolds > 0 && priced.lines.some((line) => line.units > secondHoldMax(line.available)))
    return refused(paymentRefusals.secondHoldTooLarge);
  const paymentId = await holdOrder(
    shop,
    { ...asking, cardId: begun.cardId },
    outcome.plan,
    split,
    openHolds,
  );
  return paymentId === null ? null : askGateway(shop, paymentId);
}

/** What was asked with the same key before, and the card. */
type BeginningRows = [statements.StartedPaymentRow, KeyUseRow, CardRow];

function beginningStatements(db: D1Database, asking: Asking): StatementsFor<BeginningRows> {
  const { userId, idempotencyKey, cardFingerprint } = asking;
  return [
    statements.findPaymentByKey(db, userId, idempotencyKey),
    findKeyUses(db, userId, idempotencyKey),
    findCardByFingerprint(db, userId, cardFingerprint),
  ];
}

/** What the same key was answered with before: a payment at the gateway, or an order that the wallet paid whole. If nothing, the card must do. */
async function begin(
  shop: Shop,
  { requestHash }: Asking,
  [[earlier], keyUses, [card]]: Found<BeginningRows>,
): Promise<StartOutcome | { kind: "new"; cardId: string }> {
  if (earlier && earlier.request_hash !== requestHash) return refused(refusals.keyReused);
  if (earlier && (earlier.url !== null || earlier.state === "initiating"))
    return startAtGateway(shop, earlier);
  // It never got as far as the gateway and has lapsed: the same attempt may be made again.
  if (earlier) await statements.forgetKey(shop.db, earlier.id).run();
  const order = boughtWithKey(keyUses, requestHash);
  if (order) return showPurchase(shop, order);
  if (!card) return refused(paymentRefusals.cardNotFound, "cardNumber");
  if (card.status !== "verified") return refused(paymentRefusals.cardNotVerified, "cardNumber");
  return { kind: "new", cardId: card.id };
}

/** One batch: the order, hidden until it is paid, its units and codes, the wallet's part, and the payment. Its id, or null when the plan was stale. */
async function holdOrder(
  shop: Shop,
  asking: Asking & { cardId: string },
  plan: OrderPlan,
  split: { walletToman: number; gatewayToman: number },
  openHolds: number,
): Promise<string | null> {
  const { db, now } = shop;
  const moment = now();
  const orderId = crypto.randomUUID();
  const payment = newPayment(shop, asking, {
    cardId: asking.cardId,
    purpose: "cart_checkout",
    orderId,
    amountToman: split.gatewayToman,
  });
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
    ...plan.items.flatMap((item) => itemStatements.holdItem(db, item, payment.expiresAt, moment)),
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
  { userId, idempotencyKey, requestHash }: Asking,
  what: Pick<statements.NewPayment, "cardId" | "purpose" | "orderId" | "amountToman">,
): statements.NewPayment {
  return {
    id: crypto.randomUUID(),
    userId,
    idempotencyKey,
    requestHash,
    ...what,
    expiresAt: shop.now() + HOLD_MINUTES * MINUTE_MS,
  };
}

/** The wallet covers everything after all: no gateway is needed, and the address to go to is the order's. */
async function buyWhole(shop: Shop, body: CheckoutBody, asking: Asking): Promise<StartOutcome> {
  return showPurchase(
    shop,
    await payFromWallet(shop, { ...asking, expectedTotal: body.expectedTotal }),
  );
}

async function showPurchase(shop: Shop, outcome: PurchaseOutcome): Promise<StartOutcome> {
  if (outcome.kind === "refused") return outcome;
  const { orderId } = outcome;
  const order = await orderStatements
    .findOrderOfPayment(shop.db, orderId)
    .first<orderStatements.AwaitingOrder>();
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
