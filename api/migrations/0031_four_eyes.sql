-- What operators wrote about somebody goes when that person is forgotten; who asked, who decided and
-- when stay.
DROP TRIGGER proposal_path;
CREATE TRIGGER proposal_path BEFORE UPDATE ON proposal
WHEN OLD.state <> 'open'
  AND (NEW.id, NEW.action, NEW.subject_id, NEW.details, NEW.note, NEW.asked_by, NEW.created_at,
    NEW.expires_at, NEW.state, NEW.decided_by, NEW.decided_at)
  IS NOT (OLD.id, OLD.action, OLD.subject_id, '{}', NULL, OLD.asked_by, OLD.created_at,
    OLD.expires_at, OLD.state, OLD.decided_by, OLD.decided_at)
BEGIN SELECT RAISE(ABORT, 'a proposal is decided once'); END;
