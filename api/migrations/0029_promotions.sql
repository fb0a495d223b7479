-- The most that a discount code takes off a purchase, and whether it may bring a line below what
-- its goods cost the shop.
ALTER TABLE discount_code ADD COLUMN max_discount_toman INTEGER CHECK (max_discount_toman >= 1);
ALTER TABLE discount_code ADD COLUMN may_sell_below_cost INTEGER NOT NULL DEFAULT 0
  CHECK (may_sell_below_cost IN (0, 1));
