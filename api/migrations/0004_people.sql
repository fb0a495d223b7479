-- People: their accounts, how they sign in, their papers, and the freezes that stop them.

-- Shoppers.
CREATE TABLE user (
  id TEXT PRIMARY KEY,
  phone TEXT NOT NULL UNIQUE
    CHECK (length(phone) = 10 AND phone GLOB '9*' AND phone NOT GLOB '*[^0-9]*'),
  first_name TEXT NOT NULL DEFAULT '',
  last_name TEXT NOT NULL DEFAULT '',
  email TEXT NOT NULL DEFAULT '',
  is_email_verified INTEGER NOT NULL DEFAULT 0 CHECK (is_email_verified IN (0, 1)),
  -- When the link that confirmed the address was requested. If another account confirms the same
  -- address with a link that was requested later, the address moves to that account.
  email_proved_at INTEGER,
  -- Delivered codes are sent by e-mail only to people who chose that and have a confirmed address.
  wants_codes_by_email INTEGER NOT NULL DEFAULT 0 CHECK (wants_codes_by_email IN (0, 1)),
  referral_code TEXT NOT NULL UNIQUE,
  inviter_id TEXT REFERENCES user (id) CHECK (inviter_id <> id),
  -- Until this time, the browser that ended all sessions may get one code outside the limits for
  -- unknown browsers.
  return_visitor_hash TEXT,
  return_until INTEGER,
  created_at INTEGER NOT NULL,
  -- When the person was forgotten. Rows that the ledger needs stay, without a name.
  forgotten_at INTEGER,
  -- Counters that pages show. Triggers keep them up to date, so that pages do not count a whole
  -- history.
  orders_count INTEGER NOT NULL DEFAULT 0,
  purchases_count INTEGER NOT NULL DEFAULT 0,
  tickets_count INTEGER NOT NULL DEFAULT 0,
  invitees_count INTEGER NOT NULL DEFAULT 0,
  invitees_purchases_count INTEGER NOT NULL DEFAULT 0,
  referral_income_toman INTEGER NOT NULL DEFAULT 0,
  referral_pending_toman INTEGER NOT NULL DEFAULT 0,
  -- The earnings of the inviter from purchases of this person.
  income_for_inviter_toman INTEGER NOT NULL DEFAULT 0,
  -- Names in the form in which the desk compares them: one form of each letter, without vowel
  -- marks, lengthening strokes, spaces and half-spaces. nameKey in persian/names.ts converts search
  -- words in the same way.
  name_key TEXT GENERATED ALWAYS AS (
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    lower(first_name || last_name)
    , 'ي', 'ی'), 'ى', 'ی'), 'ې', 'ی'), 'ے', 'ی'), 'ئ', 'ی'), 'ك', 'ک'), 'ڪ', 'ک'), 'أ', 'ا')
    , 'إ', 'ا'), 'آ', 'ا'), 'ٱ', 'ا'), 'ؤ', 'و'), 'ة', 'ه'), 'ە', 'ه'), 'ھ', 'ه'), 'ہ', 'ه')
    , 'ۀ', 'ه'), 'ۂ', 'ه'), char(1600), ''), char(8204), ''), char(1611), '')
    , char(1612), ''), char(1613), ''), char(1614), ''), char(1615), ''), char(1616), '')
    , char(1617), ''), char(1618), ''), char(1619), ''), char(1620), ''), char(1621), '')
    , char(1648), ''), ' ', '')
) VIRTUAL,
  last_name_key TEXT GENERATED ALWAYS AS (
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    lower(last_name)
    , 'ي', 'ی'), 'ى', 'ی'), 'ې', 'ی'), 'ے', 'ی'), 'ئ', 'ی'), 'ك', 'ک'), 'ڪ', 'ک'), 'أ', 'ا')
    , 'إ', 'ا'), 'آ', 'ا'), 'ٱ', 'ا'), 'ؤ', 'و'), 'ة', 'ه'), 'ە', 'ه'), 'ھ', 'ه'), 'ہ', 'ه')
    , 'ۀ', 'ه'), 'ۂ', 'ه'), char(1600), ''), char(8204), ''), char(1611), '')
    , char(1612), ''), char(1613), ''), char(1614), ''), char(1615), ''), char(1616), '')
    , char(1617), ''), char(1618), ''), char(1619), ''), char(1620), ''), char(1621), '')
    , char(1648), ''), ' ', '')
) VIRTUAL
) STRICT;
CREATE UNIQUE INDEX user_by_verified_email ON user (lower(email)) WHERE is_email_verified = 1;
CREATE INDEX user_of_inviter ON user (inviter_id, created_at DESC, id DESC)
  WHERE inviter_id IS NOT NULL;
