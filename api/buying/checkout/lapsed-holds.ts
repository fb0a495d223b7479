import { type Statement } from "../../base/batch.ts";
import { AVAILABLE_STOCK } from "../../goods/stock/statements.ts";
import { DAY_MS } from "../../base/time.ts";
import { LAPSE_MS, type Lapse, type OrderPlan } from "./rules.ts";

/**
 * SQL text: unpaid holds of the person `?2` from the time `?3` until `?1`. Holds for which the
 * gateway never answered, or whose payment is in review, do not count.
 */
const LAPSED = `orders o JOIN order_item i ON i.order_id = o.id
  WHERE o.user_id = ?2 AND o.state = 'cancelled' AND o.created_at > ?3 AND o.created_at <= ?1
    AND EXISTS (SELECT 1 FROM payment WHERE order_id = o.id AND authority IS NOT NULL
      AND state IN ('failed', 'expired'))`;
/** SQL text: the duration of such a hold in milliseconds, `?4` at most. */
const LASTED = "min(o.updated_at - o.created_at, ?4)";

export interface LapsedRow extends Lapse {
  product_id: string;
}

/** Sums up a person's unpaid holds of the last day, by product and by units. */
export function findLapsed(db: D1Database, userId: string, now: number): Statement<LapsedRow> {
  return db
    .prepare(
      `SELECT i.product_id, i.quantity AS units, sum(${LASTED}) AS ms FROM ${LAPSED}
       GROUP BY i.product_id, i.quantity`,
    )
    .bind(now, userId, now - DAY_MS, LAPSE_MS);
}

/**
 * Aborts when the plan would hold more units than `holdMax` allows now, because another hold ended
 * unpaid or units were sold after the plan was made. Must come before the batch's own holds.
 */
export function claimHoldLimit(
  db: D1Database,
  userId: string,
  plan: OrderPlan,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the limit of lapsed holds allows this one', NOT EXISTS (
         SELECT 1 FROM (
           SELECT requested, free, free * ?4 AS whole, (
             SELECT coalesce(sum(${LASTED} * min(i.quantity, free)), 0)
             FROM ${LAPSED} AND i.product_id = product) AS lapsed
           FROM (
             SELECT f.value ->> 'quantity' AS requested, p.id AS product, ${AVAILABLE_STOCK} AS free
             FROM json_each(?5) f JOIN product p ON p.id = f.value ->> 'productId'))
         WHERE lapsed >= 2 * whole AND requested > max(1, free / iif(lapsed < 3 * whole, 2, 5)))`,
    )
    .bind(now, userId, now - DAY_MS, LAPSE_MS, JSON.stringify(plan.items));
}
