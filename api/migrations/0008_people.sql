-- People may ask what is kept about them, and to be forgotten. What the ledger needs stays, with
-- nobody behind it.
ALTER TABLE user ADD COLUMN forgotten_at INTEGER;
CREATE TRIGGER forgotten_stays BEFORE UPDATE ON user WHEN OLD.forgotten_at IS NOT NULL
  AND (NEW.forgotten_at, NEW.phone, NEW.first_name, NEW.last_name,
    NEW.email) IS NOT (OLD.forgotten_at, OLD.phone, '', '', '')
BEGIN SELECT RAISE(ABORT, 'who was forgotten stays so'); END;
CREATE TRIGGER forgotten_signs_in_no_more BEFORE INSERT ON session WHEN (SELECT forgotten_at
  FROM user WHERE id = NEW.user_id) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'who was forgotten stays so'); END;
-- Money for a forgotten person would belong to nobody, so an operator must look at it.
CREATE TRIGGER forgotten_gets_nothing BEFORE INSERT ON transfer
  WHEN NEW.credit_account_id GLOB 'shopper:*'
  AND (SELECT forgotten_at FROM user WHERE id = substr(NEW.credit_account_id, 9)) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'who was forgotten stays so'); END;

-- What is kept about one person is found on an index.
CREATE INDEX bank_card_by_user ON bank_card (user_id, created_at);
CREATE INDEX payment_of_user ON payment (user_id, created_at);
CREATE INDEX withdrawal_of_user ON withdrawal (user_id, created_at);
CREATE INDEX earning_of_user ON earning (user_id, created_at);
CREATE INDEX outbox_of_user ON outbox (user_id, created_at);
CREATE INDEX rating_of_user ON rating (user_id);
CREATE INDEX restock_alert_by_user ON restock_alert (user_id, created_at);
CREATE INDEX orders_by_user ON orders (user_id, created_at);

-- Decisions about people and payments as well. Why something was decided may name a person: that
-- alone can be taken away again.
CREATE TABLE desk_decision_next (
  id TEXT PRIMARY KEY,
  operator TEXT NOT NULL,
  subject TEXT NOT NULL CHECK (
    subject IN ('bank_card', 'identity_request', 'withdrawal', 'ticket', 'order_item', 'refund',
      'upload', 'person', 'payment')),
  subject_id TEXT NOT NULL,
  verdict TEXT NOT NULL,
  note TEXT,
  created_at INTEGER NOT NULL
) STRICT;
INSERT INTO desk_decision_next SELECT * FROM desk_decision;
DROP TABLE desk_decision;
ALTER TABLE desk_decision_next RENAME TO desk_decision;
CREATE INDEX desk_decision_of_subject ON desk_decision (subject, subject_id, created_at);
CREATE TRIGGER desk_decision_never_changes BEFORE UPDATE ON desk_decision
WHEN (NEW.id, NEW.operator, NEW.subject, NEW.subject_id, NEW.verdict, NEW.note, NEW.created_at)
  IS NOT (OLD.id, OLD.operator, OLD.subject, OLD.subject_id, OLD.verdict, NULL, OLD.created_at)
BEGIN SELECT RAISE(ABORT, 'decisions are only added'); END;
CREATE TRIGGER desk_decision_never_goes BEFORE DELETE ON desk_decision
BEGIN SELECT RAISE(ABORT, 'decisions are only added'); END;

DROP TRIGGER rating_never_changes;
CREATE TRIGGER rating_never_changes BEFORE UPDATE ON rating
WHEN (NEW.id, NEW.order_item_id, NEW.user_id, NEW.product_id, NEW.stars, NEW.comment, NEW.is_canned,
  NEW.created_at)
  IS NOT (OLD.id, OLD.order_item_id, OLD.user_id, OLD.product_id, OLD.stars, '', OLD.is_canned,
    OLD.created_at)
BEGIN SELECT RAISE(ABORT, 'a rating is given once'); END;
