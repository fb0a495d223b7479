-- The queue of the desk: since when things wait, and in whose hand they are.

-- Since when an answer to a card is owed. Null while the card waits for the identity of its person,
-- after which alone it is verified.
ALTER TABLE bank_card ADD COLUMN waits_since INTEGER;
UPDATE bank_card SET waits_since = (
  SELECT max(bank_card.created_at, coalesce(decided_at, created_at)) FROM identity_request
  WHERE user_id = bank_card.user_id AND status = 'verified')
WHERE status = 'pending' AND deleted_at IS NULL;
CREATE INDEX bank_card_waiting ON bank_card (waits_since, id)
  WHERE waits_since IS NOT NULL AND status = 'pending' AND deleted_at IS NULL;
CREATE TRIGGER card_waits AFTER INSERT ON bank_card
WHEN NEW.status = 'pending' AND NEW.deleted_at IS NULL
BEGIN UPDATE bank_card SET waits_since = (
  SELECT max(NEW.created_at, coalesce(decided_at, created_at)) FROM identity_request
  WHERE user_id = NEW.user_id AND status = 'verified') WHERE id = NEW.id; END;
CREATE TRIGGER cards_wait_for_proof AFTER UPDATE OF status ON identity_request
WHEN NEW.status <> OLD.status
BEGIN UPDATE bank_card SET waits_since = iif(NEW.status = 'verified',
  max(created_at, coalesce(NEW.decided_at, NEW.created_at)), NULL)
WHERE user_id = NEW.user_id AND status = 'pending' AND deleted_at IS NULL; END;
CREATE TRIGGER cards_wait_at_once AFTER INSERT ON identity_request WHEN NEW.status = 'verified'
BEGIN UPDATE bank_card
  SET waits_since = max(created_at, coalesce(NEW.decided_at, NEW.created_at))
WHERE user_id = NEW.user_id AND status = 'pending' AND deleted_at IS NULL; END;

-- Since when a word of the shop is owed: the first one of the buyer that nobody has answered. Null
-- when the shop spoke last.
ALTER TABLE ticket ADD COLUMN waits_since INTEGER;
UPDATE ticket SET waits_since = coalesce((
  SELECT min(m.created_at) FROM ticket_message m
  WHERE m.ticket_id = ticket.id AND m.sender_type = 'buyer' AND m.created_at > coalesce((
    SELECT max(created_at) FROM ticket_message
    WHERE ticket_id = ticket.id AND sender_type = 'owner'), 0)), created_at)
WHERE status IN ('Open', 'In Progress', 'User Responded');
CREATE INDEX ticket_waiting ON ticket (waits_since, id)
  WHERE waits_since IS NOT NULL AND status <> 'Closed';
CREATE TRIGGER ticket_waits AFTER INSERT ON ticket
BEGIN UPDATE ticket SET waits_since = NEW.created_at WHERE id = NEW.id; END;
CREATE TRIGGER ticket_waits_or_not AFTER INSERT ON ticket_message
BEGIN UPDATE ticket SET waits_since = iif(NEW.sender_type = 'buyer',
  coalesce(waits_since, NEW.created_at), NULL) WHERE id = NEW.ticket_id; END;

-- The operator who has a thing of the queue open, until when. It keeps nobody from deciding, it tells others.
CREATE TABLE queue_hold (
  kind TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  operator TEXT NOT NULL REFERENCES operator (name),
  held_until INTEGER NOT NULL,
  PRIMARY KEY (kind, subject_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX queue_hold_by_end ON queue_hold (held_until);

-- A thing of the queue that an operator set aside until a time, and why.
CREATE TABLE queue_aside (
  kind TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  operator TEXT NOT NULL REFERENCES operator (name),
  reason TEXT NOT NULL,
  aside_until INTEGER NOT NULL,
  PRIMARY KEY (kind, subject_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX queue_aside_by_end ON queue_aside (aside_until);

-- Finds the decisions of somebody of today, without their looks.
CREATE INDEX desk_decision_of_operator ON desk_decision (operator, created_at)
  WHERE verdict NOT IN ('viewed', 'listed');

-- Whether somebody else sent the same picture.
CREATE INDEX person_mark_alike ON person_mark (kind, fingerprint);
