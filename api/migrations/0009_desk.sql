-- The desk: its queue, what waits for a second person, bank files and prepared answers.

-- The operator who has a thing of the queue open, until when. Others are told, and may decide it.
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

-- A thing that one operator asks and another confirms before it is carried out.
CREATE TABLE proposal (
  id TEXT PRIMARY KEY,
  action TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  -- The change to be carried out, as JSON.
  details TEXT NOT NULL,
  note TEXT,
  asked_by TEXT NOT NULL REFERENCES operator (name),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'confirmed', 'dropped')),
  -- Null when it ran out, or ended together with the place of the one who asked.
  decided_by TEXT REFERENCES operator (name),
  decided_at INTEGER,
  -- When owners were told that it waits for no other than the one who asked.
  told_at INTEGER,
  CHECK ((state = 'open') = (decided_at IS NULL)),
  CHECK (state <> 'confirmed' OR decided_by <> asked_by OR decided_at >= created_at + 86400000)
) STRICT;
CREATE UNIQUE INDEX proposal_open_once ON proposal (action, subject_id) WHERE state = 'open';
CREATE INDEX proposal_open ON proposal (created_at, id) WHERE state = 'open';
-- Finds what an operator asked of a second person lately, to tell them the outcome.
CREATE INDEX proposal_of_asker ON proposal (asked_by, expires_at);
CREATE TRIGGER proposal_path BEFORE UPDATE ON proposal
WHEN OLD.state <> 'open'
  AND (NEW.id, NEW.action, NEW.subject_id, NEW.details, NEW.note, NEW.asked_by, NEW.created_at,
    NEW.expires_at, NEW.state, NEW.decided_by, NEW.decided_at)
  IS NOT (OLD.id, OLD.action, OLD.subject_id, '{}', NULL, OLD.asked_by, OLD.created_at,
    OLD.expires_at, OLD.state, OLD.decided_by, OLD.decided_at)
BEGIN SELECT RAISE(ABORT, 'a proposal is decided once'); END;

-- Gifts of operators in a wide sense, in toman at cost: one row for each giving, in the batch that
-- gives. Up to a sum a day one person is enough, beyond it a second one confirms before.
CREATE TABLE given_away (
  id TEXT PRIMARY KEY,
  operator TEXT NOT NULL REFERENCES operator (name),
  -- One of the ways that contract/desk/giving.ts lists.
  way TEXT NOT NULL,
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
-- when an operator fetches it, and must be the one that was made first.
CREATE TABLE payout (
  id TEXT PRIMARY KEY,
  number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 999999999),
  format TEXT NOT NULL,
  -- Keyed hash of the text.
  fingerprint TEXT NOT NULL,
  made_by TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  -- waiting: a second person has to confirm it. made: it may go to the bank. done: each row ended.
  state TEXT NOT NULL CHECK (state IN ('waiting', 'made', 'done')),
  -- The second person, where one was needed. An owner without one waits a day.
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

-- A withdrawal in a bank file. While it is sent, nothing but the answer of the bank moves it.
CREATE TABLE payout_row (
  payout_id TEXT NOT NULL REFERENCES payout (id),
  withdrawal_id TEXT NOT NULL REFERENCES withdrawal (id),
  position INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'sent' CHECK (state IN ('sent', 'paid', 'returned')),
  -- Why the bank returned it, in its words.
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

-- Nothing else moves a withdrawal that is in a bank file.
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

-- An operator may be a shopper too: the phone is the same. What they look at is their own, what
-- they decide is not theirs to decide. Each decision is a line of the log, so the log is where it
-- is held.
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
