-- What a unit cost in the shop when the order was made, before the discount code: an order that is
-- paid late is delivered only while that still is the price. Orders from before this migration do
-- not say.
ALTER TABLE order_item ADD COLUMN sale_price_toman INTEGER;
