-- The desk: operators and their access, the queue, proposals to a second person, bank files,
-- prepared answers, imports of codes, and alerts.

-- The people who work at the desk. Decisions name them, so a name is never given twice.
CREATE TABLE operator (
  name TEXT PRIMARY KEY,
  role TEXT NOT NULL CHECK (role IN ('viewer', 'support', 'finance', 'owner')),
  -- Areas within the role, as a JSON list of names. Null means the prepared set of the role, which
  -- the contract defines.
  areas TEXT CHECK (areas IS NULL OR (json_valid(areas) AND json_type(areas) = 'array')),
  phone TEXT NOT NULL,
  -- The e-mail address by which Cloudflare Access identifies the operator.
  email TEXT,
  -- The random name by which authenticators identify the operator.
  passkey_handle TEXT,
  created_at INTEGER NOT NULL,
  -- When the operator entered with the newest invitation. Null before that.
  entered_at INTEGER,
  ended_at INTEGER
) STRICT;
CREATE UNIQUE INDEX operator_email ON operator (email);

-- A one-time secret with which an operator enters, as its SHA-256.
CREATE TABLE operator_invitation (
  hash TEXT PRIMARY KEY,
  operator TEXT NOT NULL REFERENCES operator (name),
  -- An invitation gives new access and ends all older access of the operator. A link opens one more
  -- browser for an operator who already has access.
  purpose TEXT NOT NULL DEFAULT 'invitation' CHECK (purpose IN ('invitation', 'link')),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  accepted_at INTEGER
) STRICT;
CREATE INDEX operator_invitation_of_operator ON operator_invitation (operator);

-- A token that an operator, or a program of theirs, sends with each call, as its SHA-256.
CREATE TABLE operator_token (
  id TEXT PRIMARY KEY,
  operator TEXT NOT NULL REFERENCES operator (name),
  -- Programs have tokens. Browsers have sessions, which belong to a person and expire when they are
  -- not used for some time.
  kind TEXT NOT NULL DEFAULT 'token' CHECK (kind IN ('token', 'session')),
  hash TEXT NOT NULL UNIQUE,
  label TEXT NOT NULL,
  -- The highest role of a program. Null for the token of the person, which has no limit of its own.
  role TEXT CHECK (role IN ('viewer', 'support', 'finance', 'owner')),
  -- The areas of a program. A token never has more than its operator has now.
  areas TEXT CHECK (areas IS NULL OR (json_valid(areas) AND json_type(areas) = 'array')),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  -- When a person last did something in the browser of a session, exact to a minute.
  last_used_at INTEGER,
  -- When the person of the session last used a passkey.
  proven_at INTEGER,
  ended_at INTEGER
) STRICT;
CREATE INDEX operator_token_of_operator ON operator_token (operator, created_at);

-- A passkey of an operator. With the public key the shop checks that a browser has the private key.
CREATE TABLE passkey (
  id TEXT PRIMARY KEY,
  operator TEXT NOT NULL REFERENCES operator (name),
  label TEXT NOT NULL,
  public_key TEXT NOT NULL,
  -- Grows with each use, except for passkeys that several devices share.
  counter INTEGER NOT NULL,
  -- The ways in which a browser can reach the passkey, as JSON.
  transports TEXT NOT NULL,
  device_type TEXT NOT NULL,
  aaguid TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  ended_at INTEGER
) STRICT;
CREATE INDEX passkey_of_operator ON passkey (operator, created_at);

