-- Gifts: a bought code that its owner gives to somebody by a secret link.

-- One gift of one code. While it is sealed or opened its giver cannot read the code, and whoever
-- opens it reads it once and for all.
CREATE TABLE gift (
  id TEXT PRIMARY KEY,
  code_id TEXT NOT NULL REFERENCES code (id),
  user_id TEXT NOT NULL REFERENCES user (id),
  occasion TEXT NOT NULL CHECK (occasion IN ('yalda', 'nowruz', 'birthday', 'thanks', 'none')),
  recipient TEXT NOT NULL,
  message TEXT NOT NULL,
  signature TEXT NOT NULL,
  -- Of the receiver, ten digits: for the SMS, or to open it.
  phone TEXT,
  is_phone_required INTEGER NOT NULL CHECK (is_phone_required = 0
    OR (is_phone_required = 1 AND phone IS NOT NULL)),
  -- The link holds a secret. Its hash finds the gift, its sealed text shows the link to the giver
  -- again.
  token_hash TEXT NOT NULL UNIQUE,
  token_sealed TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('sealed', 'opened', 'called_back')),
  created_at INTEGER NOT NULL,
  -- It cannot be opened before.
  opens_at INTEGER NOT NULL CHECK (opens_at >= created_at),
  -- Since when it waits for its giver, who ended all sessions.
  paused_at INTEGER,
  opened_at INTEGER CHECK ((state = 'opened') = (opened_at IS NOT NULL)),
  -- The secret of the browser that opened it, hashed.
  opener_hash TEXT CHECK ((state = 'opened') = (opener_hash IS NOT NULL)),
  called_back_at INTEGER CHECK ((state = 'called_back') = (called_back_at IS NOT NULL)),
  key_version INTEGER GENERATED ALWAYS AS (CAST(substr(token_sealed, 1,
    instr(token_sealed, '.') - 1) AS INTEGER)) VIRTUAL
) STRICT;
CREATE UNIQUE INDEX gift_of_code ON gift (code_id) WHERE state <> 'called_back';
CREATE INDEX gift_by_code ON gift (code_id);
CREATE INDEX gift_of_user ON gift (user_id, created_at);
CREATE INDEX gift_by_key ON gift (key_version);
CREATE TRIGGER gift_path BEFORE UPDATE OF state ON gift
WHEN NOT (OLD.state = NEW.state OR OLD.state = 'sealed')
BEGIN SELECT RAISE(ABORT, 'a gift cannot go that way'); END;
CREATE TRIGGER gift_stays BEFORE UPDATE ON gift
WHEN (NEW.id, NEW.code_id, NEW.user_id, NEW.token_hash, NEW.created_at, NEW.opens_at)
    <> (OLD.id, OLD.code_id, OLD.user_id, OLD.token_hash, OLD.created_at, OLD.opens_at)
  OR NEW.opener_hash IS NOT coalesce(OLD.opener_hash, NEW.opener_hash)
  OR NEW.opened_at IS NOT coalesce(OLD.opened_at, NEW.opened_at)
BEGIN SELECT RAISE(ABORT, 'a gift stays what it is'); END;

-- A code under seal is read by opening its gift, and in no other way.
CREATE TRIGGER given_code_stays_unread BEFORE UPDATE OF read_at ON code
WHEN OLD.read_at IS NULL AND NEW.read_at IS NOT NULL
  AND EXISTS (SELECT 1 FROM gift WHERE code_id = NEW.id AND state = 'sealed')
BEGIN SELECT RAISE(ABORT, 'the code is given'); END;

-- A sealed gift whose code is replaced or given back is called back by that.
CREATE TRIGGER gift_of_replaced_code AFTER UPDATE OF withdrawn_at ON code
WHEN NEW.withdrawn_at IS NOT NULL
BEGIN
  UPDATE gift SET state = 'called_back', called_back_at = NEW.withdrawn_at
  WHERE code_id = NEW.id AND state = 'sealed';
END;
CREATE TRIGGER gift_of_refunded_code AFTER INSERT ON refunded_unit
BEGIN
  UPDATE gift SET state = 'called_back',
    called_back_at = (SELECT created_at FROM refund WHERE id = NEW.refund_id)
  WHERE state = 'sealed' AND code_id IN (SELECT id FROM code
    WHERE order_item_id = NEW.order_item_id AND position = NEW.position);
END;

-- Readings through a gift: the reader is not the shopper whose item it is.
CREATE TABLE content_reading_next (
  id TEXT PRIMARY KEY,
  order_item_id TEXT NOT NULL REFERENCES order_item (id),
  user_id TEXT NOT NULL REFERENCES user (id),
  read_at INTEGER NOT NULL,
  channel TEXT NOT NULL DEFAULT 'page' CHECK (channel IN ('page', 'email', 'gift')),
  -- The network it was read from, as the edge saw it.
  address TEXT NOT NULL DEFAULT '',
  -- Null when it opened all that could be seen.
  code_id TEXT REFERENCES code (id),
  gift_id TEXT UNIQUE REFERENCES gift (id)
    CHECK ((channel = 'gift') = (gift_id IS NOT NULL AND code_id IS NOT NULL))
) STRICT;
INSERT INTO content_reading_next (id, order_item_id, user_id, read_at, channel, address, code_id)
SELECT id, order_item_id, user_id, read_at, channel, address, code_id FROM content_reading;
DROP TABLE content_reading;
ALTER TABLE content_reading_next RENAME TO content_reading;
CREATE INDEX content_reading_of_item ON content_reading (order_item_id, read_at);

-- The key of a link may be missing, too.
CREATE TABLE unopenable_seal_next (
  place TEXT NOT NULL CHECK (place IN ('code', 'bank_card', 'identity_request', 'outbox', 'gift')),
  row_id TEXT NOT NULL,
  tried_at INTEGER NOT NULL,
  PRIMARY KEY (place, row_id)
) STRICT, WITHOUT ROWID;
INSERT INTO unopenable_seal_next (place, row_id, tried_at)
SELECT place, row_id, tried_at FROM unopenable_seal;
DROP TABLE unopenable_seal;
ALTER TABLE unopenable_seal_next RENAME TO unopenable_seal;
