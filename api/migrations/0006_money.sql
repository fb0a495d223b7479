-- Money: the ledger, which is only added to, and everything that is calculated from it.

-- The accounts of the ledger.
CREATE TABLE account (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('shopper', 'hold', 'clearing', 'gateway', 'bank', 'shop')),
  -- The book that contains the account.
  book TEXT GENERATED ALWAYS AS (iif(kind IN ('gateway', 'bank', 'shop'), id,
    substr(id, 1, instr(id, ':') - 1))) VIRTUAL,
  debits_toman INTEGER NOT NULL DEFAULT 0 CHECK (debits_toman BETWEEN 0 AND 9007199254740991),
  credits_toman INTEGER NOT NULL DEFAULT 0 CHECK (credits_toman BETWEEN 0 AND 9007199254740991),
  CHECK (kind NOT IN ('shopper', 'hold', 'clearing') OR credits_toman >= debits_toman)
) STRICT;
CREATE TRIGGER account_never_goes BEFORE DELETE ON account
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
INSERT INTO account (id, kind) VALUES
  ('gateway:zarinpal', 'gateway'),
  ('shop:sales', 'shop'),
  ('shop:capital', 'shop'),
  ('bank:payouts', 'bank'),
  ('gateway:zibal', 'gateway'),
  ('supplier:reloadly', 'bank'),
  ('shop:purchases', 'shop');

