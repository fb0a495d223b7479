import { PROFILE_HOURS } from "../../../contract/order.ts";
import { HOUR_MS } from "../../base/time.ts";
import { claimDiscountLeft, noteDiscountUse } from "../discount-code/statements.ts";
import { reserveSupply } from "../supply/reserve.ts";
import type { OrderPlan } from "./rules.ts";

/**
 * Statements that turn a cart into an order. Each function returns a part of one batch; a false
 * `must` row undoes the whole batch.
 */

/** Aborts unless the facts on which the plan is based are unchanged. */
export function claimPlanUnchanged(
  db: D1Database,
  userId: string,
  plan: OrderPlan,
): D1PreparedStatement[] {
  const facts = JSON.stringify(
    plan.items.map(
      ({ productId, priceToman, salePriceToman, rewardToman, unitCostToman, questions }) => ({
        productId,
        priceToman,
        salePriceToman,
        rewardToman,
        unitCostToman,
        questions,
      }),
    ),
  );
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the cart is unchanged',
           (SELECT version FROM cart WHERE user_id = ?1) = ?2`,
      )
      .bind(userId, plan.cartVersion),
    db
      .prepare(
        `INSERT INTO must SELECT 'prices are unchanged', (
           SELECT count(*) FROM json_each(?1) f JOIN product p ON p.id = f.value ->> 'productId'
           WHERE p.is_active = 1
             AND (p.delivery_type = 'instant'
               OR p.manual_unit_cost_toman = f.value ->> 'unitCostToman')
             AND p.price_toman = f.value ->> 'priceToman'
             AND p.reward_toman = f.value ->> 'rewardToman'
             AND coalesce(p.sale_price_toman, p.price_toman) = f.value ->> 'salePriceToman') = ?2`,
      )
      .bind(facts, plan.items.length),
    // If an operator changes the questions meanwhile, the answers no longer fit, so the batch
    // aborts.
    db
      .prepare(
        `INSERT INTO must SELECT 'the questions are unchanged', NOT EXISTS (
           SELECT 1 FROM json_each(?1) f JOIN product p ON p.id = f.value ->> 'productId'
           WHERE p.questions <> f.value ->> 'questions')`,
      )
      .bind(facts),
  ];
}

export interface NewOrder {
  id: string;
  userId: string;
  state: "awaiting" | "paid";
  walletToman: number;
  gatewayToman: number;
  holdExpiresAt: number | null;
  idempotencyKey: string | null;
  requestHash: string | null;
}

export function insertOrder(
  db: D1Database,
  order: NewOrder,
  plan: OrderPlan,
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO orders (id, user_id, cart_version, state, total_toman, wallet_toman,
           gateway_toman, reward_toman, discount_code_id, hold_expires_at, idempotency_key,
           request_hash, created_at, updated_at, paid_at, min_purchase_toman)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?13, ?14, ?15)`,
      )
      .bind(
        order.id,
        order.userId,
        plan.cartVersion,
        order.state,
        plan.totalToman,
        order.walletToman,
        order.gatewayToman,
        plan.rewardToman,
        plan.discountCodeId,
        order.holdExpiresAt,
        order.idempotencyKey,
        order.requestHash,
        now,
        order.state === "paid" ? now : null,
        plan.minPurchaseToman,
      ),
    db
      .prepare(
        `INSERT INTO order_item (id, order_id, product_id, product_name, delivery_type, quantity,
           price_toman, sale_price_toman, total_toman, reward_toman, position, ordered_at, worth_toman)
         SELECT value ->> 'id', ?1, value ->> 'productId', value ->> 'name',
           value ->> 'deliveryType', value ->> 'quantity', value ->> 'priceToman',
           value ->> 'salePriceToman', value ->> 'totalToman', value ->> 'rewardToman', key,
           ?3, value ->> 'worthToman'
         FROM json_each(?2)`,
      )
      .bind(order.id, JSON.stringify(plan.items), now),
    ...reserveSupply(db, order.id, plan.items, order.state === "paid" ? "due" : "held", now),
    ...(order.state === "paid" ? [awaitProfile(db, order.id, now)] : []),
    ...(plan.discountCodeId === null
      ? []
      : useDiscount(db, order, { ...plan, discountCodeId: plan.discountCodeId }, now)),
  ];
}

/**
 * Sets the time until which the buyer of a paid order must give their names, if these are missing.
 * A trigger clears it when the profile is completed.
 */
