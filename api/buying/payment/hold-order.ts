import { HOLD_MINUTES } from "../../../contract/payment.ts";
import type { GatewayName } from "../../../persian/gateway.ts";
import { claimOwnCardVerified } from "../../people/bank-card/statements.ts";
import { runBatch } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { fingerprintEnd, numberContext } from "../../base/open-number.ts";
import { MINUTE_MS } from "../../base/time.ts";
import * as itemStatements from "../checkout/item-statements.ts";
import { claimHoldLimit } from "../checkout/lapsed-holds.ts";
import type { OrderPlan } from "../checkout/rules.ts";
import * as checkout from "../checkout/statements.ts";
import { claimProven } from "../../people/identity/statements.ts";
import { sealOrderAnswers } from "../question/seals.ts";
import { keepAnswers } from "../question/statements.ts";
import * as ledger from "../../money/wallet/ledger.ts";
import { claimOpenHolds } from "./open-statements.ts";
import { type TakeOver, takeOver } from "./own-holds.ts";
import * as statements from "./statements.ts";
import { nameCard } from "../../people/bank-card/named.ts";
import { claimDayHasRoom } from "./without-papers.ts";

/** A request to start a payment. Its key and hash identify a repeated request. */
export interface StartRequest {
  userId: string;
  idempotencyKey: string | null;
  requestHash: string;
  cardFingerprint: string;
  gateway: GatewayName;
}

/** A verified card of the account, or the number of a card that is named for this payment alone. */
type PayingCard = { id: string } | { number: string };

/**
 * Creates, in one batch, the order (hidden until it is paid), the holds on stock and wallet, and
 * the payment. Returns the payment's id, or null when a fact of the plan has changed.
 */
export async function holdOrder(
  shop: Shop,
  request: StartRequest & { card: PayingCard },
  plan: OrderPlan,
  split: { walletToman: number; gatewayToman: number },
  { taken, left }: Pick<TakeOver, "taken" | "left">,
): Promise<string | null> {
  const { db, now, vault } = shop;
  const moment = now();
  const orderId = crypto.randomUUID();
  const paymentId = crypto.randomUUID();
  const { card } = request;
  const payment = {
    ...newPayment(shop, request, {
      cardId: "id" in card ? card.id : paymentId,
      purpose: "cart_checkout",
      orderId,
      amountToman: split.gatewayToman,
    }),
    id: paymentId,
  };
  const order: checkout.NewOrder = {
    id: orderId,
    userId: request.userId,
    state: "awaiting",
    ...split,
    holdExpiresAt: payment.expiresAt,
    idempotencyKey: null,
    requestHash: null,
  };
  const hold = ledger.holdAccount(orderId);
  const isDone = await runBatch(db, [
    ...takeOver(shop, taken),
    ...checkout.claimPlanUnchanged(db, request.userId, plan),
    ...("id" in card
      ? [claimProven(db, request.userId), claimOwnCardVerified(db, request.userId, card.id)]
      : await claimNamedCard(shop, request, { paymentId, number: card.number }, plan.totalToman)),
    claimOpenHolds(db, request.userId, left.length, moment),
    claimHoldLimit(db, request.userId, plan, moment),
    ...checkout.insertOrder(db, order, plan, moment),
    ...keepAnswers(db, await sealOrderAnswers(vault, plan.answers)),
    ...itemStatements.holdItems(db, orderId, payment.expiresAt, moment),
    ...(plan.discountCodeId === null ? [] : [checkout.claimAboveCost(db, orderId)]),
    ...(split.walletToman > 0
      ? [
          ledger.openAccount(db, hold, "hold"),
          ledger.bookTransfer(
            db,
            {
              kind: "hold",
              ref: orderId,
              from: ledger.shopperAccount(request.userId),
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

/**
 * Returns the statements that insert a named card for a payment, and that abort above the limit of
 * the day.
 */
async function claimNamedCard(
  { db, vault, now, settings }: Shop,
  { userId, cardFingerprint: fingerprint }: StartRequest,
  { paymentId, number }: { paymentId: string; number: string },
  totalToman: number,
): Promise<D1PreparedStatement[]> {
  const numberSealed = await vault.seal(number, numberContext("bank_card", paymentId));
  const endFingerprint = await fingerprintEnd(vault, number);
  return [
    claimDayHasRoom(
      db,
      { paymentId, userId, fingerprint, totalToman },
      settings.BUY_WITHOUT_PAPERS_TOMAN,
      now(),
    ),
    ...nameCard(db, { id: paymentId, userId, numberSealed, fingerprint, endFingerprint }, now()),
  ];
}

export function newPayment(
  shop: Shop,
  { userId, idempotencyKey, requestHash, gateway }: StartRequest,
  what: Pick<statements.NewPayment, "cardId" | "purpose" | "orderId" | "amountToman">,
): statements.NewPayment {
  return {
    id: crypto.randomUUID(),
    userId,
    idempotencyKey,
    requestHash,
    gateway,
    ...what,
    expiresAt: shop.now() + HOLD_MINUTES * MINUTE_MS,
  };
}
