import { DAY_MS } from "../../base/time.ts";
import { PRICED_DAYS, UNKNOWN_COST_PERCENT, topPrice } from "./top-price.ts";
import { IS_OFF_SHELF, SUPPLIED_MAX, SUPPLIER_COST, SUPPLIER_UNITS } from "./supplied.ts";

/**
 * SQL text: true for a code that is for sale or held: it is not sold, no person knows it, and its
 * batch was not recalled.
 */
export const ON_SHELF = "status <> 'sold' AND is_recalled = 0 AND known_at IS NULL";

/**
 * SQL text: the items that person `?2` holds for unpaid orders. The condition on the time lets
 * SQLite use the index.
 */
const OWN_HELD_ITEMS = `(SELECT h.id FROM orders ho JOIN order_item h ON h.order_id = ho.id
  WHERE ho.user_id = ?2 AND ho.state = 'awaiting' AND ho.hold_expires_at > 0)`;
/** SQL text: the units of product `p` that a supplier must bring for these items. */
const OWN_HELD_SUPPLY = `(SELECT coalesce(sum(quantity), 0) FROM supplier_order
  WHERE product_id = p.id AND state = 'held' AND order_item_id IN ${OWN_HELD_ITEMS})`;

/**
 * SQL text: true for a code that is free at the time `?1`. With FREE_OR_OWN, the codes that person
 * `?2` holds count as free too.
 */
const FREE = "(status = 'free' OR held_until <= ?1)";
const FREE_OR_OWN = `(status = 'free' OR held_until <= ?1 OR order_item_id IN ${OWN_HELD_ITEMS})`;

/**
 * SQL text: the units of product `p` in stock, counted up to 100, so that a large stock costs no
 * more to read than a small one.
 */
const shelfUnits = (IS_FREE: string) => `iif(${IS_OFF_SHELF}, 0, (SELECT count(*) FROM (
    SELECT 1 FROM code WHERE product_id = p.id AND ${ON_SHELF}
      AND ${IS_FREE} LIMIT 100)))`;

/**
 * SQL text: the units of the manual product `p` that are not held. `COUNTS` is a further condition
 * on the holds that are subtracted.
 */
const manualUnitsLeft = (COUNTS: string) => `(p.manual_stock - (
    SELECT coalesce(sum(quantity), 0) FROM order_item
    WHERE product_id = p.id AND held_until > ?1 AND delivery_type = 'manual'${COUNTS}))`;

const availableStock = (SHELF: string, BROUGHT: string, LEFT: string) => `CASE
  WHEN p.is_active = 0 THEN 0
  WHEN p.delivery_type = 'instant' THEN (
    SELECT max(shelf, min(${String(SUPPLIED_MAX)}, shelf + brought))
    FROM (SELECT ${SHELF} AS shelf, ${BROUGHT} AS brought))
  ELSE min(100, max(0, ${LEFT}))
END`;

/** `UNKNOWN`: the SQL text to use when a cost is not known. */
const unitCost = (IS_FREE: string, UNKNOWN = "0") => `CASE
  WHEN p.delivery_type = 'instant' THEN max(${SUPPLIER_COST}, (
    SELECT coalesce(max(iif(b.unit_cost_toman > 0, b.unit_cost_toman, ${UNKNOWN})), 0) FROM (
      SELECT batch_id FROM code WHERE product_id = p.id AND ${ON_SHELF}
        AND ${IS_FREE} ORDER BY id LIMIT 10) next
    JOIN code_batch b ON b.id = next.batch_id))
  ELSE iif(p.manual_unit_cost_toman > 0, p.manual_unit_cost_toman, ${UNKNOWN})
END`;

/**
 * SQL text: the units of the manual product `p` that are not held at the time `?1`, whether or not
 * the product is on sale (an order taken before must still be delivered).
 */
export const MANUAL_UNITS_LEFT = manualUnitsLeft("");

/**
 * SQL text: the units of product `p` that can be bought at the time `?1` (UTC milliseconds), 100 at
 * most. An expired hold counts as free, whether or not it has been cleaned up. Recalled codes, and
 * products that are not on sale, do not count. Units that a supplier can bring are added, up to a
 * total of ten.
 */
export const AVAILABLE_STOCK = availableStock(shelfUnits(FREE), SUPPLIER_UNITS, MANUAL_UNITS_LEFT);

/**
 * SQL text: the highest cost to the shop among the next units of product `p`, at the time `?1`.
 * These are the next ten codes in stock, and codes from a supplier at their maximum cost.
 */
export const UNIT_COST = unitCost(FREE);

/**
 * SQL texts like those above, for the cart of person `?2`. Units that this person holds count as
 * available, because their next payment takes over the hold.
 */
export const OWN_SHELF_UNITS = shelfUnits(FREE_OR_OWN);
export const OWN_AVAILABLE_STOCK = availableStock(
  OWN_SHELF_UNITS,
  `${SUPPLIER_UNITS} + ${OWN_HELD_SUPPLY}`,
  manualUnitsLeft(` AND id NOT IN ${OWN_HELD_ITEMS}`),
);
export const OWN_UNIT_COST = unitCost(FREE_OR_OWN);

const LATELY = `?1 - ${String(PRICED_DAYS * DAY_MS)}`;
/**
 * SQL text: the lowest price to which a discount code may reduce a unit of product `p`, for person
 * `?2`: its cost, or 70 percent of the highest price of seven days if the cost is not known.
 */
export const OWN_LEAST_PRICE = unitCost(
  FREE_OR_OWN,
  `${topPrice(LATELY)} * ${String(UNKNOWN_COST_PERCENT)} / 100`,
);

/**
 * SQL text: 1 when at least one unit of product `p` can be bought at the time `?1`, else 0. Stops
 * at the first code, unlike AVAILABLE_STOCK, which counts the codes.
 */
export const HAS_STOCK = `CASE
  WHEN p.delivery_type = 'instant' THEN p.is_active = 1 AND ((NOT ${IS_OFF_SHELF} AND EXISTS (
    SELECT 1 FROM code WHERE product_id = p.id AND ${ON_SHELF}
      AND (status = 'free' OR held_until <= ?1))) OR ${SUPPLIER_UNITS} > 0)
  ELSE (${AVAILABLE_STOCK}) > 0
END`;

/** Subtracts the units of an order's manual products from the stock. */
export const takeManualUnits = (db: D1Database, orderId: string): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE product SET manual_stock = manual_stock - i.quantity
       FROM order_item i
       WHERE i.order_id = ?1 AND i.delivery_type = 'manual' AND product.id = i.product_id`,
    )
    .bind(orderId);

/** Adds units of a manual product to the stock again. */
export const returnManualUnits = (
  db: D1Database,
  productId: string,
  quantity: number,
): D1PreparedStatement =>
  db
    .prepare("UPDATE product SET manual_stock = manual_stock + ?2 WHERE id = ?1")
    .bind(productId, quantity);
