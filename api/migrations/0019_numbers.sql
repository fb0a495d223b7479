-- Orders and tickets get a number that people can say and type. It opens nothing: addresses and
-- calls keep the id. Decision 32 says how it is made, persian/short-number.ts reads it.
ALTER TABLE orders ADD COLUMN number TEXT;
ALTER TABLE ticket ADD COLUMN number TEXT;
CREATE UNIQUE INDEX orders_by_number ON orders (number);
CREATE UNIQUE INDEX ticket_by_number ON ticket (number);

-- The count of numbers given to orders and tickets together: a number names one thing.
CREATE TABLE number_count (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  given INTEGER NOT NULL CHECK (given >= 0)
) STRICT;
INSERT INTO number_count (id, given) VALUES (1, 0);

-- The number for the present count: six digits (then seven, then eight) in an order that does not
-- show how much was sold, and a check digit after Damm.
CREATE VIEW next_number AS
WITH RECURSIVE body (digits) AS (
  SELECT iif(given < 900000, 100000 + given * 556231 % 900000,
    iif(given < 9900000, 1000000 + (given - 900000) * 5562307 % 9000000,
      10000000 + (given - 9900000) * 55623059 % 90000000))
  FROM number_count),
checked (position, state) AS (
  SELECT 1, 0
  UNION ALL
  SELECT position + 1, CAST(substr(
    '0317598642709215486342068713591750983426612304597836742095815869720134894536201794386172052581436790',
    10 * state + CAST(substr(digits, position, 1) AS INTEGER) + 1, 1) AS INTEGER)
  FROM checked, body WHERE position <= length(digits))
SELECT digits || state AS number FROM checked, body WHERE position = length(digits) + 1;

-- Whatever is inserted here gets the next number. It holds no rows.
CREATE VIEW number_due AS SELECT '' AS kind, '' AS id WHERE false;
CREATE TRIGGER number_given INSTEAD OF INSERT ON number_due
BEGIN
  UPDATE number_count SET given = given + 1;
  UPDATE orders SET number = (SELECT number FROM next_number)
    WHERE NEW.kind = 'order' AND id = NEW.id;
  UPDATE ticket SET number = (SELECT number FROM next_number)
    WHERE NEW.kind = 'ticket' AND id = NEW.id;
END;
INSERT INTO number_due SELECT 'order', id FROM orders ORDER BY created_at, id;
INSERT INTO number_due SELECT 'ticket', id FROM ticket ORDER BY created_at, id;

CREATE TRIGGER orders_numbered AFTER INSERT ON orders WHEN NEW.number IS NULL
BEGIN INSERT INTO number_due VALUES ('order', NEW.id); END;
CREATE TRIGGER ticket_numbered AFTER INSERT ON ticket WHEN NEW.number IS NULL
BEGIN INSERT INTO number_due VALUES ('ticket', NEW.id); END;
CREATE TRIGGER orders_number_stays BEFORE UPDATE OF number ON orders WHEN OLD.number IS NOT NULL
  AND NEW.number IS NOT OLD.number
BEGIN SELECT RAISE(ABORT, 'a number stays'); END;
CREATE TRIGGER ticket_number_stays BEFORE UPDATE OF number ON ticket WHEN OLD.number IS NOT NULL
  AND NEW.number IS NOT OLD.number
BEGIN SELECT RAISE(ABORT, 'a number stays'); END;
