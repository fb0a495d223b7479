-- Browsers at the desk hold sessions, programs hold tokens. Both are rows of operator_token: a
-- session is that of a person, and ends when nobody used it for a while.
ALTER TABLE operator_token ADD COLUMN kind TEXT NOT NULL DEFAULT 'token'
  CHECK (kind IN ('token', 'session'));
-- When a person last did something in the browser of a session, exact to a minute.
ALTER TABLE operator_token ADD COLUMN last_used_at INTEGER;
-- When the person of a session last showed a passkey.
ALTER TABLE operator_token ADD COLUMN proven_at INTEGER;

-- An invitation lets somebody in anew, and everything older of theirs ends. A link opens one more
-- browser for somebody who is in already.
ALTER TABLE operator_invitation ADD COLUMN purpose TEXT NOT NULL DEFAULT 'invitation'
  CHECK (purpose IN ('invitation', 'link'));

-- The address under which Cloudflare Access knows an operator.
ALTER TABLE operator ADD COLUMN email TEXT;
CREATE UNIQUE INDEX operator_email ON operator (email);
-- The random name under which authenticators know an operator.
ALTER TABLE operator ADD COLUMN passkey_handle TEXT;

-- A passkey of an operator: what is needed to check that somebody holds its private half.
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
