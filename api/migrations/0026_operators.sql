-- The people who work at the desk. Decisions name them, so a name is never given twice.
CREATE TABLE operator (
  name TEXT PRIMARY KEY,
  role TEXT NOT NULL CHECK (role IN ('viewer', 'support', 'finance', 'owner')),
  phone TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- When they entered with their newest invitation. Null before.
  entered_at INTEGER,
  ended_at INTEGER
) STRICT;

-- A secret that lets somebody in once, as its SHA-256.
CREATE TABLE operator_invitation (
  hash TEXT PRIMARY KEY,
  operator TEXT NOT NULL REFERENCES operator (name),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  accepted_at INTEGER
) STRICT;
CREATE INDEX operator_invitation_of_operator ON operator_invitation (operator);

-- A token that an operator, or a program of theirs, shows with each call, as its SHA-256.
CREATE TABLE operator_token (
  id TEXT PRIMARY KEY,
  operator TEXT NOT NULL REFERENCES operator (name),
  hash TEXT NOT NULL UNIQUE,
  label TEXT NOT NULL,
  -- The most that a program may do. Null for the token of the person, who may do what they may.
  role TEXT CHECK (role IN ('viewer', 'support', 'finance', 'owner')),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;
CREATE INDEX operator_token_of_operator ON operator_token (operator, created_at);

-- A thing that one operator asks and another confirms before it is carried out.
CREATE TABLE proposal (
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
  -- Null when it ran out.
  decided_by TEXT REFERENCES operator (name),
  decided_at INTEGER,
  CHECK ((state = 'open') = (decided_at IS NULL)),
  CHECK (state <> 'confirmed' OR decided_by <> asked_by)
) STRICT;
CREATE UNIQUE INDEX proposal_open_once ON proposal (action, subject_id) WHERE state = 'open';
CREATE INDEX proposal_open ON proposal (created_at, id) WHERE state = 'open';
CREATE TRIGGER proposal_path BEFORE UPDATE ON proposal WHEN OLD.state <> 'open'
BEGIN SELECT RAISE(ABORT, 'a proposal is decided once'); END;

-- Everything that operators decide and look at. Built anew for the network and for what was before
-- and after. The program names the subjects, so that a new one needs no new table.
CREATE TABLE desk_decision_next (
  id TEXT PRIMARY KEY,
  operator TEXT NOT NULL,
  subject TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  verdict TEXT NOT NULL,
  note TEXT,
  created_at INTEGER NOT NULL,
  network TEXT NOT NULL DEFAULT '',
  state_before TEXT,
  state_after TEXT
) STRICT;
INSERT INTO desk_decision_next (id, operator, subject, subject_id, verdict, note, created_at)
SELECT id, operator, subject, subject_id, verdict, note, created_at FROM desk_decision;
DROP TABLE desk_decision;
ALTER TABLE desk_decision_next RENAME TO desk_decision;
CREATE INDEX desk_decision_of_subject ON desk_decision (subject, subject_id, created_at);
CREATE INDEX desk_decision_by_time ON desk_decision (created_at, id);
CREATE TRIGGER desk_decision_never_changes BEFORE UPDATE ON desk_decision
WHEN (NEW.id, NEW.operator, NEW.subject, NEW.subject_id, NEW.verdict, NEW.note, NEW.created_at,
    NEW.network, NEW.state_before, NEW.state_after)
  IS NOT (OLD.id, OLD.operator, OLD.subject, OLD.subject_id, OLD.verdict, NULL, OLD.created_at,
    OLD.network, OLD.state_before, OLD.state_after)
BEGIN SELECT RAISE(ABORT, 'decisions are only added'); END;
CREATE TRIGGER desk_decision_never_goes BEFORE DELETE ON desk_decision
BEGIN SELECT RAISE(ABORT, 'decisions are only added'); END;

-- One payment at the bank pays one withdrawal. Twins from before keep their reference and get their
-- id behind it.
UPDATE withdrawal SET note = note || ' ' || id
WHERE state = 'paid' AND EXISTS (
  SELECT 1 FROM withdrawal earlier
  WHERE earlier.state = 'paid' AND earlier.note = withdrawal.note AND earlier.id < withdrawal.id);
CREATE UNIQUE INDEX withdrawal_reference ON withdrawal (note) WHERE state = 'paid';