-- A challenge that a passkey answers only once. The challenge of a session can only be used in this
-- session.
CREATE TABLE passkey_challenge (
  challenge TEXT PRIMARY KEY,
  operator TEXT NOT NULL REFERENCES operator (name),
  purpose TEXT NOT NULL CHECK (purpose IN ('register', 'enter', 'prove')),
  token_id TEXT REFERENCES operator_token (id),
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX passkey_challenge_by_end ON passkey_challenge (expires_at);

-- The operator who has a thing of the queue open, and until when. Other operators see it, but may
-- still decide.
CREATE TABLE queue_hold (
  kind TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  operator TEXT NOT NULL REFERENCES operator (name),
  held_until INTEGER NOT NULL,
  PRIMARY KEY (kind, subject_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX queue_hold_by_end ON queue_hold (held_until);

-- A thing of the queue that an operator set aside until a time, and why.
CREATE TABLE queue_aside (
  kind TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  operator TEXT NOT NULL REFERENCES operator (name),
  reason TEXT NOT NULL,
  aside_until INTEGER NOT NULL,
  PRIMARY KEY (kind, subject_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX queue_aside_by_end ON queue_aside (aside_until);

-- A proposal of one operator that another must confirm before it is carried out.
CREATE TABLE proposal (
  id TEXT PRIMARY KEY,
  action TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  -- The proposed change, as JSON.
  details TEXT NOT NULL,
  note TEXT,
  asked_by TEXT NOT NULL REFERENCES operator (name),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'confirmed', 'dropped')),
  -- Null when the proposal expired, or was ended with the access of the operator who made it.
  decided_by TEXT REFERENCES operator (name),
  decided_at INTEGER,
  -- When owners were told that only the operator who made the proposal could decide it.
  told_at INTEGER,
  CHECK ((state = 'open') = (decided_at IS NULL)),
  CHECK (state <> 'confirmed' OR decided_by <> asked_by OR decided_at >= created_at + 86400000)
) STRICT;
CREATE UNIQUE INDEX proposal_open_once ON proposal (action, subject_id) WHERE state = 'open';
CREATE INDEX proposal_open ON proposal (created_at, id) WHERE state = 'open';
-- Finds the recent proposals of an operator, to tell them the outcome.
CREATE INDEX proposal_of_asker ON proposal (asked_by, expires_at);
CREATE TRIGGER proposal_path BEFORE UPDATE ON proposal
WHEN OLD.state <> 'open'
  AND (NEW.id, NEW.action, NEW.subject_id, NEW.details, NEW.note, NEW.asked_by, NEW.created_at,
    NEW.expires_at, NEW.state, NEW.decided_by, NEW.decided_at)
  IS NOT (OLD.id, OLD.action, OLD.subject_id, '{}', NULL, OLD.asked_by, OLD.created_at,
    OLD.expires_at, OLD.state, OLD.decided_by, OLD.decided_at)
BEGIN SELECT RAISE(ABORT, 'a proposal is decided once'); END;

-- Goods that operators gave away, in toman at cost: one row for each time, written in the batch
-- that gives them away. Up to a daily sum an operator may do this alone. Beyond it, a second person
-- must confirm first.
CREATE TABLE given_away (
  id TEXT PRIMARY KEY,
  operator TEXT NOT NULL REFERENCES operator (name),
  -- How it is given away: one of the ways that contract/desk/giving.ts lists.
  way TEXT NOT NULL,
  -- The id of the code, batch, item, product or discount code that this row is about.
  subject_id TEXT NOT NULL,
  -- The keyed hash of the proposed request. A confirmation allows exactly this request.
  fingerprint TEXT NOT NULL,
  toman INTEGER NOT NULL CHECK (toman >= 0),
  -- Set when a second person has confirmed the row. A confirmed row does not count against the
  -- daily sum of the operator.
  confirmed_by TEXT,
  asked_at INTEGER NOT NULL,
  confirmed_at INTEGER,
  -- Null when a second person has confirmed the row, but nothing was given away yet.
  given_at INTEGER,
  CHECK ((confirmed_at IS NULL) = (confirmed_by IS NULL)),
  CHECK (given_at IS NOT NULL OR confirmed_by IS NOT NULL),
  -- The only owner of a shop may confirm their own proposal after a day.
  CHECK (confirmed_by <> operator OR confirmed_at >= asked_at + 86400000)
) STRICT;
CREATE INDEX given_away_of_operator ON given_away (operator, given_at) WHERE confirmed_by IS NULL;
CREATE INDEX given_away_allowed ON given_away (operator, fingerprint) WHERE given_at IS NULL;
CREATE INDEX given_away_by_time ON given_away (given_at) WHERE given_at IS NOT NULL;
CREATE TRIGGER given_away_stays BEFORE UPDATE ON given_away
WHEN OLD.given_at IS NOT NULL OR NEW.given_at IS NULL
  OR (NEW.id, NEW.operator, NEW.way, NEW.subject_id, NEW.fingerprint, NEW.toman, NEW.confirmed_by,
    NEW.asked_at, NEW.confirmed_at)
  IS NOT (OLD.id, OLD.operator, OLD.way, OLD.subject_id, OLD.fingerprint, OLD.toman,
    OLD.confirmed_by, OLD.asked_at, OLD.confirmed_at)
BEGIN SELECT RAISE(ABORT, 'what was given stays in the books'); END;
CREATE TRIGGER given_away_never_goes BEFORE DELETE ON given_away
BEGIN SELECT RAISE(ABORT, 'what was given stays in the books'); END;

-- A bank file: withdrawals that the bank is asked to pay together. Its text is made from the rows
-- whenever an operator fetches it, and must be the same as the first time.
CREATE TABLE payout (
  id TEXT PRIMARY KEY,
  number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 999999999),
  format TEXT NOT NULL,
  -- Keyed hash of the text.
  fingerprint TEXT NOT NULL,
  made_by TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  -- waiting: a second person must confirm it. made: it may go to the bank. done: all its rows are
  -- settled.
  state TEXT NOT NULL CHECK (state IN ('waiting', 'made', 'done')),
  -- The second person, if one was needed. The only owner of a shop may confirm alone after a day.
  confirmed_by TEXT
    CHECK (confirmed_by <> made_by OR coalesce(confirmed_at, 0) >= made_at + 86400000),
  confirmed_at INTEGER,
  ended_at INTEGER,
  UNIQUE (number),
  CHECK ((state = 'done') = (ended_at IS NOT NULL))
) STRICT;
CREATE INDEX payout_by_time ON payout (made_at DESC, id DESC);
CREATE INDEX payout_open_of ON payout (made_by) WHERE state = 'made' AND confirmed_by IS NULL;
CREATE TRIGGER payout_path BEFORE UPDATE ON payout
WHEN (NEW.id, NEW.number, NEW.format, NEW.fingerprint, NEW.made_by, NEW.made_at)
    IS NOT (OLD.id, OLD.number, OLD.format, OLD.fingerprint, OLD.made_by, OLD.made_at)
  OR OLD.state = 'done' OR NEW.state = 'waiting'
  OR (OLD.state = 'waiting' AND NEW.state = 'made') <> (NEW.confirmed_by IS NOT OLD.confirmed_by)
BEGIN SELECT RAISE(ABORT, 'a bank file cannot go that way'); END;

-- A withdrawal in a bank file. While its state is sent, only the answer of the bank changes it.
CREATE TABLE payout_row (
  payout_id TEXT NOT NULL REFERENCES payout (id),
  withdrawal_id TEXT NOT NULL REFERENCES withdrawal (id),
  position INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'sent' CHECK (state IN ('sent', 'paid', 'returned')),
  -- Why the bank returned the payment, in the words of the bank.
  bank_words TEXT,
  settled_at INTEGER,
  PRIMARY KEY (payout_id, withdrawal_id),
  CHECK ((state = 'sent') = (settled_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX payout_row_sent ON payout_row (withdrawal_id) WHERE state = 'sent';
CREATE INDEX payout_row_of_withdrawal ON payout_row (withdrawal_id, settled_at);
CREATE TRIGGER payout_row_path BEFORE UPDATE OF state ON payout_row
WHEN OLD.state <> 'sent' AND NEW.state <> OLD.state
BEGIN SELECT RAISE(ABORT, 'a row of a bank file ends once'); END;

-- A withdrawal in a bank file cannot be changed in any other way.
CREATE TRIGGER withdrawal_in_file BEFORE UPDATE OF state, in_hand_of ON withdrawal
WHEN (NEW.state, NEW.in_hand_of) IS NOT (OLD.state, OLD.in_hand_of) AND EXISTS (
  SELECT 1 FROM payout_row WHERE withdrawal_id = OLD.id AND state = 'sent')
BEGIN SELECT RAISE(ABORT, 'the withdrawal is in a bank file'); END;

-- Answers to tickets that the shop has prepared: {نام}, {کد} and {مهلت} are filled from the ticket.
CREATE TABLE prepared_answer (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL UNIQUE,
  content TEXT NOT NULL,
  -- Grows with each change.
  version INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1),
  changed_by TEXT,
  changed_at INTEGER NOT NULL
) STRICT;
INSERT INTO prepared_answer (id, title, changed_at, content) VALUES
  ('with-shop-1', 'در حال بررسی است', 0,
    '{نام} عزیز، پیام شما دربارهٔ {کد} را دیدیم و بررسی می‌کنیم. تا {مهلت} همین‌جا پاسخ می‌گیرید.'),
  ('with-shop-2', 'عکس خطا را بفرستید', 0,
    '{نام} عزیز، برای پیگیری {کد} لطفاً عکسی از صفحه‌ای که خطا را نشان می‌دهد همین‌جا بفرستید. ' ||
    'کد را در متن پیام ننویسید.'),
  ('with-shop-3', 'کد جایگزین شد', 0,
    '{نام} عزیز، به جای {کد} کد تازه‌ای برایتان گذاشتیم. ' ||
    'آن را در صفحهٔ سفارش خود می‌بینید. از اینکه معطل شدید پوزش می‌خواهیم.'),
  ('with-shop-4', 'ریجن حساب با کارت یکی نیست', 0,
    '{نام} عزیز، {کد} تنها در حسابی کار می‌کند که ریجن آن با ریجن کارت یکی باشد. ' ||
    'لطفاً ریجن حساب خود را ببینید و نتیجه را همین‌جا بنویسید.'),
  ('with-shop-5', 'مبلغ بازگشت', 0,
    '{نام} عزیز، مبلغ {کد} بازگردانده شد. ' ||
    'سهم کیف پول همین حالا در کیف پول شماست ' ||
    'و سهم کارت را بانک تا چند روز کاری به همان کارت برمی‌گرداند.'),
  ('with-shop-6', 'تحویل دستی در راه است', 0,
    '{نام} عزیز، {کد} را همکاران ما دستی تحویل می‌دهند. ' ||
    'تا {مهلت} آماده است و با پیامک خبرتان می‌کنیم.');

-- An operator may also be a shopper, with the same phone. Such operators may view their own things,
-- but not decide about them: each decision inserts a line into the log, and this trigger refuses
-- the line.
CREATE TRIGGER nobody_decides_about_themselves BEFORE INSERT ON desk_decision
WHEN NEW.verdict NOT IN ('viewed', 'put_back') AND EXISTS (
  SELECT 1 FROM operator o JOIN user u ON u.phone = o.phone
  WHERE o.name = NEW.operator AND (
    (NEW.subject = 'person' AND u.id = NEW.subject_id)
    OR (NEW.subject = 'identity_request' AND EXISTS (
        SELECT 1 FROM identity_request WHERE id = NEW.subject_id AND user_id = u.id))
    OR (NEW.subject = 'bank_card' AND EXISTS (
        SELECT 1 FROM bank_card WHERE id = NEW.subject_id AND user_id = u.id))
    OR (NEW.subject = 'withdrawal' AND EXISTS (
        SELECT 1 FROM withdrawal WHERE id = NEW.subject_id AND user_id = u.id))
    OR (NEW.subject = 'payout' AND EXISTS (
        SELECT 1 FROM payout_row r JOIN withdrawal w ON w.id = r.withdrawal_id
        WHERE r.payout_id = NEW.subject_id AND w.user_id = u.id))
    OR (NEW.subject = 'ticket' AND EXISTS (
        SELECT 1 FROM ticket WHERE id = NEW.subject_id AND user_id = u.id))
    OR (NEW.subject = 'order' AND EXISTS (
        SELECT 1 FROM orders WHERE id = NEW.subject_id AND user_id = u.id))
    OR (NEW.subject = 'order_item' AND (EXISTS (
        SELECT 1 FROM order_item i JOIN orders b ON b.id = i.order_id
        WHERE i.id = NEW.subject_id AND b.user_id = u.id) OR EXISTS (
        SELECT 1 FROM earning
        WHERE order_item_id = NEW.subject_id AND user_id = u.id AND NEW.verdict GLOB 'income_*')))
    OR (NEW.subject = 'code' AND EXISTS (
        SELECT 1 FROM code c JOIN order_item i ON i.id = c.order_item_id
        JOIN orders b ON b.id = i.order_id WHERE c.id = NEW.subject_id AND b.user_id = u.id))
    OR (NEW.subject = 'refund' AND EXISTS (
        SELECT 1 FROM refund WHERE id = NEW.subject_id AND user_id = u.id))
    OR (NEW.subject = 'payment' AND EXISTS (
        SELECT 1 FROM payment WHERE id = NEW.subject_id AND user_id = u.id))
    OR (NEW.subject = 'name_request' AND EXISTS (
        SELECT 1 FROM name_request WHERE id = NEW.subject_id AND user_id = u.id))
    OR (NEW.subject = 'discount_code' AND EXISTS (
        SELECT 1 FROM discount_code WHERE id = NEW.subject_id AND owner_id = u.id))
    OR (NEW.subject = 'freeze' AND EXISTS (
        SELECT 1 FROM freeze_mark WHERE freeze_id = NEW.subject_id AND kind = 'person'
        AND value = u.id))))
BEGIN SELECT RAISE(ABORT, 'nobody decides about themselves'); END;

-- A file of codes that is being added. open: its lines are read and compared, nothing is for sale.
-- adding: its lines become codes of one batch, page by page. added, dropped: it has no lines left.
CREATE TABLE code_import (
  id TEXT PRIMARY KEY,
  product_id TEXT NOT NULL REFERENCES product (id),
  operator TEXT NOT NULL,
  file_name TEXT NOT NULL,
  -- Lines of the file before its first code.
  header_rows INTEGER NOT NULL,
  -- The number of codes in the file, and how many of them were received. They are received in
  -- order.
  line_count INTEGER NOT NULL,
  sent_count INTEGER NOT NULL DEFAULT 0 CHECK (sent_count BETWEEN 0 AND line_count),
  -- The shapes of the known codes of the product, as JSON: their lengths and kinds of characters.
  shapes TEXT NOT NULL CHECK (json_type(shapes) = 'array'),
  -- The doubts that an operator accepted: lines with these doubts are added.
  takes TEXT NOT NULL DEFAULT '[]' CHECK (json_type(takes) = 'array'),
  -- The shapes of most codes of the import, once they are added. Later codes are compared with
  -- them.
  own_shapes TEXT NOT NULL DEFAULT '[]',
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'adding', 'added', 'dropped')),
  batch_id TEXT REFERENCES code_batch (id)
    CHECK ((batch_id IS NOT NULL) = (state IN ('adding', 'added'))),
  -- The number of codes to be added, and of codes that were added.
  requested_count INTEGER NOT NULL DEFAULT 0,
  added_count INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  ended_at INTEGER CHECK ((ended_at IS NOT NULL) = (state IN ('added', 'dropped')))
) STRICT;
CREATE UNIQUE INDEX code_import_of_batch ON code_import (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX code_import_open ON code_import (created_at, id) WHERE state = 'open';
CREATE INDEX code_import_adding ON code_import (created_at, id) WHERE state = 'adding';
CREATE INDEX code_import_dropped ON code_import (ended_at) WHERE state = 'dropped';
CREATE TRIGGER code_import_path BEFORE UPDATE ON code_import
WHEN OLD.state IN ('added', 'dropped')
  OR (OLD.state = 'adding' AND NEW.state NOT IN ('adding', 'added'))
  OR (OLD.state = 'open' AND NEW.state = 'added')
BEGIN SELECT RAISE(ABORT, 'an import cannot go that way'); END;

-- A line of an import. Its id is the id of the code that it may become, so that the sealed text can
-- still be decrypted then.
CREATE TABLE code_import_line (
  id TEXT PRIMARY KEY,
  import_id TEXT NOT NULL REFERENCES code_import (id),
  line INTEGER NOT NULL,
  -- new: the shop does not have the code. unusual: its shape differs from other codes of the
  -- product. shelf: the code is in stock. sold: the code was sold, or somebody knows it. twice: an
  -- earlier line has the same code. refused: not a code, and its text is not stored.
  finding TEXT NOT NULL CHECK (finding IN ('new', 'unusual', 'shelf', 'sold', 'twice', 'refused')),
  -- Why an unusual line is only added when an operator confirms it.
  doubt TEXT,
  -- The shape of an unusual line, or why a line was refused.
  detail TEXT,
  -- The shape by which lines are compared.
  shape TEXT,
  sealed TEXT CHECK ((sealed IS NULL) = (finding = 'refused')),
  fingerprint TEXT CHECK ((fingerprint IS NULL) = (sealed IS NULL)),
  last_four TEXT,
  -- The fingerprint of the code that the file had in this line, if an operator corrected the line.
  -- Empty when the file had no code there. Null when the line was not corrected. When the same file
  -- is sent again, its line is compared with this fingerprint.
  corrected_from TEXT,
  key_version INTEGER GENERATED ALWAYS AS (
    CAST(substr(sealed, 1, instr(sealed, '.') - 1) AS INTEGER)) VIRTUAL,
  UNIQUE (import_id, line)
) STRICT;
CREATE INDEX code_import_line_by_finding ON code_import_line (import_id, finding, line);
CREATE INDEX code_import_line_by_code ON code_import_line (import_id, fingerprint, line);
CREATE INDEX code_import_line_by_key ON code_import_line (key_version);

-- Records that the shop sent an image, to its last byte, to a token of an operator, and when.
-- Papers are only approved after there was time to look at the picture. The job tidy deletes the
-- row after a day.
CREATE TABLE delivered_image (
  upload_id TEXT NOT NULL,
  token_id TEXT NOT NULL REFERENCES operator_token (id),
  delivered_at INTEGER NOT NULL,
  PRIMARY KEY (upload_id, token_id, delivered_at)
) STRICT, WITHOUT ROWID;
CREATE INDEX delivered_image_by_time ON delivered_image (delivered_at);

-- Data that the law may require about a forgotten person, encrypted with a public key whose private
-- key the shop does not have. The row has no name, and nothing refers to it.
CREATE TABLE dossier (
  id TEXT PRIMARY KEY,
  sealed TEXT NOT NULL,
  delete_at INTEGER NOT NULL
) STRICT;
CREATE INDEX dossier_due ON dossier (delete_at);

-- Where operators are alerted: in a chat with the bot of the shop, by SMS, or by e-mail.
CREATE TABLE alert_channel (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('bot', 'sms', 'email')),
  -- The id of the chat, the name of the operator, or the e-mail address.
  address TEXT NOT NULL,
  wants TEXT NOT NULL CHECK (wants IN ('all', 'urgent')),
  -- The hours in Tehran in which the channel gets alerts, over midnight when until_hour is smaller.
  -- Outside of these hours it only gets alerts that cannot wait. Without hours it always gets all
  -- alerts.
  from_hour INTEGER CHECK (from_hour BETWEEN 0 AND 23),
  until_hour INTEGER
    CHECK (until_hour BETWEEN 1 AND 24) CHECK ((from_hour IS NULL) = (until_hour IS NULL))
    CHECK (from_hour <> until_hour),
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  ended_at INTEGER,
  -- Alerts opened until this time were sent, or did not need to be sent.
  told_until INTEGER NOT NULL,
  -- The same time for alerts that cannot wait. Null when told_until applies to them, too.
  urgent_told_until INTEGER,
  next_send_at INTEGER NOT NULL DEFAULT 0,
  sent_at INTEGER,
  -- Why the last message did not arrive. Nothing more is sent to a chat that is gone.
  trouble TEXT CHECK (trouble IN ('token', 'gone', 'refused', 'silent')),
  trouble_since INTEGER,
  CHECK ((trouble IS NULL) = (trouble_since IS NULL))
) STRICT;
CREATE UNIQUE INDEX alert_channel_once ON alert_channel (kind, address) WHERE ended_at IS NULL;

-- A time in which the shop is closed to shoppers. It ends when an operator opens the shop, or at
-- reopens_at.
CREATE TABLE closure (
  id TEXT PRIMARY KEY,
  -- Shown to shoppers.
  reason TEXT NOT NULL,
  closed_by TEXT NOT NULL,
  closed_at INTEGER NOT NULL,
  -- Null: the shop stays closed until an operator opens it.
  reopens_at INTEGER CHECK (reopens_at > closed_at),
  -- When the shop was opened. It may be stored later than reopens_at, with the next closure.
  opened_at INTEGER CHECK (opened_at >= closed_at)
) STRICT;
CREATE UNIQUE INDEX closure_one ON closure (opened_at IS NULL) WHERE opened_at IS NULL;

-- A state that crossed a threshold, from that moment until it is over. Operators are told of it
-- once.
CREATE TABLE alert (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  -- The id of a thing, never of a person.
  subject TEXT NOT NULL,
  is_urgent INTEGER NOT NULL CHECK (is_urgent IN (0, 1)),
  opened_at INTEGER NOT NULL,
  closed_at INTEGER
) STRICT;
CREATE UNIQUE INDEX alert_open ON alert (kind, subject) WHERE closed_at IS NULL;
CREATE INDEX alert_by_opening ON alert (opened_at);
CREATE INDEX alert_by_closing ON alert (closed_at) WHERE closed_at IS NOT NULL;

-- Sealed texts that no key of the shop can open. Operators are told of them.
CREATE TABLE unopenable_seal (
  -- The name of the sealed column, one of the list in api/desk/key/sealed-columns.ts.
  place TEXT NOT NULL,
  row_id TEXT NOT NULL,
  tried_at INTEGER NOT NULL,
  PRIMARY KEY (place, row_id)
) STRICT, WITHOUT ROWID;