-- Finds people by the first letters of their name or last name. Half-spaces do not matter.
CREATE INDEX user_by_name ON user (name_key);
CREATE INDEX user_by_last_name ON user (last_name_key);
CREATE TRIGGER user_invited AFTER INSERT ON user WHEN NEW.inviter_id IS NOT NULL
BEGIN UPDATE user SET invitees_count = invitees_count + 1 WHERE id = NEW.inviter_id; END;
CREATE TRIGGER forgotten_stays BEFORE UPDATE ON user
WHEN OLD.forgotten_at IS NOT NULL
  AND (NEW.forgotten_at, NEW.phone, NEW.first_name, NEW.last_name, NEW.email)
    IS NOT (OLD.forgotten_at, OLD.phone, '', '', '')
BEGIN SELECT RAISE(ABORT, 'who was forgotten stays so'); END;

-- The browsers in which a shopper is signed in.
CREATE TABLE session (
  token_hash TEXT PRIMARY KEY,
  -- The id of the session that its owner sees. The whole hash of the token is never shown.
  id TEXT GENERATED ALWAYS AS (substr(token_hash, 1, 24)) VIRTUAL,
  user_id TEXT NOT NULL REFERENCES user (id),
  visitor_hash TEXT NOT NULL DEFAULT '',
  -- The browser and system in Persian words. The header itself is not stored.
  device TEXT NOT NULL DEFAULT '',
  -- 1 until a second code was entered, in a browser that is new to a valuable account.
  needs_second_code INTEGER NOT NULL DEFAULT 0 CHECK (needs_second_code IN (0, 1)),
  second_code_at INTEGER,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL DEFAULT 0,
  expires_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT;
CREATE INDEX session_of_user ON session (user_id);
CREATE INDEX session_by_expiry ON session (expires_at);
CREATE TRIGGER forgotten_signs_in_no_more BEFORE INSERT ON session
WHEN (SELECT forgotten_at FROM user WHERE id = NEW.user_id) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'who was forgotten stays so'); END;

-- Browsers that have signed in to a phone. Each has its own allowance of one-time codes, so that a
-- stranger cannot lock the owner out.
CREATE TABLE known_browser (
  phone TEXT NOT NULL,
  visitor_hash TEXT NOT NULL,
  needs_second_code INTEGER NOT NULL DEFAULT 0 CHECK (needs_second_code IN (0, 1)),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (phone, visitor_hash)
) STRICT, WITHOUT ROWID;

-- One-time codes for signing in, as they were sent.
CREATE TABLE sign_in_code (
  id TEXT PRIMARY KEY,
  phone TEXT NOT NULL,
  visitor_hash TEXT NOT NULL,
  address_hash TEXT NOT NULL,
  -- The wide network of the address: a /24 of IPv4 or a /48 of IPv6, since one caller may own all
  -- of its addresses.
  network_hash TEXT NOT NULL DEFAULT '',
  is_known_browser INTEGER NOT NULL CHECK (is_known_browser IN (0, 1)),
  code_hmac TEXT NOT NULL,
  -- The challenge that was solved for the code. Each challenge gives one code.
  work TEXT,
  referral_code TEXT,
  tries INTEGER NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER,
  -- Set when the SMS provider refused the message: such a code cannot be used and does not count
  -- against any limit.
  failed_at INTEGER
) STRICT;
CREATE INDEX sign_in_code_by_phone ON sign_in_code (phone, created_at);
CREATE INDEX sign_in_code_by_address ON sign_in_code (address_hash, created_at);
CREATE INDEX sign_in_code_by_time ON sign_in_code (created_at);
-- Codes with wrong guesses. The number of recent wrong guesses decides how often a code may be
-- tried.
CREATE INDEX sign_in_code_guessed ON sign_in_code (created_at, tries)
  WHERE is_known_browser = 0 AND tries > 0 AND used_at IS NULL;
