-- Discount codes that operators make, one or many at once, and what each has cost.

-- Many random codes that were made together. They run and stop together.
CREATE TABLE discount_series (
  id TEXT PRIMARY KEY,
  prefix TEXT NOT NULL,
  count INTEGER NOT NULL CHECK (count BETWEEN 1 AND 1000),
  made_by TEXT NOT NULL,
  idempotency_key TEXT,
  request_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX discount_series_once_per_key ON discount_series (made_by, idempotency_key)
  WHERE idempotency_key IS NOT NULL;

-- Null for codes of the seed, of plain SQL and of invitations.
ALTER TABLE discount_code ADD COLUMN made_by TEXT;
ALTER TABLE discount_code ADD COLUMN series_id TEXT REFERENCES discount_series (id);
-- Its place in the series. The first one stands for all in lists.
ALTER TABLE discount_code ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX discount_code_in_series ON discount_code (series_id, place)
  WHERE series_id IS NOT NULL;
-- The codes that the desk lists: not those of invitations, and of a series the first alone.
CREATE INDEX discount_code_of_desk ON discount_code (created_at DESC, id DESC)
  WHERE (owner_id IS NULL OR made_by IS NOT NULL) AND place = 0;

-- Paid orders that used it, and what it took off what was bought and kept, as triggers sum it up.
ALTER TABLE discount_code ADD COLUMN uses_paid INTEGER NOT NULL DEFAULT 0;
ALTER TABLE discount_code ADD COLUMN given_toman INTEGER NOT NULL DEFAULT 0;

-- The sum that a discount code took off each order that used it.
CREATE VIEW discount_of_order AS
SELECT u.order_id, u.discount_code_id, o.paid_at, (
  SELECT sum(coalesce(i.sale_price_toman, i.price_toman) * i.quantity) FROM order_item i
  WHERE i.order_id = o.id) - o.total_toman AS toman
FROM discount_use u JOIN orders o ON o.id = u.order_id;
-- The sum that it took off each unit that was given back. The last unit takes what division leaves.
CREATE VIEW discount_of_unit AS
SELECT r.order_item_id, r.position, u.discount_code_id,
  coalesce(i.sale_price_toman, i.price_toman) - i.total_toman / i.quantity
    - iif(r.position = i.quantity, i.total_toman % i.quantity, 0) AS toman
FROM refunded_unit r JOIN order_item i ON i.id = r.order_item_id
JOIN discount_use u ON u.order_id = i.order_id;

UPDATE discount_code SET
  uses_paid = (SELECT count(*) FROM discount_of_order
    WHERE discount_code_id = discount_code.id AND paid_at IS NOT NULL),
  given_toman = coalesce((SELECT sum(toman) FROM discount_of_order
    WHERE discount_code_id = discount_code.id AND paid_at IS NOT NULL), 0)
  - coalesce((SELECT sum(toman) FROM discount_of_unit
    WHERE discount_code_id = discount_code.id), 0)
  - coalesce((SELECT sum(f.withheld_toman) FROM discount_use u JOIN refund f
    ON f.order_id = u.order_id WHERE u.discount_code_id = discount_code.id), 0);

-- A purchase from the wallet notes its use when it is paid. Late money notes it anew.
CREATE TRIGGER discount_use_counts AFTER INSERT ON discount_use
WHEN (SELECT paid_at FROM orders WHERE id = NEW.order_id) IS NOT NULL
BEGIN
  UPDATE discount_code SET uses_paid = uses_paid + 1, given_toman = given_toman + (
    SELECT toman FROM discount_of_order WHERE order_id = NEW.order_id)
  WHERE id = NEW.discount_code_id;
END;
-- An order that waited for its payment noted its use before.
CREATE TRIGGER discount_of_order_counts AFTER UPDATE OF paid_at ON orders
WHEN OLD.paid_at IS NULL AND NEW.paid_at IS NOT NULL AND NEW.discount_code_id IS NOT NULL
BEGIN
  UPDATE discount_code SET uses_paid = uses_paid + 1, given_toman = given_toman + (
    SELECT toman FROM discount_of_order WHERE order_id = NEW.id)
  WHERE id = (SELECT discount_code_id FROM discount_use WHERE order_id = NEW.id);
END;
-- Units that are given back were not given away.
CREATE TRIGGER discount_of_unit_returns AFTER INSERT ON refunded_unit
BEGIN
  UPDATE discount_code SET given_toman = given_toman - (
    SELECT toman FROM discount_of_unit
    WHERE order_item_id = NEW.order_item_id AND position = NEW.position)
  WHERE id = (SELECT u.discount_code_id FROM discount_use u
    JOIN order_item i ON i.order_id = u.order_id WHERE i.id = NEW.order_item_id);
END;
CREATE TRIGGER discount_withheld_returns AFTER INSERT ON refund WHEN NEW.withheld_toman <> 0
BEGIN
  UPDATE discount_code SET given_toman = given_toman - NEW.withheld_toman
  WHERE id = (SELECT discount_code_id FROM discount_use WHERE order_id = NEW.order_id);
END;
