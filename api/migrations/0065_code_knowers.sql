-- Knowledge of codes stands in one place, and nobody is sold a code that somebody knows.

-- A code and one who knows it. buyer: read it in the shop. email: had it sent. receiver: opened the
-- gift. operator: looked at it. export: took it out of the stock in a file. replacement: withdrew it
-- from its buyer.
CREATE TABLE code_knower (
  code_id TEXT NOT NULL REFERENCES code (id),
  way TEXT NOT NULL
    CHECK (way IN ('buyer', 'email', 'receiver', 'operator', 'export', 'replacement')),
  -- The id of the person or of the gift, or the name of the operator.
  who TEXT NOT NULL,
  -- The first time, the last one and how often, as far as each time was noted.
  known_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  times INTEGER NOT NULL DEFAULT 1,
  -- From where buyers and receivers read it, as a JSON list.
  networks TEXT NOT NULL DEFAULT '[]' CHECK (json_type(networks) = 'array'),
  PRIMARY KEY (code_id, way, who)
) STRICT, WITHOUT ROWID;

-- Rows of the time before ---------------------------------------------------------------------------

-- A reading of a whole item showed the codes that lay open then.
INSERT INTO code_knower (code_id, way, who, known_at, last_at, times, networks)
SELECT c.id, iif(r.channel = 'page', 'buyer', iif(r.channel = 'gift', 'receiver', 'email')),
  coalesce(r.gift_id, r.user_id), min(r.read_at), max(r.read_at), count(*),
  json_group_array(DISTINCT r.address) FILTER (WHERE r.address <> '')
FROM code c JOIN content_reading r ON r.order_item_id = c.order_item_id
WHERE c.status = 'sold' AND c.read_at IS NOT NULL AND (r.code_id = c.id OR (
  r.code_id IS NULL AND c.read_at <= r.read_at
  AND NOT EXISTS (SELECT 1 FROM gift WHERE code_id = c.id AND state <> 'called_back')
  AND (c.withdrawn_at IS NULL OR r.read_at <= c.withdrawn_at) AND NOT EXISTS (
    SELECT 1 FROM refunded_unit u JOIN refund f ON f.id = u.refund_id
    WHERE u.order_item_id = c.order_item_id AND u.position = c.position
      AND f.created_at < r.read_at)))
GROUP BY 1, 2, 3;
INSERT INTO code_knower (code_id, way, who, known_at, last_at)
SELECT c.id, 'buyer', o.user_id, c.read_at, c.read_at FROM code c
JOIN order_item i ON i.id = c.order_item_id JOIN orders o ON o.id = i.order_id
WHERE c.read_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM code_knower WHERE code_id = c.id);
INSERT INTO code_knower (code_id, way, who, known_at, last_at, times)
SELECT c.id, 'operator', d.operator, min(d.created_at), max(d.created_at), count(*)
FROM desk_decision d JOIN code c ON c.id = d.subject_id
WHERE d.subject = 'code' AND d.verdict = 'revealed' GROUP BY 1, 2, 3;
INSERT INTO code_knower (code_id, way, who, known_at, last_at)
SELECT c.id, 'replacement', coalesce((SELECT max(d.operator) FROM desk_decision d
    WHERE d.subject = 'order_item' AND d.subject_id = c.order_item_id
      AND d.verdict = 'code_replaced' AND d.state_before = c.id), ''),
  c.withdrawn_at, c.withdrawn_at
FROM code c WHERE c.withdrawn_at IS NOT NULL;

-- Codes ------------------------------------------------------------------------------------------

-- Since when anybody knows it, written by its first row above. read_at is the same for its buyer and
-- for whom the buyer gave it to.
ALTER TABLE code ADD COLUMN known_at INTEGER;
DROP TRIGGER code_sold_for_good;
UPDATE code SET known_at = (SELECT min(known_at) FROM code_knower WHERE code_id = code.id)
WHERE id IN (SELECT code_id FROM code_knower);
-- A payment under way for a known one gets another code, or becomes credit.
UPDATE code SET status = 'free', order_item_id = NULL, held_until = NULL
WHERE status = 'held' AND known_at IS NOT NULL;
DROP INDEX code_on_shelf;
CREATE INDEX code_on_shelf ON code (product_id, id)
  WHERE status <> 'sold' AND is_recalled = 0 AND known_at IS NULL;

CREATE TRIGGER code_becomes_known AFTER INSERT ON code_knower
BEGIN
  UPDATE code SET known_at = coalesce(known_at, NEW.known_at), read_at = iif(
    NEW.way IN ('buyer', 'email', 'receiver'), coalesce(read_at, NEW.known_at), read_at)
  WHERE id = NEW.code_id;
END;
CREATE TRIGGER code_knower_stays BEFORE UPDATE ON code_knower
WHEN (NEW.code_id, NEW.way, NEW.who, NEW.known_at)
  <> (OLD.code_id, OLD.way, OLD.who, OLD.known_at)
BEGIN SELECT RAISE(ABORT, 'what is known stays known'); END;
CREATE TRIGGER code_knower_never_goes BEFORE DELETE ON code_knower
BEGIN SELECT RAISE(ABORT, 'what is known stays known'); END;
-- A code that somebody is paying for is shown to nobody else, and one that somebody knows is not sold.
CREATE TRIGGER held_code_stays_unknown BEFORE INSERT ON code_knower
WHEN (SELECT status FROM code WHERE id = NEW.code_id) = 'held'
BEGIN SELECT RAISE(ABORT, 'the code is held'); END;
CREATE TRIGGER known_code_is_not_sold BEFORE UPDATE OF status ON code
WHEN OLD.status <> 'sold' AND NEW.status <> 'free' AND OLD.known_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'somebody knows the code'); END;

