-- The base: tables that all other parts use, and the log of the desk. In all files amounts are
-- whole toman, times are UTC milliseconds, and tables are STRICT.

-- A batch that decides about money or codes checks again each fact that it relied on: for each fact
-- it inserts a description and a condition into this view. If one condition is false, the whole
-- batch is undone.
CREATE VIEW must AS SELECT '' AS claim, 1 AS holds WHERE 0;
CREATE TRIGGER must_hold INSTEAD OF INSERT ON must WHEN NEW.holds IS NOT 1
BEGIN SELECT RAISE(ABORT, 'must hold'); END;

-- How often something was used within a window of time, for comparison with a limit.
CREATE TABLE rate_limit (
  kind TEXT NOT NULL,
  who TEXT NOT NULL,
  window_start INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (kind, who, window_start)
) STRICT, WITHOUT ROWID;
CREATE INDEX rate_limit_by_time ON rate_limit (window_start);

-- When each job last did its work without an error, for people who monitor the shop.
CREATE TABLE job_run (
  name TEXT PRIMARY KEY,
  last_ok_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The state of a server of one's own. At most one row.
CREATE TABLE server_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- When the newest copy of the database was begun, and when a copy was last proven.
  copied_at INTEGER,
  proven_at INTEGER,
  -- The number of invariants that the proven copy breaks.
  findings INTEGER NOT NULL CHECK (findings >= 0),
  -- 1 when the operator's command could not send the last copy to another machine.
  is_away_failing INTEGER NOT NULL DEFAULT 0 CHECK (is_away_failing IN (0, 1)),
  -- When the certificate that visitors get ends. Null when it could not be seen.
  certificate_ends_at INTEGER,
  -- Since when the server runs.
  since INTEGER NOT NULL
) STRICT;

-- The position that each page-by-page job has reached.
CREATE TABLE job_place (
  job TEXT PRIMARY KEY,
  place TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Messages that must reach people although sending may fail: written in the same batch as the
-- change that causes them, sent and retried by the jobs.
CREATE TABLE outbox (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id),
  channel TEXT NOT NULL DEFAULT 'sms' CHECK (channel IN ('sms', 'email')),
  template TEXT NOT NULL,
  token TEXT NOT NULL,
  -- The address of an e-mail, as it was when the message was written. An SMS goes to the phone of
  -- the shopper.
  email TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER,
  created_at INTEGER NOT NULL,
  sent_at INTEGER,
  -- Set when a message was not sent after all attempts. An operator may have it sent again.
  given_up_at INTEGER,
  -- Only the tokens of messages that confirm an e-mail address are sealed. The version of the key
  -- is the part of a sealed text before its first dot.
  key_version INTEGER GENERATED ALWAYS AS (iif(template = 'email-verification',
    CAST(substr(token, 1, instr(token, '.') - 1) AS INTEGER), NULL)) VIRTUAL
) STRICT;
CREATE INDEX outbox_by_key ON outbox (key_version) WHERE template = 'email-verification';
CREATE INDEX outbox_links_by_time ON outbox (created_at) WHERE template = 'email-verification';
-- The job tidy deletes these after thirty days. The message of a gift stays, because its giver sees
-- whether it was sent.
CREATE INDEX outbox_sent ON outbox (sent_at) WHERE sent_at IS NOT NULL AND id NOT GLOB 'gift:*';
CREATE INDEX outbox_of_user ON outbox (user_id, created_at);
-- Jobs read the messages of one channel, so that a silent provider delays only its own channel.
CREATE INDEX outbox_due ON outbox (channel, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX outbox_given_up ON outbox (given_up_at) WHERE given_up_at IS NOT NULL;

-- The count of numbers that were given. Orders and tickets share it, so that a number names one
-- thing.
CREATE TABLE number_count (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  given INTEGER NOT NULL CHECK (given >= 0)
) STRICT;
INSERT INTO number_count (id, given) VALUES (1, 0);

-- The next number: six digits (then seven, then eight) in an order that does not show how much was
-- sold, and a check digit by the algorithm of Damm.
CREATE VIEW next_number AS
WITH RECURSIVE body (digits) AS (
  SELECT iif(given < 900000, 100000 + given * 556231 % 900000,
    iif(given < 9900000, 1000000 + (given - 900000) * 5562307 % 9000000,
      10000000 + (given - 9900000) * 55623059 % 90000000))
  FROM number_count),
checked (position, state) AS (
  SELECT 1, 0
  UNION ALL
  SELECT position + 1, CAST(substr(
    '0317598642709215486342068713591750983426612304597836742095815869720134894536201794386172052581436790',
    10 * state + CAST(substr(digits, position, 1) AS INTEGER) + 1, 1) AS INTEGER)
  FROM checked, body WHERE position <= length(digits))
SELECT digits || state AS number FROM checked, body WHERE position = length(digits) + 1;

-- Inserting a row here gives the next number to an order or ticket. The view holds no rows.
CREATE VIEW number_due AS SELECT '' AS kind, '' AS id WHERE false;

-- The log of everything that operators decide and view. The program defines the allowed subjects
-- and verdicts, so that a new one needs no migration.
CREATE TABLE desk_decision (
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
CREATE INDEX desk_decision_by_time ON desk_decision (created_at, id);
-- Finds the payouts of one operator within a day.
CREATE INDEX desk_decision_paid_by ON desk_decision (operator, created_at)
  WHERE subject = 'withdrawal' AND verdict = 'paid';
-- Finds the decisions that an operator made today, without views.
CREATE INDEX desk_decision_of_operator ON desk_decision (operator, created_at)
  WHERE verdict NOT IN ('viewed', 'listed');
-- Finds the lines of the log about a person and about things that belong to the person.
CREATE INDEX desk_decision_about ON desk_decision (subject_id, created_at, id);
CREATE INDEX desk_decision_of_thing ON desk_decision (subject_id, subject, created_at);
-- Alerts about operators read each minute the decisions about operators of the last day.
CREATE INDEX desk_decision_about_operators ON desk_decision (created_at) WHERE subject = 'operator';
CREATE TRIGGER desk_decision_never_changes BEFORE UPDATE ON desk_decision
WHEN (NEW.id, NEW.operator, NEW.subject, NEW.subject_id, NEW.verdict, NEW.note, NEW.created_at,
    NEW.network, NEW.state_before, NEW.state_after)
  IS NOT (OLD.id, OLD.operator, OLD.subject, OLD.subject_id, OLD.verdict, NULL, OLD.created_at,
    OLD.network, OLD.state_before, OLD.state_after)
BEGIN SELECT RAISE(ABORT, 'decisions are only added'); END;
CREATE TRIGGER desk_decision_never_goes BEFORE DELETE ON desk_decision
BEGIN SELECT RAISE(ABORT, 'decisions are only added'); END;
