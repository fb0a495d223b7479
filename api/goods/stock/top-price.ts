/** Days whose highest price a price, a cost and a discount are measured by. */
export const PRICED_DAYS = 7;

/** Where the cost of goods is not known, so much of their highest price lately stands for it. */
export const UNKNOWN_COST_PERCENT = 70;

/**
 * SQL text: the highest price of product `p` since a time (UTC milliseconds), with the one that was in
 * force then: else many small steps would each be measured by the one before.
 */
export const topPrice = (SINCE: string) => `max(p.price_toman, coalesce((SELECT max(price_toman)
    FROM price_change WHERE product_id = p.id AND number >= coalesce((SELECT max(number)
      FROM price_change WHERE product_id = p.id AND changed_at <= ${SINCE}), 0)), 0))`;
