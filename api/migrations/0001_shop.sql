-- The shop. Amounts are toman, times UTC milliseconds.

-- A batch that decides on money or codes claims again each fact that it relied on: it inserts a
-- sentence and a condition. One false condition undoes the whole batch.
CREATE VIEW must AS SELECT '' AS claim, 1 AS holds WHERE 0;
CREATE TRIGGER must_hold INSTEAD OF INSERT ON must WHEN NEW.holds IS NOT 1
BEGIN SELECT RAISE(ABORT, 'must hold'); END;

-- People ------------------------------------------------------------------------------------------

CREATE TABLE user (
  id TEXT PRIMARY KEY,
  phone TEXT NOT NULL UNIQUE CHECK (length(phone) = 10 AND phone GLOB '9*'
    AND phone NOT GLOB '*[^0-9]*'),
  first_name TEXT NOT NULL DEFAULT '',
  last_name TEXT NOT NULL DEFAULT '',
  email TEXT NOT NULL DEFAULT '',
  is_email_verified INTEGER NOT NULL DEFAULT 0 CHECK (is_email_verified IN (0, 1)),
  referral_code TEXT NOT NULL UNIQUE,
  inviter_id TEXT REFERENCES user (id) CHECK (inviter_id <> id),
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE session (
  token_hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT;
CREATE INDEX session_of_user ON session (user_id);
CREATE INDEX session_by_expiry ON session (expires_at);

CREATE TABLE sign_in_code (
  id TEXT PRIMARY KEY,
  phone TEXT NOT NULL,
  visitor_hash TEXT NOT NULL,
  address_hash TEXT NOT NULL,
  is_known_browser INTEGER NOT NULL CHECK (is_known_browser IN (0, 1)),
  code_hmac TEXT NOT NULL,
  referral_code TEXT,
  tries INTEGER NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER,
  -- Set when the SMS provider refused it: such a code is worth nothing and counts against nobody.
  failed_at INTEGER
) STRICT;
CREATE INDEX sign_in_code_by_phone ON sign_in_code (phone, created_at);
CREATE INDEX sign_in_code_by_address ON sign_in_code (address_hash, created_at);
CREATE INDEX sign_in_code_by_time ON sign_in_code (created_at);

-- Browsers that have signed in to a phone keep an allowance of their own, so that a stranger cannot
-- lock the owner out.
CREATE TABLE known_browser (
  phone TEXT NOT NULL,
  visitor_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (phone, visitor_hash)
) STRICT, WITHOUT ROWID;

-- How often somebody did something that may be guessed at, per fixed window.
CREATE TABLE attempt (
  kind TEXT NOT NULL,
  who TEXT NOT NULL,
  window_start INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (kind, who, window_start)
) STRICT, WITHOUT ROWID;
CREATE INDEX attempt_by_time ON attempt (window_start);

CREATE TABLE upload (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id),
  media_type TEXT NOT NULL CHECK (media_type IN ('image/jpeg', 'image/png', 'image/webp')),
  size_bytes INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX upload_of_user ON upload (user_id, created_at);
CREATE INDEX upload_by_time ON upload (created_at);

CREATE TABLE bank_card (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id),
  number_sealed TEXT NOT NULL,
  number_fingerprint TEXT NOT NULL,
  owner TEXT NOT NULL,
  upload_id TEXT REFERENCES upload (id),
  status TEXT NOT NULL CHECK (status IN ('pending', 'verified', 'rejected')),
  is_default INTEGER NOT NULL DEFAULT 0 CHECK (is_default IN (0, 1)),
  created_at INTEGER NOT NULL,
  decided_at INTEGER,
  deleted_at INTEGER
) STRICT;
CREATE INDEX bank_card_of_user ON bank_card (user_id, created_at) WHERE deleted_at IS NULL;
CREATE INDEX bank_card_by_upload ON bank_card (upload_id) WHERE upload_id IS NOT NULL;
CREATE UNIQUE INDEX bank_card_once_per_user ON bank_card (user_id, number_fingerprint)
  WHERE deleted_at IS NULL;
-- A verified card belongs to one person.
CREATE UNIQUE INDEX bank_card_verified_once ON bank_card (number_fingerprint)
  WHERE deleted_at IS NULL AND status = 'verified';

CREATE TABLE identity_request (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id),
  card_number_sealed TEXT NOT NULL,
  card_number_fingerprint TEXT NOT NULL,
  card_owner TEXT NOT NULL,
  upload_id TEXT REFERENCES upload (id),
  status TEXT NOT NULL CHECK (status IN ('pending', 'verified', 'rejected')),
  rejection_reason TEXT,
  created_at INTEGER NOT NULL,
  decided_at INTEGER
) STRICT;
CREATE INDEX identity_request_by_upload ON identity_request (upload_id) WHERE upload_id IS NOT NULL;
CREATE UNIQUE INDEX identity_request_active ON identity_request (user_id)
  WHERE status <> 'rejected';

