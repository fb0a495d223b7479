/**
 * The number of days whose highest price is used for comparisons with prices, costs and discounts.
 */
export const PRICED_DAYS = 7;

/**
 * When the cost of goods is not known, this share of their recent highest price is used instead.
 */
export const UNKNOWN_COST_PERCENT = 70;

/**
 * SQL text: the highest price of product `p` since a time (UTC milliseconds), including the price
 * at that time. A comparison with only the current price would not notice many small steps.
 */
export const topPrice = (SINCE: string) => `max(p.price_toman, coalesce((SELECT max(price_toman)
    FROM price_change WHERE product_id = p.id AND number >= coalesce((SELECT max(number)
      FROM price_change WHERE product_id = p.id AND changed_at <= ${SINCE}), 0)), 0))`;
