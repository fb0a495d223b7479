-- Questions of a product to its buyer, and their answers.

-- A JSON list, in the order of the screen, that is replaced as a whole.
ALTER TABLE product ADD COLUMN questions TEXT NOT NULL DEFAULT '[]'
  CHECK (json_type(questions) = 'array');

-- An answer of a shopper on a line of their cart, until it is bought or removed. Its id names the
-- shopper, the product and the question, so that an answer has one place.
CREATE TABLE cart_answer (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  product_id TEXT NOT NULL,
  question_id TEXT NOT NULL,
  sealed TEXT NOT NULL,
  written_at INTEGER NOT NULL,
  key_version INTEGER GENERATED ALWAYS AS (CAST(substr(sealed, 1, instr(sealed, '.') - 1)
    AS INTEGER)) VIRTUAL,
  FOREIGN KEY (user_id, product_id) REFERENCES cart_item (user_id, product_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX cart_answer_of_line ON cart_answer (user_id, product_id);
CREATE INDEX cart_answer_by_age ON cart_answer (written_at);
CREATE INDEX cart_answer_by_key ON cart_answer (key_version);

-- Answers of the buyer of an item, with the labels of then. Empty once it is forgotten.
CREATE TABLE order_answer (
  id TEXT PRIMARY KEY REFERENCES order_item (id) ON DELETE CASCADE,
  sealed TEXT NOT NULL,
  -- Since when nobody needs it: delivered, given back, or never paid.
  ended_at INTEGER,
  key_version INTEGER GENERATED ALWAYS AS (CAST(substr(sealed, 1, instr(sealed, '.') - 1)
    AS INTEGER)) VIRTUAL
) STRICT;
CREATE INDEX order_answer_by_end ON order_answer (ended_at) WHERE sealed <> '';
CREATE INDEX order_answer_by_key ON order_answer (key_version);
-- A late payment revives what was given up, and a delivered item may be given back.
CREATE TRIGGER order_answer_lasts AFTER UPDATE OF delivery_status ON order_item
BEGIN
  UPDATE order_answer SET ended_at = NULL WHERE id = NEW.id AND ended_at IS NOT NULL;
END;

CREATE TABLE unopenable_seal_next (
  place TEXT NOT NULL CHECK (place IN
    ('code', 'bank_card', 'identity_request', 'outbox', 'gift', 'iban', 'code_import_line',
     'cart_answer', 'order_answer')),
  row_id TEXT NOT NULL,
  tried_at INTEGER NOT NULL,
  PRIMARY KEY (place, row_id)
) STRICT, WITHOUT ROWID;
INSERT INTO unopenable_seal_next (place, row_id, tried_at)
SELECT place, row_id, tried_at FROM unopenable_seal;
DROP TABLE unopenable_seal;
ALTER TABLE unopenable_seal_next RENAME TO unopenable_seal;