-- The codes that count against the daily budget, for the whole shop and for a network. Without
-- these indexes each sign-in would read all codes of the last day.
CREATE INDEX sign_in_code_budget ON sign_in_code (created_at)
  WHERE failed_at IS NULL AND is_known_browser = 0;
CREATE INDEX sign_in_code_budget_of_address ON sign_in_code (address_hash, created_at)
  WHERE failed_at IS NULL AND is_known_browser = 0;
CREATE INDEX sign_in_code_budget_of_network ON sign_in_code (network_hash, created_at)
  WHERE failed_at IS NULL AND is_known_browser = 0;
CREATE INDEX sign_in_code_worked ON sign_in_code (network_hash, created_at) WHERE work IS NOT NULL;
CREATE INDEX sign_in_code_work ON sign_in_code (work) WHERE work IS NOT NULL;
CREATE INDEX sign_in_code_guessed_of_network ON sign_in_code (network_hash, created_at, tries)
  WHERE is_known_browser = 0 AND tries > 0 AND used_at IS NULL;

-- One-time codes for shoppers who are signed in.
CREATE TABLE second_code (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id),
  -- The session that requested the code. No other session may use the code.
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

-- Links that confirm an e-mail address.
CREATE TABLE email_verification (
  token_hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id),
  email TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT;
CREATE INDEX email_verification_of_user ON email_verification (user_id, created_at DESC);
CREATE INDEX email_verification_by_expiry ON email_verification (expires_at);
CREATE INDEX email_verification_of_address ON email_verification (lower(email), created_at);

-- Events of an account that no other table contains. Kept for ninety days.
CREATE TABLE account_event (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id),
  -- One of the kinds that contract/account-event.ts lists.
  kind TEXT NOT NULL,
  device TEXT NOT NULL DEFAULT '',
  happened_at INTEGER NOT NULL
) STRICT;
CREATE INDEX account_event_of_user ON account_event (user_id, happened_at DESC, id DESC);
CREATE INDEX account_event_by_time ON account_event (happened_at);

-- Signs that two accounts may be one person, as keyed hashes. A mark stays when the card is
-- removed, the picture deleted or the browser signed out.
CREATE TABLE person_mark (
  user_id TEXT NOT NULL REFERENCES user (id),
  kind TEXT NOT NULL CHECK (kind IN ('browser', 'picture', 'name', 'card')),
  fingerprint TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, kind, fingerprint)
) STRICT, WITHOUT ROWID;
-- Finds other people with the same mark, such as the same picture.
CREATE INDEX person_mark_alike ON person_mark (kind, fingerprint);

-- Images that shoppers sent: papers, and pictures in tickets. Their bytes are in the storage.
CREATE TABLE upload (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id),
  media_type TEXT NOT NULL CHECK (media_type IN ('image/jpeg', 'image/png', 'image/webp')),
  size_bytes INTEGER NOT NULL,
  -- The keyed hash of the bytes of the image.
  fingerprint TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  -- The time at which the image is deleted. Null while the image is used. 0 while it is being
  -- deleted (first the object, then the row), so that it cannot be shown or used any more. An image
  -- is kept for 24 hours if it is unused, for 30 days after a card or an identity was verified, and
  -- for 7 days after a rejection.
  delete_at INTEGER
) STRICT;
CREATE INDEX upload_of_user ON upload (user_id, created_at);
CREATE INDEX upload_by_time ON upload (created_at);
CREATE INDEX upload_by_end ON upload (delete_at) WHERE delete_at IS NOT NULL;
CREATE TRIGGER upload_goes BEFORE UPDATE OF delete_at ON upload
WHEN OLD.delete_at = 0 AND NEW.delete_at IS NOT 0
BEGIN SELECT RAISE(ABORT, 'an image that goes does not stay'); END;

