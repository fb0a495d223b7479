-- Codes one by one: each code of an item has its place, is read, reported, replaced and given back
-- alone.

-- Its number among the codes of its item, from 1. A replacement takes the place of the code that it
-- replaces.
ALTER TABLE code ADD COLUMN position INTEGER
  CHECK (position IS NULL OR (status = 'sold' AND position BETWEEN 1 AND 10));
-- When its text first left the shop.
ALTER TABLE code ADD COLUMN read_at INTEGER CHECK (read_at IS NULL OR status = 'sold');
-- The shopper's own mark that the code worked.
ALTER TABLE code ADD COLUMN used_at INTEGER CHECK (used_at IS NULL OR read_at IS NOT NULL);
-- When another code replaced it. It stays sold and sealed, and nobody can read it any more.
ALTER TABLE code ADD COLUMN withdrawn_at INTEGER CHECK (withdrawn_at IS NULL OR status = 'sold');

-- The code of a reading, or null when it opened all that could be seen.
ALTER TABLE content_reading ADD COLUMN code_id TEXT REFERENCES code (id);

-- Refunds, of which an item may now have several. ------------------------------------------------

CREATE TABLE refund_next (
  id TEXT PRIMARY KEY,
  order_item_id TEXT NOT NULL REFERENCES order_item (id),
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
INSERT INTO refund_next SELECT id, order_item_id, order_id, user_id, wallet_toman, gateway_toman,
  reason, note, state, provider_ref, attempts, next_attempt_at, created_at, settled_at FROM refund;
DROP TABLE refund;
ALTER TABLE refund_next RENAME TO refund;
CREATE INDEX refund_of_item ON refund (order_item_id);
CREATE INDEX refund_of_order ON refund (order_id);
CREATE INDEX refund_due ON refund (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE TRIGGER refund_path BEFORE UPDATE OF state ON refund
WHEN NOT (OLD.state = NEW.state OR (OLD.state = 'due' AND NEW.state = 'asking')
  OR (OLD.state = 'asking' AND NEW.state IN ('due', 'sent', 'done', 'fallen_back', 'review'))
  OR (OLD.state = 'sent' AND NEW.state IN ('done', 'fallen_back', 'review'))
    OR (OLD.state = 'review' AND NEW.state IN ('done', 'fallen_back')))
BEGIN SELECT RAISE(ABORT, 'a refund cannot go that way'); END;

-- The units of an item that were given back, each once. Their numbers are the places of codes.
CREATE TABLE refunded_unit (
  order_item_id TEXT NOT NULL REFERENCES order_item (id),
  position INTEGER NOT NULL CHECK (position BETWEEN 1 AND 10),
  refund_id TEXT NOT NULL REFERENCES refund (id),
  PRIMARY KEY (order_item_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX refunded_unit_of_refund ON refunded_unit (refund_id);
INSERT INTO refunded_unit (order_item_id, position, refund_id)
SELECT i.id, n.value, f.id FROM refund f JOIN order_item i ON i.id = f.order_item_id
JOIN json_each('[1,2,3,4,5,6,7,8,9,10]') n ON n.value <= i.quantity;
CREATE TRIGGER refunded_unit_never_changes BEFORE UPDATE ON refunded_unit
BEGIN SELECT RAISE(ABORT, 'a unit is given back once'); END;
CREATE TRIGGER refunded_unit_never_goes BEFORE DELETE ON refunded_unit
BEGIN SELECT RAISE(ABORT, 'a unit is given back once'); END;

-- Codes that were sold before get a position.
DROP TRIGGER code_sold_for_good;
UPDATE code SET position = (
  SELECT count(*) FROM code c WHERE c.order_item_id = code.order_item_id AND c.status = 'sold'
    AND c.id <= code.id) WHERE status = 'sold';
UPDATE code SET read_at = (
  SELECT min(read_at) FROM content_reading WHERE order_item_id = code.order_item_id)
WHERE status = 'sold';

-- One code stands at each place.
CREATE UNIQUE INDEX code_at_place ON code (order_item_id, position)
  WHERE position IS NOT NULL AND withdrawn_at IS NULL;

-- A sold code goes back on the shelf when its unit is given back and nobody has looked. Else it
-- stays what it is: it gets its place, is read, marked, replaced, or sealed by a newer key.
CREATE TRIGGER code_sold_for_good BEFORE UPDATE ON code WHEN OLD.status = 'sold' AND NOT (
  NEW.status = 'free' AND OLD.read_at IS NULL AND OLD.withdrawn_at IS NULL
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
  AND NEW.withdrawn_at IS coalesce(OLD.withdrawn_at, NEW.withdrawn_at))
BEGIN SELECT RAISE(ABORT, 'a sold code never changes'); END;

-- Tickets -----------------------------------------------------------------------------------------

-- The codes that a ticket is about. A code is in one open ticket at most.
CREATE TABLE ticket_code (
  ticket_id TEXT NOT NULL REFERENCES ticket (id),
  code_id TEXT NOT NULL REFERENCES code (id),
  is_open INTEGER NOT NULL DEFAULT 1 CHECK (is_open IN (0, 1)),
  PRIMARY KEY (ticket_id, code_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX ticket_code_open ON ticket_code (code_id) WHERE is_open = 1;
INSERT INTO ticket_code (ticket_id, code_id, is_open)
SELECT t.id, c.id, t.status <> 'Closed' FROM ticket t JOIN code c
  ON c.order_item_id = t.order_item_id AND c.status = 'sold';
CREATE TRIGGER ticket_codes_let_go AFTER UPDATE OF status ON ticket WHEN NEW.status = 'Closed'
BEGIN UPDATE ticket_code SET is_open = 0 WHERE ticket_id = NEW.id; END;
-- A code that is for sale again is nobody's trouble.
CREATE TRIGGER code_leaves_tickets AFTER UPDATE OF status ON code WHEN OLD.status = 'sold'
  AND NEW.status = 'free'
BEGIN DELETE FROM ticket_code WHERE code_id = NEW.id; END;
-- An item may have several open tickets, about different codes.
DROP INDEX ticket_open_of_item;
CREATE INDEX ticket_open_of_item ON ticket (order_item_id) WHERE order_item_id IS NOT NULL
  AND status <> 'Closed';

-- Earnings ----------------------------------------------------------------------------------------

-- The share of units that were given back before the earning was paid.
ALTER TABLE earning ADD COLUMN cancelled_toman INTEGER NOT NULL DEFAULT 0
  CHECK (cancelled_toman BETWEEN 0 AND amount_toman);
DROP TRIGGER referral_settled;
CREATE TRIGGER referral_settled AFTER UPDATE OF state ON earning WHEN NEW.kind = 'referral'
  AND OLD.state = 'held' AND NEW.state <> 'held'
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
DROP TRIGGER referral_taken_back;
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

-- How to redeem a card of a service: its own page, maybe with a place for the code, and the steps
-- as a JSON list. Names of menus stand in backticks.
ALTER TABLE subcategory ADD COLUMN redeem_url TEXT CHECK (redeem_url LIKE 'https://%');
ALTER TABLE subcategory ADD COLUMN redeem_steps TEXT NOT NULL DEFAULT '[]'
  CHECK (json_type(redeem_steps) = 'array');
