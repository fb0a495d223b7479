-- A unit cost far below the last one counts among what is given away: it hides what is sold below cost.
DROP TRIGGER given_away_stays;
DROP TRIGGER given_away_never_goes;
CREATE TABLE given_away_next (
  id TEXT PRIMARY KEY,
  operator TEXT NOT NULL REFERENCES operator (name),
  way TEXT NOT NULL
    CHECK (way IN ('price', 'rate', 'discount', 'replacement', 'reveal', 'export', 'cost')),
  -- The thing that is given: a code, a batch, an item, a product or a discount code.
  subject_id TEXT NOT NULL,
  -- Keyed by what exactly was asked, so that a yes is a yes to this and nothing else.
  fingerprint TEXT NOT NULL,
  toman INTEGER NOT NULL CHECK (toman >= 0),
  -- Set when a second person has allowed it. Then it does not count for the one who asked.
  confirmed_by TEXT,
  asked_at INTEGER NOT NULL,
  confirmed_at INTEGER,
  -- Null while it is allowed and was not done yet.
  given_at INTEGER,
  CHECK ((confirmed_at IS NULL) = (confirmed_by IS NULL)),
  CHECK (given_at IS NOT NULL OR confirmed_by IS NOT NULL),
  -- An owner without a second person waits a day.
  CHECK (confirmed_by <> operator OR confirmed_at >= asked_at + 86400000)
) STRICT;
INSERT INTO given_away_next SELECT * FROM given_away;
DROP TABLE given_away;
ALTER TABLE given_away_next RENAME TO given_away;
CREATE INDEX given_away_of_operator ON given_away (operator, given_at) WHERE confirmed_by IS NULL;
CREATE INDEX given_away_allowed ON given_away (operator, fingerprint) WHERE given_at IS NULL;
CREATE TRIGGER given_away_stays BEFORE UPDATE ON given_away
WHEN OLD.given_at IS NOT NULL OR NEW.given_at IS NULL
  OR (NEW.id, NEW.operator, NEW.way, NEW.subject_id, NEW.fingerprint, NEW.toman, NEW.confirmed_by,
    NEW.asked_at, NEW.confirmed_at)
  IS NOT (OLD.id, OLD.operator, OLD.way, OLD.subject_id, OLD.fingerprint, OLD.toman, OLD.confirmed_by,
    OLD.asked_at, OLD.confirmed_at)
BEGIN SELECT RAISE(ABORT, 'what was given stays in the books'); END;
CREATE TRIGGER given_away_never_goes BEFORE DELETE ON given_away
BEGIN SELECT RAISE(ABORT, 'what was given stays in the books'); END;
CREATE INDEX given_away_by_time ON given_away (given_at) WHERE given_at IS NOT NULL;
