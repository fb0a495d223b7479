import { type Refusal, refusals } from "../../contract/endpoint.ts";
import { paymentRefusals } from "../../contract/payment.ts";
import { runBatch } from "../batch.ts";
import { readCart } from "../cart/read-cart.ts";
import type { Shop } from "../context.ts";
import { tellDelivered } from "../delivery/tell.ts";
import { bookDelivery } from "../delivery/book.ts";
import { type UserRow, findUser } from "../user/statements.ts";
import * as ledger from "../wallet/ledger.ts";
import { type OrderPlan, planOrder } from "./rules.ts";
import * as statements from "./statements.ts";

/** A decision that lost a race is made anew this many times before the shopper is asked to try again. */
const ATTEMPTS = 4;

export interface Purchase {
  userId: string;
  expectedTotal: number | undefined;
  idempotencyKey: string | null;
  requestHash: string;
}

export type PurchaseOutcome = { kind: "bought"; orderId: string } | { kind: "refused"; refusal: Refusal; details?: string };

/**
 * Buys the cart from the wallet: order, codes, money and the emptied cart are one batch. Asked twice, with the same key or
 * for the same cart, it answers with the same order.
 */
export async function payFromWallet(shop: Shop, purchase: Purchase): Promise<PurchaseOutcome> {
  const { db, now } = shop;
  const triedVersions = new Set<number>();
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const earlier = await findEarlierOrder(db, purchase, triedVersions);
    if (earlier) return earlier;
    const user = await findUser(db, purchase.userId).first<UserRow>();
    if (user?.is_verified !== 1) return { kind: "refused", refusal: paymentRefusals.identityNeeded };
    const outcome = planOrder(await readCart(db, purchase.userId, now()), purchase.expectedTotal);
    if (outcome.kind === "refused") return outcome;
    const balance = await ledger.readBalance(db, ledger.shopperAccount(purchase.userId));
    if (balance < outcome.plan.totalToman) return { kind: "refused", refusal: paymentRefusals.balanceTooLow };
    const orderId = crypto.randomUUID();
    if (await runBatch(db, walletPurchase(shop, orderId, purchase, outcome.plan, now()))) return { kind: "bought", orderId };
    triedVersions.add(outcome.plan.cartVersion);
  }
  return { kind: "refused", refusal: paymentRefusals.inProgress };
}

function walletPurchase(shop: Shop, orderId: string, purchase: Purchase, plan: OrderPlan, now: number): D1PreparedStatement[] {
  const { db } = shop;
  const { userId, idempotencyKey, requestHash } = purchase;
  const order: statements.NewOrder = {
    id: orderId,
    userId,
    state: "paid",
    walletToman: plan.totalToman,
    gatewayToman: 0,
    holdExpiresAt: null,
    idempotencyKey,
    requestHash,
  };
  const clearing = ledger.clearingAccount(orderId);
  const wallet = ledger.shopperAccount(userId);
  return [
    ...statements.claimPlanHolds(db, userId, plan),
    ...statements.insertOrder(db, order, plan, now),
    ledger.openAccount(db, clearing, "clearing"),
    ...(plan.totalToman > 0
      ? [
          ledger.bookTransfer(
            db,
            { kind: "order_wallet", ref: orderId, from: wallet, to: clearing, amountToman: plan.totalToman, orderId },
            now,
          ),
        ]
      : []),
    ...plan.items.flatMap((item) => statements.sellItem(db, item, now)),
    ...bookDelivery(
      db,
      orderId,
      plan.items.filter((item) => item.deliveryType === "instant"),
      now,
    ),
    ...statements.clearBoughtCart(db, userId, orderId, plan.cartVersion),
    ...tellDelivered(shop, { orderId, userId, itemIds: statements.deliveredAtOnce(plan.items), isAwaited: true }, now),
  ];
}

async function findEarlierOrder(db: D1Database, purchase: Purchase, versions: Set<number>): Promise<PurchaseOutcome | null> {
  const { userId, idempotencyKey, requestHash } = purchase;
  const sameKey = idempotencyKey === null ? null : await findOrderByKey(db, userId, idempotencyKey, requestHash);
  if (sameKey || versions.size === 0) return sameKey;
  const order = await db
    .prepare(
      "SELECT id FROM orders WHERE user_id = ?1 AND paid_at IS NOT NULL AND cart_version IN (SELECT value FROM json_each(?2))",
    )
    .bind(userId, JSON.stringify([...versions]))
    .first<{ id: string }>();
  return order && { kind: "bought", orderId: order.id };
}

/** The order that was bought with a key; the same key for another question is refused. */
export async function findOrderByKey(
  db: D1Database,
  userId: string,
  key: string,
  requestHash: string,
): Promise<PurchaseOutcome | null> {
  const order = await db
    .prepare("SELECT id, request_hash FROM orders WHERE user_id = ?1 AND idempotency_key = ?2")
    .bind(userId, key)
    .first<{ id: string; request_hash: string }>();
  if (!order) {
    const payment = await db
      .prepare("SELECT request_hash FROM payment WHERE user_id = ?1 AND idempotency_key = ?2")
      .bind(userId, key)
      .first<{ request_hash: string }>();
    return payment && payment.request_hash !== requestHash ? { kind: "refused", refusal: refusals.keyReused } : null;
  }
  return order.request_hash === requestHash
    ? { kind: "bought", orderId: order.id }
    : { kind: "refused", refusal: refusals.keyReused };
}
