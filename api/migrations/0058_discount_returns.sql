-- When the use of a discount code came back: its whole order was given back, and none of its codes
-- was read. Once for a code and a person, or a code for one purchase would be one for any number.
ALTER TABLE discount_use ADD COLUMN returned_at INTEGER;
CREATE UNIQUE INDEX discount_use_returned_once ON discount_use (discount_code_id, user_id)
  WHERE returned_at IS NOT NULL;

-- However an order went back, its use follows.
CREATE TRIGGER discount_use_returns AFTER UPDATE OF state ON orders
WHEN OLD.state = 'paid' AND NEW.state = 'refunded' AND NEW.discount_code_id IS NOT NULL
BEGIN
  UPDATE discount_use SET returned_at = NEW.updated_at
  WHERE order_id = NEW.id AND NOT EXISTS (
    SELECT 1 FROM order_item i JOIN code c ON c.order_item_id = i.id
    WHERE i.order_id = NEW.id AND c.read_at IS NOT NULL)
  AND NOT EXISTS (
    SELECT 1 FROM discount_use earlier
    WHERE earlier.discount_code_id = discount_use.discount_code_id
      AND earlier.user_id = discount_use.user_id AND earlier.returned_at IS NOT NULL);
END;
CREATE TRIGGER discount_use_counts_back AFTER UPDATE OF returned_at ON discount_use
WHEN OLD.returned_at IS NULL AND NEW.returned_at IS NOT NULL
BEGIN
  UPDATE discount_code SET uses_paid = uses_paid - 1 WHERE id = NEW.discount_code_id;
END;

-- Orders that went back before today are treated alike.
UPDATE discount_use SET returned_at = (SELECT updated_at FROM orders WHERE id = order_id)
WHERE order_id IN (
  SELECT min(u.order_id) FROM discount_use u JOIN orders o ON o.id = u.order_id
  WHERE o.state = 'refunded' AND NOT EXISTS (
    SELECT 1 FROM order_item i JOIN code c ON c.order_item_id = i.id
    WHERE i.order_id = o.id AND c.read_at IS NOT NULL)
  GROUP BY u.discount_code_id, u.user_id);
