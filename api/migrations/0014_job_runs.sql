-- When each job last did its work without an error, for whoever watches over the shop.
CREATE TABLE job_run (
  name TEXT PRIMARY KEY,
  last_ok_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Jobs take the messages of a channel, so that a silent provider delays no other.
DROP INDEX outbox_due;
CREATE INDEX outbox_due ON outbox (channel, next_attempt_at) WHERE next_attempt_at IS NOT NULL;

-- Set when a message was not sent after all attempts. An operator may have it sent again.
ALTER TABLE outbox ADD COLUMN given_up_at INTEGER;
CREATE INDEX outbox_given_up ON outbox (given_up_at) WHERE given_up_at IS NOT NULL;

-- A decision may also be about messages. A CHECK cannot be changed in place.
CREATE TABLE desk_decision_next (
  id TEXT PRIMARY KEY,
  operator TEXT NOT NULL,
  subject TEXT NOT NULL CHECK (
    subject IN ('bank_card', 'identity_request', 'withdrawal', 'ticket', 'order_item', 'refund',
      'upload', 'person', 'payment', 'message')),
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
