-- An operator's own picture of a subcategory instead of the drawn card, and its share picture. Both
-- name objects of the storage, which anybody may see.
ALTER TABLE subcategory ADD COLUMN picture_id TEXT;
ALTER TABLE subcategory ADD COLUMN share_id TEXT;
-- What the share picture shows, as it was when it was drawn: names, colour, picture. When these
-- change, the picture is not shared any more.
ALTER TABLE subcategory ADD COLUMN share_drawn_from TEXT
  CHECK ((share_drawn_from IS NULL) = (share_id IS NULL));
