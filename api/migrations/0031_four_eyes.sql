-- Notes of operators about somebody go when that person is forgotten. Who asked, who decided and
-- when stay.
DROP TRIGGER proposal_path;
CREATE TRIGGER proposal_path BEFORE UPDATE ON proposal
WHEN OLD.state <> 'open'
  AND (NEW.id, NEW.action, NEW.subject_id, NEW.details, NEW.note, NEW.asked_by, NEW.created_at,
    NEW.expires_at, NEW.state, NEW.decided_by, NEW.decided_at)
  IS NOT (OLD.id, OLD.action, OLD.subject_id, '{}', NULL, OLD.asked_by, OLD.created_at,
    OLD.expires_at, OLD.state, OLD.decided_by, OLD.decided_at)
BEGIN SELECT RAISE(ABORT, 'a proposal is decided once'); END;

-- Facts that law may ask for about somebody who was forgotten, encrypted under a key whose private half
-- the shop does not have. It names nobody, and nothing refers to it.
CREATE TABLE dossier (
  id TEXT PRIMARY KEY,
  sealed TEXT NOT NULL,
  delete_at INTEGER NOT NULL
) STRICT;
CREATE INDEX dossier_due ON dossier (delete_at);

-- Finds the payouts of one operator within a day.
CREATE INDEX desk_decision_paid_by ON desk_decision (operator, created_at)
  WHERE subject = 'withdrawal' AND verdict = 'paid';