export function awaitProfile(db: D1Database, orderId: string, paidAt: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE orders SET profile_due_at = ?2
       WHERE id = ?1 AND EXISTS (
         SELECT 1 FROM user WHERE id = orders.user_id AND (first_name = '' OR last_name = ''))`,
    )
    .bind(orderId, paidAt + PROFILE_HOURS * HOUR_MS);
}

/**
 * Records the use of a discount code. Aborts unless the code is valid for this person now, has the
 * terms of the plan, and is not used up.
 */
function useDiscount(
  db: D1Database,
  order: NewOrder,
  plan: OrderPlan & { discountCodeId: string },
  now: number,
): D1PreparedStatement[] {
  const { discountCodeId, discountTerms, cartVersion } = plan;
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the discount code is valid', (
           SELECT is_active = 1 AND (expires_at IS NULL OR expires_at > ?2)
             AND (owner_id IS NULL OR owner_id = ?3)
             AND concat_ws(' ', type, value, min_purchase_toman,
               coalesce(max_discount_toman, 'all'), may_sell_below_cost) = ?4
           FROM discount_code WHERE id = ?1)`,
      )
      .bind(discountCodeId, now, order.userId, discountTerms),
    claimDiscountLeft(db, { discountCodeId, userId: order.userId, cartVersion }, now),
    noteDiscountUse(db, { orderId: order.id, discountCodeId, userId: order.userId }),
  ];
}

/**
 * SQL text: the cost of the item `i`. For an instant item: the cost of its codes, plus the ceiling
 * price of the codes that a supplier still brings. For a manual item: the cost of its units.
 */
const ITEM_COST = `iif(i.delivery_type = 'manual',
    i.quantity * (SELECT manual_unit_cost_toman FROM product WHERE id = i.product_id),
    (SELECT coalesce(sum(b.unit_cost_toman), 0) FROM code c JOIN code_batch b ON b.id = c.batch_id
      WHERE c.order_item_id = i.id)
    + coalesce((SELECT quantity * ceiling_toman FROM supplier_order WHERE order_item_id = i.id), 0))`;
/**
 * SQL text: true when a discount code that may not sell below cost lowers the price of the item
 * `i`, less its cashback, below the item's cost.
 */
const IS_BELOW_COST = `(EXISTS (
    SELECT 1 FROM orders bo JOIN discount_code bd ON bd.id = bo.discount_code_id
    WHERE bo.id = i.order_id AND bd.may_sell_below_cost = 0)
  AND i.total_toman - i.reward_toman
    < min(i.sale_price_toman * i.quantity - i.reward_toman, ${ITEM_COST}))`;

/**
 * Aborts when the discount lowers an instant item of the order below the cost of the codes that it
 * actually got. Must come after the codes are held or sold. The cost of manual units is checked
 * with the plan.
 */
export function claimAboveCost(db: D1Database, orderId: string): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'no discount goes below the cost', NOT EXISTS (
         SELECT 1 FROM order_item i
         WHERE i.order_id = ?1 AND i.delivery_type = 'instant' AND ${IS_BELOW_COST})`,
    )
    .bind(orderId);
}

/**
 * Aborts unless the order is still held, or its prices and discount are unchanged. Without this
 * check, an old payment link would still buy at the old prices.
 */
export function claimOfferStands(
  db: D1Database,
  orderId: string,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the offer stands', (
         SELECT (o.state = 'awaiting' AND o.hold_expires_at > ?2) OR (
           NOT EXISTS (
             SELECT 1 FROM order_item i JOIN product p ON p.id = i.product_id
             WHERE i.order_id = o.id AND (
               p.is_active = 0
               OR coalesce(p.sale_price_toman, p.price_toman) <> i.sale_price_toman
               OR (i.delivery_type = 'manual' AND ${IS_BELOW_COST})))
           AND NOT EXISTS (
             SELECT 1 FROM discount_code d
             WHERE d.id = o.discount_code_id AND (d.is_active = 0 OR d.expires_at <= ?2)))
         FROM orders o WHERE o.id = ?1)`,
    )
    .bind(orderId, now);
}

/**
 * Removes the bought products from the cart. Also removes the cart's discount code, unless the cart
 * has changed since the purchase was planned.
 */
export function clearBoughtCart(
  db: D1Database,
  userId: string,
  orderId: string,
  cartVersion: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `UPDATE cart
         SET discount_code_id = NULL WHERE user_id = ?1 AND version = ?2
           AND discount_code_id IS NOT NULL`,
      )
      .bind(userId, cartVersion),
    db
      .prepare(
        `DELETE FROM cart_item WHERE user_id = ?1 AND product_id IN (
           SELECT product_id FROM order_item WHERE order_id = ?2)`,
      )
      .bind(userId, orderId),
  ];
}