-- The kinds of transfers.
CREATE TABLE transfer_kind (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
INSERT INTO transfer_kind (name) VALUES
  ('topup'), ('hold'), ('release'), ('order_wallet'), ('order_gateway'), ('sale'),
  ('late_payment'), ('opening'),
  -- shopper → withdrawal:<id> → bank:payouts, or back.
  ('withdrawal'), ('withdrawal_paid'), ('withdrawal_return'),
  -- The price of an item → shopper, or → refund:<id> → the gateway. If the gateway refuses, the
  -- money moves from refund:<id> to the shopper.
  ('refund_wallet'), ('refund_gateway'), ('refund_paid'), ('refund_fallback'),
  -- shop:sales → shopper, and back when the purchase behind it is refunded.
  ('reward'), ('referral'), ('take_back'),
  -- shop:purchases → the supplier of a code, and back when its order failed.
  ('purchase'), ('purchase_returned');

-- Movements of money from one account to another.
CREATE TABLE transfer (
  -- A natural key such as `topup:<payment>`: the same thing cannot be booked twice.
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL REFERENCES transfer_kind (name),
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
CREATE INDEX transfer_of_order ON transfer (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX transfer_of_payment ON transfer (payment_id) WHERE payment_id IS NOT NULL;
CREATE TRIGGER transfer_once BEFORE INSERT ON transfer
WHEN EXISTS (SELECT 1 FROM transfer WHERE id = NEW.id)
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
    NEW.kind, coalesce(NEW.order_id, NEW.payment_id, ''), NEW.created_at);
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
-- Refund transfers are named after the refund: refund_wallet:<id>, refund_gateway:<id>,
-- refund_paid:<id>, refund_fallback:<id>.
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
-- Refuses transfers to the wallet of a forgotten person: the money would have no owner, so an
-- operator must decide about it.
CREATE TRIGGER forgotten_gets_nothing BEFORE INSERT ON transfer
WHEN NEW.credit_account_id GLOB 'shopper:*'
  AND (SELECT forgotten_at FROM user WHERE id = substr(NEW.credit_account_id, 9)) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'who was forgotten stays so'); END;

-- The movements that a shopper sees in the wallet. Triggers write them together with the facts that
-- are shown.
CREATE TABLE wallet_transaction (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id),
  type TEXT NOT NULL CHECK (type IN ('deposit', 'withdrawal', 'purchase', 'refund')),
  status TEXT NOT NULL CHECK (status IN ('pending', 'completed', 'failed')),
  amount_toman INTEGER NOT NULL CHECK (amount_toman >= 1),
  -- The kind of the transfer, and the order, payment, withdrawal or earning that caused it.
  cause TEXT NOT NULL,
  ref TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX wallet_transaction_of_user ON wallet_transaction (user_id, created_at DESC, id DESC);

-- A top-up is listed in the wallet as soon as its payment is inserted.
CREATE TRIGGER topup_started AFTER INSERT ON payment WHEN NEW.purpose = 'wallet_topup'
BEGIN
  INSERT INTO wallet_transaction (id, user_id, type, status, amount_toman, cause, ref, created_at)
  VALUES ('topup:' || NEW.id, NEW.user_id, 'deposit', 'pending', NEW.amount_toman, 'topup', NEW.id,
    NEW.created_at);
END;
CREATE TRIGGER topup_ended AFTER UPDATE OF state ON payment WHEN NEW.purpose = 'wallet_topup'
BEGIN
  UPDATE wallet_transaction SET status =
    iif(NEW.state IN ('paid', 'credited'), 'completed', iif(NEW.state IN ('failed', 'expired'),
      'failed', 'pending'))
  WHERE id = 'topup:' || NEW.id;
END;
CREATE TRIGGER topup_given_back AFTER UPDATE OF reviewed_at ON payment
WHEN NEW.purpose = 'wallet_topup'
BEGIN UPDATE wallet_transaction SET status = 'failed' WHERE id = 'topup:' || NEW.id; END;

-- Cashback and referral income of a delivered item: held during its problem window, then paid by a
-- transfer.
CREATE TABLE earning (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('reward', 'referral')),
  user_id TEXT NOT NULL REFERENCES user (id),
  buyer_id TEXT NOT NULL REFERENCES user (id),
  order_item_id TEXT NOT NULL REFERENCES order_item (id),
  amount_toman INTEGER NOT NULL CHECK (amount_toman >= 1),
  state TEXT NOT NULL DEFAULT 'held' CHECK (state IN ('held', 'paid', 'cancelled', 'taken_back')),
  -- Income of an inviter that is held for a look, or that an operator released.
  look TEXT CHECK (look IS NULL OR (kind = 'referral' AND look IN ('waiting', 'released'))),
  -- The share for units that were refunded before the earning was paid.
  cancelled_toman INTEGER NOT NULL DEFAULT 0 CHECK (cancelled_toman BETWEEN 0 AND amount_toman),
  -- The part that was taken back after the earning was paid. It may be less than the refunded
  -- share, because a wallet never goes below zero.
  taken_back_toman INTEGER NOT NULL DEFAULT 0 CHECK (taken_back_toman BETWEEN 0 AND amount_toman),
  due_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  settled_at INTEGER,
  UNIQUE (kind, order_item_id),
  CHECK ((kind = 'reward') = (user_id = buyer_id))
) STRICT;
CREATE INDEX earning_of_item ON earning (order_item_id);
CREATE INDEX earning_of_user ON earning (user_id, created_at);
CREATE INDEX earning_due ON earning (due_at) WHERE state = 'held' AND look IS NOT 'waiting';
CREATE INDEX earning_in_look_of_user ON earning (user_id) WHERE state = 'held' AND look = 'waiting';
CREATE INDEX earning_waiting_for_look ON earning (created_at, id)
  WHERE state = 'held' AND look = 'waiting';
CREATE TRIGGER earning_path BEFORE UPDATE OF state ON earning
WHEN NOT (OLD.state = NEW.state OR (OLD.state = 'held' AND NEW.state IN ('paid', 'cancelled'))
  OR (OLD.state = 'paid' AND NEW.state = 'taken_back'))
BEGIN SELECT RAISE(ABORT, 'an earning cannot go that way'); END;
CREATE TRIGGER referral_held AFTER INSERT ON earning WHEN NEW.kind = 'referral'
BEGIN UPDATE user SET referral_pending_toman = referral_pending_toman + NEW.amount_toman
  WHERE id = NEW.user_id; END;
CREATE TRIGGER referral_settled AFTER UPDATE OF state ON earning
WHEN NEW.kind = 'referral' AND OLD.state = 'held' AND NEW.state <> 'held'
BEGIN
  UPDATE user SET
    referral_pending_toman = referral_pending_toman - NEW.amount_toman + OLD.cancelled_toman,
    referral_income_toman = referral_income_toman
      + iif(NEW.state = 'paid', NEW.amount_toman - NEW.cancelled_toman, 0)
  WHERE id = NEW.user_id;
  UPDATE user SET income_for_inviter_toman = income_for_inviter_toman
    + iif(NEW.state = 'paid', NEW.amount_toman - NEW.cancelled_toman, 0)
  WHERE id = NEW.buyer_id;