-- Papers with which a shopper proves who they are.
CREATE TABLE identity_request (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id),
  card_number_sealed TEXT NOT NULL,
  card_number_fingerprint TEXT NOT NULL,
  card_owner TEXT NOT NULL,
  -- The names to verify. Empty means the names of the owner of the card.
  first_name TEXT NOT NULL DEFAULT '',
  last_name TEXT NOT NULL DEFAULT '',
  upload_id TEXT REFERENCES upload (id),
  status TEXT NOT NULL CHECK (status IN ('pending', 'verified', 'rejected')),
  rejection_reason TEXT,
  created_at INTEGER NOT NULL,
  decided_at INTEGER,
  -- When an operator took the verification back.
  revoked_at INTEGER CHECK (revoked_at IS NULL OR status = 'rejected'),
  key_version INTEGER GENERATED ALWAYS AS (
    CAST(substr(card_number_sealed, 1, instr(card_number_sealed, '.') - 1) AS INTEGER)) VIRTUAL
) STRICT;
CREATE INDEX identity_request_by_upload ON identity_request (upload_id) WHERE upload_id IS NOT NULL;
CREATE UNIQUE INDEX identity_request_active ON identity_request (user_id)
  WHERE status <> 'rejected';
CREATE INDEX identity_request_of_user ON identity_request (user_id, created_at DESC, id DESC);
CREATE INDEX identity_request_pending ON identity_request (created_at, id) WHERE status = 'pending';
CREATE UNIQUE INDEX identity_request_verified_card ON identity_request (card_number_fingerprint)
  WHERE status = 'verified';
CREATE INDEX identity_request_by_key ON identity_request (key_version);
CREATE TRIGGER frozen_card_proves_nobody BEFORE INSERT ON identity_request
WHEN EXISTS (SELECT 1 FROM freeze_mark
  WHERE kind = 'card' AND value = NEW.card_number_fingerprint AND released_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'the card is frozen'); END;
CREATE TRIGGER cards_wait_for_proof AFTER UPDATE OF status ON identity_request
WHEN NEW.status <> OLD.status
BEGIN
  UPDATE bank_card SET waits_since = iif(NEW.status = 'verified',
    max(created_at, coalesce(NEW.decided_at, NEW.created_at)), NULL)
  WHERE user_id = NEW.user_id AND status = 'pending' AND deleted_at IS NULL;
END;
CREATE TRIGGER cards_wait_at_once AFTER INSERT ON identity_request WHEN NEW.status = 'verified'
BEGIN
  UPDATE bank_card
    SET waits_since = max(created_at, coalesce(NEW.decided_at, NEW.created_at))
  WHERE user_id = NEW.user_id AND status = 'pending' AND deleted_at IS NULL;
END;
-- A decision about the request or the card ends the inquiry: nothing more is asked, and the sealed
-- data is deleted.
CREATE TRIGGER decided_request_ends_inquiry AFTER UPDATE OF status ON identity_request
WHEN NEW.status <> 'pending'
BEGIN
  UPDATE inquiry SET state = 'left', reason = 'decided', person_sealed = '', next_attempt_at = NULL,
    ended_at = coalesce(NEW.decided_at, created_at)
  WHERE request_id = NEW.id AND state = 'due';
END;

