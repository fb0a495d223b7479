-- Codes that come in, the batches they were bought in, and shelves that run low.

-- Batches -----------------------------------------------------------------------------------------

-- Where it was bought, with which invoice, and what a dollar cost then. Null for codes that an
-- operator brought one by one.
ALTER TABLE code_batch ADD COLUMN supplier TEXT;
ALTER TABLE code_batch ADD COLUMN invoice TEXT;
ALTER TABLE code_batch ADD COLUMN dollar_toman INTEGER CHECK (dollar_toman > 0);
-- Since when its codes are not sold any more, until it is restored.
ALTER TABLE code_batch ADD COLUMN recalled_at INTEGER;
ALTER TABLE code_batch ADD COLUMN recall_reason TEXT
  CHECK ((recall_reason IS NULL) = (recalled_at IS NULL));
-- The number of its codes that are free, held, sold and bad, kept by triggers. A hold whose time is over counts as held until
-- it is released. Bad are codes that were replaced, or given back by an operator after being read.
ALTER TABLE code_batch ADD COLUMN free_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE code_batch ADD COLUMN held_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE code_batch ADD COLUMN sold_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE code_batch ADD COLUMN bad_count INTEGER NOT NULL DEFAULT 0;
UPDATE code_batch SET free_count = c.free, held_count = c.held, sold_count = c.sold,
  bad_count = c.bad
FROM (
  SELECT batch_id, sum(status = 'free') AS free, sum(status = 'held') AS held,
    sum(status = 'sold') AS sold,
    sum(withdrawn_at IS NOT NULL OR (read_at IS NOT NULL AND EXISTS (
      SELECT 1 FROM refunded_unit u JOIN refund f ON f.id = u.refund_id
      WHERE u.order_item_id = code.order_item_id AND u.position = code.position
        AND f.reason = 'operator'))) AS bad
  FROM code GROUP BY batch_id) c
WHERE code_batch.id = c.batch_id;
CREATE INDEX code_batch_of_product ON code_batch (product_id, created_at, id);
CREATE INDEX code_batch_on_shelf ON code_batch (product_id)
  WHERE free_count > 0 AND recalled_at IS NULL;
CREATE INDEX code_batch_of_supplier ON code_batch (supplier, sold_count, bad_count)
  WHERE supplier IS NOT NULL;

-- A copy of the state of its batch, so that the next code for sale is found by one index.
ALTER TABLE code ADD COLUMN is_recalled INTEGER NOT NULL DEFAULT 0 CHECK (is_recalled IN (0, 1));
DROP INDEX code_unsold;
CREATE INDEX code_on_shelf ON code (product_id, id) WHERE status <> 'sold' AND is_recalled = 0;
CREATE INDEX code_of_batch ON code (batch_id, id);
CREATE TRIGGER batch_marks_codes AFTER UPDATE OF recalled_at ON code_batch
WHEN (NEW.recalled_at IS NULL) <> (OLD.recalled_at IS NULL)
BEGIN
  UPDATE code SET is_recalled = (NEW.recalled_at IS NOT NULL) WHERE batch_id = NEW.id;
END;
-- The buyer who holds a recalled code may still pay for it in time. Nobody else gets it.
CREATE TRIGGER recalled_code_stays BEFORE UPDATE OF status, order_item_id ON code
WHEN OLD.is_recalled = 1 AND OLD.status <> 'sold' AND NEW.status <> 'free'
  AND (NEW.order_item_id IS NOT OLD.order_item_id OR OLD.held_until <= NEW.sold_at)
BEGIN SELECT RAISE(ABORT, 'a recalled code is not sold'); END;

CREATE TRIGGER code_joins_batch AFTER INSERT ON code
BEGIN
  UPDATE code_batch SET free_count = free_count + (NEW.status = 'free'),
    held_count = held_count + (NEW.status = 'held'),
    sold_count = sold_count + (NEW.status = 'sold')
  WHERE id = NEW.batch_id;
END;
CREATE TRIGGER code_leaves_batch AFTER DELETE ON code
BEGIN
  UPDATE code_batch SET free_count = free_count - (OLD.status = 'free'),
    held_count = held_count - (OLD.status = 'held')
  WHERE id = OLD.batch_id;
END;
CREATE TRIGGER code_moves_in_batch AFTER UPDATE OF status ON code WHEN NEW.status <> OLD.status
BEGIN
  UPDATE code_batch SET free_count = free_count + (NEW.status = 'free') - (OLD.status = 'free'),
    held_count = held_count + (NEW.status = 'held') - (OLD.status = 'held'),
    sold_count = sold_count + (NEW.status = 'sold') - (OLD.status = 'sold')
  WHERE id = NEW.batch_id;
END;
CREATE TRIGGER code_turns_bad AFTER UPDATE OF withdrawn_at ON code
WHEN OLD.withdrawn_at IS NULL AND NEW.withdrawn_at IS NOT NULL
BEGIN
  UPDATE code_batch SET bad_count = bad_count + 1 WHERE id = NEW.batch_id;
