-- People who may not act in the shop, and what they would come back with.

CREATE TABLE freeze (
  id TEXT PRIMARY KEY,
  -- Told to the person.
  reason TEXT NOT NULL,
  frozen_at INTEGER NOT NULL,
  frozen_by TEXT NOT NULL,
  released_at INTEGER,
  released_by TEXT,
  release_reason TEXT,
  CHECK ((released_at IS NULL) = (released_by IS NULL)
    AND (released_at IS NULL) = (release_reason IS NULL))
) STRICT;
CREATE INDEX freeze_in_force ON freeze (frozen_at DESC, id DESC) WHERE released_at IS NULL;
CREATE TRIGGER freeze_released_once BEFORE UPDATE ON freeze
WHEN OLD.released_at IS NOT NULL OR NEW.released_at IS NULL
  OR (NEW.id, NEW.reason, NEW.frozen_at, NEW.frozen_by)
    <> (OLD.id, OLD.reason, OLD.frozen_at, OLD.frozen_by)
BEGIN SELECT RAISE(ABORT, 'a freeze is only released, once'); END;
CREATE TRIGGER freeze_never_goes BEFORE DELETE ON freeze
BEGIN SELECT RAISE(ABORT, 'a freeze stays in the books'); END;

-- The people and things that a freeze stops. A person is named by the id of the account, phones, cards and devices by
-- their keyed hashes, which outlive forgetting the person.
CREATE TABLE freeze_mark (
  freeze_id TEXT NOT NULL REFERENCES freeze (id),
  kind TEXT NOT NULL CHECK (kind IN ('person', 'phone', 'card', 'device')),
  value TEXT NOT NULL,
  marked_at INTEGER NOT NULL,
  released_at INTEGER,
  PRIMARY KEY (freeze_id, kind, value)
) STRICT, WITHOUT ROWID;
CREATE INDEX freeze_mark_in_force ON freeze_mark (kind, value) WHERE released_at IS NULL;
CREATE INDEX freeze_mark_of_person ON freeze_mark (value, marked_at) WHERE kind = 'person';
-- Released with its freeze, and never taken back or moved.
CREATE TRIGGER freeze_mark_follows BEFORE UPDATE ON freeze_mark
WHEN OLD.released_at IS NOT NULL OR NEW.released_at IS NULL
  OR (NEW.freeze_id, NEW.kind, NEW.value, NEW.marked_at)
    <> (OLD.freeze_id, OLD.kind, OLD.value, OLD.marked_at)
BEGIN SELECT RAISE(ABORT, 'a mark is only released, once'); END;
CREATE TRIGGER freeze_mark_never_goes BEFORE DELETE ON freeze_mark
BEGIN SELECT RAISE(ABORT, 'a mark stays in the books'); END;

-- A frozen person buys nothing, is paid nothing, reads nothing and gives nothing, whichever way
-- they come. Signing in, tickets and their own data stay open to them.
CREATE VIEW frozen_person AS
SELECT value AS user_id FROM freeze_mark WHERE kind = 'person' AND released_at IS NULL;

CREATE TRIGGER frozen_orders_nothing BEFORE INSERT ON orders
WHEN EXISTS (SELECT 1 FROM frozen_person WHERE user_id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'the account is frozen'); END;
CREATE TRIGGER frozen_starts_no_payment BEFORE INSERT ON payment
WHEN EXISTS (SELECT 1 FROM frozen_person WHERE user_id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'the account is frozen'); END;
-- Money that comes all the same waits in review for a person to decide.
CREATE TRIGGER frozen_payment_waits BEFORE UPDATE OF state ON payment
WHEN NEW.state IN ('paid', 'credited') AND OLD.state <> 'review'
  AND EXISTS (SELECT 1 FROM frozen_person WHERE user_id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'the account is frozen'); END;
CREATE TRIGGER frozen_gets_nothing BEFORE UPDATE OF delivery_status ON order_item
WHEN NEW.delivery_status = 'delivered' AND OLD.delivery_status <> 'delivered'
  AND EXISTS (SELECT 1 FROM frozen_person f
    JOIN orders o ON o.user_id = f.user_id WHERE o.id = NEW.order_id)
BEGIN SELECT RAISE(ABORT, 'the account is frozen'); END;
CREATE TRIGGER frozen_withdraws_nothing BEFORE INSERT ON withdrawal
WHEN EXISTS (SELECT 1 FROM frozen_person WHERE user_id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'the account is frozen'); END;
CREATE TRIGGER frozen_is_paid_nothing BEFORE UPDATE OF state ON withdrawal
WHEN NEW.state = 'paid' AND EXISTS (SELECT 1 FROM frozen_person WHERE user_id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'the account is frozen'); END;
CREATE TRIGGER frozen_earns_nothing BEFORE UPDATE OF state ON earning
WHEN NEW.state = 'paid' AND (EXISTS (SELECT 1 FROM frozen_person WHERE user_id = NEW.user_id)
  OR EXISTS (SELECT 1 FROM frozen_person WHERE user_id = NEW.buyer_id))
BEGIN SELECT RAISE(ABORT, 'the account is frozen'); END;
CREATE TRIGGER frozen_reads_nothing BEFORE INSERT ON content_reading
WHEN EXISTS (SELECT 1 FROM frozen_person WHERE user_id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'the account is frozen'); END;
CREATE TRIGGER frozen_gives_nothing BEFORE INSERT ON gift
WHEN EXISTS (SELECT 1 FROM frozen_person WHERE user_id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'the account is frozen'); END;
CREATE TRIGGER frozen_gift_stays_sealed BEFORE UPDATE OF state ON gift
WHEN NEW.state = 'opened' AND EXISTS (SELECT 1 FROM frozen_person WHERE user_id = NEW.user_id)
BEGIN SELECT RAISE(ABORT, 'the account is frozen'); END;

-- A frozen card joins no account and proves nobody.
CREATE TRIGGER frozen_card_stays_out BEFORE INSERT ON bank_card
WHEN EXISTS (SELECT 1 FROM freeze_mark
  WHERE kind = 'card' AND value = NEW.number_fingerprint AND released_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'the card is frozen'); END;
CREATE TRIGGER frozen_card_stays_unverified BEFORE UPDATE OF status ON bank_card
WHEN NEW.status = 'verified' AND EXISTS (SELECT 1 FROM freeze_mark
  WHERE kind = 'card' AND value = NEW.number_fingerprint AND released_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'the card is frozen'); END;
CREATE TRIGGER frozen_card_proves_nobody BEFORE INSERT ON identity_request
WHEN EXISTS (SELECT 1 FROM freeze_mark
  WHERE kind = 'card' AND value = NEW.card_number_fingerprint AND released_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'the card is frozen'); END;

-- When an operator took the verification back. The status is 'rejected' then.
ALTER TABLE bank_card ADD COLUMN revoked_at INTEGER CHECK (revoked_at IS NULL OR status <> 'verified');
ALTER TABLE identity_request ADD COLUMN revoked_at INTEGER
  CHECK (revoked_at IS NULL OR status = 'rejected');
