-- The prices from which a rate moves a product: those that an operator made, before the first rate
-- moved them. Without them its prices of now are the base. From its last rounding a sale would climb
-- with each step of the rate, and never come back.
ALTER TABLE product ADD COLUMN base_price_toman INTEGER;
ALTER TABLE product ADD COLUMN base_sale_price_toman INTEGER;
ALTER TABLE product ADD COLUMN base_reward_toman INTEGER;

-- Prices made by hand, in whatever way, are a new base. Publishing by rate writes its base afterwards.
CREATE TRIGGER product_base_ends
AFTER UPDATE OF price_toman, sale_price_toman, reward_toman ON product
WHEN OLD.base_price_toman IS NOT NULL
  AND (NEW.price_toman, NEW.sale_price_toman, NEW.reward_toman)
    IS NOT (OLD.price_toman, OLD.sale_price_toman, OLD.reward_toman)
BEGIN
  UPDATE product SET base_price_toman = NULL, base_sale_price_toman = NULL, base_reward_toman = NULL
  WHERE id = NEW.id;
END;