-- Cards of shoppers, with the number sealed.
CREATE TABLE bank_card (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id),
  number_sealed TEXT NOT NULL,
  number_fingerprint TEXT NOT NULL,
  -- HMAC of the last four digits, by which operators find the card.
  end_fingerprint TEXT NOT NULL DEFAULT '',
  owner TEXT NOT NULL,
  -- The account of the card, for transfers between banks. After a change, no money is paid to it
  -- for a day.
  iban_sealed TEXT NOT NULL DEFAULT '',
  iban_changed_at INTEGER,
  upload_id TEXT REFERENCES upload (id),
  status TEXT NOT NULL CHECK (status IN ('pending', 'verified', 'rejected')),
  is_default INTEGER NOT NULL DEFAULT 0 CHECK (is_default IN (0, 1)),
  -- A card that a shopper without papers named at the checkout by its number alone. It has the id
  -- of its payment, serves that payment only, and was never in the account: nothing is verified
  -- about it, and the same card may be added and verified later.
  is_named INTEGER NOT NULL DEFAULT 0
    CHECK (is_named = 0 OR (is_named = 1 AND status <> 'verified' AND deleted_at IS NOT NULL)),
  created_at INTEGER NOT NULL,
  -- Since when the card waits for a decision. Null until the identity of its person is verified,
  -- because the card cannot be verified before that.
  waits_since INTEGER,
  decided_at INTEGER,
  -- When an operator took the verification back. The status is rejected then.
  revoked_at INTEGER CHECK (revoked_at IS NULL OR status <> 'verified'),
  deleted_at INTEGER,
  key_version INTEGER GENERATED ALWAYS AS (
    CAST(substr(number_sealed, 1, instr(number_sealed, '.') - 1) AS INTEGER)) VIRTUAL,
  iban_key_version INTEGER GENERATED ALWAYS AS (
    CAST(substr(iban_sealed, 1, instr(iban_sealed, '.') - 1) AS INTEGER)) VIRTUAL
) STRICT;
CREATE INDEX bank_card_of_user ON bank_card (user_id, created_at) WHERE deleted_at IS NULL;
CREATE INDEX bank_card_by_upload ON bank_card (upload_id) WHERE upload_id IS NOT NULL;
CREATE UNIQUE INDEX bank_card_once_per_user ON bank_card (user_id, number_fingerprint)
  WHERE deleted_at IS NULL;
CREATE INDEX bank_card_revoked ON bank_card (number_fingerprint) WHERE revoked_at IS NOT NULL;
-- A verified card belongs to one person.
CREATE UNIQUE INDEX bank_card_verified_once ON bank_card (number_fingerprint)
  WHERE deleted_at IS NULL AND status = 'verified';
-- Includes cards that were removed from the account: two accounts with one card are one person.
CREATE INDEX bank_card_verified_of_user ON bank_card (user_id, number_fingerprint)
  WHERE status = 'verified';
CREATE INDEX bank_card_pending ON bank_card (created_at, id)
  WHERE status = 'pending' AND deleted_at IS NULL;
CREATE INDEX bank_card_by_key ON bank_card (key_version);
CREATE INDEX bank_card_by_user ON bank_card (user_id, created_at);
CREATE INDEX bank_card_named_of_user ON bank_card (user_id, created_at) WHERE is_named = 1;
CREATE INDEX bank_card_named ON bank_card (number_fingerprint, created_at) WHERE is_named = 1;
CREATE INDEX bank_card_by_iban_key ON bank_card (iban_key_version);
CREATE INDEX bank_card_waiting ON bank_card (waits_since, id)
  WHERE waits_since IS NOT NULL AND status = 'pending' AND deleted_at IS NULL;
CREATE INDEX bank_card_by_end ON bank_card (end_fingerprint) WHERE end_fingerprint <> '';
-- A frozen card can neither be added to an account nor prove an identity.
CREATE TRIGGER frozen_card_stays_out BEFORE INSERT ON bank_card
WHEN EXISTS (SELECT 1 FROM freeze_mark
  WHERE kind = 'card' AND value = NEW.number_fingerprint AND released_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'the card is frozen'); END;
CREATE TRIGGER frozen_card_stays_unverified BEFORE UPDATE OF status ON bank_card
WHEN NEW.status = 'verified' AND EXISTS (SELECT 1 FROM freeze_mark
  WHERE kind = 'card' AND value = NEW.number_fingerprint AND released_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'the card is frozen'); END;
CREATE TRIGGER card_waits AFTER INSERT ON bank_card
WHEN NEW.status = 'pending' AND NEW.deleted_at IS NULL
BEGIN
  UPDATE bank_card SET waits_since = (
    SELECT max(NEW.created_at, coalesce(decided_at, created_at)) FROM identity_request
    WHERE user_id = NEW.user_id AND status = 'verified') WHERE id = NEW.id;
