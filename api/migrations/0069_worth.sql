-- The worth of an item, whatever its buyer pays: its list price, or its cost if that was more when it
-- was ordered. Looks count it, so that neither a discount nor a low price hides what leaves.
ALTER TABLE order_item ADD COLUMN worth_toman INTEGER NOT NULL DEFAULT 0;