END;
CREATE TRIGGER referral_partly_cancelled AFTER UPDATE OF cancelled_toman ON earning
WHEN NEW.kind = 'referral' AND OLD.state = 'held' AND NEW.state = 'held'
BEGIN
  UPDATE user SET
    referral_pending_toman = referral_pending_toman - NEW.cancelled_toman + OLD.cancelled_toman
  WHERE id = NEW.user_id;
END;
CREATE TRIGGER referral_taken_back AFTER UPDATE OF taken_back_toman ON earning
WHEN NEW.kind = 'referral'
BEGIN
  UPDATE user SET
    referral_income_toman = referral_income_toman - NEW.taken_back_toman + OLD.taken_back_toman
  WHERE id = NEW.user_id;
  UPDATE user SET income_for_inviter_toman = income_for_inviter_toman - NEW.taken_back_toman
    + OLD.taken_back_toman
  WHERE id = NEW.buyer_id;
END;
CREATE TRIGGER frozen_earns_nothing BEFORE UPDATE OF state ON earning
WHEN NEW.state = 'paid' AND (EXISTS (SELECT 1 FROM frozen_person WHERE user_id = NEW.user_id)
  OR EXISTS (SELECT 1 FROM frozen_person WHERE user_id = NEW.buyer_id))
BEGIN SELECT RAISE(ABORT, 'the account is frozen'); END;

-- Money of the wallet that a shopper wants to have paid to a card. An operator takes it in hand
-- before paying it. Its owner can take it back only before that.
CREATE TABLE withdrawal (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id),
  -- The card at the time of the request. Later changes of the card change nothing here.
  card_id TEXT NOT NULL REFERENCES bank_card (id),
  amount_toman INTEGER NOT NULL CHECK (amount_toman >= 100000),
  state TEXT NOT NULL DEFAULT 'pending'
    CHECK (state IN ('pending', 'paid', 'rejected', 'taken_back')),
  -- The reference of the payment at the bank, or why the withdrawal was rejected.
  note TEXT,
  idempotency_key TEXT,
  request_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  decided_at INTEGER,
  -- The operator who is paying the withdrawal, and since when.
  in_hand_of TEXT,
  in_hand_since INTEGER,
  CHECK ((state = 'pending') = (decided_at IS NULL)),
  CHECK ((in_hand_of IS NULL) = (in_hand_since IS NULL))
) STRICT;
CREATE UNIQUE INDEX withdrawal_once_per_key ON withdrawal (user_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;
CREATE INDEX withdrawal_open ON withdrawal (created_at, id) WHERE state = 'pending';
CREATE INDEX withdrawal_open_of_user ON withdrawal (user_id) WHERE state = 'pending';
CREATE INDEX withdrawal_of_user ON withdrawal (user_id, created_at);
CREATE UNIQUE INDEX withdrawal_reference ON withdrawal (note) WHERE state = 'paid';
CREATE INDEX withdrawal_by_time ON withdrawal (created_at DESC, id DESC);
CREATE TRIGGER withdrawal_path BEFORE UPDATE OF state ON withdrawal
WHEN OLD.state <> 'pending' AND NEW.state <> OLD.state
BEGIN SELECT RAISE(ABORT, 'a withdrawal is decided once'); END;
CREATE TRIGGER frozen_withdraws_nothing BEFORE INSERT ON withdrawal
WHEN EXISTS (SELECT 1 FROM frozen_person WHERE user_id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'the account is frozen'); END;
CREATE TRIGGER frozen_is_paid_nothing BEFORE UPDATE OF state ON withdrawal
WHEN NEW.state = 'paid' AND EXISTS (SELECT 1 FROM frozen_person WHERE user_id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'the account is frozen'); END;

-- The product of each transfer that concerns an item. The id of the transfer contains the id of the
-- item, or the id of a refund of the item.
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
