-- Supply: codes that are bought from a supplier.

-- Suppliers of codes. Each supplier has an account and a book. Micros are millionths of its
-- currency, so that amounts stay whole.
CREATE TABLE supplier (
  name TEXT PRIMARY KEY,
  currency TEXT NOT NULL DEFAULT 'USD' CHECK (length(currency) = 3),
  -- Toman for one unit of the currency. Nothing is bought before it is known.
  rate_toman INTEGER CHECK (rate_toman BETWEEN 1 AND 100000000),
  -- 0 when the rate is written by hand, 1 when it follows the rate of the currency.
  follows_rate INTEGER NOT NULL DEFAULT 0 CHECK (follows_rate IN (0, 1)),
  -- The maximum that may be spent at the supplier in one day, in Tehran time. Null without a limit.
  ceiling_day_toman INTEGER CHECK (ceiling_day_toman >= 1),
  -- A balance below this is reported to the desk.
  low_micros INTEGER NOT NULL DEFAULT 0 CHECK (low_micros >= 0),
  -- The balance read at `balance_at`, minus later purchases. Null when it is in another currency.
  balance_micros INTEGER,
  balance_at INTEGER,
  asked_at INTEGER NOT NULL DEFAULT 0,
  moved_at INTEGER NOT NULL DEFAULT 0,
  -- The maximum cost of orders that are not accepted yet, kept by triggers.
  open_toman INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
INSERT INTO supplier (name) VALUES ('reloadly');

-- When the rate of a currency changes, updates the suppliers that follow it.
CREATE TRIGGER supplier_follows_rate AFTER UPDATE OF toman ON rate WHEN NEW.toman IS NOT NULL
BEGIN
  UPDATE supplier SET rate_toman = NEW.toman WHERE currency = NEW.currency AND follows_rate = 1;
END;

-- Where the codes of a product come from. A product without a row is sold from stock only.
CREATE TABLE product_supply (
  product_id TEXT PRIMARY KEY REFERENCES product (id),
  source TEXT NOT NULL CHECK (source IN ('shelf', 'both', 'supplier')),
  supplier TEXT NOT NULL REFERENCES supplier (name),
  -- The number of the product at the supplier, and the value on the card.
  sku TEXT NOT NULL,
  face TEXT NOT NULL,
  face_currency TEXT NOT NULL CHECK (length(face_currency) = 3),
  -- The maximum cost of one code, and of all codes of the product that are bought in one day.
  ceiling_code_toman INTEGER NOT NULL CHECK (ceiling_code_toman BETWEEN 1 AND 1000000000),
  ceiling_day_toman INTEGER CHECK (ceiling_day_toman >= 1),
  updated_at INTEGER NOT NULL
) STRICT;

-- An order at a supplier for units of an item. An item has one order at most, and its ref never
-- changes, so that nothing is bought twice.
CREATE TABLE supplier_order (
  -- The identifier that the shop gives to the order, stored before anything is sent.
  ref TEXT PRIMARY KEY,
  order_item_id TEXT NOT NULL UNIQUE REFERENCES order_item (id),
  product_id TEXT NOT NULL REFERENCES product (id),
  supplier TEXT NOT NULL REFERENCES supplier (name),
  sku TEXT NOT NULL,
  face TEXT NOT NULL,
  face_currency TEXT NOT NULL,
  quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 10),
  ceiling_toman INTEGER NOT NULL,
  -- held: the shopper has not paid yet. due: the order must be sent. asking: it was sent, or
  -- perhaps sent. working: accepted, but the codes have not come yet. failed: accepted, no codes
  -- will come, and the money is not back. review: an operator must check. refused: the supplier
  -- clearly refused it. dropped: given up before it was sent. returned: it failed, and the money is
  -- back.
  state TEXT NOT NULL
    CHECK (state IN ('held', 'due', 'asking', 'working', 'failed', 'review', 'refused', 'done',
      'dropped', 'returned')),
  -- Why the order was refused or must be checked.
  reason TEXT,
  -- The day in Tehran on which the cost of the order counts against the ceilings.
  day INTEGER NOT NULL,
  remote_id TEXT,
  -- The rate when it was sent, and the price that the supplier charged, as decimal text.
  rate_toman INTEGER,
  cost TEXT,
  cost_currency TEXT,
  unit_cost_toman INTEGER CHECK (unit_cost_toman >= 1),
  attempts INTEGER NOT NULL DEFAULT 0,
  -- How often the supplier did not know the order since it was last sent.
  absent_reads INTEGER NOT NULL DEFAULT 0,
  asked_at INTEGER,
  -- Moved to a later time before a job works on the row, so that a crash only delays the order.
  next_attempt_at INTEGER,
  created_at INTEGER NOT NULL,
  settled_at INTEGER,
  -- The amount that the order adds to the sums of its day, and its maximum cost (0 once the
  -- supplier has accepted it).
  committed_toman INTEGER GENERATED ALWAYS AS (iif(state IN ('refused', 'dropped', 'returned'), 0,
    quantity * coalesce(unit_cost_toman, ceiling_toman))) VIRTUAL,
  open_toman INTEGER GENERATED ALWAYS AS (iif(state IN ('held', 'due', 'asking'),
    quantity * ceiling_toman, 0)) VIRTUAL,
  CHECK (state NOT IN ('working', 'failed', 'done')
    OR (remote_id IS NOT NULL AND unit_cost_toman IS NOT NULL)),
  CHECK (unit_cost_toman IS NULL OR remote_id IS NOT NULL),
  CHECK ((state IN ('done', 'returned')) = (settled_at IS NOT NULL)),
  CHECK ((state IN ('due', 'asking', 'working', 'failed')) = (next_attempt_at IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX supplier_order_of_remote ON supplier_order (supplier, remote_id)
  WHERE remote_id IS NOT NULL;
CREATE INDEX supplier_order_due ON supplier_order (next_attempt_at)
  WHERE next_attempt_at IS NOT NULL;
CREATE INDEX supplier_order_by_time ON supplier_order (created_at DESC, ref DESC);
CREATE TRIGGER supplier_order_path BEFORE UPDATE OF state ON supplier_order
WHEN NOT (OLD.state = NEW.state OR (OLD.state = 'held' AND NEW.state = 'due')
  OR (OLD.state = 'due' AND NEW.state IN ('asking', 'refused', 'dropped'))
  OR (OLD.state = 'asking'
    AND NEW.state IN ('due', 'working', 'failed', 'refused', 'returned', 'review'))
  OR (OLD.state = 'working' AND NEW.state IN ('done', 'failed', 'returned', 'review'))
  OR (OLD.state = 'failed' AND NEW.state = 'returned')
  OR (OLD.state = 'refused' AND NEW.state IN ('due', 'dropped'))
  OR (OLD.state = 'review' AND NEW.state IN ('asking', 'working')))
BEGIN SELECT RAISE(ABORT, 'an order at a supplier cannot go that way'); END;
CREATE TRIGGER supplier_order_stands BEFORE UPDATE ON supplier_order
WHEN (NEW.ref, NEW.order_item_id, NEW.product_id, NEW.supplier, NEW.sku, NEW.face,
    NEW.face_currency, NEW.quantity, NEW.created_at)
  IS NOT (OLD.ref, OLD.order_item_id, OLD.product_id, OLD.supplier, OLD.sku, OLD.face,
    OLD.face_currency, OLD.quantity, OLD.created_at)
  OR NEW.remote_id IS NOT coalesce(OLD.remote_id, NEW.remote_id)
  OR NEW.unit_cost_toman IS NOT coalesce(OLD.unit_cost_toman, NEW.unit_cost_toman)
BEGIN SELECT RAISE(ABORT, 'an order at a supplier stands as it was sent'); END;
CREATE TRIGGER supplier_order_never_goes BEFORE DELETE ON supplier_order WHEN OLD.state <> 'held'
BEGIN SELECT RAISE(ABORT, 'an order at a supplier stays in the books'); END;
CREATE TRIGGER supplier_order_counts AFTER INSERT ON supplier_order
BEGIN
  UPDATE supplier SET open_toman = open_toman + NEW.open_toman WHERE name = NEW.supplier;
  INSERT INTO supply_day (supplier, product_id, day, committed_toman)
  VALUES (NEW.supplier, NEW.product_id, NEW.day, NEW.committed_toman),
    (NEW.supplier, '', NEW.day, NEW.committed_toman)
  ON CONFLICT (supplier, product_id, day)
    DO UPDATE SET committed_toman = committed_toman + excluded.committed_toman;
END;
CREATE TRIGGER supplier_order_counts_anew AFTER UPDATE ON supplier_order
WHEN (NEW.day, NEW.committed_toman, NEW.open_toman)
  IS NOT (OLD.day, OLD.committed_toman, OLD.open_toman)
BEGIN
  UPDATE supplier SET open_toman = open_toman + NEW.open_toman - OLD.open_toman
  WHERE name = NEW.supplier;
  UPDATE supply_day SET committed_toman = committed_toman - OLD.committed_toman
  WHERE supplier = OLD.supplier AND product_id IN (OLD.product_id, '') AND day = OLD.day;
  INSERT INTO supply_day (supplier, product_id, day, committed_toman)
  VALUES (NEW.supplier, NEW.product_id, NEW.day, NEW.committed_toman),
    (NEW.supplier, '', NEW.day, NEW.committed_toman)
  ON CONFLICT (supplier, product_id, day)
    DO UPDATE SET committed_toman = committed_toman + excluded.committed_toman;
END;
CREATE TRIGGER supplier_order_uncounted AFTER DELETE ON supplier_order
BEGIN
  UPDATE supplier SET open_toman = open_toman - OLD.open_toman WHERE name = OLD.supplier;
  UPDATE supply_day SET committed_toman = committed_toman - OLD.committed_toman
  WHERE supplier = OLD.supplier AND product_id IN (OLD.product_id, '') AND day = OLD.day;
END;

-- When an item is delivered or cancelled, in any way, its order at the supplier is dropped if
-- nothing is on its way.
CREATE TRIGGER item_ends_its_supply AFTER UPDATE OF delivery_status ON order_item
WHEN NEW.delivery_status IN ('delivered', 'cancelled')
BEGIN
  UPDATE supplier_order SET state = 'dropped', next_attempt_at = NULL
  WHERE order_item_id = NEW.id AND state IN ('due', 'refused');
END;

-- The sums that the orders of a day cost or may cost: a row for each product, and a row with an
-- empty product_id for all products.
CREATE TABLE supply_day (
  supplier TEXT NOT NULL REFERENCES supplier (name),
  product_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  committed_toman INTEGER NOT NULL,
  PRIMARY KEY (supplier, product_id, day)
) STRICT, WITHOUT ROWID;

-- The cards of supplier orders, each with the code that was made from it. Each card becomes a code
-- only once.
CREATE TABLE supplier_code (
  supplier TEXT NOT NULL REFERENCES supplier (name),
  remote_id TEXT NOT NULL,
  position INTEGER NOT NULL CHECK (position >= 1),
  ref TEXT NOT NULL REFERENCES supplier_order (ref),
  code_id TEXT NOT NULL UNIQUE REFERENCES code (id),
  PRIMARY KEY (supplier, remote_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX supplier_code_of_order ON supplier_code (ref);
CREATE TRIGGER supplier_code_stands BEFORE UPDATE ON supplier_code
BEGIN SELECT RAISE(ABORT, 'a bought code stays in the books'); END;
CREATE TRIGGER supplier_code_never_goes BEFORE DELETE ON supplier_code
BEGIN SELECT RAISE(ABORT, 'a bought code stays in the books'); END;
