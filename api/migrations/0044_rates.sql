-- Rates of foreign currencies in toman, and the prices that are made from them.
CREATE TABLE rate (
  currency TEXT PRIMARY KEY CHECK (currency IN ('USD', 'EUR', 'GBP', 'TRY', 'AED')),
  source TEXT NOT NULL DEFAULT 'hand' CHECK (source IN ('hand', 'market', 'address', 'dollar')),
  -- Units of the currency in one dollar, as decimal text.
  per_dollar TEXT,
  -- The last good rate. Prices are made with it, however old it is.
  toman INTEGER CHECK (toman BETWEEN 1 AND 99999999),
  read_at INTEGER,
  -- The rate that an operator last wrote or confirmed. A source that strays far from it is not believed.
  confirmed_toman INTEGER,
  confirmed_by TEXT,
  confirmed_at INTEGER,
  -- A step beyond the band, which waits for an operator.
  held_toman INTEGER CHECK (held_toman BETWEEN 1 AND 99999999),
  held_at INTEGER,
  -- Why the last answers of the source were not taken, and since when.
  trouble TEXT CHECK (trouble IN ('silent', 'unreadable', 'apart', 'far')),
  trouble_since INTEGER,
  band_percent INTEGER NOT NULL DEFAULT 5 CHECK (band_percent BETWEEN 1 AND 25),
  -- The owner who lets prices follow this rate by themselves.
  automatic_by TEXT,
  -- The rate of the newest prices that were made from it.
  made_with_toman INTEGER,
  made_by TEXT,
  made_at INTEGER,
  asked_at INTEGER NOT NULL DEFAULT 0,
  version INTEGER NOT NULL DEFAULT 1,
  CHECK ((source = 'dollar') = (per_dollar IS NOT NULL)),
  CHECK (source <> 'dollar' OR currency <> 'USD'),
  CHECK (source <> 'market' OR currency = 'USD'),
  CHECK ((toman IS NULL) = (read_at IS NULL)),
  CHECK ((held_toman IS NULL) = (held_at IS NULL)),
  CHECK ((trouble IS NULL) = (trouble_since IS NULL))
) STRICT;
INSERT INTO rate (currency) VALUES ('USD'), ('EUR'), ('GBP'), ('TRY'), ('AED');

-- The last rate of each hour, for the line of seven days.
CREATE TABLE rate_hour (
  currency TEXT NOT NULL REFERENCES rate (currency),
  -- Hours since 1970.
  hour INTEGER NOT NULL,
  toman INTEGER NOT NULL,
  PRIMARY KEY (currency, hour)
) STRICT, WITHOUT ROWID;

-- How the price of a product follows a rate. A product without a row has a price by hand.
CREATE TABLE price_rule (
  product_id TEXT PRIMARY KEY REFERENCES product (id) ON DELETE CASCADE,
  currency TEXT NOT NULL REFERENCES rate (currency),
  face_cents INTEGER NOT NULL CHECK (face_cents BETWEEN 1 AND 10000000),
  -- Added to the value: a hundredth of a percent is one.
  margin_basis_points INTEGER NOT NULL CHECK (margin_basis_points BETWEEN -5000 AND 20000),
  -- A fixed price keeps its rule and stays out.
  is_fixed INTEGER NOT NULL DEFAULT 0 CHECK (is_fixed IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE INDEX price_rule_of_currency ON price_rule (currency);

-- Prices that an operator publishes at an hour.
CREATE TABLE price_plan (
  id TEXT PRIMARY KEY,
  state TEXT NOT NULL DEFAULT 'planned' CHECK (state IN ('planned', 'published', 'cancelled')),
  operator TEXT NOT NULL,
  reason TEXT NOT NULL,
  -- A list of products with the prices that were seen and the new ones.
  prices TEXT NOT NULL,
  publish_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  ended_at INTEGER,
  -- Of its prices, those that were published: others had been changed meanwhile.
  published_count INTEGER,
  CHECK ((state = 'planned') = (ended_at IS NULL)),
  CHECK ((state = 'published') = (published_count IS NOT NULL))
) STRICT;
CREATE INDEX price_plan_due ON price_plan (publish_at) WHERE state = 'planned';
CREATE TRIGGER price_plan_path BEFORE UPDATE ON price_plan
WHEN OLD.state <> 'planned' OR (NEW.id, NEW.operator, NEW.reason, NEW.prices, NEW.publish_at)
  IS NOT (OLD.id, OLD.operator, OLD.reason, OLD.prices, OLD.publish_at)
BEGIN SELECT RAISE(ABORT, 'a plan ends once and is not rewritten'); END;
