-- Orders held for a look: paid, their codes assigned to them and closed until an operator decides.

-- Until when an operator decides. From then on the jobs give the money back. Null for an order that
-- is not held.
ALTER TABLE orders ADD COLUMN look_due_at INTEGER CHECK (look_due_at IS NULL OR state = 'paid');
CREATE INDEX orders_look_due ON orders (look_due_at, id) WHERE look_due_at IS NOT NULL;
-- A held order is delivered in no way, also not in one that is written later.
CREATE TRIGGER held_order_stays_closed BEFORE UPDATE OF delivery_status ON order_item
WHEN NEW.delivery_status = 'delivered' AND OLD.delivery_status <> 'delivered'
  AND EXISTS (SELECT 1 FROM orders WHERE id = NEW.order_id AND look_due_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'the order is held for a look'); END;
