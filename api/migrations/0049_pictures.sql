-- An operator's own picture of a subcategory instead of the drawn card, and its share picture. Both
-- name objects of the storage, which anybody may see.
ALTER TABLE subcategory ADD COLUMN picture_id TEXT;
ALTER TABLE subcategory ADD COLUMN share_id TEXT;
-- Names, colour and picture as they were when the share picture was drawn. When they change, it is
-- not shared any more.
ALTER TABLE subcategory ADD COLUMN share_drawn_from TEXT
  CHECK ((share_drawn_from IS NULL) = (share_id IS NULL));

-- A supplier's rate is written by hand, or it is that of its currency and moves with it.
ALTER TABLE supplier ADD COLUMN follows_rate INTEGER NOT NULL DEFAULT 0
  CHECK (follows_rate IN (0, 1));
CREATE TRIGGER supplier_follows_rate AFTER UPDATE OF toman ON rate WHEN NEW.toman IS NOT NULL
BEGIN
  UPDATE supplier SET rate_toman = NEW.toman
  WHERE currency = NEW.currency AND follows_rate = 1;
END;
