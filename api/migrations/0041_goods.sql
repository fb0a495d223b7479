-- Goods are made and changed at the desk. What an operator hides stays, with its orders and codes: a
-- product is on sale (is_active) while it, its subcategory and its category are shown.
ALTER TABLE category ADD COLUMN is_shown INTEGER NOT NULL DEFAULT 1 CHECK (is_shown IN (0, 1));
ALTER TABLE subcategory ADD COLUMN is_shown INTEGER NOT NULL DEFAULT 1 CHECK (is_shown IN (0, 1));
ALTER TABLE product ADD COLUMN is_shown INTEGER NOT NULL DEFAULT 1 CHECK (is_shown IN (0, 1));
UPDATE product SET is_shown = is_active;
-- The tutorial that an operator chose. Others name the subcategory themselves.
ALTER TABLE subcategory ADD COLUMN tutorial TEXT;
-- Pictures and tutorials know a subcategory by this name alone.
CREATE UNIQUE INDEX subcategory_address ON subcategory (url_name);

CREATE TRIGGER subcategory_shown_in_search AFTER UPDATE OF is_shown ON subcategory
BEGIN INSERT INTO search_due (kind, ref) VALUES ('subcategory', NEW.id); END;
CREATE TRIGGER category_shown_in_search AFTER UPDATE OF is_shown ON category
BEGIN
  INSERT INTO search_due (kind, ref) SELECT 'subcategory', id FROM subcategory
    WHERE type = NEW.type;
END;

-- Prices of a product, from its first day on. Triggers write the rows, so that no way of changing a
-- price leaves none. Whoever changes it at the desk is named in the same batch.
CREATE TABLE price_change (
  product_id TEXT NOT NULL REFERENCES product (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  price_toman INTEGER NOT NULL,
  sale_price_toman INTEGER,
  reward_toman INTEGER NOT NULL,
  -- Null when it was not changed at the desk.
  operator TEXT,
  reason TEXT,
  -- Toman for one unit of the card's currency, null for a price by hand.
  rate_toman INTEGER,
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (product_id, number)
) STRICT, WITHOUT ROWID;
INSERT INTO price_change (product_id, number, price_toman, sale_price_toman, reward_toman, changed_at)
SELECT id, 1, price_toman, sale_price_toman, reward_toman, updated_at FROM product;
CREATE TRIGGER price_begins AFTER INSERT ON product
BEGIN
  INSERT INTO price_change
    (product_id, number, price_toman, sale_price_toman, reward_toman, changed_at)
  VALUES (NEW.id, 1, NEW.price_toman, NEW.sale_price_toman, NEW.reward_toman, NEW.created_at);
END;
CREATE TRIGGER price_changes AFTER UPDATE OF price_toman, sale_price_toman, reward_toman ON product
WHEN (NEW.price_toman, NEW.sale_price_toman, NEW.reward_toman)
  IS NOT (OLD.price_toman, OLD.sale_price_toman, OLD.reward_toman)
BEGIN
  INSERT INTO price_change
    (product_id, number, price_toman, sale_price_toman, reward_toman, changed_at)
  SELECT NEW.id, max(number) + 1, NEW.price_toman, NEW.sale_price_toman, NEW.reward_toman,
    NEW.updated_at
  FROM price_change WHERE product_id = NEW.id;
END;
CREATE TRIGGER price_change_stays BEFORE UPDATE ON price_change
WHEN OLD.operator IS NOT NULL
  OR (NEW.product_id, NEW.number, NEW.price_toman, NEW.sale_price_toman, NEW.reward_toman,
    NEW.changed_at)
  IS NOT (OLD.product_id, OLD.number, OLD.price_toman, OLD.sale_price_toman, OLD.reward_toman,
    OLD.changed_at)
BEGIN SELECT RAISE(ABORT, 'prices of the past are only added'); END;
CREATE TRIGGER price_change_never_goes BEFORE DELETE ON price_change
WHEN EXISTS (SELECT 1 FROM product WHERE id = OLD.product_id)
BEGIN SELECT RAISE(ABORT, 'prices of the past are only added'); END;
