-- Why an order was held for a look: the limit that it passed, what that limit counted, with the order
-- itself, and how much it allowed. Operators read it, buyers never.
ALTER TABLE orders ADD COLUMN look_rule TEXT CHECK (look_rule IN ('hour', 'day', 'unusual'));
ALTER TABLE orders ADD COLUMN look_sum_toman INTEGER;
ALTER TABLE orders ADD COLUMN look_limit_toman INTEGER;
