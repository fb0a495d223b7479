import { runBatch } from "../../base/batch.ts";
import * as itemStatements from "../checkout/item-statements.ts";
import type { Shop } from "../../base/context.ts";
import { giveBackDiscount } from "../discount-code/statements.ts";
import * as ledger from "../../money/wallet/ledger.ts";
import * as statements from "./statements.ts";
import * as orderStatements from "./order-statements.ts";

/**
 * Gives up on an unpaid payment: frees its codes and units and returns the wallet's part, in one
 * batch. Does nothing when it has been settled or released meanwhile.
 */
export async function releasePayment(
  shop: Shop,
  payment: statements.PaymentRow,
  state: "failed" | "expired",
  nextCheckAt?: number,
): Promise<void> {
  const { db } = shop;
  const end = nextCheckAt === undefined ? { state } : { state, nextCheckAt };
  await close(shop, payment, statements.claimPaymentUnpaid(db, payment.id), end);
}

/** Moves a payment to review: releases its holds and ends its checks. */
export async function giveToReview(
  shop: Shop,
  payment: statements.CreditedPayment,
  reviewReason: string,
): Promise<void> {
  console.error(JSON.stringify({ paymentNeedsReview: payment.id, reason: reviewReason }));
  await close(shop, payment, statements.claimPaymentOpen(shop.db, payment.id), {
    state: "review",
    reviewReason,
  });
}

async function close(
  shop: Shop,
  payment: statements.CreditedPayment,
  claim: D1PreparedStatement,
  end: Parameters<typeof statements.closePayment>[2],
): Promise<void> {
  const { db, now } = shop;
  await runBatch(db, [
    claim,
    statements.closePayment(db, payment.id, end, now()),
    ...(payment.order_id === null
      ? []
      : await releaseOrder(shop, payment.user_id, payment.order_id)),
  ]);
}

/** Returns the statements that cancel an unpaid order and release all its holds. */
export async function releaseOrder(
  { db, now }: Shop,
  userId: string,
  orderId: string,
): Promise<D1PreparedStatement[]> {
  const heldToman = await ledger.readBalance(db, ledger.holdAccount(orderId));
  return orderReleased(db, { user_id: userId, order_id: orderId }, heldToman, now());
}

/** Like `releaseOrder`, for callers that know how many toman of the wallet the order holds. */
export function orderReleased(
  db: D1Database,
  { user_id: userId, order_id: orderId }: Pick<statements.OrderPayment, "user_id" | "order_id">,
  heldToman: number,
  now: number,
): D1PreparedStatement[] {
  return [
    orderStatements.markOrderCancelled(db, orderId, now),
    ...itemStatements.releaseItems(db, orderId),
    giveBackDiscount(db, orderId),
    ...(heldToman > 0
      ? [
          ledger.bookTransfer(
            db,
            {
              kind: "release",
              ref: orderId,
              from: ledger.holdAccount(orderId),
              to: ledger.shopperAccount(userId),
              amountToman: heldToman,
              orderId,
            },
            now,
          ),
        ]
      : []),
  ];
}
