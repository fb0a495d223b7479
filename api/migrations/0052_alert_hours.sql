-- The hours of a channel in Tehran, from one until the other, over midnight when the second is
-- smaller. Outside of them it hears only what cannot wait. Without hours it hears all at any time.
ALTER TABLE alert_channel ADD COLUMN from_hour INTEGER CHECK (from_hour BETWEEN 0 AND 23);
ALTER TABLE alert_channel ADD COLUMN until_hour INTEGER CHECK (until_hour BETWEEN 1 AND 24)
  CHECK ((from_hour IS NULL) = (until_hour IS NULL)) CHECK (from_hour <> until_hour);
-- Alerts that cannot wait have been told until then, all others until told_until. Null: as the others.
ALTER TABLE alert_channel ADD COLUMN urgent_told_until INTEGER;
