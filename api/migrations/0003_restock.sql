-- Shoppers who want to know when a sold-out product is back. An alert is sent once. Waiting again
-- needs a new row.
CREATE TABLE restock_alert (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id),
  product_id TEXT NOT NULL REFERENCES product (id),
  created_at INTEGER NOT NULL,
  -- When the message was written into the outbox.
  told_at INTEGER
) STRICT;
CREATE UNIQUE INDEX restock_alert_open ON restock_alert (product_id, user_id) WHERE told_at IS NULL;
CREATE INDEX restock_alert_of_user ON restock_alert (user_id) WHERE told_at IS NULL;
CREATE TRIGGER restock_alert_told_once BEFORE UPDATE ON restock_alert WHEN OLD.told_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'an alert is told once'); END;

-- The product feed pages through everything on sale, newest or last changed first.
CREATE INDEX product_by_creation ON product (created_at DESC, id DESC) WHERE is_active = 1;
CREATE INDEX product_by_change ON product (updated_at DESC, id DESC) WHERE is_active = 1;
