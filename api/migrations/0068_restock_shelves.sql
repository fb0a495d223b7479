-- Since when a product that people wait for is on sale, as each run of the job finds it. They are told
-- after some minutes of that, so that who holds the last code and lets it go does not send messages.
CREATE TABLE restock_shelf (
  product_id TEXT PRIMARY KEY REFERENCES product (id),
  free_since INTEGER NOT NULL
) STRICT;
CREATE INDEX restock_alert_told ON restock_alert (product_id, user_id, told_at)
  WHERE told_at IS NOT NULL;
