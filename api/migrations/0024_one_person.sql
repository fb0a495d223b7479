-- Facts about who somebody is: the name that their identity proved, their cards, and whether two accounts are
-- one person.

-- Gives names to people who were approved before names came with the approval, so that no order
-- waits for them. A name of one word stays as it is.
UPDATE user SET first_name = substr(r.owner, 1, instr(r.owner, ' ') - 1),
  last_name = trim(substr(r.owner, instr(r.owner, ' ') + 1))
FROM (SELECT user_id, trim(card_owner) AS owner FROM identity_request WHERE status = 'verified') r
WHERE r.user_id = user.id AND user.forgotten_at IS NULL AND instr(r.owner, ' ') > 0
  AND (user.first_name = '' OR user.last_name = '');

-- A wish for other names than the proven ones. Its old names are those at the time of the wish.
CREATE TABLE name_request (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id),
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  old_first_name TEXT NOT NULL,
  old_last_name TEXT NOT NULL,
  -- Why the person asks, in their own words.
  reason TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'verified', 'rejected')),
  rejection_reason TEXT,
  created_at INTEGER NOT NULL,
  decided_at INTEGER,
  CHECK ((status = 'pending') = (decided_at IS NULL))
) STRICT;
CREATE UNIQUE INDEX name_request_pending_once ON name_request (user_id) WHERE status = 'pending';
CREATE INDEX name_request_pending ON name_request (created_at, id) WHERE status = 'pending';
CREATE INDEX name_request_of_user ON name_request (user_id, created_at);
CREATE TRIGGER name_request_path BEFORE UPDATE OF status ON name_request
WHEN OLD.status <> 'pending' AND NEW.status <> OLD.status
BEGIN SELECT RAISE(ABORT, 'a wish for another name is decided once'); END;

-- The account behind a card, for transfers between banks. Money waits a day after a change of it.
ALTER TABLE bank_card ADD COLUMN iban_sealed TEXT NOT NULL DEFAULT '';
ALTER TABLE bank_card ADD COLUMN iban_changed_at INTEGER;
ALTER TABLE bank_card ADD COLUMN iban_key_version INTEGER
  GENERATED ALWAYS AS (CAST(substr(iban_sealed, 1, instr(iban_sealed, '.') - 1) AS INTEGER)) VIRTUAL;
CREATE INDEX bank_card_by_iban_key ON bank_card (iban_key_version);
CREATE TABLE unopenable_seal_next (
  place TEXT NOT NULL CHECK (place IN ('code', 'bank_card', 'identity_request', 'outbox', 'gift',
    'iban')),
  row_id TEXT NOT NULL,
  tried_at INTEGER NOT NULL,
  PRIMARY KEY (place, row_id)
) STRICT, WITHOUT ROWID;
INSERT INTO unopenable_seal_next (place, row_id, tried_at)
SELECT place, row_id, tried_at FROM unopenable_seal;
DROP TABLE unopenable_seal;
ALTER TABLE unopenable_seal_next RENAME TO unopenable_seal;

-- Signs that two accounts may be one person, as keyed hashes. A mark stays when the card is
-- removed, the picture deleted or the browser signed out.
CREATE TABLE person_mark (
  user_id TEXT NOT NULL REFERENCES user (id),
  kind TEXT NOT NULL CHECK (kind IN ('browser', 'picture', 'name', 'card')),
  fingerprint TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, kind, fingerprint)
) STRICT, WITHOUT ROWID;
INSERT INTO person_mark (user_id, kind, fingerprint, created_at)
SELECT u.id, 'browser', b.visitor_hash, b.created_at
FROM known_browser b JOIN user u ON u.phone = b.phone WHERE u.forgotten_at IS NULL;
INSERT INTO person_mark (user_id, kind, fingerprint, created_at)
SELECT user_id, 'card', fingerprint, min(created_at) FROM (
  SELECT user_id, number_fingerprint AS fingerprint, created_at FROM bank_card
  UNION ALL SELECT user_id, card_number_fingerprint, created_at FROM identity_request)
WHERE fingerprint NOT LIKE 'forgotten:%'
GROUP BY user_id, fingerprint;
-- The keyed hash of the bytes of an image, empty for older ones.
ALTER TABLE upload ADD COLUMN fingerprint TEXT NOT NULL DEFAULT '';
-- An inviter's income that waits for an operator's look, or was released after one.
ALTER TABLE earning ADD COLUMN look TEXT
  CHECK (look IS NULL OR (kind = 'referral' AND look IN ('waiting', 'released')));
-- Earnings that wait for a look are no work for the job.
DROP INDEX earning_due;
CREATE INDEX earning_due ON earning (due_at) WHERE state = 'held' AND look IS NOT 'waiting';
CREATE INDEX earning_in_look_of_user ON earning (user_id) WHERE state = 'held' AND look = 'waiting';
CREATE INDEX earning_waiting_for_look ON earning (created_at, id)
  WHERE state = 'held' AND look = 'waiting';