-- A sold code goes back on the shelf when its unit is given back and nobody knows it. Else it stays
-- what it is: it gets its place, becomes known, is marked, replaced, or sealed by a newer key.
CREATE TRIGGER code_sold_for_good BEFORE UPDATE ON code WHEN OLD.status = 'sold' AND NOT (
  NEW.status = 'free' AND OLD.known_at IS NULL AND OLD.withdrawn_at IS NULL
  AND EXISTS (SELECT 1 FROM refunded_unit WHERE order_item_id = OLD.order_item_id
    AND position = OLD.position))
AND NOT (
  (NEW.id, NEW.product_id, NEW.batch_id, NEW.fingerprint, NEW.status, NEW.order_item_id,
    NEW.sold_at)
    = (OLD.id, OLD.product_id, OLD.batch_id, OLD.fingerprint, OLD.status, OLD.order_item_id,
      OLD.sold_at)
  AND (NEW.sealed = OLD.sealed OR NEW.key_version > OLD.key_version)
  AND NEW.position IS coalesce(OLD.position, NEW.position)
  AND NEW.read_at IS coalesce(OLD.read_at, NEW.read_at)
  AND NEW.known_at IS coalesce(OLD.known_at, NEW.known_at)
  AND NEW.withdrawn_at IS coalesce(OLD.withdrawn_at, NEW.withdrawn_at))
BEGIN SELECT RAISE(ABORT, 'a sold code never changes'); END;

-- Counts -----------------------------------------------------------------------------------------

-- Unsold codes of the batch that somebody knows: they left the sale. They count as free no more.
ALTER TABLE code_batch ADD COLUMN left_count INTEGER NOT NULL DEFAULT 0;
UPDATE code_batch SET left_count = k.count, free_count = free_count - k.count
FROM (SELECT batch_id, count(*) AS count FROM code
  WHERE status = 'free' AND known_at IS NOT NULL GROUP BY batch_id) k
WHERE code_batch.id = k.batch_id;
DROP TRIGGER code_moves_in_batch;
CREATE TRIGGER code_moves_in_batch AFTER UPDATE OF status, known_at ON code
WHEN NEW.status <> OLD.status OR NEW.known_at IS NOT OLD.known_at
BEGIN
  UPDATE code_batch SET
    free_count = free_count + (NEW.status = 'free' AND NEW.known_at IS NULL)
      - (OLD.status = 'free' AND OLD.known_at IS NULL),
    left_count = left_count + (NEW.status = 'free' AND NEW.known_at IS NOT NULL)
      - (OLD.status = 'free' AND OLD.known_at IS NOT NULL),
    held_count = held_count + (NEW.status = 'held') - (OLD.status = 'held'),
    sold_count = sold_count + (NEW.status = 'sold') - (OLD.status = 'sold')
  WHERE id = NEW.batch_id;
END;

-- Bad are codes that were replaced, or given back by an operator when somebody knew them.
DROP TRIGGER unit_turns_bad;
CREATE TRIGGER unit_turns_bad AFTER INSERT ON refunded_unit
WHEN (SELECT reason FROM refund WHERE id = NEW.refund_id) = 'operator'
BEGIN
  UPDATE code_batch SET bad_count = bad_count + 1 WHERE id = (
    SELECT batch_id FROM code WHERE order_item_id = NEW.order_item_id
      AND position = NEW.position AND withdrawn_at IS NULL AND known_at IS NOT NULL);
END;
-- The cost of a code that nobody knows comes back with its unit, since it is for sale again.
DROP TRIGGER unit_returned_counts;
CREATE TRIGGER unit_returned_counts AFTER INSERT ON refunded_unit
WHEN (SELECT delivery_status FROM order_item WHERE id = NEW.order_item_id) = 'delivered'
BEGIN
  INSERT INTO product_day (day, product_id, units, cost_toman)
  SELECT (f.created_at + 12600000) / 86400000, i.product_id, -1, -coalesce((
    SELECT b.unit_cost_toman FROM code c JOIN code_batch b ON b.id = c.batch_id
    WHERE c.order_item_id = i.id AND c.position = NEW.position AND c.known_at IS NULL
      AND c.withdrawn_at IS NULL AND i.delivery_type = 'instant'), 0)
  FROM refund f JOIN order_item i ON i.id = NEW.order_item_id WHERE f.id = NEW.refund_id
  ON CONFLICT (day, product_id) DO UPDATE SET units = units - 1,
    cost_toman = cost_toman + excluded.cost_toman;
  INSERT INTO day_sum (day, cost_toman)
  SELECT (f.created_at + 12600000) / 86400000, -b.unit_cost_toman
  FROM refund f JOIN order_item i ON i.id = NEW.order_item_id
  JOIN code c ON c.order_item_id = i.id AND c.position = NEW.position AND c.known_at IS NULL
    AND c.withdrawn_at IS NULL AND i.delivery_type = 'instant'
  JOIN code_batch b ON b.id = c.batch_id WHERE f.id = NEW.refund_id
  ON CONFLICT (day) DO UPDATE SET cost_toman = cost_toman + excluded.cost_toman;
END;
