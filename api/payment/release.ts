import { runBatch } from "../base/batch.ts";
import * as checkout from "../checkout/statements.ts";
import * as itemStatements from "../checkout/item-statements.ts";
import type { Shop } from "../base/context.ts";
import * as ledger from "../wallet/ledger.ts";
import * as statements from "./statements.ts";
import * as orderStatements from "./order-statements.ts";

/**
 * Gives up on an unpaid payment: its codes and units are free again and the wallet gets its part back, in one batch. Nothing
 * happens when it has been settled or released meanwhile.
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

/** A person has to look (api/review): what the payment held is let go, and nothing is asked about it any more. */
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

/** The statements that cancel an unpaid order and give back all it held. */
export async function releaseOrder(
  { db, now }: Shop,
  userId: string,
  orderId: string,
): Promise<D1PreparedStatement[]> {
  const hold = ledger.holdAccount(orderId);
  const heldToman = await ledger.readBalance(db, hold);
  return [
    orderStatements.markOrderCancelled(db, orderId, now()),
    ...itemStatements.releaseItems(db, orderId),
    checkout.giveBackDiscount(db, orderId),
    ...(heldToman > 0
      ? [
          ledger.bookTransfer(
            db,
            {
              kind: "release",
              ref: orderId,
              from: hold,
              to: ledger.shopperAccount(userId),
              amountToman: heldToman,
              orderId,
            },
            now(),
          ),
        ]
      : []),
  ];
}
