-- Where operators are alerted: a chat of the shop's bot, the phone of an operator, an e-mail address.
CREATE TABLE alert_channel (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('bot', 'sms', 'email')),
  -- The id of the chat, the name of the operator, or the e-mail address.
  address TEXT NOT NULL,
  wants TEXT NOT NULL CHECK (wants IN ('all', 'urgent')),
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  ended_at INTEGER,
  -- Alerts that were opened until then have been told, or were not wanted.
  told_until INTEGER NOT NULL,
  next_send_at INTEGER NOT NULL DEFAULT 0,
  sent_at INTEGER,
  -- Why the last message did not arrive. Nothing more is sent to a chat that is gone.
  trouble TEXT CHECK (trouble IN ('token', 'gone', 'refused', 'silent')),
  trouble_since INTEGER,
  CHECK ((trouble IS NULL) = (trouble_since IS NULL))
) STRICT;
CREATE UNIQUE INDEX alert_channel_once ON alert_channel (kind, address) WHERE ended_at IS NULL;

-- Something that crossed a threshold, from then until it is over. It is told once.
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