-- Catalogue and stock -----------------------------------------------------------------------------

CREATE TABLE category (
  type TEXT PRIMARY KEY,
  display_name TEXT NOT NULL,
  position INTEGER NOT NULL
) STRICT;

CREATE TABLE subcategory (
  id TEXT PRIMARY KEY,
  type TEXT NOT NULL REFERENCES category (type),
  url_name TEXT NOT NULL,
  display_name TEXT NOT NULL,
  latin_name TEXT NOT NULL,
  hue INTEGER NOT NULL CHECK (hue BETWEEN 0 AND 359),
  tagline TEXT NOT NULL,
  region_notice TEXT NOT NULL,
  position INTEGER NOT NULL,
  UNIQUE (type, url_name)
) STRICT;

CREATE TABLE product (
  id TEXT PRIMARY KEY,
  subcategory_id TEXT NOT NULL REFERENCES subcategory (id),
  name TEXT NOT NULL,
  region TEXT NOT NULL,
  denomination TEXT NOT NULL,
  delivery_type TEXT NOT NULL CHECK (delivery_type IN ('instant', 'manual')),
  price_toman INTEGER NOT NULL CHECK (price_toman BETWEEN 1 AND 99999999999),
  sale_price_toman INTEGER CHECK (sale_price_toman BETWEEN 1 AND price_toman),
  reward_toman INTEGER NOT NULL DEFAULT 0 CHECK (reward_toman BETWEEN 0 AND price_toman),
  -- Units of a manually delivered product that are for sale. The stock of instant products is the
  -- number of free codes.
  manual_stock INTEGER NOT NULL DEFAULT 0 CHECK (manual_stock >= 0),
  manual_unit_cost_toman INTEGER NOT NULL DEFAULT 0 CHECK (manual_unit_cost_toman >= 0),
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  position INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX product_of_subcategory ON product (subcategory_id, position);

CREATE TABLE code_batch (
  id TEXT PRIMARY KEY,
  product_id TEXT NOT NULL REFERENCES product (id),
  unit_cost_toman INTEGER NOT NULL CHECK (unit_cost_toman >= 0),
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE code (
  id TEXT PRIMARY KEY,
  product_id TEXT NOT NULL REFERENCES product (id),
  batch_id TEXT NOT NULL REFERENCES code_batch (id),
  sealed TEXT NOT NULL,
  -- HMAC of the plain code: each code is imported once.
  fingerprint TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL DEFAULT 'free' CHECK (status IN ('free', 'held', 'sold')),
  order_item_id TEXT REFERENCES order_item (id),
  held_until INTEGER,
  sold_at INTEGER,
  CHECK ((status = 'free') = (order_item_id IS NULL)),
  CHECK ((status = 'held') = (held_until IS NOT NULL)),
  CHECK ((status = 'sold') = (sold_at IS NOT NULL))
) STRICT;
CREATE INDEX code_unsold ON code (product_id, id) WHERE status <> 'sold';
CREATE INDEX code_of_item ON code (order_item_id) WHERE order_item_id IS NOT NULL;
CREATE TRIGGER code_sold_for_good BEFORE UPDATE ON code WHEN OLD.status = 'sold'
BEGIN SELECT RAISE(ABORT, 'a sold code never changes'); END;
CREATE TRIGGER code_sold_stays BEFORE DELETE ON code WHEN OLD.status = 'sold'
BEGIN SELECT RAISE(ABORT, 'a sold code is never removed'); END;

-- Discount codes ----------------------------------------------------------------------------------

CREATE TABLE discount_code (
  id TEXT PRIMARY KEY,
  code TEXT NOT NULL UNIQUE CHECK (code = upper(code)),
  type TEXT NOT NULL CHECK (type IN ('percentage', 'fixed')),
  value INTEGER NOT NULL CHECK (value >= 1 AND (type = 'fixed' OR value <= 100)),
  min_purchase_toman INTEGER NOT NULL DEFAULT 0 CHECK (min_purchase_toman >= 0),
  -- A private code works only for its owner, a public one for everybody.
  owner_id TEXT REFERENCES user (id),
  uses_max INTEGER CHECK (uses_max >= 1),
  uses_per_user_max INTEGER NOT NULL DEFAULT 1 CHECK (uses_per_user_max >= 1),
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  expires_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT;

-- Cart --------------------------------------------------------------------------------------------

CREATE TABLE cart (
  user_id TEXT PRIMARY KEY REFERENCES user (id),
  -- Grows with every change. It is the natural key of a checkout.
  version INTEGER NOT NULL DEFAULT 1,
  discount_code_id TEXT REFERENCES discount_code (id)
) STRICT;

CREATE TABLE cart_item (
  user_id TEXT NOT NULL REFERENCES cart (user_id),
  product_id TEXT NOT NULL REFERENCES product (id),
  quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 10),
  added_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, product_id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER cart_item_added AFTER INSERT ON cart_item
BEGIN UPDATE cart SET version = version + 1 WHERE user_id = NEW.user_id; END;
CREATE TRIGGER cart_item_changed AFTER UPDATE ON cart_item WHEN NEW.quantity <> OLD.quantity
BEGIN UPDATE cart SET version = version + 1 WHERE user_id = NEW.user_id; END;
CREATE TRIGGER cart_item_removed AFTER DELETE ON cart_item
BEGIN UPDATE cart SET version = version + 1 WHERE user_id = OLD.user_id; END;
CREATE TRIGGER cart_discount_changed AFTER UPDATE OF discount_code_id ON cart
  WHEN NEW.discount_code_id IS NOT OLD.discount_code_id
BEGIN UPDATE cart SET version = version + 1 WHERE user_id = NEW.user_id; END;

-- Orders and payments -----------------------------------------------------------------------------

CREATE TABLE orders (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id),
  cart_version INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('awaiting', 'cancelled', 'paid', 'refunded')),
  total_toman INTEGER NOT NULL CHECK (total_toman >= 0),
  wallet_toman INTEGER NOT NULL CHECK (wallet_toman >= 0),
  gateway_toman INTEGER NOT NULL CHECK (gateway_toman >= 0),
  reward_toman INTEGER NOT NULL CHECK (reward_toman >= 0),
  discount_code_id TEXT REFERENCES discount_code (id),
  hold_expires_at INTEGER,
  idempotency_key TEXT,
  request_hash TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  paid_at INTEGER,
  CHECK (wallet_toman + gateway_toman = total_toman),
  CHECK ((state IN ('paid', 'refunded')) = (paid_at IS NOT NULL))
) STRICT;
-- One cart makes one order, and one key makes one order.
CREATE UNIQUE INDEX orders_once_per_cart ON orders (user_id, cart_version)
  WHERE state IN ('paid', 'refunded');
CREATE UNIQUE INDEX orders_once_per_key ON orders (user_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;
CREATE INDEX orders_of_user ON orders (user_id, paid_at DESC, id DESC) WHERE paid_at IS NOT NULL;
CREATE INDEX orders_awaiting ON orders (user_id, hold_expires_at) WHERE state = 'awaiting';
CREATE TRIGGER orders_path BEFORE UPDATE OF state ON orders
WHEN NOT ((OLD.state = NEW.state) OR (OLD.state = 'awaiting' AND NEW.state IN ('paid', 'cancelled'))
  -- A payment that arrives after its hold lapsed may still be delivered.
  OR (OLD.state = 'cancelled' AND NEW.state = 'paid') OR (OLD.state = 'paid'
    AND NEW.state = 'refunded'))
BEGIN SELECT RAISE(ABORT, 'an order cannot go that way'); END;

CREATE TABLE order_item (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  product_id TEXT NOT NULL REFERENCES product (id),
  product_name TEXT NOT NULL,
  delivery_type TEXT NOT NULL CHECK (delivery_type IN ('instant', 'manual')),
  quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 10),
  price_toman INTEGER NOT NULL CHECK (price_toman >= 1),
  total_toman INTEGER NOT NULL CHECK (total_toman >= 0),
  reward_toman INTEGER NOT NULL CHECK (reward_toman >= 0),
  delivery_status TEXT NOT NULL DEFAULT 'pending' CHECK (delivery_status IN ('pending',
    'processing', 'delivered', 'cancelled', 'failed')),
  position INTEGER NOT NULL,
  -- Until when the units of an unpaid order are kept from others.
  held_until INTEGER,
  delivered_at INTEGER,
  UNIQUE (order_id, product_id),
  CHECK ((delivery_status = 'delivered') = (delivered_at IS NOT NULL))
) STRICT;
CREATE INDEX order_item_held ON order_item (product_id, held_until) WHERE held_until IS NOT NULL;

CREATE TABLE discount_use (
  order_id TEXT PRIMARY KEY REFERENCES orders (id),
  discount_code_id TEXT NOT NULL REFERENCES discount_code (id),
  user_id TEXT NOT NULL REFERENCES user (id)
) STRICT;
CREATE INDEX discount_use_of_code ON discount_use (discount_code_id, user_id);

CREATE TABLE payment (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id),
  purpose TEXT NOT NULL CHECK (purpose IN ('wallet_topup', 'cart_checkout')),
  order_id TEXT UNIQUE REFERENCES orders (id),
  gateway TEXT NOT NULL CHECK (gateway IN ('zarinpal')),
  card_id TEXT NOT NULL REFERENCES bank_card (id),
  amount_toman INTEGER NOT NULL CHECK (amount_toman >= 1),
  state TEXT NOT NULL CHECK (state IN ('initiating', 'pending', 'failed', 'expired', 'paid',
    'credited', 'review')),
  authority TEXT UNIQUE,
  url TEXT,
  ref_id TEXT,
  idempotency_key TEXT,
  request_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- When the gateway was last asked for an authority: a crash in between must not block the shopper
  -- for good.
  requested_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  next_check_at INTEGER,
  checks INTEGER NOT NULL DEFAULT 0,
  settled_at INTEGER,
  CHECK ((purpose = 'cart_checkout') = (order_id IS NOT NULL)),
  CHECK (state <> 'pending' OR authority IS NOT NULL)
) STRICT;
CREATE UNIQUE INDEX payment_once_per_key ON payment (user_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX payment_once_per_reference ON payment (gateway, ref_id)
  WHERE ref_id IS NOT NULL;
CREATE INDEX payment_open_of_user ON payment (user_id) WHERE state IN ('initiating', 'pending');
CREATE INDEX payment_to_check ON payment (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE TRIGGER payment_path BEFORE UPDATE OF state ON payment
WHEN NOT ((OLD.state = NEW.state) OR OLD.state IN ('initiating', 'pending')
  OR (OLD.state IN ('failed', 'expired') AND NEW.state IN ('expired', 'paid', 'credited',
    'review')))
BEGIN SELECT RAISE(ABORT, 'a payment cannot go that way'); END;

-- Each opening of delivered codes.
CREATE TABLE content_reading (
  id TEXT PRIMARY KEY,
  order_item_id TEXT NOT NULL REFERENCES order_item (id),
  user_id TEXT NOT NULL REFERENCES user (id),
  read_at INTEGER NOT NULL
) STRICT;
CREATE INDEX content_reading_of_item ON content_reading (order_item_id, read_at);

-- What must reach people and may fail: written with its cause, sent and retried by the jobs.
CREATE TABLE outbox (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id),
  template TEXT NOT NULL,
  token TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER,
  created_at INTEGER NOT NULL,
  sent_at INTEGER
) STRICT;
CREATE INDEX outbox_due ON outbox (next_attempt_at) WHERE next_attempt_at IS NOT NULL;

-- Ledger ------------------------------------------------------------------------------------------
-- A movement of money is one row that names the account debited and the account credited: the sum
-- is zero by construction.

CREATE TABLE account (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('shopper', 'hold', 'clearing', 'gateway', 'bank', 'shop')),
  debits_toman INTEGER NOT NULL DEFAULT 0 CHECK (debits_toman BETWEEN 0 AND 9007199254740991),
  credits_toman INTEGER NOT NULL DEFAULT 0 CHECK (credits_toman BETWEEN 0 AND 9007199254740991),
  CHECK (kind NOT IN ('shopper', 'hold', 'clearing') OR credits_toman >= debits_toman)
) STRICT;

