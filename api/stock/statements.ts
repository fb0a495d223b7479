/** SQL text: the units of the manual product `p` that nobody else holds at the moment `?1`, on sale or not: what was promised is kept. */
export const MANUAL_UNITS_LEFT = `(p.manual_stock - (
    SELECT coalesce(sum(quantity), 0) FROM order_item
    WHERE product_id = p.id AND held_until > ?1 AND delivery_type = 'manual'))`;

/**
 * SQL text: the units of product `p` that can be bought at the moment `?1` (UTC milliseconds), counted up to 100 so that a
 * full shelf costs no more to read than a short one. A lapsed hold is free, whether or not it has been tidied away;
 * a product that is no longer sold has none.
 */
export const AVAILABLE_STOCK = `CASE
  WHEN p.is_active = 0 THEN 0
  WHEN p.delivery_type = 'instant' THEN (SELECT count(*) FROM (
    SELECT 1 FROM code WHERE product_id = p.id AND status <> 'sold'
      AND (status = 'free' OR held_until <= ?1) LIMIT 100))
  ELSE min(100, max(0, ${MANUAL_UNITS_LEFT}))
END`;

/** SQL text: 1 when at least one unit of product `p` can be bought at the moment `?1`, else 0; reads one code where the count reads all. */
export const HAS_STOCK = `CASE
  WHEN p.delivery_type = 'instant' THEN p.is_active = 1 AND EXISTS (
    SELECT 1 FROM code WHERE product_id = p.id AND status <> 'sold'
      AND (status = 'free' OR held_until <= ?1))
  ELSE (${AVAILABLE_STOCK}) > 0
END`;
