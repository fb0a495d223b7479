-- The version of the key stands before the first dot of a sealed text. A job encrypts older texts
-- with the newest key. Each table has an index on the version, so that the job finds its work
-- without reading the rest.
ALTER TABLE code ADD COLUMN key_version INTEGER GENERATED ALWAYS AS (CAST(substr(sealed, 1,
  instr(sealed, '.') - 1) AS INTEGER)) VIRTUAL;
ALTER TABLE bank_card ADD COLUMN key_version INTEGER
  GENERATED ALWAYS AS (CAST(substr(number_sealed, 1, instr(number_sealed,
    '.') - 1) AS INTEGER)) VIRTUAL;
ALTER TABLE identity_request ADD COLUMN key_version INTEGER
  GENERATED ALWAYS AS (CAST(substr(card_number_sealed, 1, instr(card_number_sealed,
    '.') - 1) AS INTEGER)) VIRTUAL;
-- Of the messages only the links that confirm an e-mail are sealed.
ALTER TABLE outbox ADD COLUMN key_version INTEGER GENERATED ALWAYS AS (
  iif(template = 'email-verification', CAST(substr(token, 1, instr(token, '.') - 1) AS INTEGER),
    NULL)) VIRTUAL;
CREATE INDEX code_by_key ON code (key_version);
CREATE INDEX bank_card_by_key ON bank_card (key_version);
CREATE INDEX identity_request_by_key ON identity_request (key_version);
CREATE INDEX outbox_by_key ON outbox (key_version) WHERE template = 'email-verification';
CREATE INDEX outbox_links_by_time ON outbox (created_at) WHERE template = 'email-verification';

-- What the job could not open: an operator has to know, and it keeps nothing else from being sealed
-- anew.
CREATE TABLE unopenable_seal (
  place TEXT NOT NULL CHECK (place IN ('code', 'bank_card', 'identity_request', 'outbox')),
  row_id TEXT NOT NULL,
  tried_at INTEGER NOT NULL,
  PRIMARY KEY (place, row_id)
) STRICT, WITHOUT ROWID;

-- A sold code changes in two ways only: it goes back on the shelf when its item is cancelled and
-- nobody has looked, and a newer key seals it.
DROP TRIGGER code_sold_for_good;
CREATE TRIGGER code_sold_for_good BEFORE UPDATE ON code WHEN OLD.status = 'sold' AND NOT (
  NEW.status = 'free'
  AND EXISTS (SELECT 1 FROM order_item WHERE id = OLD.order_item_id
    AND delivery_status = 'cancelled')
  AND NOT EXISTS (SELECT 1 FROM content_reading WHERE order_item_id = OLD.order_item_id))
AND NOT (
  NEW.key_version > OLD.key_version
  AND (NEW.id, NEW.product_id, NEW.batch_id, NEW.fingerprint, NEW.status, NEW.order_item_id,
    NEW.sold_at)
    = (OLD.id, OLD.product_id, OLD.batch_id, OLD.fingerprint, OLD.status, OLD.order_item_id,
      OLD.sold_at))
BEGIN SELECT RAISE(ABORT, 'a sold code never changes'); END;
