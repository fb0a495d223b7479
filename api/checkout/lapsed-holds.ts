import { AVAILABLE_STOCK } from "../stock/statements.ts";
import { DAY_MS, MINUTE_MS } from "../base/time.ts";
import type { OrderPlan } from "./rules.ts";

/** A shorter hold took nothing from anybody: its buyer changed their mind on the way to the bank. */
const LASTED_MS = 5 * MINUTE_MS;

/**
 * SQL text: holds of the person `?2` from the time `?3` on that lasted longer than `?4` and were not
 * paid. One that the gateway never answered, or that a person looks into, does not count.
 */
const LAPSED = `orders o JOIN order_item i ON i.order_id = o.id
  WHERE o.user_id = ?2 AND o.state = 'cancelled' AND o.created_at > ?3
    AND o.updated_at - o.created_at > ?4
    AND EXISTS (SELECT 1 FROM payment WHERE order_id = o.id AND authority IS NOT NULL
      AND state IN ('failed', 'expired'))`;

/** SQL text: how many of them held the product `p`. */
const LAPSED_OF_PRODUCT = `(SELECT count(*) FROM ${LAPSED} AND i.product_id = p.id)`;

export interface LapsedRow {
  product_id: string;
  lapsed: number;
}

/** Counts a person's lapsed holds of the last day, for each product of their cart. */
export function findLapsed(db: D1Database, userId: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `SELECT i.product_id, count(*) AS lapsed FROM ${LAPSED} AND ?1 = ?1 GROUP BY i.product_id`,
    )
    .bind(now, userId, now - DAY_MS, LASTED_MS);
}

/**
 * Aborts when a hold lapsed meanwhile, or so little is free now that the plan would hold more than
 * `holdMax` allows. It comes before the batch holds anything itself.
 */
export function claimHoldsShrink(
  db: D1Database,
  userId: string,
  plan: OrderPlan,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'no more is held than lapsed holds allow', NOT EXISTS (
         SELECT 1 FROM json_each(?5) f JOIN product p ON p.id = f.value ->> 'productId'
         WHERE ${LAPSED_OF_PRODUCT} >= 2 AND f.value ->> 'quantity'
           > max(1, (${AVAILABLE_STOCK}) / iif(${LAPSED_OF_PRODUCT} = 2, 2, 5)))`,
    )
    .bind(now, userId, now - DAY_MS, LASTED_MS, JSON.stringify(plan.items));
}
