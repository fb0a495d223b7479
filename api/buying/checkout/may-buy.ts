import { createMiddleware } from "hono/factory";
import { refusals } from "../../../contract/endpoint.ts";
import { paymentRefusals } from "../../../contract/payment.ts";
import { readTogether, type Statement } from "../../base/batch.ts";
import { type ShopperEnv, refuse } from "../../base/context.ts";
import { countUse, secondsToNextWindow } from "../../base/rate-limit.ts";

interface BuyerRow {
  is_verified: number;
  has_lines: number;
  has_bought: number;
}

/**
 * Accepts a limited number of purchase requests per minute, and only if the shopper is verified and
 * the cart is not empty. Runs before the lane, so that refused requests take no slot. The purchase
 * checks everything again.
 */
export const mayBuy = createMiddleware<{
  Variables: ShopperEnv["Variables"] & { idempotencyKey: string | null };
}>(async (c, next) => {
  const { shop, userId, idempotencyKey } = c.var;
  const { db, settings, now } = shop;
  const [[use], [buyer]] = await readTogether(db, [
    countUse(db, "order", userId, now()),
    findBuyer(db, userId, idempotencyKey),
  ]);
  if ((use?.count ?? 0) > settings.ORDER_TRIES_PER_MINUTE)
    return refuse(c, refusals.tooMany, { retryAfterSeconds: secondsToNextWindow(now()) });
  // A repeated request with a used idempotency key gets the earlier order, even though the cart is
  // empty now.
  if (buyer?.has_bought === 1) return next();
  if (buyer?.is_verified !== 1) return refuse(c, paymentRefusals.identityNeeded);
  if (buyer.has_lines !== 1) return refuse(c, paymentRefusals.cartEmpty);
  return next();
});

function findBuyer(db: D1Database, userId: string, key: string | null): Statement<BuyerRow> {
  return db
    .prepare(
      `SELECT EXISTS (SELECT 1 FROM identity_request WHERE user_id = ?1 AND status = 'verified')
           AS is_verified,
         EXISTS (SELECT 1 FROM cart_item WHERE user_id = ?1) AS has_lines,
         EXISTS (SELECT 1 FROM orders WHERE user_id = ?1 AND idempotency_key = ?2)
           OR EXISTS (SELECT 1 FROM payment WHERE user_id = ?1 AND idempotency_key = ?2)
           AS has_bought`,
    )
    .bind(userId, key);
}
