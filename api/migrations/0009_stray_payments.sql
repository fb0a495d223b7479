-- Payments that the gateway has money for and the shop no row of, as after a restore: nobody is
-- credited until an operator says who paid.
CREATE TABLE stray_payment (
  authority TEXT PRIMARY KEY,
  amount_toman INTEGER NOT NULL CHECK (amount_toman >= 1),
  first_seen_at INTEGER NOT NULL,
  -- When the gateway last named it among what nobody has verified.
  last_seen_at INTEGER NOT NULL,
  -- What it became.
  payment_id TEXT REFERENCES payment (id)
) STRICT;
CREATE INDEX stray_payment_open ON stray_payment (first_seen_at, authority)
  WHERE payment_id IS NULL;
