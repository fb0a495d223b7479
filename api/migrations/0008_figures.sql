-- Figures: sums that triggers update when something happens, so that no statement can forget them.
-- Reading the figures of a month takes the same time with a thousand orders as with a million. A
-- day is the number of days since 1970-01-01 in Tehran, whose time is always 12,600,000 ms ahead of
-- UTC.

-- All accounts of one kind taken together, such as all wallets. Each account of the shop itself,
-- such as shop:sales, is a separate book.
CREATE TABLE book (
  name TEXT PRIMARY KEY,
  debits_toman INTEGER NOT NULL DEFAULT 0,
  credits_toman INTEGER NOT NULL DEFAULT 0,
  -- The number of accounts of the book that have a balance.
  filled INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
INSERT INTO book (name) VALUES
  ('bank:payouts'),
  ('clearing'),
  ('earning'),
  ('gateway:zarinpal'),
  ('gateway:zibal'),
  ('hold'),
  ('refund'),
  ('shop:capital'),
  ('shop:purchases'),
  ('shop:sales'),
  ('shopper'),
  ('supplier:reloadly'),
  ('withdrawal');

-- Every change of an account changes the sums of its book.
CREATE TRIGGER account_moves_book AFTER UPDATE OF debits_toman, credits_toman ON account
BEGIN
  UPDATE book SET debits_toman = debits_toman + NEW.debits_toman - OLD.debits_toman,
    credits_toman = credits_toman + NEW.credits_toman - OLD.credits_toman,
    filled = filled + (NEW.debits_toman <> NEW.credits_toman)
      - (OLD.debits_toman <> OLD.credits_toman)
  WHERE name = NEW.book;
END;

-- The earnings that are held form a book, too.
CREATE TRIGGER earning_joins_book AFTER INSERT ON earning WHEN NEW.state = 'held'
BEGIN
  UPDATE book SET credits_toman = credits_toman + NEW.amount_toman - NEW.cancelled_toman,
    filled = filled + 1 WHERE name = 'earning';
END;
CREATE TRIGGER earning_moves_book AFTER UPDATE OF state, cancelled_toman ON earning
WHEN OLD.state = 'held'
BEGIN
  UPDATE book SET
    credits_toman = credits_toman - (OLD.amount_toman - OLD.cancelled_toman)
      + iif(NEW.state = 'held', NEW.amount_toman - NEW.cancelled_toman, 0),
    filled = filled - (NEW.state <> 'held')
  WHERE name = 'earning';
END;

-- The ledger of a day: the sum of its transfers of one kind between the same two books.
CREATE TABLE day_book (
  day INTEGER NOT NULL,
  kind TEXT NOT NULL,
  debit_book TEXT NOT NULL,
  credit_book TEXT NOT NULL,
  transfers INTEGER NOT NULL,
  toman INTEGER NOT NULL,
  PRIMARY KEY (day, kind, debit_book, credit_book)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER closed_book_stands BEFORE INSERT ON day_book
WHEN EXISTS (SELECT 1 FROM closing WHERE day = NEW.day)
BEGIN SELECT RAISE(ABORT, 'the day is closed'); END;

-- Sales of a product on a day. Each thing counts on the day on which it happens: a refund lowers
-- the sums of its own day, not those of the day of the sale.
CREATE TABLE product_day (
  day INTEGER NOT NULL,
  product_id TEXT NOT NULL REFERENCES product (id),
  -- The number of orders in which the product was delivered, and of delivered units that were not
  -- refunded.
  orders INTEGER NOT NULL DEFAULT 0,
  units INTEGER NOT NULL DEFAULT 0,
  sales_toman INTEGER NOT NULL DEFAULT 0,
  refunds_toman INTEGER NOT NULL DEFAULT 0,
  -- The cost of the sold codes, without those that went back into stock.
  cost_toman INTEGER NOT NULL DEFAULT 0,
  -- Paid cashback and referral income, minus what was taken back.
  earnings_toman INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (day, product_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX product_day_of_product ON product_day (product_id, day);
CREATE TRIGGER closed_product_stands BEFORE INSERT ON product_day
WHEN EXISTS (SELECT 1 FROM closing WHERE day = NEW.day)
BEGIN SELECT RAISE(ABORT, 'the day is closed'); END;

-- Further counts of a day.
CREATE TABLE day_sum (
  day INTEGER PRIMARY KEY,
  -- Orders that were paid.
  orders INTEGER NOT NULL DEFAULT 0,
  -- Carts that something was put into. The cart of a person counts once a day, and again after a
  -- purchase.
  baskets INTEGER NOT NULL DEFAULT 0,
  -- Payments that were started at a gateway, and those that were paid.
  payments INTEGER NOT NULL DEFAULT 0,
  payments_taken INTEGER NOT NULL DEFAULT 0,
  cost_toman INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TRIGGER closed_sum_stands BEFORE INSERT ON day_sum
WHEN EXISTS (SELECT 1 FROM closing WHERE day = NEW.day)
BEGIN SELECT RAISE(ABORT, 'the day is closed'); END;

-- Counts deliveries and the cost of their codes. An order that is held for a look has its codes,
-- but they do not count before its delivery.
CREATE TRIGGER item_delivered_counts AFTER UPDATE OF delivery_status ON order_item
WHEN OLD.delivery_status <> 'delivered' AND NEW.delivery_status = 'delivered'
BEGIN
  INSERT INTO product_day (day, product_id, orders, units, cost_toman)
  SELECT (NEW.delivered_at + 12600000) / 86400000, NEW.product_id, 1, NEW.quantity,
    coalesce(sum(b.unit_cost_toman), 0)
  FROM code c JOIN code_batch b ON b.id = c.batch_id
  WHERE c.order_item_id = NEW.id AND c.status = 'sold'
  ON CONFLICT (day, product_id) DO UPDATE SET orders = orders + 1,
    units = units + excluded.units, cost_toman = cost_toman + excluded.cost_toman;
  INSERT INTO day_sum (day, cost_toman)
  SELECT (NEW.delivered_at + 12600000) / 86400000, coalesce(sum(b.unit_cost_toman), 0)
  FROM code c JOIN code_batch b ON b.id = c.batch_id
  WHERE c.order_item_id = NEW.id AND c.status = 'sold'
  ON CONFLICT (day) DO UPDATE SET cost_toman = cost_toman + excluded.cost_toman;
END;

-- Counts the cost of codes that replace others of a delivered item, from stock or entered by an
-- operator.
CREATE TRIGGER code_sold_costs AFTER UPDATE OF status ON code
WHEN OLD.status <> 'sold' AND NEW.status = 'sold'
  AND (SELECT delivery_status FROM order_item WHERE id = NEW.order_item_id) = 'delivered'
BEGIN
  INSERT INTO product_day (day, product_id, cost_toman)
  SELECT (NEW.sold_at + 12600000) / 86400000, NEW.product_id, unit_cost_toman FROM code_batch
  WHERE id = NEW.batch_id
  ON CONFLICT (day, product_id) DO UPDATE SET cost_toman = cost_toman + excluded.cost_toman;
  INSERT INTO day_sum (day, cost_toman)
  SELECT (NEW.sold_at + 12600000) / 86400000, unit_cost_toman FROM code_batch
  WHERE id = NEW.batch_id
  ON CONFLICT (day) DO UPDATE SET cost_toman = cost_toman + excluded.cost_toman;
END;
CREATE TRIGGER code_brought_costs AFTER INSERT ON code
WHEN NEW.status = 'sold'
  AND (SELECT delivery_status FROM order_item WHERE id = NEW.order_item_id) = 'delivered'
BEGIN
  INSERT INTO product_day (day, product_id, cost_toman)
  SELECT (NEW.sold_at + 12600000) / 86400000, NEW.product_id, unit_cost_toman FROM code_batch
  WHERE id = NEW.batch_id
  ON CONFLICT (day, product_id) DO UPDATE SET cost_toman = cost_toman + excluded.cost_toman;
  INSERT INTO day_sum (day, cost_toman)
  SELECT (NEW.sold_at + 12600000) / 86400000, unit_cost_toman FROM code_batch
  WHERE id = NEW.batch_id
  ON CONFLICT (day) DO UPDATE SET cost_toman = cost_toman + excluded.cost_toman;
END;

-- Counts units that were refunded after delivery. The cost of an unopened code is subtracted,
-- because the code is for sale again.
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

-- Counts orders that were paid when they were made, and orders that were paid later.
CREATE TRIGGER order_bought_counts AFTER INSERT ON orders WHEN NEW.paid_at IS NOT NULL
BEGIN
  INSERT INTO day_sum (day, orders) VALUES ((NEW.paid_at + 12600000) / 86400000, 1)
  ON CONFLICT (day) DO UPDATE SET orders = orders + 1;
  UPDATE cart SET counted_on = NULL WHERE user_id = NEW.user_id;
END;
CREATE TRIGGER order_paid_counts AFTER UPDATE OF paid_at ON orders
WHEN OLD.paid_at IS NULL AND NEW.paid_at IS NOT NULL
BEGIN
  INSERT INTO day_sum (day, orders) VALUES ((NEW.paid_at + 12600000) / 86400000, 1)
  ON CONFLICT (day) DO UPDATE SET orders = orders + 1;
  UPDATE cart SET counted_on = NULL WHERE user_id = NEW.user_id;
END;
-- Counts looks whose deadline passed without a decision.
CREATE TRIGGER look_missed_counts AFTER UPDATE OF look_due_at ON orders
WHEN OLD.look_due_at IS NOT NULL AND NEW.look_due_at IS NULL AND NEW.state = 'refunded'
  AND NOT EXISTS (SELECT 1 FROM desk_decision WHERE subject = 'order' AND subject_id = NEW.id
    AND verdict = 'refunded')
BEGIN
  INSERT INTO day_promise (day, kind, ended, kept)
  VALUES ((NEW.updated_at + 12600000) / 86400000, 'look', 1, 0)
  ON CONFLICT (day, kind) DO UPDATE SET ended = ended + 1;
END;

-- Counts carts that something is put into.
CREATE TRIGGER basket_counts AFTER INSERT ON cart_item
WHEN (SELECT counted_on FROM cart WHERE user_id = NEW.user_id)
  IS NOT (NEW.added_at + 12600000) / 86400000
BEGIN
  INSERT INTO day_sum (day, baskets) VALUES ((NEW.added_at + 12600000) / 86400000, 1)
  ON CONFLICT (day) DO UPDATE SET baskets = baskets + 1;
  UPDATE cart SET counted_on = (NEW.added_at + 12600000) / 86400000 WHERE user_id = NEW.user_id;
END;

-- Counts payments that were started, and payments that were paid.
CREATE TRIGGER payment_begun_counts AFTER INSERT ON payment
BEGIN
  INSERT INTO day_sum (day, payments) VALUES ((NEW.created_at + 12600000) / 86400000, 1)
  ON CONFLICT (day) DO UPDATE SET payments = payments + 1;
END;
CREATE TRIGGER payment_taken_counts AFTER UPDATE OF state ON payment
WHEN OLD.state NOT IN ('paid', 'credited') AND NEW.state IN ('paid', 'credited')
BEGIN
  INSERT INTO day_sum (day, payments_taken)
  VALUES ((NEW.settled_at + 12600000) / 86400000, 1)
  ON CONFLICT (day) DO UPDATE SET payments_taken = payments_taken + 1;
END;

-- Adds each transfer to the sums of its books and of its product.
CREATE TRIGGER transfer_sums AFTER INSERT ON transfer
BEGIN
  INSERT INTO day_book (day, kind, debit_book, credit_book, transfers, toman)
  SELECT (NEW.created_at + 12600000) / 86400000, NEW.kind, d.book, c.book, 1, NEW.amount_toman
  FROM account d JOIN account c ON c.id = NEW.credit_account_id WHERE d.id = NEW.debit_account_id
  ON CONFLICT (day, kind, debit_book, credit_book) DO UPDATE SET transfers = transfers + 1,
    toman = toman + excluded.toman;
END;
CREATE TRIGGER transfer_sums_product AFTER INSERT ON transfer
WHEN NEW.kind IN ('sale', 'refund_wallet', 'refund_gateway', 'reward', 'referral', 'take_back')
BEGIN
  INSERT INTO product_day (day, product_id, sales_toman, refunds_toman, earnings_toman)
  SELECT day, product_id, sales_toman, refunds_toman, earnings_toman FROM product_transfer
  WHERE id = NEW.id
  ON CONFLICT (day, product_id) DO UPDATE SET sales_toman = sales_toman + excluded.sales_toman,
    refunds_toman = refunds_toman + excluded.refunds_toman,
    earnings_toman = earnings_toman + excluded.earnings_toman;
END;

-- Promises that ended, and how many of them were kept, which means decided in time. Papers and
-- withdrawals are promised within thirty minutes between eight and midnight, deliveries by hand
-- within a day, answers to tickets within two hours, looks until the time in the order.
CREATE TABLE day_promise (
  day INTEGER NOT NULL,
  kind TEXT NOT NULL,
  ended INTEGER NOT NULL,
  kept INTEGER NOT NULL,
  PRIMARY KEY (day, kind)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER closed_promise_stands BEFORE INSERT ON day_promise
WHEN EXISTS (SELECT 1 FROM closing WHERE day = NEW.day)
BEGIN SELECT RAISE(ABORT, 'the day is closed'); END;

-- Each decision that ended a promise, and whether the decision was made in time.
CREATE VIEW ended_promise AS
SELECT id, day, kind, iif(kind = 'look', 1, decided_at <= since + iif(kind = 'delivery', 86400000,
    iif(kind = 'ticket', 7200000, 1800000
      + max(0, 28800000 - (since + 12600000) % 86400000)))) AS is_kept
FROM (
  SELECT d.id, (d.created_at + 12600000) / 86400000 AS day, d.created_at AS decided_at,
    iif(d.subject = 'identity_request', 'identity', iif(d.subject = 'order_item', 'delivery',
      iif(d.subject = 'order', 'look', d.subject))) AS kind,
    coalesce(
      (SELECT created_at FROM identity_request WHERE d.subject = 'identity_request'
        AND id = d.subject_id),
      (SELECT max(c.created_at, coalesce((SELECT r.decided_at FROM identity_request r
          WHERE r.user_id = c.user_id AND r.status = 'verified'), 0))
        FROM bank_card c WHERE d.subject = 'bank_card' AND c.id = d.subject_id),
      (SELECT max(w.created_at, coalesce(c.iban_changed_at + 86400000, 0),
          iif(EXISTS (SELECT 1 FROM identity_request r
            WHERE r.user_id = c.user_id AND r.status = 'verified'
              AND r.card_number_fingerprint = c.number_fingerprint), 0,
            coalesce(c.decided_at + 86400000, 0)))
        FROM withdrawal w JOIN bank_card c ON c.id = w.card_id
        WHERE d.subject = 'withdrawal' AND w.id = d.subject_id),
      (SELECT max(o.paid_at, coalesce((SELECT max(l.created_at) FROM desk_decision l
          WHERE l.subject = 'order' AND l.subject_id = o.id AND l.verdict = 'released'), 0))
        FROM order_item i JOIN orders o ON o.id = i.order_id
        WHERE d.subject = 'order_item' AND i.id = d.subject_id),
      (SELECT coalesce((
          SELECT min(m.created_at) FROM ticket_message m
          WHERE m.ticket_id = t.id AND m.sender_type = 'buyer' AND m.created_at > (
            SELECT max(s.created_at) FROM ticket_message s WHERE s.ticket_id = t.id
              AND s.sender_type = 'owner' AND s.created_at < d.created_at)),
          iif(EXISTS (SELECT 1 FROM ticket_message s WHERE s.ticket_id = t.id
            AND s.sender_type = 'owner' AND s.created_at < d.created_at),
          d.created_at, t.created_at))
        FROM ticket t WHERE d.subject = 'ticket' AND t.id = d.subject_id),
      d.created_at) AS since
  FROM desk_decision d
  WHERE (d.subject IN ('identity_request', 'bank_card') AND d.verdict IN ('verified', 'rejected'))
    OR (d.subject = 'withdrawal' AND d.verdict IN ('paid', 'rejected'))
    OR (d.subject = 'order_item' AND d.verdict = 'delivered')
    OR (d.subject = 'order' AND d.verdict IN ('released', 'refunded'))
    OR (d.subject = 'ticket' AND d.verdict = 'answered'
      AND d.state_before IS NOT 'Owner Responded'));

-- Counts decisions that ended a promise.
CREATE TRIGGER decision_ends_promise AFTER INSERT ON desk_decision
WHEN NEW.verdict IN ('verified', 'rejected', 'paid', 'delivered', 'released', 'refunded',
  'answered')
BEGIN
  INSERT INTO day_promise (day, kind, ended, kept)
  SELECT day, kind, 1, is_kept FROM ended_promise WHERE id = NEW.id
  ON CONFLICT (day, kind) DO UPDATE SET ended = ended + 1, kept = kept + excluded.kept;
END;

-- The daily close: the sums of the ledger and of the gateway for a past day. It never changes, and
-- the sums of its day never change after it.
CREATE TABLE closing (
  day INTEGER PRIMARY KEY,
  -- taken_toman and returned_toman: the sums that the gateways took and gave back according to the
  -- ledger. gateway_toman: the first minus the second according to the gateways. difference_toman:
  -- how far ledger and gateways differ.
  taken_toman INTEGER NOT NULL,
  returned_toman INTEGER NOT NULL,
  gateway_toman INTEGER NOT NULL,
  difference_toman INTEGER NOT NULL
    CHECK (difference_toman = gateway_toman - (taken_toman - returned_toman)),
  -- The explanation of a difference.
  note TEXT CHECK (difference_toman = 0 OR length(note) >= 3),
  -- The report at the time of the close, with the rows that explain the difference, as JSON.
  report TEXT NOT NULL CHECK (json_valid(report)),
  closed_by TEXT NOT NULL REFERENCES operator (name),
  closed_at INTEGER NOT NULL CHECK (closed_at >= (day + 1) * 86400000 - 12600000)
) STRICT;
CREATE TRIGGER closing_never_changes BEFORE UPDATE ON closing
BEGIN SELECT RAISE(ABORT, 'a closed day stays closed'); END;
CREATE TRIGGER closing_never_goes BEFORE DELETE ON closing
BEGIN SELECT RAISE(ABORT, 'a closed day stays closed'); END;
