-- A bank file: withdrawals that the bank is asked to pay together. Its text is made from the rows
-- when somebody fetches it, and must be the one that was made first.
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
  -- The second person, where one was needed.
  confirmed_by TEXT CHECK (confirmed_by <> made_by),
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
CREATE TRIGGER withdrawal_in_file BEFORE UPDATE OF state, in_hand_of ON withdrawal
WHEN (NEW.state, NEW.in_hand_of) IS NOT (OLD.state, OLD.in_hand_of) AND EXISTS (
  SELECT 1 FROM payout_row WHERE withdrawal_id = OLD.id AND state = 'sent')
BEGIN SELECT RAISE(ABORT, 'the withdrawal is in a bank file'); END;

-- All money that comes, goes back and goes out, newest first.
CREATE INDEX payment_by_time ON payment (created_at DESC, id DESC);
CREATE INDEX refund_by_time ON refund (created_at DESC, id DESC);
CREATE INDEX withdrawal_by_time ON withdrawal (created_at DESC, id DESC);
CREATE INDEX ticket_by_time ON ticket (updated_at DESC, id DESC);