END;
CREATE TRIGGER decided_card_ends_inquiry AFTER UPDATE OF status, deleted_at ON bank_card
WHEN NEW.status <> 'pending' OR NEW.deleted_at IS NOT NULL
BEGIN
  UPDATE inquiry SET state = 'left', reason = 'decided', person_sealed = '', next_attempt_at = NULL,
    ended_at = coalesce(NEW.deleted_at, NEW.decided_at, created_at)
  WHERE card_id = NEW.id AND state = 'due';
END;

-- A request for other names than the proven ones. Its old names are those at the time of the
-- request.
CREATE TABLE name_request (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id),
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  old_first_name TEXT NOT NULL,
  old_last_name TEXT NOT NULL,
  -- Why the person asks, in their own words.
  reason TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'verified', 'rejected')),
  rejection_reason TEXT,
  created_at INTEGER NOT NULL,
  decided_at INTEGER,
  CHECK ((status = 'pending') = (decided_at IS NULL))
) STRICT;
CREATE UNIQUE INDEX name_request_pending_once ON name_request (user_id) WHERE status = 'pending';
CREATE INDEX name_request_pending ON name_request (created_at, id) WHERE status = 'pending';
CREATE INDEX name_request_of_user ON name_request (user_id, created_at);
CREATE TRIGGER name_request_path BEFORE UPDATE OF status ON name_request
WHEN OLD.status <> 'pending' AND NEW.status <> OLD.status
BEGIN SELECT RAISE(ABORT, 'a wish for another name is decided once'); END;

-- The answers of an inquiry provider about an identity request, or about a card that a verified
-- person adds later, one fact after the other. An inquiry never rejects: it approves, or leaves the
-- decision to the desk.
CREATE TABLE inquiry (
  -- The identifier of the inquiry, for the log.
  id TEXT PRIMARY KEY,
  request_id TEXT UNIQUE REFERENCES identity_request (id),
  card_id TEXT UNIQUE REFERENCES bank_card (id),
  user_id TEXT NOT NULL REFERENCES user (id),
  -- The provider as the log names it.
  provider TEXT NOT NULL,
  -- The facts to ask about, as they were configured when the request or card was sent, such as
  -- phone,card,iban.
  facts TEXT NOT NULL,
  -- The national code, the day of birth and, once it is known, the IBAN. Deleted when the inquiry
  -- stops.
  person_sealed TEXT NOT NULL,
  key_version INTEGER GENERATED ALWAYS AS (
    CAST(substr(person_sealed, 1, instr(person_sealed, '.') - 1) AS INTEGER)) VIRTUAL,
  -- The keyed hash of the national code, which shows a second account of a person.
  person_fingerprint TEXT,
  -- The answers: whether phone and card belong to the national code, and whether the owner of the
  -- card has the typed name.
  phone_says TEXT CHECK (phone_says IN ('yes', 'no')),
  card_says TEXT CHECK (card_says IN ('yes', 'no')),
  owner_says TEXT CHECK (owner_says IN ('yes', 'no')),
  -- The owner that the bank named, for the operator.
  owner_said TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL CHECK (state IN ('due', 'approved', 'left')),
  -- Why the decision was left to the desk.
  reason TEXT CHECK ((reason IS NOT NULL) = (state = 'left')),
  attempts INTEGER NOT NULL DEFAULT 0,
  -- Moved to a later time before a job works on the row, so that a crash only delays the inquiry.
  next_attempt_at INTEGER CHECK ((next_attempt_at IS NOT NULL) = (state = 'due')),
  created_at INTEGER NOT NULL,
  ended_at INTEGER CHECK ((ended_at IS NULL) = (state = 'due')),
  CHECK ((request_id IS NULL) <> (card_id IS NULL)),
  CHECK ((person_sealed <> '') = (state = 'due')),
  CHECK (state <> 'approved'
    OR (phone_says IS 'yes' AND card_says IS 'yes' AND owner_says IS 'yes'))
) STRICT;
CREATE INDEX inquiry_due ON inquiry (next_attempt_at) WHERE state = 'due';
CREATE INDEX inquiry_of_person ON inquiry (person_fingerprint);
CREATE INDEX inquiry_of_user ON inquiry (user_id);
CREATE INDEX inquiry_by_key ON inquiry (key_version);
CREATE INDEX inquiry_by_end ON inquiry (ended_at) WHERE owner_said <> '';
-- Finds the inquiries of the last week, whose results the desk counts.
CREATE INDEX inquiry_by_time ON inquiry (created_at);
CREATE TRIGGER inquiry_ends_once BEFORE UPDATE OF state ON inquiry
WHEN OLD.state <> 'due' AND NEW.state <> OLD.state
BEGIN SELECT RAISE(ABORT, 'an inquiry ends once'); END;
CREATE TRIGGER inquiry_answer_stands BEFORE UPDATE OF phone_says, card_says, owner_says ON inquiry
WHEN (OLD.phone_says IS NOT NULL AND NEW.phone_says IS NOT OLD.phone_says)
  OR (OLD.card_says IS NOT NULL AND NEW.card_says IS NOT OLD.card_says)
  OR (OLD.owner_says IS NOT NULL AND NEW.owner_says IS NOT OLD.owner_says)
