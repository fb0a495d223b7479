-- A session's browser, and the events of an account: for its owner to see who is in it, and to take
-- it back whole.

ALTER TABLE session ADD COLUMN visitor_hash TEXT NOT NULL DEFAULT '';
-- The browser and system in Persian words, never the header they were read from.
ALTER TABLE session ADD COLUMN device TEXT NOT NULL DEFAULT '';
ALTER TABLE session ADD COLUMN last_used_at INTEGER NOT NULL DEFAULT 0;
UPDATE session SET last_used_at = created_at;
-- The name of a session for its owner, who never sees the hash of its token.
ALTER TABLE session ADD COLUMN id TEXT GENERATED ALWAYS AS (substr(token_hash, 1, 24)) VIRTUAL;
-- 1 until a second code was typed: the account was worth something before this browser came.
ALTER TABLE session ADD COLUMN needs_second_code INTEGER NOT NULL DEFAULT 0
  CHECK (needs_second_code IN (0, 1));
ALTER TABLE session ADD COLUMN second_code_at INTEGER;
ALTER TABLE known_browser ADD COLUMN needs_second_code INTEGER NOT NULL DEFAULT 0
  CHECK (needs_second_code IN (0, 1));

-- The browser that ended all sessions gets one code outside the strangers' allowance until then.
ALTER TABLE user ADD COLUMN return_visitor_hash TEXT;
ALTER TABLE user ADD COLUMN return_until INTEGER;
-- When the letter was asked for that confirmed the address: a newer proof takes it over.
ALTER TABLE user ADD COLUMN email_proved_at INTEGER;
CREATE INDEX email_verification_of_address ON email_verification (lower(email), created_at);

-- One-time codes for somebody who is signed in.
CREATE TABLE second_code (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id),
  -- Of the session that asked for it: no other may use it.
  token_hash TEXT NOT NULL,
  code_hmac TEXT NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER,
  failed_at INTEGER
) STRICT;
CREATE INDEX second_code_of_user ON second_code (user_id, created_at);
CREATE INDEX second_code_of_session ON second_code (token_hash, created_at);
CREATE INDEX second_code_by_time ON second_code (created_at);

-- Events of an account that stand in no other table. Kept for ninety days.
CREATE TABLE account_event (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id),
  kind TEXT NOT NULL CHECK (kind IN ('signed_in', 'wrong_code', 'signed_out', 'session_ended',
    'all_ended', 'browser_proved', 'wrong_second_code', 'names_changed', 'email_changed',
    'email_removed', 'email_confirmed', 'email_taken_over', 'codes_by_email_on',
    'codes_by_email_off')),
  device TEXT NOT NULL DEFAULT '',
  happened_at INTEGER NOT NULL
) STRICT;
CREATE INDEX account_event_of_user ON account_event (user_id, happened_at DESC, id DESC);
CREATE INDEX account_event_by_time ON account_event (happened_at);
CREATE INDEX content_reading_of_user ON content_reading (user_id, read_at);
