import { runBatch } from "../batch.ts";
import * as checkout from "../checkout/statements.ts";
import type { Shop } from "../context.ts";
import * as ledger from "../wallet/ledger.ts";
import * as statements from "./statements.ts";

/** When to ask about an expired payment again: money that comes late is found, and nobody is asked for ever. */
const LATE_CHECKS_MS = [5, 15, 60, 6 * 60, 24 * 60].map((minutes) => minutes * 60_000);

/**
 * Gives up on an unpaid payment: its codes and units are free again and the wallet gets its part back, in one batch. Nothing
 * happens when it has been settled or released meanwhile.
 */
export async function releasePayment(
  shop: Shop,
  payment: statements.PaymentRow,
  state: "failed" | "expired" | "review",
): Promise<void> {
  const { db, now } = shop;
  const end = state === "expired" ? { state, nextCheckAt: now() + (LATE_CHECKS_MS[0] ?? 0) } : { state };
  await runBatch(db, [
    state === "review" ? statements.claimPaymentOpen(db, payment.id) : statements.claimPaymentUnpaid(db, payment.id),
    statements.closePayment(db, payment.id, end, now()),
    ...(payment.order_id === null ? [] : await releaseOrder(shop, payment.user_id, payment.order_id)),
  ]);
}

/** The statements that cancel an unpaid order and give back all it held. */
export async function releaseOrder({ db, now }: Shop, userId: string, orderId: string): Promise<D1PreparedStatement[]> {
  const hold = ledger.holdAccount(orderId);
  const heldToman = await ledger.readBalance(db, hold);
  return [
    statements.markOrderCancelled(db, orderId, now()),
    ...checkout.releaseItems(db, orderId),
    ...(heldToman > 0
      ? [
          ledger.bookTransfer(
            db,
            { kind: "release", ref: orderId, from: hold, to: ledger.shopperAccount(userId), amountToman: heldToman, orderId },
            now(),
          ),
        ]
      : []),
  ];
}

/** The moment of the next look at an expired payment, null after the last one. `checks` counts the looks so far. */
export function nextLateCheck(checks: number, now: number): number | null {
  const wait = LATE_CHECKS_MS[checks];
  return wait === undefined ? null : now + wait;
}
