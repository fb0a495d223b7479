-- Goods: products, their prices, and the reasons for the prices.

-- The kinds of goods. Hidden goods stay stored with their orders and codes. A product is on sale
-- (is_active) while it, its subcategory and its category are shown.
CREATE TABLE category (
  type TEXT PRIMARY KEY,
  display_name TEXT NOT NULL,
  position INTEGER NOT NULL,
  is_shown INTEGER NOT NULL DEFAULT 1 CHECK (is_shown IN (0, 1))
) STRICT;

-- The services whose cards are sold.
CREATE TABLE subcategory (
  id TEXT PRIMARY KEY,
  type TEXT NOT NULL REFERENCES category (type),
  url_name TEXT NOT NULL,
  display_name TEXT NOT NULL,
  latin_name TEXT NOT NULL,
  hue INTEGER NOT NULL CHECK (hue BETWEEN 0 AND 359),
  tagline TEXT NOT NULL,
  region_notice TEXT NOT NULL,
  -- How to redeem a card: the page of the service, perhaps with a field for the code, and the steps
  -- as a JSON list. Names of menus are in backticks.
  redeem_url TEXT CHECK (redeem_url LIKE 'https://%'),
  redeem_steps TEXT NOT NULL DEFAULT '[]' CHECK (json_type(redeem_steps) = 'array'),
  -- The tutorial that an operator chose for this subcategory. Apart from it, each tutorial lists
  -- the subcategories that it is about.
  tutorial TEXT,
  -- The picture that replaces the drawn card when an operator uploaded one, and the share picture.
  -- Both columns contain names of objects in the storage, which everybody may read.
  picture_id TEXT,
  share_id TEXT,
  -- Names, colour and picture as they were when the share picture was drawn. When they change, the
  -- share picture is not used any more.
  share_drawn_from TEXT CHECK ((share_drawn_from IS NULL) = (share_id IS NULL)),
  position INTEGER NOT NULL,
  is_shown INTEGER NOT NULL DEFAULT 1 CHECK (is_shown IN (0, 1)),
  UNIQUE (type, url_name)
) STRICT;
-- Pictures and tutorials identify a subcategory by its url_name alone, so it must be unique.
CREATE UNIQUE INDEX subcategory_address ON subcategory (url_name);