CREATE TABLE transfer (
  -- A natural key such as `topup:<payment>`: the same thing cannot be booked twice.
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('topup', 'hold', 'release', 'order_wallet', 'order_gateway',
    'sale', 'late_payment', 'opening')),
  debit_account_id TEXT NOT NULL REFERENCES account (id),
  credit_account_id TEXT NOT NULL REFERENCES account (id),
  amount_toman INTEGER NOT NULL CHECK (amount_toman BETWEEN 1 AND 99999999999999),
  order_id TEXT REFERENCES orders (id),
  payment_id TEXT REFERENCES payment (id),
  created_at INTEGER NOT NULL,
  CHECK (debit_account_id <> credit_account_id)
) STRICT;
CREATE INDEX transfer_debits ON transfer (debit_account_id, created_at);
CREATE INDEX transfer_credits ON transfer (credit_account_id, created_at);
CREATE TRIGGER transfer_once BEFORE INSERT ON transfer WHEN EXISTS (SELECT 1 FROM transfer
  WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'this transfer is booked already'); END;
CREATE TRIGGER transfer_books AFTER INSERT ON transfer
BEGIN
  UPDATE account SET debits_toman = debits_toman + NEW.amount_toman WHERE id = NEW.debit_account_id;
  UPDATE account SET credits_toman = credits_toman + NEW.amount_toman
    WHERE id = NEW.credit_account_id;
END;
CREATE TRIGGER transfer_never_changes BEFORE UPDATE ON transfer
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER transfer_never_goes BEFORE DELETE ON transfer
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER account_never_goes BEFORE DELETE ON account
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

INSERT INTO account (id, kind) VALUES ('gateway:zarinpal', 'gateway'), ('shop:sales', 'shop'),
  ('shop:capital', 'shop');
