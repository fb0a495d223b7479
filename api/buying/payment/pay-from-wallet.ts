import { type Refusal, refusals } from "../../../contract/endpoint.ts";
import { paymentRefusals } from "../../../contract/payment.ts";
import { readTogether, runBatch } from "../../base/batch.ts";
import { cartStatements, toCart } from "../cart/read-cart.ts";
import type { Shop } from "../../base/context.ts";
import { planLook } from "../look/plan.ts";
import { claimProven } from "../../people/identity/statements.ts";
import { findAllowance } from "../look/limits.ts";
import { finishPurchase } from "./finish-purchase.ts";
import { findOwnHolds, planTakeOver, takeOver } from "./own-holds.ts";
import { sealOrderAnswers } from "../question/seals.ts";
import { keepAnswers } from "../question/statements.ts";
import { findUser } from "../../base/person.ts";
import * as ledger from "../../money/wallet/ledger.ts";
import { type KeyUseRow, findKeyUses, findOrderOfCarts } from "../checkout/earlier-statements.ts";
import { type OrderPlan, planOrder } from "../checkout/rules.ts";
import * as statements from "../checkout/statements.ts";

/** How often a decision that loses a race is tried before the shopper is refused. */
const ATTEMPTS = 4;

export interface Purchase {
  userId: string;
  expectedTotal: number | undefined;
  idempotencyKey: string | null;
  requestHash: string;
}

export type PurchaseOutcome =
  { kind: "bought"; orderId: string } | { kind: "refused"; refusal: Refusal; details?: string };

/**
 * Buys the cart from the wallet: order, codes, money and the emptied cart are one batch. A second
 * call with the same idempotency key or for the same cart returns the same order.
 */
export async function payFromWallet(shop: Shop, purchase: Purchase): Promise<PurchaseOutcome> {
  const triedVersions = new Set<number>();
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const moment = shop.now();
    const { earlier, isVerified, balanceToman, roomToman, holds, cart } = await readForPurchase(
      shop,
      purchase,
      [...triedVersions],
      moment,
    );
    if (earlier) return earlier;
    if (!isVerified) return { kind: "refused", refusal: paymentRefusals.identityNeeded };
    const outcome = planOrder(cart, purchase.expectedTotal);
    if (outcome.kind === "refused") return outcome;
    const own = planTakeOver(holds, cart, moment);
    if (balanceToman + own.freedToman < outcome.plan.totalToman)
      return { kind: "refused", refusal: paymentRefusals.balanceTooLow };
    const orderId = crypto.randomUUID();
    const plan = { ...outcome.plan, roomToman };
    const bought = await walletPurchase(shop, orderId, purchase, plan, moment);
    if (await runBatch(shop.db, [...takeOver(shop, own.taken), ...bought]))
      return { kind: "bought", orderId };
    triedVersions.add(outcome.plan.cartVersion);
  }
  return { kind: "refused", refusal: paymentRefusals.inProgress };
}

/**
 * Reads all facts of the decision in one call. `versions` are the versions of the cart for which
 * this purchase has lost a race: if another request paid one of them, its order is the result.
 */
async function readForPurchase(
  { db, settings, vault }: Shop,
  { userId, idempotencyKey, requestHash }: Purchase,
  versions: number[],
  moment: number,
) {
  const [keyUses, [sameCart], [user], [wallet], [room], holds, ...cartRows] = await readTogether(
    db,
    [
      findKeyUses(db, userId, idempotencyKey),
      findOrderOfCarts(db, userId, versions),
      findUser(db, userId),
      ledger.findBalance(db, ledger.shopperAccount(userId)),
      findAllowance(db, { userId, paymentId: null }, settings, moment),
      findOwnHolds(db, userId),
      ...cartStatements(db, userId, moment),
    ],
  );
  const bought: PurchaseOutcome | null = sameCart ? { kind: "bought", orderId: sameCart.id } : null;
  return {
    earlier: boughtWithKey(keyUses, requestHash) ?? bought,
    isVerified: user?.is_verified === 1,
    balanceToman: wallet?.balance ?? 0,
    roomToman: room?.allowance_toman ?? 0,
    holds,
    cart: await toCart(vault, userId, moment, cartRows),
  };
}

async function walletPurchase(
  shop: Shop,
  orderId: string,
  purchase: Purchase,
  plan: OrderPlan & { roomToman: number },
  now: number,
): Promise<D1PreparedStatement[]> {
  const { db, vault } = shop;
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
  const look = await planLook(shop, { userId, paymentId: null }, plan, now);
  return [
    ...statements.claimPlanUnchanged(db, userId, plan),
    claimProven(db, userId),
    look.claim,
    ...statements.insertOrder(db, order, plan, now),
    ...keepAnswers(db, await sealOrderAnswers(vault, plan.answers)),
    ledger.openAccount(db, clearing, "clearing"),
    ...(plan.totalToman > 0
      ? [
          ledger.bookTransfer(
            db,
            {
              kind: "order_wallet",
              ref: orderId,
              from: wallet,
              to: clearing,
              amountToman: plan.totalToman,
              orderId,
            },
            now,
          ),
        ]
      : []),
    ...finishPurchase(
      shop,
      {
        orderId,
        userId,
        cartVersion: plan.cartVersion,
        discountCodeId: plan.discountCodeId,
        items: plan.items,
        held: look.held,
        isAwaited: true,
      },
      now,
    ),
  ];
}

/**
 * Returns the outcome of an earlier request with the same idempotency key: its order, or a refusal
 * when that request was a different one. Returns null when the key belongs to no order.
 */
export function boughtWithKey(keyUses: KeyUseRow[], requestHash: string): PurchaseOutcome | null {
  const use = keyUses.find(({ order_id }) => order_id !== null) ?? keyUses[0];
  if (!use) return null;
  if (use.request_hash !== requestHash) return { kind: "refused", refusal: refusals.keyReused };
  return use.order_id === null ? null : { kind: "bought", orderId: use.order_id };
}
