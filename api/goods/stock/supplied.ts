import { MINUTE_MS } from "../../base/time.ts";
import { DAY_OF_FIRST } from "./day.ts";

/**
 * SQL texts about the codes that suppliers can bring. Each code is counted at its maximum cost, so
 * that its real cost can never exceed a ceiling or the balance.
 */

/** The maximum of units of a product that are shown and sold when a supplier must bring them. */
export const SUPPLIED_MAX = 10;
/**
 * The age up to which a balance is trusted. With an older one, nothing from the supplier is sold,
 * because the balance may be used up.
 */
export const BALANCE_GOOD_MS = 30 * MINUTE_MS;

const ENDLESS = "9007199254740991";

/**
 * SQL text: the part of the balance at supplier `s` that is not needed for open orders, in toman.
 */
const SPENDABLE = "(s.balance_micros / 10000 * s.rate_toman / 100 - s.open_toman)";

const committed = (productId: string) => `coalesce((
      SELECT committed_toman FROM supply_day
      WHERE supplier = s.name AND product_id = ${productId} AND day = ${DAY_OF_FIRST}), 0)`;

const COMMITTED_OF_PRODUCT = committed("y.product_id");
const COMMITTED_OF_ALL = committed("''");

const IS_READ = `s.rate_toman IS NOT NULL AND s.balance_at > ?1 - ${String(BALANCE_GOOD_MS)}`;

/**
 * SQL text: the units of product `p` that a supplier can bring at the time `?1`, ten at most. The
 * product's rule, the ceilings of the day and the balance limit them.
 */
export const SUPPLIER_UNITS = `coalesce((
    SELECT max(0, min(${String(SUPPLIED_MAX)},
      (coalesce(y.ceiling_day_toman, ${ENDLESS}) - ${COMMITTED_OF_PRODUCT}) / y.ceiling_code_toman,
      (coalesce(s.ceiling_day_toman, ${ENDLESS}) - ${COMMITTED_OF_ALL}) / y.ceiling_code_toman,
      ${SPENDABLE} / y.ceiling_code_toman))
    FROM product_supply y JOIN supplier s ON s.name = y.supplier
    WHERE y.product_id = p.id AND y.source <> 'shelf' AND ${IS_READ}), 0)`;

/**
 * SQL text: the maximum cost of a code of product `p` from a supplier; 0 when no supplier brings
 * it.
 */
export const SUPPLIER_COST = `coalesce((
    SELECT ceiling_code_toman FROM product_supply WHERE product_id = p.id AND source <> 'shelf'), 0)`;

/** SQL text: true when product `p` is never sold from stock. */
export const IS_OFF_SHELF = `EXISTS (
    SELECT 1 FROM product_supply WHERE product_id = p.id AND source = 'supplier')`;

/** SQL text: the units that a supplier still has to bring for the item `i`. */
export const UNITS_TO_COME =
  "coalesce((SELECT quantity FROM supplier_order WHERE order_item_id = i.id), 0)";

/**
 * Part of a batch: aborts when the supplier orders for the items of an order exceed a ceiling or
 * the balance. Must come after the orders are inserted, because the sums must include them.
 */
export function claimSupplyRoom(db: D1Database, orderId: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the suppliers may bring it', NOT EXISTS (
         SELECT 1 FROM order_item i JOIN supplier_order q ON q.order_item_id = i.id
         JOIN product_supply y ON y.product_id = q.product_id
         JOIN supplier s ON s.name = q.supplier
         WHERE i.order_id = ?2 AND NOT coalesce(${IS_READ} AND ${SPENDABLE} >= 0
           AND ${COMMITTED_OF_PRODUCT} <= coalesce(y.ceiling_day_toman, ${ENDLESS})
           AND ${COMMITTED_OF_ALL} <= coalesce(s.ceiling_day_toman, ${ENDLESS}), 0))`,
    )
    .bind(now, orderId);
}
