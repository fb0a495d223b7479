-- The base: what every other part leans on, and the door of the desk. In all files amounts are
-- whole toman, times are UTC milliseconds, and tables are STRICT.

-- A batch that decides on money or codes claims again each fact that it relied on: it inserts a
-- sentence and a condition. One false condition undoes the whole batch.
CREATE VIEW must AS SELECT '' AS claim, 1 AS holds WHERE 0;
CREATE TRIGGER must_hold INSTEAD OF INSERT ON must WHEN NEW.holds IS NOT 1
BEGIN SELECT RAISE(ABORT, 'must hold'); END;

-- How often something was used within a window of time, to hold it to its limit.
CREATE TABLE rate_limit (
  kind TEXT NOT NULL,
  who TEXT NOT NULL,
  window_start INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (kind, who, window_start)
) STRICT, WITHOUT ROWID;
CREATE INDEX rate_limit_by_time ON rate_limit (window_start);

-- When each job last did its work without an error, for those who watch over the shop.
CREATE TABLE job_run (
  name TEXT PRIMARY KEY,
  last_ok_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- How far a job is that goes through something bit by bit.
CREATE TABLE job_place (
  job TEXT PRIMARY KEY,
  place TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Messages that must reach people and may fail: written with their cause, sent and tried again by
-- the jobs.
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
  -- Of the messages only the links that confirm an e-mail are sealed. The version of the key stands
  -- before the first dot of each sealed text.
  key_version INTEGER GENERATED ALWAYS AS (iif(template = 'email-verification',
    CAST(substr(token, 1, instr(token, '.') - 1) AS INTEGER), NULL)) VIRTUAL
) STRICT;
CREATE INDEX outbox_by_key ON outbox (key_version) WHERE template = 'email-verification';
CREATE INDEX outbox_links_by_time ON outbox (created_at) WHERE template = 'email-verification';
CREATE INDEX outbox_of_user ON outbox (user_id, created_at);
-- Jobs take the messages of a channel, so that a silent provider delays no other.
CREATE INDEX outbox_due ON outbox (channel, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX outbox_given_up ON outbox (given_up_at) WHERE given_up_at IS NOT NULL;

-- Sealed texts that could not be opened with any key of the shop. Operators are told of them.
CREATE TABLE unopenable_seal (
  -- The name of the sealed column, one of the list in api/desk/key/sealed-columns.ts.
  place TEXT NOT NULL,
  row_id TEXT NOT NULL,
  tried_at INTEGER NOT NULL,
  PRIMARY KEY (place, row_id)
) STRICT, WITHOUT ROWID;

-- The count of numbers given to orders and tickets together: a number names one thing.
CREATE TABLE number_count (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  given INTEGER NOT NULL CHECK (given >= 0)
) STRICT;
INSERT INTO number_count (id, given) VALUES (1, 0);

-- The number for the present count: six digits (then seven, then eight) in an order that does not
-- show how much was sold, and a check digit after Damm.
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

-- A row that is inserted here gets the next number. The view holds no rows.
CREATE VIEW number_due AS SELECT '' AS kind, '' AS id WHERE false;

-- The people who work at the desk. Decisions name them, so a name is never given twice.
CREATE TABLE operator (
  name TEXT PRIMARY KEY,
  role TEXT NOT NULL CHECK (role IN ('viewer', 'support', 'finance', 'owner')),
  -- Areas beneath the role, as a JSON list of names. Null is the prepared set of the role, which
  -- the contract keeps.
  areas TEXT CHECK (areas IS NULL OR (json_valid(areas) AND json_type(areas) = 'array')),
  phone TEXT NOT NULL,
  -- The address under which Cloudflare Access knows them.
  email TEXT,
  -- The random name under which authenticators know them.
  passkey_handle TEXT,
  created_at INTEGER NOT NULL,
  -- When they entered with their newest invitation. Null before.
  entered_at INTEGER,
  ended_at INTEGER
) STRICT;
CREATE UNIQUE INDEX operator_email ON operator (email);

-- A secret that lets an operator in once, as its SHA-256.
CREATE TABLE operator_invitation (
  hash TEXT PRIMARY KEY,
  operator TEXT NOT NULL REFERENCES operator (name),
  -- An invitation lets them in anew, and everything older of theirs ends. A link opens one more
  -- browser for an operator who is in already.
  purpose TEXT NOT NULL DEFAULT 'invitation' CHECK (purpose IN ('invitation', 'link')),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  accepted_at INTEGER
) STRICT;
CREATE INDEX operator_invitation_of_operator ON operator_invitation (operator);

-- A token that an operator, or a program of theirs, shows with each call, as its SHA-256.
CREATE TABLE operator_token (
  id TEXT PRIMARY KEY,
  operator TEXT NOT NULL REFERENCES operator (name),
  -- Programs hold tokens. Browsers hold sessions, which are those of a person and end when they are
  -- not used for a while.
  kind TEXT NOT NULL DEFAULT 'token' CHECK (kind IN ('token', 'session')),
  hash TEXT NOT NULL UNIQUE,
  label TEXT NOT NULL,
  -- The most that a program may do. Null for the token of the person, who may do what they may.
  role TEXT CHECK (role IN ('viewer', 'support', 'finance', 'owner')),
  -- It never opens more than its operator has now.
  areas TEXT CHECK (areas IS NULL OR (json_valid(areas) AND json_type(areas) = 'array')),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  -- When a person last did something in the browser of a session, exact to a minute.
  last_used_at INTEGER,
  -- When the person of a session last showed a passkey.
  proven_at INTEGER,
  ended_at INTEGER
) STRICT;
CREATE INDEX operator_token_of_operator ON operator_token (operator, created_at);

-- A passkey of an operator, by which the shop checks that a browser holds its private half.
CREATE TABLE passkey (
  id TEXT PRIMARY KEY,
  operator TEXT NOT NULL REFERENCES operator (name),
  label TEXT NOT NULL,
  public_key TEXT NOT NULL,
  -- Grows with each use, except for passkeys that several devices share.
  counter INTEGER NOT NULL,
  -- The ways in which a browser reaches it, as JSON.
  transports TEXT NOT NULL,
  device_type TEXT NOT NULL,
  aaguid TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  ended_at INTEGER
) STRICT;
CREATE INDEX passkey_of_operator ON passkey (operator, created_at);

-- A challenge that a passkey answers once. That of a session belongs to this session.
CREATE TABLE passkey_challenge (
  challenge TEXT PRIMARY KEY,
  operator TEXT NOT NULL REFERENCES operator (name),
  purpose TEXT NOT NULL CHECK (purpose IN ('register', 'enter', 'prove')),
  token_id TEXT REFERENCES operator_token (id),
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX passkey_challenge_by_end ON passkey_challenge (expires_at);

-- Everything that operators decide and look at. The program names the subjects and verdicts, so
-- that a new one changes no table.
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
-- Finds the decisions of an operator of today, without their looks.
CREATE INDEX desk_decision_of_operator ON desk_decision (operator, created_at)
  WHERE verdict NOT IN ('viewed', 'listed');
-- Finds the lines of the log about a person and what is theirs.
CREATE INDEX desk_decision_about ON desk_decision (subject_id, created_at, id);
CREATE INDEX desk_decision_of_thing ON desk_decision (subject_id, subject, created_at);
-- Alerts about operators look each minute at what was done within a day, and read nothing else.
CREATE INDEX desk_decision_about_operators ON desk_decision (created_at) WHERE subject = 'operator';
CREATE TRIGGER desk_decision_never_changes BEFORE UPDATE ON desk_decision
WHEN (NEW.id, NEW.operator, NEW.subject, NEW.subject_id, NEW.verdict, NEW.note, NEW.created_at,
    NEW.network, NEW.state_before, NEW.state_after)
  IS NOT (OLD.id, OLD.operator, OLD.subject, OLD.subject_id, OLD.verdict, NULL, OLD.created_at,
    OLD.network, OLD.state_before, OLD.state_after)
BEGIN SELECT RAISE(ABORT, 'decisions are only added'); END;
CREATE TRIGGER desk_decision_never_goes BEFORE DELETE ON desk_decision
BEGIN SELECT RAISE(ABORT, 'decisions are only added'); END;

-- Where operators are alerted: in a chat of our bot, by SMS, or by e-mail.
CREATE TABLE alert_channel (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('bot', 'sms', 'email')),
  -- The id of the chat, the name of the operator, or the e-mail address.
  address TEXT NOT NULL,
  wants TEXT NOT NULL CHECK (wants IN ('all', 'urgent')),
  -- Its hours in Tehran, from one until the other, over midnight when the second is smaller.
  -- Outside of them it hears only what cannot wait. Without hours it hears all at any time.
  from_hour INTEGER CHECK (from_hour BETWEEN 0 AND 23),
  until_hour INTEGER
    CHECK (until_hour BETWEEN 1 AND 24) CHECK ((from_hour IS NULL) = (until_hour IS NULL))
    CHECK (from_hour <> until_hour),
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  ended_at INTEGER,
  -- Alerts that were opened until then have been told, or were not wanted.
  told_until INTEGER NOT NULL,
  -- The same for alerts that cannot wait. Null: as the others.
  urgent_told_until INTEGER,
  next_send_at INTEGER NOT NULL DEFAULT 0,
  sent_at INTEGER,
  -- Why the last message did not arrive. Nothing more is sent to a chat that is gone.
  trouble TEXT CHECK (trouble IN ('token', 'gone', 'refused', 'silent')),
  trouble_since INTEGER,
  CHECK ((trouble IS NULL) = (trouble_since IS NULL))
) STRICT;
CREATE UNIQUE INDEX alert_channel_once ON alert_channel (kind, address) WHERE ended_at IS NULL;

-- A state that crossed a threshold, from then until it is over. It is told once.
CREATE TABLE alert (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  -- A thing by its id, never a person.
  subject TEXT NOT NULL,
  is_urgent INTEGER NOT NULL CHECK (is_urgent IN (0, 1)),
  opened_at INTEGER NOT NULL,
  closed_at INTEGER
) STRICT;
CREATE UNIQUE INDEX alert_open ON alert (kind, subject) WHERE closed_at IS NULL;
CREATE INDEX alert_by_opening ON alert (opened_at);
CREATE INDEX alert_by_closing ON alert (closed_at) WHERE closed_at IS NOT NULL;