-- A card of one service, region and denomination.
CREATE TABLE product (
  id TEXT PRIMARY KEY,
  subcategory_id TEXT NOT NULL REFERENCES subcategory (id),
  name TEXT NOT NULL,
  region TEXT NOT NULL,
  denomination TEXT NOT NULL,
  delivery_type TEXT NOT NULL CHECK (delivery_type IN ('instant', 'manual')),
  price_toman INTEGER NOT NULL CHECK (price_toman BETWEEN 1 AND 99999999999),
  sale_price_toman INTEGER CHECK (sale_price_toman BETWEEN 1 AND price_toman),
  reward_toman INTEGER NOT NULL DEFAULT 0 CHECK (reward_toman BETWEEN 0 AND price_toman),
  -- The prices that an operator set, from which the current ones are computed by a rate. Null when
  -- the current prices are the base. If each change of the rate computed new prices from the last
  -- rounded ones, rounding would raise a sale price each time.
  base_price_toman INTEGER,
  base_sale_price_toman INTEGER,
  base_reward_toman INTEGER,
  -- Units of a manually delivered product that are for sale. The stock of instant products is the
  -- number of free codes.
  manual_stock INTEGER NOT NULL DEFAULT 0 CHECK (manual_stock >= 0),
  manual_unit_cost_toman INTEGER NOT NULL DEFAULT 0 CHECK (manual_unit_cost_toman >= 0),
  -- Questions to the buyer, a JSON list in the order of the page. Always replaced as a whole.
  questions TEXT NOT NULL DEFAULT '[]' CHECK (json_type(questions) = 'array'),
  -- Pictures that help to answer the questions. For the id of each question: the name of the object
  -- in the storage, which everybody may read, and a description of the picture.
  question_pictures TEXT NOT NULL DEFAULT '{}' CHECK (json_type(question_pictures) = 'object'),
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  is_shown INTEGER NOT NULL DEFAULT 1 CHECK (is_shown IN (0, 1)),
  position INTEGER NOT NULL,
  rating_count INTEGER NOT NULL DEFAULT 0 CHECK (rating_count >= 0),
  rating_stars INTEGER NOT NULL DEFAULT 0 CHECK (rating_stars >= 0),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX product_of_subcategory ON product (subcategory_id, position);
-- The product feed pages through everything on sale, newest or last changed first.
CREATE INDEX product_by_creation ON product (created_at DESC, id DESC) WHERE is_active = 1;
CREATE INDEX product_by_change ON product (updated_at DESC, id DESC) WHERE is_active = 1;
CREATE TRIGGER price_begins AFTER INSERT ON product
BEGIN
  INSERT INTO price_change
    (product_id, number, price_toman, sale_price_toman, reward_toman, changed_at)
  VALUES (NEW.id, 1, NEW.price_toman, NEW.sale_price_toman, NEW.reward_toman, NEW.created_at);
END;
CREATE TRIGGER price_changes AFTER UPDATE OF price_toman, sale_price_toman, reward_toman ON product
WHEN (NEW.price_toman, NEW.sale_price_toman, NEW.reward_toman)
  IS NOT (OLD.price_toman, OLD.sale_price_toman, OLD.reward_toman)
BEGIN
  INSERT INTO price_change
    (product_id, number, price_toman, sale_price_toman, reward_toman, changed_at)
  SELECT NEW.id, max(number) + 1, NEW.price_toman, NEW.sale_price_toman, NEW.reward_toman,
    NEW.updated_at
  FROM price_change WHERE product_id = NEW.id;
END;
-- A change of the prices clears the stored base, because the new prices are the base now. When
-- prices are computed from a rate, the same batch stores the base again afterwards.
CREATE TRIGGER product_base_ends
AFTER UPDATE OF price_toman, sale_price_toman, reward_toman ON product
WHEN OLD.base_price_toman IS NOT NULL
  AND (NEW.price_toman, NEW.sale_price_toman, NEW.reward_toman)
    IS NOT (OLD.price_toman, OLD.sale_price_toman, OLD.reward_toman)
BEGIN
  UPDATE product SET base_price_toman = NULL, base_sale_price_toman = NULL, base_reward_toman = NULL
  WHERE id = NEW.id;
END;

-- All prices that a product has had. Triggers write the rows, so that no change of a price is
-- missed. If an operator changed the price, the same batch adds the name of the operator.
CREATE TABLE price_change (
  product_id TEXT NOT NULL REFERENCES product (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  price_toman INTEGER NOT NULL,
  sale_price_toman INTEGER,
  reward_toman INTEGER NOT NULL,
  -- Null when the price was not changed at the desk.
  operator TEXT,
  reason TEXT,
  -- Toman for one unit of the currency of the card, null for a price by hand.
  rate_toman INTEGER,
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (product_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX price_change_by_people ON price_change (changed_at) WHERE operator IS NOT NULL;
CREATE TRIGGER price_change_stays BEFORE UPDATE ON price_change
WHEN OLD.operator IS NOT NULL
  OR (NEW.product_id, NEW.number, NEW.price_toman, NEW.sale_price_toman, NEW.reward_toman,
    NEW.changed_at)
  IS NOT (OLD.product_id, OLD.number, OLD.price_toman, OLD.sale_price_toman, OLD.reward_toman,
    OLD.changed_at)
BEGIN SELECT RAISE(ABORT, 'prices of the past are only added'); END;
CREATE TRIGGER price_change_never_goes BEFORE DELETE ON price_change
WHEN EXISTS (SELECT 1 FROM product WHERE id = OLD.product_id)
BEGIN SELECT RAISE(ABORT, 'prices of the past are only added'); END;

-- Rates of foreign currencies in toman, from which prices are computed.
CREATE TABLE rate (
  currency TEXT PRIMARY KEY CHECK (currency IN ('USD', 'EUR', 'GBP', 'TRY', 'AED')),
  source TEXT NOT NULL DEFAULT 'hand' CHECK (source IN ('hand', 'market', 'address', 'dollar')),
  -- Units of the currency in one dollar, as decimal text.
  per_dollar TEXT,
  -- The last good rate. Prices are computed with it, however old it is.
  toman INTEGER CHECK (toman BETWEEN 1 AND 99999999),
  read_at INTEGER,
  -- The rate that an operator last wrote or confirmed. An answer of the source that is far from it
  -- is not used.
  confirmed_toman INTEGER,
  confirmed_by TEXT,
  confirmed_at INTEGER,
  -- A rate of the source that differs from the last good rate by more than band_percent. It waits
  -- for the decision of an operator.
  held_toman INTEGER CHECK (held_toman BETWEEN 1 AND 99999999),
  held_at INTEGER,
  -- Why the last answers of the source were rejected, and since when.
  trouble TEXT CHECK (trouble IN ('silent', 'unreadable', 'apart', 'far')),
  trouble_since INTEGER,
  band_percent INTEGER NOT NULL DEFAULT 5 CHECK (band_percent BETWEEN 1 AND 25),
  -- The owner who allows prices to follow this rate automatically.
  automatic_by TEXT,
  -- The rate from which the newest prices were computed.
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

-- The last rate of each hour, for the chart of seven days.
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
  -- The margin in hundredths of a percent.
  margin_basis_points INTEGER NOT NULL CHECK (margin_basis_points BETWEEN -5000 AND 20000),
  -- A fixed price keeps its rule but does not follow the rate.
  is_fixed INTEGER NOT NULL DEFAULT 0 CHECK (is_fixed IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE INDEX price_rule_of_currency ON price_rule (currency);

-- Prices that an operator publishes at a planned time.
CREATE TABLE price_plan (
  id TEXT PRIMARY KEY,
  state TEXT NOT NULL DEFAULT 'planned' CHECK (state IN ('planned', 'published', 'cancelled')),
  operator TEXT NOT NULL,
  reason TEXT NOT NULL,
  -- A list of products, each with the prices that the operator saw and the new prices.
  prices TEXT NOT NULL,
  publish_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  ended_at INTEGER,
  -- The number of products whose price was published. The plan leaves out products whose price was
  -- changed after the planning.
  published_count INTEGER,
  CHECK ((state = 'planned') = (ended_at IS NULL)),
  CHECK ((state = 'published') = (published_count IS NOT NULL))
) STRICT;
CREATE INDEX price_plan_due ON price_plan (publish_at) WHERE state = 'planned';
CREATE TRIGGER price_plan_path BEFORE UPDATE ON price_plan
WHEN OLD.state <> 'planned' OR (NEW.id, NEW.operator, NEW.reason, NEW.prices, NEW.publish_at)
  IS NOT (OLD.id, OLD.operator, OLD.reason, OLD.prices, OLD.publish_at)
BEGIN SELECT RAISE(ABORT, 'a plan ends once and is not rewritten'); END;

-- Shoppers who want an SMS when a sold-out product is back. An alert is sent once. Waiting again
-- needs a new row.
CREATE TABLE restock_alert (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id),
  product_id TEXT NOT NULL REFERENCES product (id),
  created_at INTEGER NOT NULL,
  -- When the message was queued in the outbox.
  told_at INTEGER
) STRICT;
CREATE UNIQUE INDEX restock_alert_open ON restock_alert (product_id, user_id) WHERE told_at IS NULL;
CREATE INDEX restock_alert_of_user ON restock_alert (user_id) WHERE told_at IS NULL;
CREATE INDEX restock_alert_by_user ON restock_alert (user_id, created_at);
CREATE INDEX restock_alert_told ON restock_alert (product_id, user_id, told_at)
  WHERE told_at IS NOT NULL;
CREATE TRIGGER restock_alert_told_once BEFORE UPDATE ON restock_alert WHEN OLD.told_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'an alert is told once'); END;

-- Since when a product with open alerts is on sale, as the job found it. People are told only after
-- some minutes, so that a shopper who holds the last code and releases it causes no messages.
CREATE TABLE restock_shelf (
  product_id TEXT PRIMARY KEY REFERENCES product (id),
  free_since INTEGER NOT NULL
) STRICT;

-- The number of free codes below which a product counts as low. low_since is set once when the
-- stock becomes low, and cleared when there is enough again.
CREATE TABLE stock_watch (
  product_id TEXT PRIMARY KEY REFERENCES product (id),
  -- Set by an operator. 0 means that the product never counts as low.
  threshold INTEGER CHECK (threshold >= 0),
  -- Computed from the sales of thirty days.
  usual INTEGER NOT NULL CHECK (usual >= 1),
  counted_at INTEGER NOT NULL,
  low_since INTEGER
) STRICT;
CREATE INDEX stock_watch_low ON stock_watch (low_since) WHERE low_since IS NOT NULL;
