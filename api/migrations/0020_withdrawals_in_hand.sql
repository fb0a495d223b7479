-- An operator takes a withdrawal in hand before paying it. Its owner takes it back only while
-- nobody has it in hand. The table is built anew for the state that this needs.
CREATE TABLE withdrawal_next (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id),
  -- The card as it was when it was asked for: what happens to it later changes nothing here.
  card_id TEXT NOT NULL REFERENCES bank_card (id),
  amount_toman INTEGER NOT NULL CHECK (amount_toman >= 100000),
  state TEXT NOT NULL DEFAULT 'pending'
    CHECK (state IN ('pending', 'paid', 'rejected', 'taken_back')),
  -- The reference of the payment at the bank, or why it was rejected.
  note TEXT,
  idempotency_key TEXT,
  request_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  decided_at INTEGER,
  -- The operator who is paying it, and since when.
  in_hand_of TEXT,
  in_hand_since INTEGER,
  CHECK ((state = 'pending') = (decided_at IS NULL)),
  CHECK ((in_hand_of IS NULL) = (in_hand_since IS NULL))
) STRICT;
INSERT INTO withdrawal_next (id, user_id, card_id, amount_toman, state, note, idempotency_key,
  request_hash, created_at, decided_at)
SELECT id, user_id, card_id, amount_toman, state, note, idempotency_key, request_hash, created_at,
  decided_at FROM withdrawal;
DROP TABLE withdrawal;
ALTER TABLE withdrawal_next RENAME TO withdrawal;
CREATE UNIQUE INDEX withdrawal_once_per_key ON withdrawal (user_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;
CREATE INDEX withdrawal_open ON withdrawal (created_at, id) WHERE state = 'pending';
CREATE INDEX withdrawal_open_of_user ON withdrawal (user_id) WHERE state = 'pending';
CREATE INDEX withdrawal_of_user ON withdrawal (user_id, created_at);
CREATE TRIGGER withdrawal_path BEFORE UPDATE OF state ON withdrawal WHEN OLD.state <> 'pending'
  AND NEW.state <> OLD.state
BEGIN SELECT RAISE(ABORT, 'a withdrawal is decided once'); END;
