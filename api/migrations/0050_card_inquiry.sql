-- A card that a verified person adds later may be inquired about too: an inquiry is about a request or
-- about such a card.
DROP TRIGGER decided_request_ends_inquiry;
CREATE TABLE inquiry_next (
  -- Our own name of it, for the log.
  id TEXT PRIMARY KEY,
  request_id TEXT UNIQUE REFERENCES identity_request (id),
  card_id TEXT UNIQUE REFERENCES bank_card (id),
  user_id TEXT NOT NULL REFERENCES user (id),
  provider TEXT NOT NULL CHECK (provider IN ('zibal')),
  -- The facts that were wanted when the request or card was sent, such as 'phone,card,iban'.
  facts TEXT NOT NULL,
  -- The national code, the day of birth and, once it is known, the IBAN. Gone when the inquiry ends.
  person_sealed TEXT NOT NULL,
  key_version INTEGER GENERATED ALWAYS AS (CAST(substr(person_sealed, 1,
    instr(person_sealed, '.') - 1) AS INTEGER)) VIRTUAL,
  -- The keyed hash of the national code, by which a second account of a person is seen.
  person_fingerprint TEXT,
  -- Phone and card belong to the national code, and the owner of the card has the name that was typed.
  phone_says TEXT CHECK (phone_says IN ('yes', 'no')),
  card_says TEXT CHECK (card_says IN ('yes', 'no')),
  owner_says TEXT CHECK (owner_says IN ('yes', 'no')),
  -- The owner that the bank named, for the operator.
  owner_said TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL CHECK (state IN ('due', 'approved', 'left')),
  -- Why it was left to the desk.
  reason TEXT CHECK ((reason IS NOT NULL) = (state = 'left')),
  attempts INTEGER NOT NULL DEFAULT 0,
  -- Moved ahead by whoever works on it, a crash in between delays it.
  next_attempt_at INTEGER CHECK ((next_attempt_at IS NOT NULL) = (state = 'due')),
  created_at INTEGER NOT NULL,
  ended_at INTEGER CHECK ((ended_at IS NULL) = (state = 'due')),
  CHECK ((request_id IS NULL) <> (card_id IS NULL)),
  CHECK ((person_sealed <> '') = (state = 'due')),
  CHECK (state <> 'approved'
    OR (phone_says IS 'yes' AND card_says IS 'yes' AND owner_says IS 'yes'))
) STRICT;
INSERT INTO inquiry_next (id, request_id, user_id, provider, facts, person_sealed,
  person_fingerprint, phone_says, card_says, owner_says, owner_said, state, reason, attempts,
  next_attempt_at, created_at, ended_at)
SELECT id, request_id, user_id, provider, facts, person_sealed, person_fingerprint, phone_says,
  card_says, owner_says, owner_said, state, reason, attempts, next_attempt_at, created_at, ended_at
FROM inquiry;
DROP TABLE inquiry;
ALTER TABLE inquiry_next RENAME TO inquiry;
CREATE INDEX inquiry_due ON inquiry (next_attempt_at) WHERE state = 'due';
CREATE INDEX inquiry_of_person ON inquiry (person_fingerprint);
CREATE INDEX inquiry_of_user ON inquiry (user_id);
CREATE INDEX inquiry_by_key ON inquiry (key_version);
CREATE INDEX inquiry_by_end ON inquiry (ended_at) WHERE owner_said <> '';
-- For the sums of the last days.
CREATE INDEX inquiry_by_time ON inquiry (created_at);

CREATE TRIGGER inquiry_ends_once BEFORE UPDATE OF state ON inquiry
WHEN OLD.state <> 'due' AND NEW.state <> OLD.state
BEGIN SELECT RAISE(ABORT, 'an inquiry ends once'); END;
CREATE TRIGGER inquiry_answer_stands BEFORE UPDATE OF phone_says, card_says, owner_says ON inquiry
WHEN (OLD.phone_says IS NOT NULL AND NEW.phone_says IS NOT OLD.phone_says)
  OR (OLD.card_says IS NOT NULL AND NEW.card_says IS NOT OLD.card_says)
  OR (OLD.owner_says IS NOT NULL AND NEW.owner_says IS NOT OLD.owner_says)
BEGIN SELECT RAISE(ABORT, 'an answer stands'); END;
-- A decision about what is asked about ends the inquiry: nothing more is asked, and nothing is kept.
CREATE TRIGGER decided_request_ends_inquiry AFTER UPDATE OF status ON identity_request
WHEN NEW.status <> 'pending'
BEGIN
  UPDATE inquiry SET state = 'left', reason = 'decided', person_sealed = '', next_attempt_at = NULL,
    ended_at = coalesce(NEW.decided_at, created_at)
  WHERE request_id = NEW.id AND state = 'due';
END;
CREATE TRIGGER decided_card_ends_inquiry AFTER UPDATE OF status, deleted_at ON bank_card
WHEN NEW.status <> 'pending' OR NEW.deleted_at IS NOT NULL
BEGIN
  UPDATE inquiry SET state = 'left', reason = 'decided', person_sealed = '', next_attempt_at = NULL,
    ended_at = coalesce(NEW.deleted_at, NEW.decided_at, created_at)
  WHERE card_id = NEW.id AND state = 'due';
END;
