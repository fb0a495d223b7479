-- An owner who works alone confirms what they asked themselves, a day later. The batch claims that
-- they are alone. The tables hold no more than the wait.
DROP INDEX proposal_open_once;
DROP INDEX proposal_open;
DROP INDEX proposal_of_asker;
DROP TRIGGER proposal_path;

CREATE TABLE new_proposal (
  id TEXT PRIMARY KEY,
  action TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  -- The change to be carried out, as JSON.
  details TEXT NOT NULL,
  note TEXT,
  asked_by TEXT NOT NULL REFERENCES operator (name),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'confirmed', 'dropped')),
  -- Null when it ran out, or ended together with the place of the one who asked.
  decided_by TEXT REFERENCES operator (name),
  decided_at INTEGER,
  -- When owners were told that it waits for nobody but the one who asked.
  told_at INTEGER,
  CHECK ((state = 'open') = (decided_at IS NULL)),
  CHECK (state <> 'confirmed' OR decided_by <> asked_by OR decided_at >= created_at + 86400000)
) STRICT;
INSERT INTO new_proposal (id, action, subject_id, details, note, asked_by, created_at, expires_at,
  state, decided_by, decided_at)
SELECT id, action, subject_id, details, note, asked_by, created_at, expires_at, state, decided_by,
  decided_at FROM proposal;
DROP TABLE proposal;
ALTER TABLE new_proposal RENAME TO proposal;

CREATE UNIQUE INDEX proposal_open_once ON proposal (action, subject_id) WHERE state = 'open';
CREATE INDEX proposal_open ON proposal (created_at, id) WHERE state = 'open';
CREATE INDEX proposal_of_asker ON proposal (asked_by, expires_at);

CREATE TRIGGER proposal_path BEFORE UPDATE ON proposal
WHEN OLD.state <> 'open'
  AND (NEW.id, NEW.action, NEW.subject_id, NEW.details, NEW.note, NEW.asked_by, NEW.created_at,
    NEW.expires_at, NEW.state, NEW.decided_by, NEW.decided_at)
  IS NOT (OLD.id, OLD.action, OLD.subject_id, '{}', NULL, OLD.asked_by, OLD.created_at,
    OLD.expires_at, OLD.state, OLD.decided_by, OLD.decided_at)
BEGIN SELECT RAISE(ABORT, 'a proposal is decided once'); END;

DROP INDEX payout_open_of;
DROP TRIGGER payout_path;
ALTER TABLE payout ADD COLUMN confirmed_at INTEGER;
ALTER TABLE payout ADD COLUMN second_person TEXT
  CHECK (second_person <> made_by OR coalesce(confirmed_at, 0) >= made_at + 86400000);
UPDATE payout SET second_person = confirmed_by, confirmed_at = made_at
WHERE confirmed_by IS NOT NULL;
ALTER TABLE payout DROP COLUMN confirmed_by;
ALTER TABLE payout RENAME COLUMN second_person TO confirmed_by;
CREATE INDEX payout_open_of ON payout (made_by) WHERE state = 'made' AND confirmed_by IS NULL;
CREATE TRIGGER payout_path BEFORE UPDATE ON payout
WHEN (NEW.id, NEW.number, NEW.format, NEW.fingerprint, NEW.made_by, NEW.made_at)
    IS NOT (OLD.id, OLD.number, OLD.format, OLD.fingerprint, OLD.made_by, OLD.made_at)
  OR OLD.state = 'done' OR NEW.state = 'waiting'
  OR (OLD.state = 'waiting' AND NEW.state = 'made') <> (NEW.confirmed_by IS NOT OLD.confirmed_by)
BEGIN SELECT RAISE(ABORT, 'a bank file cannot go that way'); END;