BEGIN SELECT RAISE(ABORT, 'an answer stands'); END;

-- A freeze stops people, cards and devices in the shop until an operator releases it.
CREATE TABLE freeze (
  id TEXT PRIMARY KEY,
  -- Shown to the person.
  reason TEXT NOT NULL,
  frozen_at INTEGER NOT NULL,
  frozen_by TEXT NOT NULL,
  released_at INTEGER,
  released_by TEXT,
  release_reason TEXT,
  CHECK ((released_at IS NULL) = (released_by IS NULL)
    AND (released_at IS NULL) = (release_reason IS NULL))
) STRICT;
CREATE INDEX freeze_in_force ON freeze (frozen_at DESC, id DESC) WHERE released_at IS NULL;
CREATE TRIGGER freeze_released_once BEFORE UPDATE ON freeze
WHEN OLD.released_at IS NOT NULL OR NEW.released_at IS NULL
  OR (NEW.id, NEW.reason, NEW.frozen_at, NEW.frozen_by)
    <> (OLD.id, OLD.reason, OLD.frozen_at, OLD.frozen_by)
BEGIN SELECT RAISE(ABORT, 'a freeze is only released, once'); END;
CREATE TRIGGER freeze_never_goes BEFORE DELETE ON freeze
BEGIN SELECT RAISE(ABORT, 'a freeze stays in the books'); END;

-- The people and things that a freeze stops. A person is named by the id of the account. Phones,
-- cards and devices are named by keyed hashes, which stay when the person is forgotten.
CREATE TABLE freeze_mark (
  freeze_id TEXT NOT NULL REFERENCES freeze (id),
  kind TEXT NOT NULL CHECK (kind IN ('person', 'phone', 'card', 'device')),
  value TEXT NOT NULL,
  marked_at INTEGER NOT NULL,
  released_at INTEGER,
  PRIMARY KEY (freeze_id, kind, value)
) STRICT, WITHOUT ROWID;
CREATE INDEX freeze_mark_in_force ON freeze_mark (kind, value) WHERE released_at IS NULL;
CREATE INDEX freeze_mark_of_person ON freeze_mark (value, marked_at) WHERE kind = 'person';
-- A mark is released with its freeze, and never removed or changed.
CREATE TRIGGER freeze_mark_follows BEFORE UPDATE ON freeze_mark
WHEN OLD.released_at IS NOT NULL OR NEW.released_at IS NULL
  OR (NEW.freeze_id, NEW.kind, NEW.value, NEW.marked_at)
    <> (OLD.freeze_id, OLD.kind, OLD.value, OLD.marked_at)
BEGIN SELECT RAISE(ABORT, 'a mark is only released, once'); END;
CREATE TRIGGER freeze_mark_never_goes BEFORE DELETE ON freeze_mark
BEGIN SELECT RAISE(ABORT, 'a mark stays in the books'); END;

-- A frozen person cannot buy, be paid, read codes or give gifts, in any way. They can still sign
-- in, write tickets and export their data.
CREATE VIEW frozen_person AS
SELECT value AS user_id FROM freeze_mark WHERE kind = 'person' AND released_at IS NULL;
