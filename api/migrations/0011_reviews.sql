-- A payment in review is ended by a person: its money is credited, or it went back to the card and
-- the row stays where it is.
ALTER TABLE payment ADD COLUMN review_reason TEXT;
ALTER TABLE payment ADD COLUMN reviewed_at INTEGER;
CREATE INDEX payment_in_review ON payment (created_at, id) WHERE state = 'review'
  AND reviewed_at IS NULL;
CREATE INDEX refund_in_review ON refund (created_at, id) WHERE state = 'review';

DROP TRIGGER payment_path;
CREATE TRIGGER payment_path BEFORE UPDATE OF state ON payment
WHEN NOT ((OLD.state = NEW.state) OR OLD.state IN ('initiating', 'pending')
  OR (OLD.state IN ('failed', 'expired') AND NEW.state IN ('expired', 'paid', 'credited', 'review'))
  OR (OLD.state = 'review' AND OLD.reviewed_at IS NULL AND NEW.state IN ('paid', 'credited')))
BEGIN SELECT RAISE(ABORT, 'a payment cannot go that way'); END;
CREATE TRIGGER payment_reviewed_once BEFORE UPDATE OF reviewed_at ON payment
WHEN OLD.state <> 'review' OR OLD.reviewed_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a payment is reviewed once'); END;
CREATE TRIGGER topup_given_back AFTER UPDATE OF reviewed_at ON payment
  WHEN NEW.purpose = 'wallet_topup'
BEGIN UPDATE wallet_transaction SET status = 'failed' WHERE id = 'topup:' || NEW.id; END;
