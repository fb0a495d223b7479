-- The most that a discount code takes off a purchase, and whether it may bring a line below what
-- its goods cost the shop.
ALTER TABLE discount_code ADD COLUMN max_discount_toman INTEGER CHECK (max_discount_toman >= 1);
ALTER TABLE discount_code ADD COLUMN may_sell_below_cost INTEGER NOT NULL DEFAULT 0
  CHECK (may_sell_below_cost IN (0, 1));

-- The minimum purchase of the discount code of an order, as it was when the order was made.
ALTER TABLE orders ADD COLUMN min_purchase_toman INTEGER NOT NULL DEFAULT 0
  CHECK (min_purchase_toman >= 0);
-- The discount of what a buyer kept below that minimum, taken off a refund, and below zero where a later
-- refund of the order returned it.
ALTER TABLE refund ADD COLUMN withheld_toman INTEGER NOT NULL DEFAULT 0;
-- Orders that were paid by card and given up: the gateway takes its fee both ways.
CREATE INDEX refund_given_up ON refund (user_id, created_at)
  WHERE reason = 'shopper' AND gateway_toman > 0;

-- Orders that were given up unpaid, without money of the wallet, to be tidied after a time, and what
-- the database looks up when one of them goes.
CREATE INDEX orders_given_up ON orders (updated_at) WHERE state = 'cancelled' AND wallet_toman = 0;
CREATE INDEX transfer_of_payment ON transfer (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX stray_payment_of_payment ON stray_payment (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX ticket_of_item ON ticket (order_item_id) WHERE order_item_id IS NOT NULL;
