-- The account: what shoppers do beside buying, and what operators decide. Amounts are toman, times
-- UTC milliseconds.

-- Movements of money, with the kinds that withdrawals, refunds and earnings need. -----------------

CREATE TABLE transfer_next (
  -- A natural key such as `topup:<payment>`: the same thing cannot be booked twice.
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN (
    'topup', 'hold', 'release', 'order_wallet', 'order_gateway', 'sale', 'late_payment', 'opening',
    -- shopper → withdrawal:<id> → bank:payouts, or back.
    'withdrawal', 'withdrawal_paid', 'withdrawal_return',
    -- What was paid for an item → shopper, or → refund:<id> → the gateway, or back to the shopper
    -- when the gateway refuses.
    'refund_wallet', 'refund_gateway', 'refund_paid', 'refund_fallback',
    -- shop:sales → shopper, and back when the purchase behind it is refunded.
    'reward', 'referral', 'take_back')),
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

INSERT INTO account (id, kind) VALUES ('bank:payouts', 'bank');

-- Withdrawals, refunds, earnings ------------------------------------------------------------------

CREATE TABLE withdrawal (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id),
  -- The card as it was when it was asked for: what happens to it later changes nothing here.
  card_id TEXT NOT NULL REFERENCES bank_card (id),
  amount_toman INTEGER NOT NULL CHECK (amount_toman >= 100000),
  state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'paid', 'rejected')),
  -- The reference of the payment at the bank, or why it was rejected.
  note TEXT,
  idempotency_key TEXT,
  request_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  decided_at INTEGER,
  CHECK ((state = 'pending') = (decided_at IS NULL))
) STRICT;
CREATE UNIQUE INDEX withdrawal_once_per_key ON withdrawal (user_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;
CREATE INDEX withdrawal_open ON withdrawal (created_at, id) WHERE state = 'pending';
CREATE INDEX withdrawal_open_of_user ON withdrawal (user_id) WHERE state = 'pending';
CREATE TRIGGER withdrawal_path BEFORE UPDATE OF state ON withdrawal WHEN OLD.state <> 'pending'
  AND NEW.state <> OLD.state
BEGIN SELECT RAISE(ABORT, 'a withdrawal is decided once'); END;

CREATE TABLE refund (
  id TEXT PRIMARY KEY,
  -- An item is refunded whole, and once.
  order_item_id TEXT NOT NULL UNIQUE REFERENCES order_item (id),
  order_id TEXT NOT NULL REFERENCES orders (id),
  user_id TEXT NOT NULL REFERENCES user (id),
  wallet_toman INTEGER NOT NULL CHECK (wallet_toman >= 0),
  gateway_toman INTEGER NOT NULL CHECK (gateway_toman >= 0),
  reason TEXT NOT NULL CHECK (reason IN ('profile_incomplete', 'shopper', 'operator')),
  note TEXT,
  -- done: the money is where it belongs. due: the gateway must be asked. asking: it is being asked,
  -- once. sent: it has agreed. fallen_back: it refused, and the wallet got the money. review:
  -- whether the gateway did it is unknown, so a person must look.
  state TEXT NOT NULL CHECK (state IN ('done', 'due', 'asking', 'sent', 'fallen_back', 'review')),
  provider_ref TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER,
  created_at INTEGER NOT NULL,
  settled_at INTEGER
) STRICT;
CREATE INDEX refund_of_order ON refund (order_id);
CREATE INDEX refund_due ON refund (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE TRIGGER refund_path BEFORE UPDATE OF state ON refund
WHEN NOT (OLD.state = NEW.state OR (OLD.state = 'due' AND NEW.state = 'asking')
  OR (OLD.state = 'asking' AND NEW.state IN ('due', 'sent', 'done', 'fallen_back', 'review'))
  OR (OLD.state = 'sent' AND NEW.state IN ('done', 'fallen_back', 'review'))
    OR (OLD.state = 'review' AND NEW.state IN ('done', 'fallen_back')))
BEGIN SELECT RAISE(ABORT, 'a refund cannot go that way'); END;

-- Cashback and referral income of a delivered item: held until its problem window has passed, then
-- a transfer.
CREATE TABLE earning (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('reward', 'referral')),
  user_id TEXT NOT NULL REFERENCES user (id),
  buyer_id TEXT NOT NULL REFERENCES user (id),
  order_item_id TEXT NOT NULL REFERENCES order_item (id),
  amount_toman INTEGER NOT NULL CHECK (amount_toman >= 1),
  state TEXT NOT NULL DEFAULT 'held' CHECK (state IN ('held', 'paid', 'cancelled', 'taken_back')),
  -- What could be taken back of it: a wallet never goes below zero.
  taken_back_toman INTEGER NOT NULL DEFAULT 0 CHECK (taken_back_toman BETWEEN 0 AND amount_toman),
  due_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  settled_at INTEGER,
  UNIQUE (kind, order_item_id),
  CHECK ((kind = 'reward') = (user_id = buyer_id))
) STRICT;
CREATE INDEX earning_due ON earning (due_at) WHERE state = 'held';
CREATE INDEX earning_of_item ON earning (order_item_id);
-- Cashback that was promised before there was a way to pay it.
INSERT INTO earning (id, kind, user_id, buyer_id, order_item_id, amount_toman, due_at, created_at)
SELECT 'reward:' || i.id, 'reward', o.user_id, o.user_id, i.id, i.reward_toman * i.quantity,
  i.delivered_at + 86400000, i.delivered_at
FROM order_item i JOIN orders o ON o.id = i.order_id
WHERE i.delivery_status = 'delivered' AND o.state = 'paid' AND i.reward_toman > 0;
CREATE TRIGGER earning_path BEFORE UPDATE OF state ON earning
WHEN NOT (OLD.state = NEW.state OR (OLD.state = 'held' AND NEW.state IN ('paid', 'cancelled'))
  OR (OLD.state = 'paid' AND NEW.state = 'taken_back'))
BEGIN SELECT RAISE(ABORT, 'an earning cannot go that way'); END;

-- Codes that were never read are sold again when their item is cancelled. All others stay sold.
DROP TRIGGER code_sold_for_good;
CREATE TRIGGER code_sold_for_good BEFORE UPDATE ON code WHEN OLD.status = 'sold' AND NOT (
  NEW.status = 'free'
  AND EXISTS (SELECT 1 FROM order_item WHERE id = OLD.order_item_id
    AND delivery_status = 'cancelled')
  AND NOT EXISTS (SELECT 1 FROM content_reading WHERE order_item_id = OLD.order_item_id))
BEGIN SELECT RAISE(ABORT, 'a sold code never changes'); END;

ALTER TABLE content_reading ADD COLUMN channel TEXT NOT NULL DEFAULT 'page'
  CHECK (channel IN ('page', 'email'));
-- The network it was read from, as the edge saw it.
ALTER TABLE content_reading ADD COLUMN address TEXT NOT NULL DEFAULT '';

-- Paid orders whose buyer has not completed the profile are looked at when the time is up.
ALTER TABLE orders ADD COLUMN profile_due_at INTEGER;
CREATE INDEX orders_profile_due ON orders (profile_due_at) WHERE profile_due_at IS NOT NULL;
-- Who bought before there was such a rule has the whole time from now on.
UPDATE orders SET profile_due_at = (unixepoch() + 48 * 3600) * 1000 WHERE state = 'paid'
  AND EXISTS (SELECT 1 FROM user WHERE id = orders.user_id AND (first_name = '' OR last_name = ''));
CREATE INDEX orders_profile_due_of_user ON orders (user_id) WHERE profile_due_at IS NOT NULL;
CREATE TRIGGER profile_completed AFTER UPDATE OF first_name, last_name ON user
  WHEN NEW.first_name <> '' AND NEW.last_name <> ''
BEGIN UPDATE orders SET profile_due_at = NULL WHERE user_id = NEW.id
  AND profile_due_at IS NOT NULL; END;

-- Since when an item of a paid order waits for the operator, or null.
ALTER TABLE order_item ADD COLUMN waiting_since INTEGER;
UPDATE order_item SET waiting_since = (SELECT paid_at FROM orders WHERE id = order_item.order_id
  AND state = 'paid')
WHERE delivery_type = 'manual' AND delivery_status IN ('pending', 'processing');
CREATE INDEX order_item_waiting ON order_item (waiting_since, id) WHERE waiting_since IS NOT NULL;

-- The wallet as its owner sees it -----------------------------------------------------------------
-- One row for each thing that happened to the wallet, written by triggers. Texts are made where
-- they are shown.

CREATE TABLE wallet_transaction (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id),
  type TEXT NOT NULL CHECK (type IN ('deposit', 'withdrawal', 'purchase', 'refund')),
  status TEXT NOT NULL CHECK (status IN ('pending', 'completed', 'failed')),
  amount_toman INTEGER NOT NULL CHECK (amount_toman >= 1),
  -- The kind of the transfer behind it, and the order, payment, withdrawal or earning that it
  -- names.
  cause TEXT NOT NULL,
  ref TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX wallet_transaction_of_user ON wallet_transaction (user_id, created_at DESC, id DESC);

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
-- What was booked before there was such a list.
INSERT INTO wallet_transaction (id, user_id, type, status, amount_toman, cause, ref, created_at)
SELECT 'topup:' || id, user_id, 'deposit',
  iif(state IN ('paid', 'credited'), 'completed', iif(state IN ('failed', 'expired'), 'failed',
    'pending')),
  amount_toman, 'topup', id, created_at
FROM payment WHERE purpose = 'wallet_topup';
INSERT INTO wallet_transaction (id, user_id, type, status, amount_toman, cause, ref, created_at)
SELECT id, substr(credit_account_id, 9), 'deposit', 'completed', amount_toman, kind,
  coalesce(order_id, payment_id, ''), created_at
FROM transfer WHERE kind IN ('late_payment', 'opening');
INSERT INTO wallet_transaction (id, user_id, type, status, amount_toman, cause, ref, created_at)
SELECT 'order:' || o.id, o.user_id, 'purchase',
  iif(o.paid_at IS NOT NULL, 'completed', iif(o.state = 'awaiting', 'pending', 'failed')),
  t.amount_toman, 'order_wallet', o.id, min(t.created_at)
FROM transfer t JOIN orders o ON o.id = t.order_id
  WHERE t.kind IN ('hold', 'order_wallet') GROUP BY o.id;

-- Support -----------------------------------------------------------------------------------------

CREATE TABLE ticket (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id),
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  upload_id TEXT REFERENCES upload (id),
  -- The delivered item that something is wrong with.
  order_item_id TEXT REFERENCES order_item (id),
  status TEXT NOT NULL DEFAULT 'Open' CHECK (status IN ('Open', 'In Progress', 'Closed',
    'Owner Responded', 'User Responded')),
  idempotency_key TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX ticket_of_user ON ticket (user_id, updated_at DESC, id DESC);
CREATE INDEX ticket_by_status ON ticket (status, updated_at, id);
CREATE INDEX ticket_by_upload ON ticket (upload_id) WHERE upload_id IS NOT NULL;
CREATE UNIQUE INDEX ticket_once_per_key ON ticket (user_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX ticket_open_of_item ON ticket (order_item_id) WHERE order_item_id IS NOT NULL
  AND status <> 'Closed';
CREATE TRIGGER ticket_stays_closed BEFORE UPDATE OF status ON ticket WHEN OLD.status = 'Closed'
  AND NEW.status <> 'Closed'
BEGIN SELECT RAISE(ABORT, 'a closed ticket stays closed'); END;

CREATE TABLE ticket_message (
  id TEXT PRIMARY KEY,
  ticket_id TEXT NOT NULL REFERENCES ticket (id),
  sender_type TEXT NOT NULL CHECK (sender_type IN ('buyer', 'owner')),
  -- The operator who wrote it, or null for the buyer.
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

-- Ratings -----------------------------------------------------------------------------------------

CREATE TABLE rating (
  id TEXT PRIMARY KEY,
  order_item_id TEXT NOT NULL UNIQUE REFERENCES order_item (id),
  user_id TEXT NOT NULL REFERENCES user (id),
  product_id TEXT NOT NULL REFERENCES product (id),
  stars INTEGER NOT NULL CHECK (stars BETWEEN 1 AND 5),
  comment TEXT NOT NULL,
  -- Praise by the shortcut counts for nobody else.
  is_canned INTEGER NOT NULL CHECK (is_canned IN (0, 1)),
  created_at INTEGER NOT NULL
) STRICT;
ALTER TABLE product ADD COLUMN rating_count INTEGER NOT NULL DEFAULT 0 CHECK (rating_count >= 0);
ALTER TABLE product ADD COLUMN rating_stars INTEGER NOT NULL DEFAULT 0 CHECK (rating_stars >= 0);
CREATE TRIGGER rating_counts AFTER INSERT ON rating WHEN NEW.is_canned = 0
BEGIN UPDATE product SET rating_count = rating_count + 1, rating_stars = rating_stars + NEW.stars
  WHERE id = NEW.product_id; END;
CREATE TRIGGER rating_never_changes BEFORE UPDATE ON rating
BEGIN SELECT RAISE(ABORT, 'a rating is given once'); END;

-- People ------------------------------------------------------------------------------------------

CREATE INDEX identity_request_of_user ON identity_request (user_id, created_at DESC, id DESC);
CREATE INDEX identity_request_pending ON identity_request (created_at, id) WHERE status = 'pending';
CREATE UNIQUE INDEX identity_request_verified_card ON identity_request (card_number_fingerprint)
  WHERE status = 'verified';
-- Also cards that were taken out of the account: whoever used one card in two accounts is one
-- person.
CREATE INDEX bank_card_verified_of_user ON bank_card (user_id, number_fingerprint)
  WHERE status = 'verified';
CREATE INDEX bank_card_pending ON bank_card (created_at, id) WHERE status = 'pending'
  AND deleted_at IS NULL;
CREATE INDEX discount_code_of_owner ON discount_code (owner_id, created_at DESC, id DESC);

-- Delivered codes travel by e-mail only for those who asked for it with a confirmed address.
ALTER TABLE user ADD COLUMN wants_codes_by_email INTEGER NOT NULL DEFAULT 0
  CHECK (wants_codes_by_email IN (0, 1));
CREATE UNIQUE INDEX user_by_verified_email ON user (lower(email)) WHERE is_email_verified = 1;

CREATE TABLE email_verification (
  token_hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id),
  email TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT;
CREATE INDEX email_verification_of_user ON email_verification (user_id, created_at DESC);
CREATE INDEX email_verification_by_expiry ON email_verification (expires_at);

ALTER TABLE outbox ADD COLUMN channel TEXT NOT NULL DEFAULT 'sms' CHECK (channel IN ('sms',
  'email'));
-- The address of an e-mail, as it was when the message was written. An SMS goes to the phone of the
-- shopper.
ALTER TABLE outbox ADD COLUMN email TEXT;

-- Figures that screens show, kept as things happen, so that reading them does not count a whole
-- history.
ALTER TABLE user ADD COLUMN orders_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE user ADD COLUMN purchases_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE user ADD COLUMN tickets_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE user ADD COLUMN invitees_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE user ADD COLUMN invitees_purchases_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE user ADD COLUMN referral_income_toman INTEGER NOT NULL DEFAULT 0;
ALTER TABLE user ADD COLUMN referral_pending_toman INTEGER NOT NULL DEFAULT 0;
-- The earnings of the inviter from purchases of this person.
ALTER TABLE user ADD COLUMN income_for_inviter_toman INTEGER NOT NULL DEFAULT 0;
CREATE INDEX user_of_inviter ON user (inviter_id, created_at DESC, id DESC)
  WHERE inviter_id IS NOT NULL;
UPDATE user SET
  orders_count = (SELECT count(*) FROM orders o WHERE o.user_id = user.id
    AND o.paid_at IS NOT NULL),
  purchases_count = (SELECT count(*) FROM orders o WHERE o.user_id = user.id
    AND o.paid_at IS NOT NULL AND o.state = 'paid'),
  invitees_count = (SELECT count(*) FROM user i WHERE i.inviter_id = user.id),
  invitees_purchases_count = (SELECT count(*) FROM user i JOIN orders o ON o.user_id = i.id
    WHERE i.inviter_id = user.id AND o.paid_at IS NOT NULL AND o.state = 'paid');

CREATE TRIGGER user_invited AFTER INSERT ON user WHEN NEW.inviter_id IS NOT NULL
BEGIN UPDATE user SET invitees_count = invitees_count + 1 WHERE id = NEW.inviter_id; END;
CREATE TRIGGER order_bought AFTER INSERT ON orders WHEN NEW.paid_at IS NOT NULL
BEGIN
  UPDATE user SET orders_count = orders_count + 1, purchases_count = purchases_count + 1
    WHERE id = NEW.user_id;
  UPDATE user SET invitees_purchases_count = invitees_purchases_count + 1
    WHERE id = (SELECT inviter_id FROM user WHERE id = NEW.user_id);
END;
CREATE TRIGGER order_paid AFTER UPDATE OF paid_at ON orders WHEN OLD.paid_at IS NULL
  AND NEW.paid_at IS NOT NULL
BEGIN
  UPDATE user SET orders_count = orders_count + 1, purchases_count = purchases_count + 1
    WHERE id = NEW.user_id;
  UPDATE user SET invitees_purchases_count = invitees_purchases_count + 1
    WHERE id = (SELECT inviter_id FROM user WHERE id = NEW.user_id);
END;
CREATE TRIGGER order_refunded AFTER UPDATE OF state ON orders WHEN OLD.state = 'paid'
  AND NEW.state = 'refunded'
BEGIN
  UPDATE user SET purchases_count = purchases_count - 1 WHERE id = NEW.user_id;
  UPDATE user SET invitees_purchases_count = invitees_purchases_count - 1
    WHERE id = (SELECT inviter_id FROM user WHERE id = NEW.user_id);
END;
CREATE TRIGGER ticket_opened AFTER INSERT ON ticket
BEGIN UPDATE user SET tickets_count = tickets_count + 1 WHERE id = NEW.user_id; END;
CREATE TRIGGER referral_held AFTER INSERT ON earning WHEN NEW.kind = 'referral'
BEGIN UPDATE user SET referral_pending_toman = referral_pending_toman + NEW.amount_toman
  WHERE id = NEW.user_id; END;
CREATE TRIGGER referral_settled AFTER UPDATE OF state ON earning WHEN NEW.kind = 'referral'
  AND OLD.state = 'held' AND NEW.state <> 'held'
BEGIN
  UPDATE user SET referral_pending_toman = referral_pending_toman - NEW.amount_toman,
    referral_income_toman = referral_income_toman + iif(NEW.state = 'paid', NEW.amount_toman, 0)
      WHERE id = NEW.user_id;
  UPDATE user SET income_for_inviter_toman = income_for_inviter_toman + iif(NEW.state = 'paid',
    NEW.amount_toman, 0) WHERE id = NEW.buyer_id;
END;
CREATE TRIGGER referral_taken_back AFTER UPDATE OF state ON earning WHEN NEW.kind = 'referral'
  AND OLD.state = 'paid' AND NEW.state = 'taken_back'
BEGIN
  UPDATE user SET referral_income_toman = referral_income_toman - NEW.taken_back_toman
    WHERE id = NEW.user_id;
  UPDATE user SET income_for_inviter_toman = income_for_inviter_toman - NEW.taken_back_toman
    WHERE id = NEW.buyer_id;
END;

-- The desk ----------------------------------------------------------------------------------------

-- What an operator decided, about what, and when. Rows are only added.
CREATE TABLE desk_decision (
  id TEXT PRIMARY KEY,
  operator TEXT NOT NULL,
  subject TEXT NOT NULL CHECK (subject IN ('bank_card', 'identity_request', 'withdrawal', 'ticket',
    'order_item', 'refund', 'upload')),
  subject_id TEXT NOT NULL,
  verdict TEXT NOT NULL,
  note TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX desk_decision_of_subject ON desk_decision (subject, subject_id, created_at);
CREATE TRIGGER desk_decision_never_changes BEFORE UPDATE ON desk_decision
BEGIN SELECT RAISE(ABORT, 'decisions are only added'); END;
CREATE TRIGGER desk_decision_never_goes BEFORE DELETE ON desk_decision
BEGIN SELECT RAISE(ABORT, 'decisions are only added'); END;
