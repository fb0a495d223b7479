-- Codes that are bought from a wholesale supplier once somebody has paid for them.

-- Amounts of the supplier's currency are millionths, so that they stay whole.
CREATE TABLE supplier (
  name TEXT PRIMARY KEY CHECK (name IN ('reloadly')),
  currency TEXT NOT NULL DEFAULT 'USD' CHECK (length(currency) = 3),
  -- Toman for one unit of the currency, set by hand. Nothing is bought before it is known.
  rate_toman INTEGER CHECK (rate_toman BETWEEN 1 AND 100000000),
  -- The most that may be spent there in a day of Tehran, null without a limit.
  ceiling_day_toman INTEGER CHECK (ceiling_day_toman >= 1),
  -- A balance below this is shown to the desk.
  low_micros INTEGER NOT NULL DEFAULT 0 CHECK (low_micros >= 0),
  -- As read at `balance_at`, less what was bought since, null when it is in another currency.
  balance_micros INTEGER,
  balance_at INTEGER,
  asked_at INTEGER NOT NULL DEFAULT 0,
  moved_at INTEGER NOT NULL DEFAULT 0,
  -- The most that orders may still cost which have not been accepted, kept by triggers.
  open_toman INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
INSERT INTO supplier (name) VALUES ('reloadly');
-- Money that the shop paid there in advance stands outside, like the money at a gateway.
INSERT INTO account (id, kind) VALUES ('supplier:reloadly', 'bank'), ('shop:purchases', 'shop');
INSERT INTO book (name) VALUES ('supplier:reloadly'), ('shop:purchases');

-- Where the codes of a product come from, a product without a row sells from the shelf.
CREATE TABLE product_supply (
  product_id TEXT PRIMARY KEY REFERENCES product (id),
  source TEXT NOT NULL CHECK (source IN ('shelf', 'both', 'supplier')),
  supplier TEXT NOT NULL REFERENCES supplier (name),
  -- The supplier's number of the product, and the value on the card.
  sku TEXT NOT NULL,
  face TEXT NOT NULL,
  face_currency TEXT NOT NULL CHECK (length(face_currency) = 3),
  -- The most that one code may cost, and all codes of the product in a day.
  ceiling_code_toman INTEGER NOT NULL CHECK (ceiling_code_toman BETWEEN 1 AND 1000000000),
  ceiling_day_toman INTEGER CHECK (ceiling_day_toman >= 1),
  updated_at INTEGER NOT NULL
) STRICT;

-- Units of an item that the supplier brings. There is one order at most for an item, under one ref
-- for ever: nothing is bought twice.
CREATE TABLE supplier_order (
  -- Our own identifier at the supplier, written down before anything is sent.
  ref TEXT PRIMARY KEY,
  order_item_id TEXT NOT NULL UNIQUE REFERENCES order_item (id),
  product_id TEXT NOT NULL REFERENCES product (id),
  supplier TEXT NOT NULL REFERENCES supplier (name),
  sku TEXT NOT NULL,
  face TEXT NOT NULL,
  face_currency TEXT NOT NULL,
  quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 10),
  ceiling_toman INTEGER NOT NULL,
  -- held: its payment is open. due: to be sent. asking: sent, or perhaps sent. working: accepted, the
  -- codes are to come. failed: accepted, none will come, the money is not back. review: a person looks.
  -- refused: a plain no. dropped: given up unsent. returned: failed, and the money is back.
  state TEXT NOT NULL CHECK (state IN ('held', 'due', 'asking', 'working', 'failed', 'review',
    'refused', 'done', 'dropped', 'returned')),
  -- Why it was refused or has to be looked at.
  reason TEXT,
  -- The day of Tehran in whose ceilings it counts.
  day INTEGER NOT NULL,
  remote_id TEXT,
  -- The rate at which it was sent, and what was charged, as decimal text.
  rate_toman INTEGER,
  cost TEXT,
  cost_currency TEXT,
  unit_cost_toman INTEGER CHECK (unit_cost_toman >= 1),
  attempts INTEGER NOT NULL DEFAULT 0,
  -- How often the supplier did not know of it, since it was sent last.
  absent_reads INTEGER NOT NULL DEFAULT 0,
  asked_at INTEGER,
  -- Moved ahead by whoever works on it, a crash in between delays it.
  next_attempt_at INTEGER,
  created_at INTEGER NOT NULL,
  settled_at INTEGER,
  -- Its part of the day's ceilings, and the most that it may still cost.
  committed_toman INTEGER GENERATED ALWAYS AS (iif(state IN ('refused', 'dropped', 'returned'), 0,
    quantity * coalesce(unit_cost_toman, ceiling_toman))) VIRTUAL,
  open_toman INTEGER GENERATED ALWAYS AS (iif(state IN ('held', 'due', 'asking'),
    quantity * ceiling_toman, 0)) VIRTUAL,
  CHECK (state NOT IN ('working', 'failed', 'done')
    OR (remote_id IS NOT NULL AND unit_cost_toman IS NOT NULL)),
  CHECK (unit_cost_toman IS NULL OR remote_id IS NOT NULL),
  CHECK ((state IN ('done', 'returned')) = (settled_at IS NOT NULL)),
  CHECK ((state IN ('due', 'asking', 'working', 'failed')) = (next_attempt_at IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX supplier_order_of_remote ON supplier_order (supplier, remote_id)
  WHERE remote_id IS NOT NULL;
CREATE INDEX supplier_order_due ON supplier_order (next_attempt_at)
  WHERE next_attempt_at IS NOT NULL;
CREATE INDEX supplier_order_by_time ON supplier_order (created_at DESC, ref DESC);
CREATE TRIGGER supplier_order_path BEFORE UPDATE OF state ON supplier_order
WHEN NOT (OLD.state = NEW.state OR (OLD.state = 'held' AND NEW.state = 'due')
  OR (OLD.state = 'due' AND NEW.state IN ('asking', 'refused', 'dropped'))
  OR (OLD.state = 'asking'
    AND NEW.state IN ('due', 'working', 'failed', 'refused', 'returned', 'review'))
  OR (OLD.state = 'working' AND NEW.state IN ('done', 'failed', 'returned', 'review'))
  OR (OLD.state = 'failed' AND NEW.state = 'returned')
  OR (OLD.state = 'refused' AND NEW.state IN ('due', 'dropped'))
  OR (OLD.state = 'review' AND NEW.state IN ('asking', 'working')))
BEGIN SELECT RAISE(ABORT, 'an order at a supplier cannot go that way'); END;
CREATE TRIGGER supplier_order_stands BEFORE UPDATE ON supplier_order
WHEN (NEW.ref, NEW.order_item_id, NEW.product_id, NEW.supplier, NEW.sku, NEW.face,
    NEW.face_currency, NEW.quantity, NEW.created_at)
  IS NOT (OLD.ref, OLD.order_item_id, OLD.product_id, OLD.supplier, OLD.sku, OLD.face,
    OLD.face_currency, OLD.quantity, OLD.created_at)
  OR NEW.remote_id IS NOT coalesce(OLD.remote_id, NEW.remote_id)
  OR NEW.unit_cost_toman IS NOT coalesce(OLD.unit_cost_toman, NEW.unit_cost_toman)
BEGIN SELECT RAISE(ABORT, 'an order at a supplier stands as it was sent'); END;
CREATE TRIGGER supplier_order_never_goes BEFORE DELETE ON supplier_order WHEN OLD.state <> 'held'
BEGIN SELECT RAISE(ABORT, 'an order at a supplier stays in the books'); END;
-- When an item ends, whoever ends it, nothing is bought for it any more.
CREATE TRIGGER item_ends_its_supply AFTER UPDATE OF delivery_status ON order_item
WHEN NEW.delivery_status IN ('delivered', 'cancelled')
BEGIN
  UPDATE supplier_order SET state = 'dropped', next_attempt_at = NULL
  WHERE order_item_id = NEW.id AND state IN ('due', 'refused');
END;

-- The sums that the orders of a day may cost or have cost, of a product and (without one) of all.
CREATE TABLE supply_day (
  supplier TEXT NOT NULL REFERENCES supplier (name),
  product_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  committed_toman INTEGER NOT NULL,
  PRIMARY KEY (supplier, product_id, day)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER supplier_order_counts AFTER INSERT ON supplier_order
BEGIN
  UPDATE supplier SET open_toman = open_toman + NEW.open_toman WHERE name = NEW.supplier;
  INSERT INTO supply_day (supplier, product_id, day, committed_toman)
  VALUES (NEW.supplier, NEW.product_id, NEW.day, NEW.committed_toman),
    (NEW.supplier, '', NEW.day, NEW.committed_toman)
  ON CONFLICT (supplier, product_id, day)
    DO UPDATE SET committed_toman = committed_toman + excluded.committed_toman;
END;
CREATE TRIGGER supplier_order_counts_anew AFTER UPDATE ON supplier_order
WHEN (NEW.day, NEW.committed_toman, NEW.open_toman)
  IS NOT (OLD.day, OLD.committed_toman, OLD.open_toman)
BEGIN
  UPDATE supplier SET open_toman = open_toman + NEW.open_toman - OLD.open_toman
  WHERE name = NEW.supplier;
  UPDATE supply_day SET committed_toman = committed_toman - OLD.committed_toman
  WHERE supplier = OLD.supplier AND product_id IN (OLD.product_id, '') AND day = OLD.day;
  INSERT INTO supply_day (supplier, product_id, day, committed_toman)
  VALUES (NEW.supplier, NEW.product_id, NEW.day, NEW.committed_toman),
    (NEW.supplier, '', NEW.day, NEW.committed_toman)
  ON CONFLICT (supplier, product_id, day)
    DO UPDATE SET committed_toman = committed_toman + excluded.committed_toman;
END;
CREATE TRIGGER supplier_order_uncounted AFTER DELETE ON supplier_order
BEGIN
  UPDATE supplier SET open_toman = open_toman - OLD.open_toman WHERE name = OLD.supplier;
  UPDATE supply_day SET committed_toman = committed_toman - OLD.committed_toman
  WHERE supplier = OLD.supplier AND product_id IN (OLD.product_id, '') AND day = OLD.day;
END;

-- Which code stands for which card of an order at a supplier, each card becomes a code once.
CREATE TABLE supplier_code (
  supplier TEXT NOT NULL REFERENCES supplier (name),
  remote_id TEXT NOT NULL,
  position INTEGER NOT NULL CHECK (position >= 1),
  ref TEXT NOT NULL REFERENCES supplier_order (ref),
  code_id TEXT NOT NULL UNIQUE REFERENCES code (id),
  PRIMARY KEY (supplier, remote_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX supplier_code_of_order ON supplier_code (ref);
CREATE TRIGGER supplier_code_stands BEFORE UPDATE ON supplier_code
BEGIN SELECT RAISE(ABORT, 'a bought code stays in the books'); END;
CREATE TRIGGER supplier_code_never_goes BEFORE DELETE ON supplier_code
BEGIN SELECT RAISE(ABORT, 'a bought code stays in the books'); END;

-- Two more kinds of transfers. A CHECK cannot be changed in place, so the ledger moves into a table
-- that knows them, as it did before, its rows, triggers and view stay what they were.
DROP VIEW product_transfer;
CREATE TABLE transfer_next (
  -- A natural key such as `topup:<payment>`: the same thing cannot be booked twice.
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN (
    'topup', 'hold', 'release', 'order_wallet', 'order_gateway', 'sale', 'late_payment', 'opening',
    -- shopper → withdrawal:<id> → bank:payouts, or back.
    'withdrawal', 'withdrawal_paid', 'withdrawal_return',
    -- Money that was paid for an item → shopper, or → refund:<id> → the gateway, or back to the shopper
    -- when the gateway refuses.
    'refund_wallet', 'refund_gateway', 'refund_paid', 'refund_fallback',
    -- shop:sales → shopper, and back when the purchase behind it is refunded.
    'reward', 'referral', 'take_back',
    -- shop:purchases → the supplier of a code, and back when its order failed.
    'purchase', 'purchase_returned')),
  debit_account_id TEXT NOT NULL REFERENCES account (id),
  credit_account_id TEXT NOT NULL REFERENCES account (id),
  amount_toman INTEGER NOT NULL CHECK (amount_toman BETWEEN 1 AND 99999999999999),
  order_id TEXT REFERENCES orders (id),
  payment_id TEXT REFERENCES payment (id),
  created_at INTEGER NOT NULL,
  CHECK (debit_account_id <> credit_account_id)
) STRICT;
INSERT INTO transfer_next SELECT * FROM transfer;
DROP TABLE transfer;
ALTER TABLE transfer_next RENAME TO transfer;
CREATE INDEX transfer_debits ON transfer (debit_account_id, created_at);
CREATE INDEX transfer_credits ON transfer (credit_account_id, created_at);
CREATE INDEX transfer_of_order ON transfer (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX transfer_of_payment ON transfer (payment_id) WHERE payment_id IS NOT NULL;
CREATE VIEW product_transfer AS
SELECT t.id, (t.created_at + 12600000) / 86400000 AS day, i.product_id,
  iif(t.kind = 'sale', t.amount_toman, 0) AS sales_toman,
  iif(t.kind IN ('refund_wallet', 'refund_gateway'), t.amount_toman, 0) AS refunds_toman,
  iif(t.kind IN ('reward', 'referral'), t.amount_toman, 0)
    - iif(t.kind = 'take_back', t.amount_toman, 0) AS earnings_toman
FROM (
  SELECT id, kind, amount_toman, created_at, debit_account_id,
    substr(id, length(kind) + 2) AS ref, substr(id, instr(id, ':') + 1) AS rest
  FROM transfer WHERE kind IN ('sale', 'reward', 'referral', 'take_back')
    OR (kind IN ('refund_wallet', 'refund_gateway') AND debit_account_id = 'shop:sales')) t
JOIN order_item i ON i.id = iif(t.kind = 'take_back',
  substr(substr(t.rest, instr(t.rest, ':') + 1), 1,
    instr(substr(t.rest, instr(t.rest, ':') + 1) || ':', ':') - 1),
  coalesce((SELECT order_item_id FROM refund WHERE id = t.ref), t.ref));
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
CREATE TRIGGER deposit_booked AFTER INSERT ON transfer
  WHEN NEW.kind IN ('late_payment', 'opening', 'reward', 'referral')
BEGIN
  INSERT INTO wallet_transaction (id, user_id, type, status, amount_toman, cause, ref, created_at)
  VALUES (NEW.id, substr(NEW.credit_account_id, 9), 'deposit', 'completed', NEW.amount_toman,
    NEW.kind,
    coalesce(NEW.order_id, NEW.payment_id, ''), NEW.created_at);
END;
CREATE TRIGGER purchase_held AFTER INSERT ON transfer WHEN NEW.kind = 'hold'
BEGIN
  INSERT INTO wallet_transaction (id, user_id, type, status, amount_toman, cause, ref, created_at)
  VALUES ('order:' || NEW.order_id, substr(NEW.debit_account_id, 9), 'purchase', 'pending',
    NEW.amount_toman, 'order_wallet', NEW.order_id, NEW.created_at);
END;
CREATE TRIGGER purchase_released AFTER INSERT ON transfer WHEN NEW.kind = 'release'
BEGIN UPDATE wallet_transaction SET status = 'failed' WHERE id = 'order:' || NEW.order_id; END;
CREATE TRIGGER purchase_booked AFTER INSERT ON transfer WHEN NEW.kind = 'order_wallet'
BEGIN
  INSERT INTO wallet_transaction (id, user_id, type, status, amount_toman, cause, ref, created_at)
  SELECT 'order:' || NEW.order_id, user_id, 'purchase', 'completed', NEW.amount_toman,
    'order_wallet', NEW.order_id, NEW.created_at
  FROM orders WHERE id = NEW.order_id
  ON CONFLICT (id) DO UPDATE SET status = 'completed';
END;
CREATE TRIGGER withdrawal_held AFTER INSERT ON transfer WHEN NEW.kind = 'withdrawal'
BEGIN
  INSERT INTO wallet_transaction (id, user_id, type, status, amount_toman, cause, ref, created_at)
  VALUES (NEW.id, substr(NEW.debit_account_id, 9), 'withdrawal', 'pending', NEW.amount_toman,
    'withdrawal', substr(NEW.id, 12), NEW.created_at);
END;
CREATE TRIGGER withdrawal_ended AFTER INSERT ON transfer
  WHEN NEW.kind IN ('withdrawal_paid', 'withdrawal_return')
BEGIN
  UPDATE wallet_transaction SET status = iif(NEW.kind = 'withdrawal_paid', 'completed', 'failed')
  WHERE id = 'withdrawal:' || substr(NEW.id, length(NEW.kind) + 2);
END;
CREATE TRIGGER refund_booked AFTER INSERT ON transfer
  WHEN NEW.kind IN ('refund_wallet', 'refund_gateway')
BEGIN
  INSERT INTO wallet_transaction (id, user_id, type, status, amount_toman, cause, ref, created_at)
  SELECT NEW.id, user_id, 'refund', iif(NEW.kind = 'refund_wallet', 'completed', 'pending'),
    NEW.amount_toman, NEW.kind, NEW.order_id, NEW.created_at
  FROM orders WHERE id = NEW.order_id;
END;
CREATE TRIGGER refund_ended AFTER INSERT ON transfer
  WHEN NEW.kind IN ('refund_paid', 'refund_fallback')
BEGIN
  UPDATE wallet_transaction SET status = 'completed', cause = iif(NEW.kind = 'refund_fallback',
    'refund_fallback', cause)
  WHERE id = 'refund_gateway:' || substr(NEW.id, length(NEW.kind) + 2);
END;
CREATE TRIGGER earning_taken_back AFTER INSERT ON transfer WHEN NEW.kind = 'take_back'
BEGIN
  INSERT INTO wallet_transaction (id, user_id, type, status, amount_toman, cause, ref, created_at)
  VALUES (NEW.id, substr(NEW.debit_account_id, 9), 'withdrawal', 'completed', NEW.amount_toman,
    'take_back', coalesce(NEW.order_id, ''), NEW.created_at);
END;
CREATE TRIGGER forgotten_gets_nothing BEFORE INSERT ON transfer
  WHEN NEW.credit_account_id GLOB 'shopper:*'
  AND (SELECT forgotten_at FROM user WHERE id = substr(NEW.credit_account_id, 9)) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'who was forgotten stays so'); END;
CREATE TRIGGER transfer_sums AFTER INSERT ON transfer
BEGIN
  INSERT INTO day_book (day, kind, debit_book, credit_book, transfers, toman)
  SELECT (NEW.created_at + 12600000) / 86400000, NEW.kind, d.book, c.book, 1, NEW.amount_toman
  FROM account d JOIN account c ON c.id = NEW.credit_account_id WHERE d.id = NEW.debit_account_id
  ON CONFLICT (day, kind, debit_book, credit_book) DO UPDATE SET transfers = transfers + 1,
    toman = toman + excluded.toman;
END;
CREATE TRIGGER transfer_sums_product AFTER INSERT ON transfer
WHEN NEW.kind IN ('sale', 'refund_wallet', 'refund_gateway', 'reward', 'referral', 'take_back')
BEGIN
  INSERT INTO product_day (day, product_id, sales_toman, refunds_toman, earnings_toman)
  SELECT day, product_id, sales_toman, refunds_toman, earnings_toman FROM product_transfer
  WHERE id = NEW.id
  ON CONFLICT (day, product_id) DO UPDATE SET sales_toman = sales_toman + excluded.sales_toman,
    refunds_toman = refunds_toman + excluded.refunds_toman,
    earnings_toman = earnings_toman + excluded.earnings_toman;
END;
