import { IS_OFF_SHELF, SUPPLIED_MAX, SUPPLIER_COST, SUPPLIER_UNITS } from "../supply/room.ts";

/**
 * SQL text: the units of product `p` that stand on the shelf at the time `?1`, counted up to 100 so
 * that a large stock costs no more to read than a small one.
 */
export const SHELF_UNITS = `iif(${IS_OFF_SHELF}, 0, (SELECT count(*) FROM (
    SELECT 1 FROM code WHERE product_id = p.id AND status <> 'sold' AND is_recalled = 0
      AND (status = 'free' OR held_until <= ?1) LIMIT 100)))`;

/**
 * SQL text: the units of the manual product `p` that are not held at the time `?1`, whether or not
 * the product is on sale (an order taken before must still be delivered).
 */
export const MANUAL_UNITS_LEFT = `(p.manual_stock - (
    SELECT coalesce(sum(quantity), 0) FROM order_item
    WHERE product_id = p.id AND held_until > ?1 AND delivery_type = 'manual'))`;

/**
 * SQL text: the units of product `p` that can be bought at the time `?1` (UTC milliseconds),
 * 100 at most. An expired hold counts as free, whether or not it has been cleaned up; a recalled
 * code and a product that is no longer sold do not. What a supplier can bring fills the shelf up to ten.
 */
export const AVAILABLE_STOCK = `CASE
  WHEN p.is_active = 0 THEN 0
  WHEN p.delivery_type = 'instant' THEN (
    SELECT max(shelf, min(${String(SUPPLIED_MAX)}, shelf + brought))
    FROM (SELECT ${SHELF_UNITS} AS shelf, ${SUPPLIER_UNITS} AS brought))
  ELSE min(100, max(0, ${MANUAL_UNITS_LEFT}))
END`;

/**
 * SQL text: what the dearest of the next units of product `p` costs the shop, at the time `?1`. A
 * line takes its codes from these ten, or from a supplier for the most that it may charge.
 */
export const UNIT_COST = `CASE
  WHEN p.delivery_type = 'instant' THEN max(${SUPPLIER_COST}, (
    SELECT coalesce(max(b.unit_cost_toman), 0) FROM (
      SELECT batch_id FROM code WHERE product_id = p.id AND status <> 'sold' AND is_recalled = 0
        AND (status = 'free' OR held_until <= ?1) ORDER BY id LIMIT 10) next
    JOIN code_batch b ON b.id = next.batch_id))
  ELSE p.manual_unit_cost_toman
END`;

/**
 * SQL text: 1 when at least one unit of product `p` can be bought at the time `?1`, else 0. Reads
 * one code, where AVAILABLE_STOCK counts them.
 */
export const HAS_STOCK = `CASE
  WHEN p.delivery_type = 'instant' THEN p.is_active = 1 AND ((NOT ${IS_OFF_SHELF} AND EXISTS (
    SELECT 1 FROM code WHERE product_id = p.id AND status <> 'sold' AND is_recalled = 0
      AND (status = 'free' OR held_until <= ?1))) OR ${SUPPLIER_UNITS} > 0)
  ELSE (${AVAILABLE_STOCK}) > 0
END`;