END;
CREATE TRIGGER unit_turns_bad AFTER INSERT ON refunded_unit
WHEN (SELECT reason FROM refund WHERE id = NEW.refund_id) = 'operator'
BEGIN
  UPDATE code_batch SET bad_count = bad_count + 1 WHERE id = (
    SELECT batch_id FROM code WHERE order_item_id = NEW.order_item_id
      AND position = NEW.position AND withdrawn_at IS NULL AND read_at IS NOT NULL);
END;

-- Imports -----------------------------------------------------------------------------------------

-- A file of codes on its way in. open: its lines are read and compared, nothing is for sale.
-- adding: its lines become codes of one batch, page by page. added, dropped: it has no lines left.
CREATE TABLE code_import (
  id TEXT PRIMARY KEY,
  product_id TEXT NOT NULL REFERENCES product (id),
  operator TEXT NOT NULL,
  file_name TEXT NOT NULL,
  -- Lines of the file before its first code.
  head_count INTEGER NOT NULL,
  -- The codes in the file, and how many of them have come. They come in order.
  line_count INTEGER NOT NULL,
  sent_count INTEGER NOT NULL DEFAULT 0 CHECK (sent_count BETWEEN 0 AND line_count),
  -- The shapes of the product's codes, as JSON: the number of signs, and their kinds.
  shapes TEXT NOT NULL CHECK (json_type(shapes) = 'array'),
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'adding', 'added', 'dropped')),
  takes_odd INTEGER NOT NULL DEFAULT 0,
  batch_id TEXT REFERENCES code_batch (id)
    CHECK ((batch_id IS NOT NULL) = (state IN ('adding', 'added'))),
  -- The codes that were to be added, and those that were.
  wanted_count INTEGER NOT NULL DEFAULT 0,
  added_count INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  ended_at INTEGER CHECK ((ended_at IS NOT NULL) = (state IN ('added', 'dropped')))
) STRICT;
CREATE UNIQUE INDEX code_import_of_batch ON code_import (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX code_import_open ON code_import (created_at, id) WHERE state = 'open';
CREATE INDEX code_import_adding ON code_import (created_at, id) WHERE state = 'adding';
CREATE INDEX code_import_dropped ON code_import (ended_at) WHERE state = 'dropped';
CREATE TRIGGER code_import_path BEFORE UPDATE ON code_import
WHEN OLD.state IN ('added', 'dropped') OR (OLD.state = 'adding' AND NEW.state NOT IN ('adding',
    'added')) OR (OLD.state = 'open' AND NEW.state = 'added')
BEGIN SELECT RAISE(ABORT, 'an import cannot go that way'); END;

-- A line of an import. Its id is that of the code it may become, so that its seal stays.
CREATE TABLE code_import_line (
  id TEXT PRIMARY KEY,
  import_id TEXT NOT NULL REFERENCES code_import (id),
  line INTEGER NOT NULL,
  -- new, or odd: of another shape than the product's codes. shelf, sold: the shop has it, or had
  -- it. twice: an earlier line has it. refused: no code, and nothing of it is kept.
  finding TEXT NOT NULL
    CHECK (finding IN ('new', 'odd', 'shelf', 'sold', 'twice', 'refused')),
  sealed TEXT CHECK ((sealed IS NULL) = (finding = 'refused')),
  fingerprint TEXT CHECK ((fingerprint IS NULL) = (sealed IS NULL)),
  last_four TEXT,
  -- The shape of an odd line, or why a line was refused.
  detail TEXT,
  key_version INTEGER GENERATED ALWAYS AS (CAST(substr(sealed, 1, instr(sealed, '.') - 1)
    AS INTEGER)) VIRTUAL,
  UNIQUE (import_id, line)
) STRICT;
CREATE INDEX code_import_line_by_finding ON code_import_line (import_id, finding, line);
CREATE INDEX code_import_line_by_code ON code_import_line (import_id, fingerprint, line);
CREATE INDEX code_import_line_by_key ON code_import_line (key_version);

CREATE TABLE unopenable_seal_next (
  place TEXT NOT NULL CHECK (place IN
    ('code', 'bank_card', 'identity_request', 'outbox', 'gift', 'iban', 'code_import_line')),
  row_id TEXT NOT NULL,
  tried_at INTEGER NOT NULL,
  PRIMARY KEY (place, row_id)
) STRICT, WITHOUT ROWID;
INSERT INTO unopenable_seal_next (place, row_id, tried_at)
SELECT place, row_id, tried_at FROM unopenable_seal;
DROP TABLE unopenable_seal;
ALTER TABLE unopenable_seal_next RENAME TO unopenable_seal;

-- Shelves that run low ----------------------------------------------------------------------------

-- How few free codes of a product are few. low_since is set once when they get fewer, and cleared
-- when they are enough again.
CREATE TABLE stock_watch (
  product_id TEXT PRIMARY KEY REFERENCES product (id),
  -- Set by an operator. 0: never few.
  threshold INTEGER CHECK (threshold >= 0),
  -- Counted from what was sold in thirty days.
  usual INTEGER NOT NULL CHECK (usual >= 1),
  counted_at INTEGER NOT NULL,
  low_since INTEGER
) STRICT;
CREATE INDEX stock_watch_low ON stock_watch (low_since) WHERE low_since IS NOT NULL;
