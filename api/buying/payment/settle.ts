import { readTogether, runBatch, readFirst } from "../../base/batch.ts";
import * as checkout from "../checkout/statements.ts";
import { isAtOnce } from "../checkout/item-statements.ts";
import type { Shop } from "../../base/context.ts";
import { claimDiscountLeft, noteDiscountUse } from "../discount-code/statements.ts";
import { planLook } from "../look/plan.ts";
import { findAllowance } from "../look/limits.ts";
import { findFrozen } from "../../base/frozen.ts";
import { queueMessage } from "../../base/outbox.ts";
import { reserveSupply } from "../supply/reserve.ts";
import * as ledger from "../../money/wallet/ledger.ts";
import { finishPurchase } from "./finish-purchase.ts";
import { findOwnHolds, takeOver } from "./own-holds.ts";
import { giveToReview, releaseOrder } from "./release.ts";
import * as statements from "./statements.ts";
import * as orderStatements from "./order-statements.ts";
import { claimDayHasRoom } from "./without-papers.ts";

/**
 * Settles a payment that the gateway has confirmed, exactly once, no matter how often and from
 * where it is called. A top-up fills the wallet; an order is delivered. An order cannot be
 * delivered when its hold expired and the codes are sold or cost something else now, or when
 * another payment bought its cart. Then the money becomes wallet credit and the shopper is
 * notified; money from a card named without papers goes to review instead.
 */
export async function settlePayment(
  shop: Shop,
  payment: statements.PaymentRow,
  refId: string,
  { isAwaited }: { isAwaited: boolean },
): Promise<void> {
  const { db } = shop;
  if (payment.purpose === "wallet_topup") {
    if (
      await runBatch(db, [
        statements.claimPaymentOpen(db, payment.id),
        ...topUp(shop, payment, refId),
      ])
    )
      return;
  } else {
    // Three attempts, because concurrent changes make a plan stale: a released hold changes where
    // the wallet's part comes from, and another paid order changes whether this one is held for a
    // look.
    for (let attempt = 0; attempt < 3; attempt++) {
      if (await runBatch(db, await deliver(shop, payment, refId, isAwaited))) return;
      if (await isSettled(db, payment.id)) return;
    }
    const order = await readFirst(orderStatements.findOrderOfPayment(db, payment.order_id));
    // Money that came without papers must return to its card; an operator does that at the gateway.
    if (order?.named_fingerprint != null)
      return giveToReview(shop, payment, "paid without papers, and cannot be delivered");
    for (let attempt = 0; attempt < 2; attempt++) {
      if (
        await runBatch(db, [
          statements.claimPaymentOpen(db, payment.id),
          ...(await creditWallet(shop, payment, refId)),
        ])
      )
        return;
    }
  }
  if (await isSettled(db, payment.id)) return;
  // The gateway reports the payment as paid but the batch was undone, for example because another
  // payment has the same reference. An operator has to decide.
  const isFrozen = (await findFrozen(db, payment.user_id).first()) !== null;
  const reason = isFrozen ? "the account is frozen" : "the books refused it";
  await giveToReview(shop, payment, `paid, and ${reason}`);
}

/**
 * Returns the statements that credit a paid payment to the wallet, whatever it was for, and notify
 * its owner. Used after a review. The batch must first claim that the payment may still be settled.
 */
export async function creditInstead(
  shop: Shop,
  payment: statements.CreditedPayment,
  refId: string,
): Promise<D1PreparedStatement[]> {
  if (payment.purpose === "cart_checkout") return creditWallet(shop, payment, refId);
  return [...topUp(shop, payment, refId), tellCredited(shop, payment)];
}

function topUp(
  { db, now }: Shop,
  payment: statements.CreditedPayment,
  refId: string,
): D1PreparedStatement[] {
  return [
    statements.closePayment(db, payment.id, { state: "paid", refId }, now()),
    ledger.bookTransfer(
      db,
      {
        kind: "topup",
        ref: payment.id,
        from: ledger.gatewayAccount(payment.gateway),
        to: ledger.shopperAccount(payment.user_id),
        amountToman: payment.amount_toman,
        paymentId: payment.id,
      },
      now(),
    ),
  ];
}

