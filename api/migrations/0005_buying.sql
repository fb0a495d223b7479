-- Buying: discounts, carts, orders, payments, codes, refunds, ratings and tickets.

-- Random discount codes that were made together. They run and stop together.
CREATE TABLE discount_series (
  id TEXT PRIMARY KEY,
  prefix TEXT NOT NULL,
  count INTEGER NOT NULL CHECK (count BETWEEN 1 AND 1000),
  made_by TEXT NOT NULL,
  idempotency_key TEXT,
  request_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX discount_series_once_per_key ON discount_series (made_by, idempotency_key)
  WHERE idempotency_key IS NOT NULL;

-- Codes that lower the price of a purchase.
CREATE TABLE discount_code (
  id TEXT PRIMARY KEY,
  code TEXT NOT NULL UNIQUE CHECK (code = upper(code)),
  type TEXT NOT NULL CHECK (type IN ('percentage', 'fixed')),
  value INTEGER NOT NULL CHECK (value >= 1 AND (type = 'fixed' OR value <= 100)),
  min_purchase_toman INTEGER NOT NULL DEFAULT 0 CHECK (min_purchase_toman >= 0),
  -- The maximum discount on one purchase, and whether the code may lower a line below the cost of
  -- its goods.
  max_discount_toman INTEGER CHECK (max_discount_toman >= 1),
  may_sell_below_cost INTEGER NOT NULL DEFAULT 0 CHECK (may_sell_below_cost IN (0, 1)),
  -- A private code works only for its owner, a public one for everybody.
  owner_id TEXT REFERENCES user (id),
  uses_max INTEGER CHECK (uses_max >= 1),
  uses_per_user_max INTEGER NOT NULL DEFAULT 1 CHECK (uses_per_user_max >= 1),
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  expires_at INTEGER,
  -- Null for codes that came from the seed, from plain SQL or from an invitation.
  made_by TEXT,
  series_id TEXT REFERENCES discount_series (id),
  -- The place of the code in its series. Lists show only the first code of a series.
  place INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  -- The number of paid orders that used the code, and the sum that the code took off items that
  -- were kept. Triggers update both columns.
  uses_paid INTEGER NOT NULL DEFAULT 0,
  given_toman INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX discount_code_of_owner ON discount_code (owner_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX discount_code_in_series ON discount_code (series_id, place)
  WHERE series_id IS NOT NULL;
-- The codes that the desk lists: without those of invitations, and only the first one of a series.
CREATE INDEX discount_code_of_desk ON discount_code (created_at DESC, id DESC)
  WHERE (owner_id IS NULL OR made_by IS NOT NULL) AND place = 0;
-- Finds a running code of a series by reading one row.
CREATE INDEX discount_code_running_of_series ON discount_code (series_id)
  WHERE series_id IS NOT NULL AND is_active = 1;

-- The cart of a shopper.
CREATE TABLE cart (
  user_id TEXT PRIMARY KEY REFERENCES user (id),
  -- Grows with every change of the cart. A checkout claims that the version is unchanged, and an
  -- order stores the version from which it was made.
  version INTEGER NOT NULL DEFAULT 1,
  discount_code_id TEXT REFERENCES discount_code (id),
  -- The day on which the cart was counted as a basket. Cleared when something is bought.
  counted_on INTEGER
) STRICT;
CREATE TRIGGER cart_discount_changed AFTER UPDATE OF discount_code_id ON cart
WHEN NEW.discount_code_id IS NOT OLD.discount_code_id
BEGIN UPDATE cart SET version = version + 1 WHERE user_id = NEW.user_id; END;

-- A line of a cart: a quantity of one product.
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

-- An answer of a shopper on a line of their cart, until it is bought or removed. Its id is made
-- from the shopper, the product and the question, so that each question has one answer.
CREATE TABLE cart_answer (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  product_id TEXT NOT NULL,
  question_id TEXT NOT NULL,
  sealed TEXT NOT NULL,
  written_at INTEGER NOT NULL,
  key_version INTEGER GENERATED ALWAYS AS (
    CAST(substr(sealed, 1, instr(sealed, '.') - 1) AS INTEGER)) VIRTUAL,
  FOREIGN KEY (user_id, product_id) REFERENCES cart_item (user_id, product_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX cart_answer_of_line ON cart_answer (user_id, product_id);
CREATE INDEX cart_answer_by_age ON cart_answer (written_at);
CREATE INDEX cart_answer_by_key ON cart_answer (key_version);

-- Orders, from the moment when their goods are held.
CREATE TABLE orders (
  id TEXT PRIMARY KEY,
  -- A number that people can say and type. It gives no access: addresses and calls use the id.
  -- Decision 32 says how it is made, persian/short-number.ts reads it.
  number TEXT,
  user_id TEXT NOT NULL REFERENCES user (id),
  cart_version INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('awaiting', 'cancelled', 'paid', 'refunded')),
  total_toman INTEGER NOT NULL CHECK (total_toman >= 0),
  wallet_toman INTEGER NOT NULL CHECK (wallet_toman >= 0),
  gateway_toman INTEGER NOT NULL CHECK (gateway_toman >= 0),
  reward_toman INTEGER NOT NULL CHECK (reward_toman >= 0),
  discount_code_id TEXT REFERENCES discount_code (id),
  -- The minimum purchase of its discount code, as it was when the order was made.
  min_purchase_toman INTEGER NOT NULL DEFAULT 0 CHECK (min_purchase_toman >= 0),
  hold_expires_at INTEGER,
  -- When a paid order is cancelled if its buyer has not completed the profile.
  profile_due_at INTEGER,
  -- The time until which an operator must decide about an order that is held for a look. After that
  -- time the jobs refund the order. It is paid, and its codes are assigned but cannot be opened.
  look_due_at INTEGER CHECK (look_due_at IS NULL OR state = 'paid'),
  -- Why the order is held: the limit that it exceeded, the sum that this limit counted, including
  -- the order itself, and the allowed sum. Operators see this, buyers do not.
  look_rule TEXT CHECK (look_rule IN ('hour', 'day', 'unusual')),
  look_sum_toman INTEGER,
  look_limit_toman INTEGER,
  idempotency_key TEXT,
  request_hash TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  paid_at INTEGER,
  CHECK (wallet_toman + gateway_toman = total_toman),
  CHECK ((state IN ('paid', 'refunded')) = (paid_at IS NOT NULL))
) STRICT;
-- One version of a cart makes at most one paid order, and one idempotency key makes one order.
CREATE UNIQUE INDEX orders_once_per_cart ON orders (user_id, cart_version)
  WHERE state IN ('paid', 'refunded');
CREATE UNIQUE INDEX orders_once_per_key ON orders (user_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;
CREATE INDEX orders_of_user ON orders (user_id, paid_at DESC, id DESC) WHERE paid_at IS NOT NULL;
CREATE INDEX orders_awaiting ON orders (user_id, hold_expires_at) WHERE state = 'awaiting';
CREATE INDEX orders_profile_due ON orders (profile_due_at) WHERE profile_due_at IS NOT NULL;
CREATE INDEX orders_profile_due_of_user ON orders (user_id) WHERE profile_due_at IS NOT NULL;
CREATE INDEX orders_by_user ON orders (user_id, created_at);
CREATE UNIQUE INDEX orders_by_number ON orders (number);
-- Orders that held goods and were not paid. They lower the amount that the next order may hold.
CREATE INDEX orders_cancelled ON orders (user_id, created_at) WHERE state = 'cancelled';
-- Orders that were cancelled unpaid, without money of the wallet. They are deleted after some time.
CREATE INDEX orders_given_up ON orders (updated_at) WHERE state = 'cancelled' AND wallet_toman = 0;
CREATE INDEX orders_look_due ON orders (look_due_at, id) WHERE look_due_at IS NOT NULL;
-- The next two indexes are only for lists by time. Without statistics SQLite would prefer them to
-- an index of a single order or person.
CREATE INDEX orders_by_time ON orders (created_at, id);
CREATE INDEX orders_by_state ON orders (state, created_at, id) WHERE created_at > 0;
CREATE TRIGGER orders_path BEFORE UPDATE OF state ON orders
WHEN NOT ((OLD.state = NEW.state) OR (OLD.state = 'awaiting' AND NEW.state IN ('paid', 'cancelled'))
  -- An order may still be paid and delivered after its hold expired.
  OR (OLD.state = 'cancelled' AND NEW.state = 'paid')
  OR (OLD.state = 'paid' AND NEW.state = 'refunded'))
BEGIN SELECT RAISE(ABORT, 'an order cannot go that way'); END;
CREATE TRIGGER order_bought AFTER INSERT ON orders WHEN NEW.paid_at IS NOT NULL
BEGIN
  UPDATE user SET orders_count = orders_count + 1, purchases_count = purchases_count + 1
    WHERE id = NEW.user_id;
  UPDATE user SET invitees_purchases_count = invitees_purchases_count + 1
    WHERE id = (SELECT inviter_id FROM user WHERE id = NEW.user_id);
END;
CREATE TRIGGER order_paid AFTER UPDATE OF paid_at ON orders
WHEN OLD.paid_at IS NULL AND NEW.paid_at IS NOT NULL
BEGIN
  UPDATE user SET orders_count = orders_count + 1, purchases_count = purchases_count + 1
    WHERE id = NEW.user_id;
  UPDATE user SET invitees_purchases_count = invitees_purchases_count + 1
    WHERE id = (SELECT inviter_id FROM user WHERE id = NEW.user_id);
END;
CREATE TRIGGER order_refunded AFTER UPDATE OF state ON orders
WHEN OLD.state = 'paid' AND NEW.state = 'refunded'
BEGIN
  UPDATE user SET purchases_count = purchases_count - 1 WHERE id = NEW.user_id;
  UPDATE user SET invitees_purchases_count = invitees_purchases_count - 1
    WHERE id = (SELECT inviter_id FROM user WHERE id = NEW.user_id);
END;
CREATE TRIGGER orders_numbered AFTER INSERT ON orders WHEN NEW.number IS NULL
BEGIN INSERT INTO number_due VALUES ('order', NEW.id); END;
CREATE TRIGGER orders_number_stays BEFORE UPDATE OF number ON orders
WHEN OLD.number IS NOT NULL AND NEW.number IS NOT OLD.number
BEGIN SELECT RAISE(ABORT, 'a number stays'); END;
CREATE TRIGGER frozen_orders_nothing BEFORE INSERT ON orders
WHEN EXISTS (SELECT 1 FROM frozen_person WHERE user_id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'the account is frozen'); END;
-- Counts the discount code of an order that is paid after it was made. The use of the code was
-- recorded when the order was made.
CREATE TRIGGER discount_of_order_counts AFTER UPDATE OF paid_at ON orders
WHEN OLD.paid_at IS NULL AND NEW.paid_at IS NOT NULL AND NEW.discount_code_id IS NOT NULL
BEGIN
  UPDATE discount_code SET uses_paid = uses_paid + 1, given_toman = given_toman + (
    SELECT toman FROM discount_of_order WHERE order_id = NEW.id)
  WHERE id = (SELECT discount_code_id FROM discount_use WHERE order_id = NEW.id);
END;
-- Marks the use of the discount code as returned when the whole order is refunded, unless one of
-- its gift codes was read or the buyer already got a use of this discount code back.
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

-- Completing the profile in time clears the deadline of the orders that wait for it.
CREATE TRIGGER profile_completed AFTER UPDATE OF first_name, last_name ON user
WHEN NEW.first_name <> '' AND NEW.last_name <> ''
BEGIN
  UPDATE orders SET profile_due_at = NULL WHERE user_id = NEW.id AND profile_due_at IS NOT NULL;
END;

-- The lines of an order: a quantity of one product.
CREATE TABLE order_item (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  product_id TEXT NOT NULL REFERENCES product (id),
  product_name TEXT NOT NULL,
  delivery_type TEXT NOT NULL CHECK (delivery_type IN ('instant', 'manual')),
  quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 10),
  price_toman INTEGER NOT NULL CHECK (price_toman >= 1),
  -- The price of a unit in the shop when the order was made, before the discount code: an order
  -- that is paid late is delivered only if this still is the price.
  sale_price_toman INTEGER,
  total_toman INTEGER NOT NULL CHECK (total_toman >= 0),
  reward_toman INTEGER NOT NULL CHECK (reward_toman >= 0),
  -- The value of the line, even if its buyer pays less: the list price, or the cost if that was
  -- higher. The limits of looks count it, so that neither a discount nor a low price hides the
  -- value of what is sold.
  worth_toman INTEGER NOT NULL DEFAULT 0,
  delivery_status TEXT NOT NULL DEFAULT 'pending'
    CHECK (delivery_status IN ('pending', 'processing', 'delivered', 'cancelled', 'failed')),
  position INTEGER NOT NULL,
  -- Until when the units of an unpaid order are held.
  held_until INTEGER,
  -- Since when an item of a paid order waits for the operator.
  waiting_since INTEGER,
  -- When the order of the item was made. Lists of orders by product or by delivery status are
  -- sorted by this time, newest first.
  ordered_at INTEGER NOT NULL DEFAULT 0,
  delivered_at INTEGER,
  UNIQUE (order_id, product_id),
  CHECK ((delivery_status = 'delivered') = (delivered_at IS NOT NULL))
) STRICT;
CREATE INDEX order_item_held ON order_item (product_id, held_until) WHERE held_until IS NOT NULL;
CREATE INDEX order_item_waiting ON order_item (waiting_since, id) WHERE waiting_since IS NOT NULL;
CREATE INDEX order_item_of_product ON order_item (product_id, ordered_at, order_id);
CREATE INDEX order_item_by_delivery ON order_item (delivery_status, ordered_at, order_id)
  WHERE ordered_at > 0;
CREATE TRIGGER frozen_gets_nothing BEFORE UPDATE OF delivery_status ON order_item
WHEN NEW.delivery_status = 'delivered' AND OLD.delivery_status <> 'delivered'
  AND EXISTS (SELECT 1 FROM frozen_person f
    JOIN orders o ON o.user_id = f.user_id WHERE o.id = NEW.order_id)
BEGIN SELECT RAISE(ABORT, 'the account is frozen'); END;
-- No item of an order that is held for a look can be delivered, in any way.
CREATE TRIGGER held_order_stays_closed BEFORE UPDATE OF delivery_status ON order_item
WHEN NEW.delivery_status = 'delivered' AND OLD.delivery_status <> 'delivered'
  AND EXISTS (SELECT 1 FROM orders WHERE id = NEW.order_id AND look_due_at IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'the order is held for a look'); END;
-- When the delivery status changes, the time at which the answers are deleted is computed anew: a
-- late payment makes a cancelled item active again, and a delivered item may be refunded.
CREATE TRIGGER order_answer_lasts AFTER UPDATE OF delivery_status ON order_item
BEGIN UPDATE order_answer SET ended_at = NULL WHERE id = NEW.id AND ended_at IS NOT NULL; END;

-- The answers of the buyer of an item, with the labels of the questions at that time. The text is
-- empty after the answers were deleted.
CREATE TABLE order_answer (
  id TEXT PRIMARY KEY REFERENCES order_item (id) ON DELETE CASCADE,
  sealed TEXT NOT NULL,
  -- Since when the answer is not needed any more: the item was delivered, refunded or never paid.
  ended_at INTEGER,
  key_version INTEGER GENERATED ALWAYS AS (
    CAST(substr(sealed, 1, instr(sealed, '.') - 1) AS INTEGER)) VIRTUAL
) STRICT;
CREATE INDEX order_answer_by_end ON order_answer (ended_at) WHERE sealed <> '';
CREATE INDEX order_answer_by_key ON order_answer (key_version);

-- The discount code that an order used.
CREATE TABLE discount_use (
  order_id TEXT PRIMARY KEY REFERENCES orders (id),
  discount_code_id TEXT NOT NULL REFERENCES discount_code (id),
  user_id TEXT NOT NULL REFERENCES user (id),
  -- When the use was returned: the whole order was refunded and none of its gift codes was read. A
  -- person gets a use of a discount code back only once, because otherwise a code for one purchase
  -- could serve any number of purchases.
  returned_at INTEGER
) STRICT;
CREATE INDEX discount_use_of_code ON discount_use (discount_code_id, user_id);
CREATE UNIQUE INDEX discount_use_returned_once ON discount_use (discount_code_id, user_id)
  WHERE returned_at IS NOT NULL;
-- Counts a use that is recorded when its order is already paid: by a purchase from the wallet, or
-- by a late payment, because the use was deleted when the order was cancelled.
CREATE TRIGGER discount_use_counts AFTER INSERT ON discount_use
WHEN (SELECT paid_at FROM orders WHERE id = NEW.order_id) IS NOT NULL
BEGIN
  UPDATE discount_code SET uses_paid = uses_paid + 1, given_toman = given_toman + (
    SELECT toman FROM discount_of_order WHERE order_id = NEW.order_id)
  WHERE id = NEW.discount_code_id;
END;
CREATE TRIGGER discount_use_counts_back AFTER UPDATE OF returned_at ON discount_use
WHEN OLD.returned_at IS NULL AND NEW.returned_at IS NOT NULL
BEGIN UPDATE discount_code SET uses_paid = uses_paid - 1 WHERE id = NEW.discount_code_id; END;

-- The sum that a discount code took off each order that used it.
CREATE VIEW discount_of_order AS
SELECT u.order_id, u.discount_code_id, o.paid_at, (
  SELECT sum(coalesce(i.sale_price_toman, i.price_toman) * i.quantity) FROM order_item i
  WHERE i.order_id = o.id) - o.total_toman AS toman
FROM discount_use u JOIN orders o ON o.id = u.order_id;

-- The sum that a discount code took off each refunded unit. The last unit of an item gets the
-- remainder of the division.
CREATE VIEW discount_of_unit AS
SELECT r.order_item_id, r.position, u.discount_code_id,
  coalesce(i.sale_price_toman, i.price_toman) - i.total_toman / i.quantity
    - iif(r.position = i.quantity, i.total_toman % i.quantity, 0) AS toman
FROM refunded_unit r JOIN order_item i ON i.id = r.order_item_id
JOIN discount_use u ON u.order_id = i.order_id;

-- The gateways that take payments. Each has its own account and book in the ledger.
CREATE TABLE gateway (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
INSERT INTO gateway (name) VALUES ('zarinpal'), ('zibal');

-- Money that a shopper was asked to pay at a gateway.
CREATE TABLE payment (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id),
  purpose TEXT NOT NULL CHECK (purpose IN ('wallet_topup', 'cart_checkout')),
  order_id TEXT UNIQUE REFERENCES orders (id),
  card_id TEXT NOT NULL REFERENCES bank_card (id),
  amount_toman INTEGER NOT NULL CHECK (amount_toman >= 1),
  gateway TEXT NOT NULL DEFAULT 'zarinpal' REFERENCES gateway (name),
  state TEXT NOT NULL
    CHECK (state IN ('initiating', 'pending', 'failed', 'expired', 'paid', 'credited', 'review')),
  authority TEXT UNIQUE,
  url TEXT,
  ref_id TEXT,
  idempotency_key TEXT,
  request_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- When the gateway was last asked for an authority. After a crash it may be asked again later.
  requested_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  next_check_at INTEGER,
  checks INTEGER NOT NULL DEFAULT 0,
  settled_at INTEGER,
  -- An operator resolves a payment in review: either its money is credited, or the money was
  -- returned to the card and the row keeps its state.
  review_reason TEXT,
  reviewed_at INTEGER,
  CHECK ((purpose = 'cart_checkout') = (order_id IS NOT NULL)),
  CHECK (state <> 'pending' OR authority IS NOT NULL)
) STRICT;
CREATE UNIQUE INDEX payment_once_per_key ON payment (user_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;
CREATE INDEX payment_open_of_user ON payment (user_id) WHERE state IN ('initiating', 'pending');
CREATE INDEX payment_to_check ON payment (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE INDEX payment_of_user ON payment (user_id, created_at);
CREATE INDEX payment_in_review ON payment (created_at, id)
  WHERE state = 'review' AND reviewed_at IS NULL;
-- For the list of all money that comes in, is refunded and is paid out, newest first.
CREATE INDEX payment_by_time ON payment (created_at DESC, id DESC);
CREATE UNIQUE INDEX payment_once_per_reference ON payment (gateway, ref_id)
  WHERE ref_id IS NOT NULL;
CREATE TRIGGER payment_path BEFORE UPDATE OF state ON payment
WHEN NOT ((OLD.state = NEW.state) OR OLD.state IN ('initiating', 'pending')
  OR (OLD.state IN ('failed', 'expired') AND NEW.state IN ('expired', 'paid', 'credited', 'review'))
  OR (OLD.state = 'review' AND OLD.reviewed_at IS NULL AND NEW.state IN ('paid', 'credited')))
BEGIN SELECT RAISE(ABORT, 'a payment cannot go that way'); END;
CREATE TRIGGER payment_reviewed_once BEFORE UPDATE OF reviewed_at ON payment
WHEN OLD.state <> 'review' OR OLD.reviewed_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a payment is reviewed once'); END;
CREATE TRIGGER frozen_starts_no_payment BEFORE INSERT ON payment
WHEN EXISTS (SELECT 1 FROM frozen_person WHERE user_id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'the account is frozen'); END;
-- Money that a frozen person has paid nevertheless waits in review for an operator.
CREATE TRIGGER frozen_payment_waits BEFORE UPDATE OF state ON payment
WHEN NEW.state IN ('paid', 'credited') AND OLD.state <> 'review'
  AND EXISTS (SELECT 1 FROM frozen_person WHERE user_id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'the account is frozen'); END;

-- Payments for which the gateway has money and the shop has no row, for example after a restore.
-- The money is credited once an operator says who paid.
CREATE TABLE stray_payment (
  authority TEXT PRIMARY KEY,
  amount_toman INTEGER NOT NULL CHECK (amount_toman >= 1),
  first_seen_at INTEGER NOT NULL,
  -- When the gateway last listed the payment as unverified.
  last_seen_at INTEGER NOT NULL,
  -- The payment that was created when the stray payment was adopted.
  payment_id TEXT REFERENCES payment (id)
) STRICT;
CREATE INDEX stray_payment_open ON stray_payment (first_seen_at, authority)
  WHERE payment_id IS NULL;
CREATE INDEX stray_payment_of_payment ON stray_payment (payment_id) WHERE payment_id IS NOT NULL;

-- Codes that were bought together at one cost.
CREATE TABLE code_batch (
  id TEXT PRIMARY KEY,
  product_id TEXT NOT NULL REFERENCES product (id),
  unit_cost_toman INTEGER NOT NULL CHECK (unit_cost_toman >= 0),
  -- Where it was bought, the invoice, and the price of a dollar in toman at that time. Null for
  -- codes that an operator entered one by one.
  supplier TEXT,
  invoice TEXT,
  dollar_toman INTEGER CHECK (dollar_toman > 0),
  created_at INTEGER NOT NULL,
  -- Since when the codes of the batch are not sold. Null again after the batch is restored.
  recalled_at INTEGER,
  recall_reason TEXT CHECK ((recall_reason IS NULL) = (recalled_at IS NULL)),
  -- The number of its codes in each state, kept by triggers. known_count: unsold codes that somebody
  -- knows. held_count includes expired holds until they are released. bad_count: codes that were
  -- replaced, or refunded by an operator after somebody read them.
  free_count INTEGER NOT NULL DEFAULT 0,
  known_count INTEGER NOT NULL DEFAULT 0,
  held_count INTEGER NOT NULL DEFAULT 0,
  sold_count INTEGER NOT NULL DEFAULT 0,
  bad_count INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX code_batch_of_product ON code_batch (product_id, created_at, id);
CREATE INDEX code_batch_on_shelf ON code_batch (product_id)
  WHERE free_count > 0 AND recalled_at IS NULL;
CREATE INDEX code_batch_of_supplier ON code_batch (supplier, sold_count, bad_count)
  WHERE supplier IS NOT NULL;
CREATE TRIGGER batch_marks_codes AFTER UPDATE OF recalled_at ON code_batch
WHEN (NEW.recalled_at IS NULL) <> (OLD.recalled_at IS NULL)
BEGIN UPDATE code SET is_recalled = (NEW.recalled_at IS NOT NULL) WHERE batch_id = NEW.id; END;

-- Codes that somebody saw after the copy was made from which this database was restored, and that the
-- copy did not have. When such a code is added again, somebody knows it, so it is not sold. Only the
-- order item for which it was seen may get it, from a supplier that is asked again.
CREATE TABLE code_seen_before (
  fingerprint TEXT PRIMARY KEY,
  order_item_id TEXT,
  seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Codes, each sealed and sold only once.
CREATE TABLE code (
  id TEXT PRIMARY KEY,
  product_id TEXT NOT NULL REFERENCES product (id),
  batch_id TEXT NOT NULL REFERENCES code_batch (id),
  sealed TEXT NOT NULL,
  -- HMAC of the plain code, so that no code is added twice.
  fingerprint TEXT NOT NULL UNIQUE,
  -- For masked lists. Null for a short code.
  last_four TEXT,
  -- 1 for a code that was added although it looked like no code, or unlike the others. Its shape is
  -- not used to check later codes.
  is_unusual INTEGER NOT NULL DEFAULT 0 CHECK (is_unusual IN (0, 1)),
  status TEXT NOT NULL DEFAULT 'free' CHECK (status IN ('free', 'held', 'sold')),
  -- A copy of the state of its batch, so that the next code for sale is found by one index.
  is_recalled INTEGER NOT NULL DEFAULT 0 CHECK (is_recalled IN (0, 1)),
  order_item_id TEXT REFERENCES order_item (id),
  -- The number of the code among the codes of its item, from 1. A replacement gets the number of
  -- the code that it replaces.
  position INTEGER CHECK (position IS NULL OR (status = 'sold' AND position BETWEEN 1 AND 10)),
  held_until INTEGER,
  sold_at INTEGER,
  -- When somebody first knew the code, set by the first row of the code in code_knower. read_at is
  -- when its buyer or the receiver of a gift first read it.
  known_at INTEGER,
  read_at INTEGER CHECK (read_at IS NULL OR status = 'sold'),
  -- When the shopper marked that the code worked.
  used_at INTEGER CHECK (used_at IS NULL OR read_at IS NOT NULL),
  -- When another code replaced this one. A replaced code stays sold and sealed, and is never shown
  -- again.
  withdrawn_at INTEGER CHECK (withdrawn_at IS NULL OR status = 'sold'),
  key_version INTEGER GENERATED ALWAYS AS (
    CAST(substr(sealed, 1, instr(sealed, '.') - 1) AS INTEGER)) VIRTUAL,
  CHECK ((status = 'free') = (order_item_id IS NULL)),
  CHECK ((status = 'held') = (held_until IS NOT NULL)),
  CHECK ((status = 'sold') = (sold_at IS NOT NULL))
) STRICT;
CREATE INDEX code_of_item ON code (order_item_id) WHERE order_item_id IS NOT NULL;
CREATE INDEX code_by_key ON code (key_version);
-- At most one code for each position of an item, without withdrawn codes.
CREATE UNIQUE INDEX code_at_place ON code (order_item_id, position)
  WHERE position IS NOT NULL AND withdrawn_at IS NULL;
CREATE INDEX code_of_batch ON code (batch_id, id);
CREATE INDEX code_on_shelf ON code (product_id, id)
  WHERE status <> 'sold' AND is_recalled = 0 AND known_at IS NULL;
CREATE TRIGGER code_sold_stays BEFORE DELETE ON code WHEN OLD.status = 'sold'
BEGIN SELECT RAISE(ABORT, 'a sold code is never removed'); END;
-- A code that is for sale again is removed from its tickets.
CREATE TRIGGER code_leaves_tickets AFTER UPDATE OF status ON code
WHEN OLD.status = 'sold' AND NEW.status = 'free'
BEGIN DELETE FROM ticket_code WHERE code_id = NEW.id; END;
-- A code in a sealed gift can only be read by opening the gift.
CREATE TRIGGER given_code_stays_unread BEFORE UPDATE OF read_at ON code
WHEN OLD.read_at IS NULL AND NEW.read_at IS NOT NULL
  AND EXISTS (SELECT 1 FROM gift WHERE code_id = NEW.id AND state = 'sealed')
BEGIN SELECT RAISE(ABORT, 'the code is given'); END;
-- A sealed gift is called back when its code is replaced or refunded.
CREATE TRIGGER gift_of_replaced_code AFTER UPDATE OF withdrawn_at ON code
WHEN NEW.withdrawn_at IS NOT NULL
BEGIN
  UPDATE gift SET state = 'called_back', called_back_at = NEW.withdrawn_at
  WHERE code_id = NEW.id AND state = 'sealed';
END;
-- A buyer who holds a recalled code may still pay for it in time. Nobody else can get it.
CREATE TRIGGER recalled_code_stays BEFORE UPDATE OF status, order_item_id ON code
WHEN OLD.is_recalled = 1 AND OLD.status <> 'sold' AND NEW.status <> 'free'
  AND (NEW.order_item_id IS NOT OLD.order_item_id OR OLD.held_until <= NEW.sold_at)
BEGIN SELECT RAISE(ABORT, 'a recalled code is not sold'); END;
CREATE TRIGGER code_joins_batch AFTER INSERT ON code
BEGIN
  UPDATE code_batch SET free_count = free_count + (NEW.status = 'free'),
    held_count = held_count + (NEW.status = 'held'),
    sold_count = sold_count + (NEW.status = 'sold')
  WHERE id = NEW.batch_id;
  INSERT INTO code_knower (code_id, way, who, known_at, last_at)
  SELECT NEW.id, 'restore', 'restore', max(seen_at, coalesce(NEW.sold_at, 0)),
    max(seen_at, coalesce(NEW.sold_at, 0)) FROM code_seen_before
  WHERE fingerprint = NEW.fingerprint;
END;
CREATE TRIGGER code_seen_before_is_not_sold BEFORE INSERT ON code
WHEN NEW.status <> 'free' AND EXISTS (SELECT 1 FROM code_seen_before
  WHERE fingerprint = NEW.fingerprint AND order_item_id IS NOT NEW.order_item_id)
BEGIN SELECT RAISE(ABORT, 'somebody knows the code'); END;
CREATE TRIGGER code_leaves_batch AFTER DELETE ON code
BEGIN
  UPDATE code_batch SET free_count = free_count - (OLD.status = 'free'),
    held_count = held_count - (OLD.status = 'held')
  WHERE id = OLD.batch_id;
END;
CREATE TRIGGER code_turns_bad AFTER UPDATE OF withdrawn_at ON code
WHEN OLD.withdrawn_at IS NULL AND NEW.withdrawn_at IS NOT NULL
BEGIN UPDATE code_batch SET bad_count = bad_count + 1 WHERE id = NEW.batch_id; END;
CREATE TRIGGER known_code_is_not_sold BEFORE UPDATE OF status ON code
WHEN OLD.status <> 'sold' AND NEW.status <> 'free' AND OLD.known_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'somebody knows the code'); END;
-- A sold code goes back into stock only when its unit is refunded and nobody knows the code.
-- Otherwise only some facts may change: it gets its position, becomes known, is marked as used, is
-- replaced, or is sealed with a newer key.
CREATE TRIGGER code_sold_for_good BEFORE UPDATE ON code
WHEN OLD.status = 'sold' AND NOT (
  NEW.status = 'free' AND OLD.known_at IS NULL AND OLD.withdrawn_at IS NULL
  AND EXISTS (SELECT 1 FROM refunded_unit WHERE order_item_id = OLD.order_item_id
    AND position = OLD.position))
AND NOT (
  (NEW.id, NEW.product_id, NEW.batch_id, NEW.fingerprint, NEW.status, NEW.order_item_id,
    NEW.sold_at)
    = (OLD.id, OLD.product_id, OLD.batch_id, OLD.fingerprint, OLD.status, OLD.order_item_id,
      OLD.sold_at)
  AND (NEW.sealed = OLD.sealed OR NEW.key_version > OLD.key_version)
  AND NEW.position IS coalesce(OLD.position, NEW.position)
  AND NEW.read_at IS coalesce(OLD.read_at, NEW.read_at)
  AND NEW.known_at IS coalesce(OLD.known_at, NEW.known_at)
  AND NEW.withdrawn_at IS coalesce(OLD.withdrawn_at, NEW.withdrawn_at))
BEGIN SELECT RAISE(ABORT, 'a sold code never changes'); END;
CREATE TRIGGER code_moves_in_batch AFTER UPDATE OF status, known_at ON code
WHEN NEW.status <> OLD.status OR NEW.known_at IS NOT OLD.known_at
BEGIN
  UPDATE code_batch SET
    free_count = free_count + (NEW.status = 'free' AND NEW.known_at IS NULL)
      - (OLD.status = 'free' AND OLD.known_at IS NULL),
    known_count = known_count + (NEW.status = 'free' AND NEW.known_at IS NOT NULL)
      - (OLD.status = 'free' AND OLD.known_at IS NOT NULL),
    held_count = held_count + (NEW.status = 'held') - (OLD.status = 'held'),
    sold_count = sold_count + (NEW.status = 'sold') - (OLD.status = 'sold')
  WHERE id = NEW.batch_id;
END;

-- The people who know a code, one row for each code and person.
CREATE TABLE code_knower (
  code_id TEXT NOT NULL REFERENCES code (id),
  -- buyer: read it in the shop. email: got it by e-mail. receiver: opened the gift. operator:
  -- viewed it. export: got it in a file of codes taken out of stock. replacement: withdrew it from
  -- its buyer. restore: somebody of whom the restored database does not know.
  way TEXT NOT NULL
    CHECK (way IN ('buyer', 'email', 'receiver', 'operator', 'export', 'replacement', 'restore')),
  -- The id of the person or of the gift, or the name of the operator, or 'restore'.
  who TEXT NOT NULL,
  -- The first and the last time that this person saw, exported or replaced the code, and how often,
  -- as far as it was recorded.
  known_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  times INTEGER NOT NULL DEFAULT 1,
  -- The networks from which buyers and receivers read the code, as a JSON list.
  networks TEXT NOT NULL DEFAULT '[]' CHECK (json_type(networks) = 'array'),
  PRIMARY KEY (code_id, way, who)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER code_becomes_known AFTER INSERT ON code_knower
BEGIN
  UPDATE code SET known_at = coalesce(known_at, NEW.known_at), read_at = iif(
    NEW.way IN ('buyer', 'email', 'receiver'), coalesce(read_at, NEW.known_at), read_at)
  WHERE id = NEW.code_id;
END;
CREATE TRIGGER code_knower_stays BEFORE UPDATE ON code_knower
WHEN (NEW.code_id, NEW.way, NEW.who, NEW.known_at) <> (OLD.code_id, OLD.way, OLD.who, OLD.known_at)
BEGIN SELECT RAISE(ABORT, 'what is known stays known'); END;
CREATE TRIGGER code_knower_never_goes BEFORE DELETE ON code_knower
BEGIN SELECT RAISE(ABORT, 'what is known stays known'); END;
-- A code that somebody is paying for cannot be shown.
CREATE TRIGGER held_code_stays_unknown BEFORE INSERT ON code_knower
WHEN (SELECT status FROM code WHERE id = NEW.code_id) = 'held'
BEGIN SELECT RAISE(ABORT, 'the code is held'); END;

-- Each reading of delivered codes. The reader of a gift is not the shopper who bought the item.
CREATE TABLE content_reading (
  id TEXT PRIMARY KEY,
  order_item_id TEXT NOT NULL REFERENCES order_item (id),
  user_id TEXT NOT NULL REFERENCES user (id),
  read_at INTEGER NOT NULL,
  channel TEXT NOT NULL DEFAULT 'page' CHECK (channel IN ('page', 'email', 'gift')),
  -- The network from which the code was read, as the edge reports it.
  address TEXT NOT NULL DEFAULT '',
  -- The code that was read. Null when all readable codes of the item were shown.
  code_id TEXT REFERENCES code (id),
  gift_id TEXT UNIQUE REFERENCES gift (id)
    CHECK ((channel = 'gift') = (gift_id IS NOT NULL AND code_id IS NOT NULL))
) STRICT;
CREATE INDEX content_reading_of_item ON content_reading (order_item_id, read_at);
CREATE INDEX content_reading_of_user ON content_reading (user_id, read_at);
CREATE TRIGGER frozen_reads_nothing BEFORE INSERT ON content_reading
WHEN EXISTS (SELECT 1 FROM frozen_person WHERE user_id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'the account is frozen'); END;

-- A gift of one code. While it is sealed or opened, its giver cannot read the code. The receiver
-- opens it only once.
CREATE TABLE gift (
  id TEXT PRIMARY KEY,
  code_id TEXT NOT NULL REFERENCES code (id),
  user_id TEXT NOT NULL REFERENCES user (id),
  occasion TEXT NOT NULL CHECK (occasion IN ('yalda', 'nowruz', 'birthday', 'thanks', 'none')),
  recipient TEXT NOT NULL,
  message TEXT NOT NULL,
  signature TEXT NOT NULL,
  -- The phone of the receiver, ten digits. The SMS with the link is sent to it, or only a person
  -- with this phone can open the gift, or both.
  phone TEXT,
  is_phone_required INTEGER NOT NULL
    CHECK (is_phone_required = 0 OR (is_phone_required = 1 AND phone IS NOT NULL)),
  -- The secret in the link. Its hash finds the gift. The sealed text is kept to show the link to
  -- the giver again.
  token_hash TEXT NOT NULL UNIQUE,
  token_sealed TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('sealed', 'opened', 'called_back')),
  created_at INTEGER NOT NULL,
  -- The gift cannot be opened before this time.
  opens_at INTEGER NOT NULL CHECK (opens_at >= created_at),
  -- Since when the gift is paused, because its giver ended all sessions.
  paused_at INTEGER,
  opened_at INTEGER CHECK ((state = 'opened') = (opened_at IS NOT NULL)),
  -- The hashed secret of the browser that opened the gift.
  opener_hash TEXT CHECK ((state = 'opened') = (opener_hash IS NOT NULL)),
  called_back_at INTEGER CHECK ((state = 'called_back') = (called_back_at IS NOT NULL)),
  key_version INTEGER GENERATED ALWAYS AS (
    CAST(substr(token_sealed, 1, instr(token_sealed, '.') - 1) AS INTEGER)) VIRTUAL
) STRICT;
CREATE UNIQUE INDEX gift_of_code ON gift (code_id) WHERE state <> 'called_back';
CREATE INDEX gift_by_code ON gift (code_id);
CREATE INDEX gift_of_user ON gift (user_id, created_at);
CREATE INDEX gift_by_key ON gift (key_version);
CREATE TRIGGER gift_path BEFORE UPDATE OF state ON gift
WHEN NOT (OLD.state = NEW.state OR OLD.state = 'sealed')
BEGIN SELECT RAISE(ABORT, 'a gift cannot go that way'); END;
CREATE TRIGGER gift_stays BEFORE UPDATE ON gift
WHEN (NEW.id, NEW.code_id, NEW.user_id, NEW.token_hash, NEW.created_at, NEW.opens_at)
    <> (OLD.id, OLD.code_id, OLD.user_id, OLD.token_hash, OLD.created_at, OLD.opens_at)
  OR NEW.opener_hash IS NOT coalesce(OLD.opener_hash, NEW.opener_hash)
  OR NEW.opened_at IS NOT coalesce(OLD.opened_at, NEW.opened_at)
BEGIN SELECT RAISE(ABORT, 'a gift stays what it is'); END;
CREATE TRIGGER frozen_gives_nothing BEFORE INSERT ON gift
WHEN EXISTS (SELECT 1 FROM frozen_person WHERE user_id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'the account is frozen'); END;
CREATE TRIGGER frozen_gift_stays_sealed BEFORE UPDATE OF state ON gift
WHEN NEW.state = 'opened' AND EXISTS (SELECT 1 FROM frozen_person WHERE user_id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'the account is frozen'); END;

-- Refunds: money and units of an order that go back.
CREATE TABLE refund (
  id TEXT PRIMARY KEY,
  order_item_id TEXT NOT NULL REFERENCES order_item (id),
  order_id TEXT NOT NULL REFERENCES orders (id),
  user_id TEXT NOT NULL REFERENCES user (id),
  wallet_toman INTEGER NOT NULL CHECK (wallet_toman >= 0),
  gateway_toman INTEGER NOT NULL CHECK (gateway_toman >= 0),
  -- The discount on the items that the buyer keeps. It is subtracted from this refund because the
  -- price of these items is below the minimum purchase of the discount code. Negative in a later
  -- refund that pays it back.
  withheld_toman INTEGER NOT NULL DEFAULT 0,
  reason TEXT NOT NULL CHECK (reason IN ('profile_incomplete', 'shopper', 'operator')),
  note TEXT,
  -- done: the money has arrived. due: the refund must be requested from the gateway. asking: it is
  -- being requested, only once. sent: the gateway accepted it. fallen_back: the gateway refused it,
  -- and the wallet got the money. review: it is unknown whether the gateway made the refund, so an
  -- operator must check.
  state TEXT NOT NULL CHECK (state IN ('done', 'due', 'asking', 'sent', 'fallen_back', 'review')),
  provider_ref TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER,
  created_at INTEGER NOT NULL,
  settled_at INTEGER
) STRICT;
CREATE INDEX refund_of_item ON refund (order_item_id);
CREATE INDEX refund_of_order ON refund (order_id);
CREATE INDEX refund_due ON refund (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX refund_in_review ON refund (created_at, id) WHERE state = 'review';
-- Finds the orders that were paid by card and cancelled by the buyer. Their number is limited,
-- because the gateway takes a fee for the payment and for the refund.
CREATE INDEX refund_given_up ON refund (user_id, created_at)
  WHERE reason = 'shopper' AND gateway_toman > 0;
CREATE INDEX refund_by_reference ON refund (provider_ref) WHERE provider_ref IS NOT NULL;
CREATE INDEX refund_by_time ON refund (created_at DESC, id DESC);
CREATE TRIGGER refund_path BEFORE UPDATE OF state ON refund
WHEN NOT (OLD.state = NEW.state OR (OLD.state = 'due' AND NEW.state = 'asking')
  OR (OLD.state = 'asking' AND NEW.state IN ('due', 'sent', 'done', 'fallen_back', 'review'))
  OR (OLD.state = 'sent' AND NEW.state IN ('done', 'fallen_back', 'review'))
  OR (OLD.state = 'review' AND NEW.state IN ('done', 'fallen_back')))
BEGIN SELECT RAISE(ABORT, 'a refund cannot go that way'); END;
CREATE TRIGGER discount_withheld_returns AFTER INSERT ON refund WHEN NEW.withheld_toman <> 0
BEGIN
  UPDATE discount_code SET given_toman = given_toman - NEW.withheld_toman
  WHERE id = (SELECT discount_code_id FROM discount_use WHERE order_id = NEW.order_id);
END;

-- The refunded units of an item, each once. Their numbers are the positions of codes.
CREATE TABLE refunded_unit (
  order_item_id TEXT NOT NULL REFERENCES order_item (id),
  position INTEGER NOT NULL CHECK (position BETWEEN 1 AND 10),
  refund_id TEXT NOT NULL REFERENCES refund (id),
  PRIMARY KEY (order_item_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX refunded_unit_of_refund ON refunded_unit (refund_id);
CREATE TRIGGER refunded_unit_never_changes BEFORE UPDATE ON refunded_unit
BEGIN SELECT RAISE(ABORT, 'a unit is given back once'); END;
CREATE TRIGGER refunded_unit_never_goes BEFORE DELETE ON refunded_unit
BEGIN SELECT RAISE(ABORT, 'a unit is given back once'); END;
CREATE TRIGGER gift_of_refunded_code AFTER INSERT ON refunded_unit
BEGIN
  UPDATE gift SET state = 'called_back',
    called_back_at = (SELECT created_at FROM refund WHERE id = NEW.refund_id)
  WHERE state = 'sealed' AND code_id IN (SELECT id FROM code
    WHERE order_item_id = NEW.order_item_id AND position = NEW.position);
END;
-- Subtracts the discount on refunded units from the sum that the discount code has given.
CREATE TRIGGER discount_of_unit_returns AFTER INSERT ON refunded_unit
BEGIN
  UPDATE discount_code SET given_toman = given_toman - (
    SELECT toman FROM discount_of_unit
    WHERE order_item_id = NEW.order_item_id AND position = NEW.position)
  WHERE id = (SELECT u.discount_code_id FROM discount_use u
    JOIN order_item i ON i.order_id = u.order_id WHERE i.id = NEW.order_item_id);
END;
CREATE TRIGGER unit_turns_bad AFTER INSERT ON refunded_unit
WHEN (SELECT reason FROM refund WHERE id = NEW.refund_id) = 'operator'
BEGIN
  UPDATE code_batch SET bad_count = bad_count + 1 WHERE id = (
    SELECT batch_id FROM code WHERE order_item_id = NEW.order_item_id
      AND position = NEW.position AND withdrawn_at IS NULL AND known_at IS NOT NULL);
END;

-- The rating of a buyer for an item.
CREATE TABLE rating (
  id TEXT PRIMARY KEY,
  order_item_id TEXT NOT NULL UNIQUE REFERENCES order_item (id),
  user_id TEXT NOT NULL REFERENCES user (id),
  product_id TEXT NOT NULL REFERENCES product (id),
  stars INTEGER NOT NULL CHECK (stars BETWEEN 1 AND 5),
  comment TEXT NOT NULL,
  -- 1 for the prepared praise, which other shoppers do not see.
  is_canned INTEGER NOT NULL CHECK (is_canned IN (0, 1)),
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX rating_of_user ON rating (user_id);
CREATE TRIGGER rating_counts AFTER INSERT ON rating WHEN NEW.is_canned = 0
BEGIN
  UPDATE product SET rating_count = rating_count + 1, rating_stars = rating_stars + NEW.stars
  WHERE id = NEW.product_id;
END;
CREATE TRIGGER rating_never_changes BEFORE UPDATE ON rating
WHEN (NEW.id, NEW.order_item_id, NEW.user_id, NEW.product_id, NEW.stars, NEW.comment, NEW.is_canned,
  NEW.created_at)
  IS NOT (OLD.id, OLD.order_item_id, OLD.user_id, OLD.product_id, OLD.stars, '', OLD.is_canned,
    OLD.created_at)
BEGIN SELECT RAISE(ABORT, 'a rating is given once'); END;

-- Conversations of a shopper with the shop.
CREATE TABLE ticket (
  id TEXT PRIMARY KEY,
  number TEXT,
  user_id TEXT NOT NULL REFERENCES user (id),
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  upload_id TEXT REFERENCES upload (id),
  -- The delivered item with a problem.
  order_item_id TEXT REFERENCES order_item (id),
  status TEXT NOT NULL DEFAULT 'Open'
    CHECK (status IN ('Open', 'In Progress', 'Closed', 'Owner Responded', 'User Responded')),
  -- The time of the first unanswered message of the buyer. Null when the shop wrote last.
  waits_since INTEGER,
  idempotency_key TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX ticket_of_user ON ticket (user_id, updated_at DESC, id DESC);
CREATE INDEX ticket_by_status ON ticket (status, updated_at, id);
CREATE INDEX ticket_by_upload ON ticket (upload_id) WHERE upload_id IS NOT NULL;
CREATE UNIQUE INDEX ticket_once_per_key ON ticket (user_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;
CREATE INDEX ticket_open_of_item ON ticket (order_item_id)
  WHERE order_item_id IS NOT NULL AND status <> 'Closed';
CREATE UNIQUE INDEX ticket_by_number ON ticket (number);
CREATE INDEX ticket_of_item ON ticket (order_item_id) WHERE order_item_id IS NOT NULL;
CREATE INDEX ticket_waiting ON ticket (waits_since, id)
  WHERE waits_since IS NOT NULL AND status <> 'Closed';
CREATE INDEX ticket_by_time ON ticket (updated_at DESC, id DESC);
CREATE TRIGGER ticket_stays_closed BEFORE UPDATE OF status ON ticket
WHEN OLD.status = 'Closed' AND NEW.status <> 'Closed'
BEGIN SELECT RAISE(ABORT, 'a closed ticket stays closed'); END;
CREATE TRIGGER ticket_opened AFTER INSERT ON ticket
BEGIN UPDATE user SET tickets_count = tickets_count + 1 WHERE id = NEW.user_id; END;
CREATE TRIGGER ticket_uses_image AFTER INSERT ON ticket WHEN NEW.upload_id IS NOT NULL
BEGIN UPDATE upload SET delete_at = (SELECT delete_at FROM image_end WHERE id = NEW.upload_id)
  WHERE id = NEW.upload_id; END;
CREATE TRIGGER ticket_codes_let_go AFTER UPDATE OF status ON ticket WHEN NEW.status = 'Closed'
BEGIN UPDATE ticket_code SET is_open = 0 WHERE ticket_id = NEW.id; END;
CREATE TRIGGER ticket_numbered AFTER INSERT ON ticket WHEN NEW.number IS NULL
BEGIN INSERT INTO number_due VALUES ('ticket', NEW.id); END;
CREATE TRIGGER ticket_number_stays BEFORE UPDATE OF number ON ticket
WHEN OLD.number IS NOT NULL AND NEW.number IS NOT OLD.number
BEGIN SELECT RAISE(ABORT, 'a number stays'); END;
CREATE TRIGGER ticket_waits AFTER INSERT ON ticket
BEGIN UPDATE ticket SET waits_since = NEW.created_at WHERE id = NEW.id; END;

-- The messages of a ticket after the first one.
CREATE TABLE ticket_message (
  id TEXT PRIMARY KEY,
  ticket_id TEXT NOT NULL REFERENCES ticket (id),
  sender_type TEXT NOT NULL CHECK (sender_type IN ('buyer', 'owner')),
  -- The operator who wrote the message, or null for the buyer.
  operator TEXT,
  content TEXT NOT NULL,
  upload_id TEXT REFERENCES upload (id),
  idempotency_key TEXT,
  created_at INTEGER NOT NULL,
  CHECK ((sender_type = 'buyer') = (operator IS NULL))
) STRICT;
CREATE INDEX ticket_message_of_ticket ON ticket_message (ticket_id, created_at DESC, id DESC);
CREATE INDEX ticket_message_by_upload ON ticket_message (upload_id) WHERE upload_id IS NOT NULL;
CREATE UNIQUE INDEX ticket_message_once_per_key ON ticket_message (ticket_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;
CREATE TRIGGER ticket_message_needs_open BEFORE INSERT ON ticket_message
WHEN (SELECT status FROM ticket WHERE id = NEW.ticket_id) = 'Closed'
BEGIN SELECT RAISE(ABORT, 'a closed ticket takes no messages'); END;
CREATE TRIGGER ticket_message_uses_image AFTER INSERT ON ticket_message
WHEN NEW.upload_id IS NOT NULL
BEGIN UPDATE upload SET delete_at = (SELECT delete_at FROM image_end WHERE id = NEW.upload_id)
  WHERE id = NEW.upload_id; END;
CREATE TRIGGER ticket_waits_or_not AFTER INSERT ON ticket_message
BEGIN
  UPDATE ticket SET waits_since = iif(NEW.sender_type = 'buyer',
    coalesce(waits_since, NEW.created_at), NULL) WHERE id = NEW.ticket_id;
END;

-- The codes that a ticket is about. A code is in one open ticket at most.
CREATE TABLE ticket_code (
  ticket_id TEXT NOT NULL REFERENCES ticket (id),
  code_id TEXT NOT NULL REFERENCES code (id),
  is_open INTEGER NOT NULL DEFAULT 1 CHECK (is_open IN (0, 1)),
  PRIMARY KEY (ticket_id, code_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX ticket_code_open ON ticket_code (code_id) WHERE is_open = 1;

-- Writes the number into the order or ticket that needs it.
CREATE TRIGGER number_given INSTEAD OF INSERT ON number_due
BEGIN
  UPDATE number_count SET given = given + 1;
  UPDATE orders SET number = (SELECT number FROM next_number)
    WHERE NEW.kind = 'order' AND id = NEW.id;
  UPDATE ticket SET number = (SELECT number FROM next_number)
    WHERE NEW.kind = 'ticket' AND id = NEW.id;
END;

-- The time at which each image is deleted, computed from its uses. A card that its owner has
-- deleted does not wait for a decision any more.
CREATE VIEW image_end AS
SELECT u.id, iif(
  EXISTS (SELECT 1 FROM ticket WHERE upload_id = u.id)
    OR EXISTS (SELECT 1 FROM ticket_message WHERE upload_id = u.id)
    OR EXISTS (
      SELECT 1 FROM bank_card
      WHERE upload_id = u.id AND status = 'pending' AND deleted_at IS NULL)
    OR EXISTS (SELECT 1 FROM identity_request WHERE upload_id = u.id AND status = 'pending'),
  NULL,
  max(
    u.created_at + 86400000,
    coalesce((SELECT max(iif(status = 'pending', deleted_at,
        coalesce(decided_at, created_at) + iif(status = 'verified', 30, 7) * 86400000))
      FROM bank_card WHERE upload_id = u.id), 0),
    coalesce((SELECT max(
        coalesce(decided_at, created_at) + iif(status = 'verified', 30, 7) * 86400000)
      FROM identity_request WHERE upload_id = u.id), 0))) AS delete_at
FROM upload u;

-- Each use of an image computes its time of deletion again.
CREATE TRIGGER upload_came AFTER INSERT ON upload
BEGIN UPDATE upload SET delete_at = (SELECT delete_at FROM image_end WHERE id = NEW.id)
  WHERE id = NEW.id; END;

CREATE TRIGGER card_uses_image AFTER INSERT ON bank_card WHEN NEW.upload_id IS NOT NULL
BEGIN UPDATE upload SET delete_at = (SELECT delete_at FROM image_end WHERE id = NEW.upload_id)
  WHERE id = NEW.upload_id; END;
CREATE TRIGGER card_image_dated AFTER UPDATE OF status, decided_at, deleted_at ON bank_card
WHEN NEW.upload_id IS NOT NULL
BEGIN
  UPDATE upload SET delete_at = (SELECT delete_at FROM image_end WHERE id = NEW.upload_id)
    WHERE id = NEW.upload_id AND delete_at IS NOT 0;
END;

CREATE TRIGGER identity_request_uses_image AFTER INSERT ON identity_request
WHEN NEW.upload_id IS NOT NULL
BEGIN UPDATE upload SET delete_at = (SELECT delete_at FROM image_end WHERE id = NEW.upload_id)
  WHERE id = NEW.upload_id; END;
CREATE TRIGGER identity_image_dated AFTER UPDATE OF status, decided_at ON identity_request
WHEN NEW.upload_id IS NOT NULL
BEGIN
  UPDATE upload SET delete_at = (SELECT delete_at FROM image_end WHERE id = NEW.upload_id)
    WHERE id = NEW.upload_id AND delete_at IS NOT 0;
END;