async function deliver(
  shop: Shop,
  payment: statements.OrderPayment,
  refId: string,
  isAwaited: boolean,
): Promise<D1PreparedStatement[]> {
  const { db, now } = shop;
  const { order_id: orderId } = payment;
  const moment = now();
  const payer = { userId: payment.user_id, paymentId: payment.id };
  const [[order], items, [held], [room], holds] = await readTogether(db, [
    orderStatements.findOrderOfPayment(db, orderId),
    orderStatements.findSoldItems(db, orderId, moment),
    ledger.findBalance(db, ledger.holdAccount(orderId)),
    findAllowance(db, payer, shop.settings, moment),
    findOwnHolds(db, payment.user_id),
  ]);
  if (!order) throw new Error("A payment has no order");
  const look = await planLook(
    shop,
    payer,
    { items, roomToman: room?.allowance_toman ?? 0 },
    moment,
  );
  return [
    statements.claimPaymentOpen(db, payment.id),
    look.claim,
    // One cart makes one order, so this payment takes over what other attempts for the cart hold.
    ...takeOver(
      shop,
      holds.filter((one) => one.cart_version === order.cart_version && one.order_id !== orderId),
    ),
    statements.closePayment(db, payment.id, { state: "paid", refId }, moment),
    ...claimRoomWithoutPapers(shop, order, payment.id, moment),
    checkout.claimOfferStands(db, orderId, moment),
    ...spendDiscount(db, order, moment),
    ...reserveSupply(
      db,
      orderId,
      items.filter(({ isReserved }) => isReserved === 0),
      "due",
      moment,
    ),
    orderStatements.markOrderPaid(db, orderId, moment),
    checkout.awaitProfile(db, orderId, moment),
    ...bookParts(db, order, payment, { isHeld: (held?.balance ?? 0) > 0 }, moment),
    ...finishPurchase(
      shop,
      {
        orderId,
        userId: order.user_id,
        cartVersion: order.cart_version,
        discountCodeId: order.discount_code_id,
        items,
        held: look.held,
        // When some items are delivered later, no SMS is sent now; it is sent when they are
        // delivered.
        isAwaited: isAwaited || !items.every(isAtOnce),
      },
      moment,
    ),
  ];
}

/**
 * Returns the claim that a named card may still pay this sum today; no statements for other
 * payments.
 */
function claimRoomWithoutPapers(
  { db, settings }: Shop,
  order: orderStatements.AwaitingOrder,
  paymentId: string,
  now: number,
): D1PreparedStatement[] {
  const { named_fingerprint: fingerprint, user_id: userId, total_toman: totalToman } = order;
  if (fingerprint === null) return [];
  const paid = { paymentId, userId, fingerprint, totalToman };
  return [claimDayHasRoom(db, paid, settings.BUY_WITHOUT_PAPERS_TOMAN, now)];
}

/** Claims that the buyer may still use the discount code of an order, and uses it. */
function spendDiscount(
  db: D1Database,
  order: orderStatements.AwaitingOrder,
  now: number,
): D1PreparedStatement[] {
  const { id: orderId, user_id: userId, cart_version: cartVersion } = order;
  const { discount_code_id: discountCodeId } = order;
  if (discountCodeId === null) return [];
  return [
    claimDiscountLeft(db, { discountCodeId, userId, cartVersion }, now),
    noteDiscountUse(db, { orderId, discountCodeId, userId }),
  ];
}

/** Books the parts of an order that the card and the wallet pay. */
function bookParts(
  db: D1Database,
  order: orderStatements.AwaitingOrder,
  { id: paymentId, order_id: orderId, gateway }: statements.OrderPayment,
  { isHeld }: { isHeld: boolean },
  now: number,
): D1PreparedStatement[] {
  const clearing = ledger.clearingAccount(orderId);
  // After the hold has expired, the wallet's part is in the wallet again, so it is taken from there
  // if possible.
  const wallet = isHeld ? ledger.holdAccount(orderId) : ledger.shopperAccount(order.user_id);
  const parts = [
    {
      kind: "order_gateway",
      from: ledger.gatewayAccount(gateway),
      amountToman: order.gateway_toman,
    },
    { kind: "order_wallet", from: wallet, amountToman: order.wallet_toman },
  ] as const;
  const paid = { ref: orderId, to: clearing, orderId, paymentId };
  return [
    ledger.openAccount(db, clearing, "clearing"),
    ...parts
      .filter(({ amountToman }) => amountToman > 0)
      .map((part) => ledger.bookTransfer(db, { ...part, ...paid }, now)),
  ];
}

async function creditWallet(
  shop: Shop,
  payment: statements.OrderPayment,
  refId: string,
): Promise<D1PreparedStatement[]> {
  const { db, now } = shop;
  const { order_id: orderId } = payment;
  return [
    statements.closePayment(db, payment.id, { state: "credited", refId }, now()),
    ...(await releaseOrder(shop, payment.user_id, orderId)),
    ledger.bookTransfer(
      db,
      {
        kind: "late_payment",
        ref: payment.id,
        from: ledger.gatewayAccount(payment.gateway),
        to: ledger.shopperAccount(payment.user_id),
        amountToman: payment.amount_toman,
        orderId,
        paymentId: payment.id,
      },
      now(),
    ),
    tellCredited(shop, payment),
  ];
}

function tellCredited(
  { db, now, settings }: Shop,
  { id, user_id: userId, amount_toman }: statements.CreditedPayment,
) {
  const template = settings.SMS_TEMPLATE_WALLET_CREDIT;
  return queueMessage(
    db,
    { id: `credited:${id}`, userId, template, token: String(amount_toman) },
    now(),
  );
}

async function isSettled(db: D1Database, paymentId: string): Promise<boolean> {
  const payment = await readFirst(statements.findPayment(db, paymentId));
  return payment !== null && statements.isSettled(payment);
}
