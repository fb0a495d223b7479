-- The time at which an image is deleted. Null: not while it is used. 0: it is being deleted, first
-- the object, then the row, and nothing may show or use it. Images stay 24 hours unused, 30 days
-- after a card or an identity was verified, 7 after a rejection.
ALTER TABLE upload ADD COLUMN delete_at INTEGER;
CREATE INDEX upload_by_end ON upload (delete_at) WHERE delete_at IS NOT NULL;

-- The time of each image, by its uses. A card that its owner has deleted waits for no decision.
CREATE VIEW image_end AS
SELECT u.id, iif(
  EXISTS (SELECT 1 FROM ticket WHERE upload_id = u.id)
    OR EXISTS (SELECT 1 FROM ticket_message WHERE upload_id = u.id)
    OR EXISTS (
      SELECT 1 FROM bank_card
      WHERE upload_id = u.id AND status = 'pending' AND deleted_at IS NULL)
    OR EXISTS (SELECT 1 FROM identity_request WHERE upload_id = u.id AND status = 'pending'),
  NULL,
  max(
    u.created_at + 86400000,
    coalesce((SELECT max(iif(status = 'pending', deleted_at,
        coalesce(decided_at, created_at) + iif(status = 'verified', 30, 7) * 86400000))
      FROM bank_card WHERE upload_id = u.id), 0),
    coalesce((SELECT max(
        coalesce(decided_at, created_at) + iif(status = 'verified', 30, 7) * 86400000)
      FROM identity_request WHERE upload_id = u.id), 0))) AS delete_at
FROM upload u;

UPDATE upload SET delete_at = (SELECT delete_at FROM image_end WHERE id = upload.id);

CREATE TRIGGER upload_goes BEFORE UPDATE OF delete_at ON upload WHEN OLD.delete_at = 0
  AND NEW.delete_at IS NOT 0
BEGIN SELECT RAISE(ABORT, 'an image that goes does not stay'); END;
CREATE TRIGGER upload_came AFTER INSERT ON upload
BEGIN UPDATE upload SET delete_at = (SELECT delete_at FROM image_end WHERE id = NEW.id)
  WHERE id = NEW.id; END;
CREATE TRIGGER card_uses_image AFTER INSERT ON bank_card WHEN NEW.upload_id IS NOT NULL
BEGIN UPDATE upload SET delete_at = (SELECT delete_at FROM image_end WHERE id = NEW.upload_id)
  WHERE id = NEW.upload_id; END;
CREATE TRIGGER identity_request_uses_image AFTER INSERT ON identity_request
  WHEN NEW.upload_id IS NOT NULL
BEGIN UPDATE upload SET delete_at = (SELECT delete_at FROM image_end WHERE id = NEW.upload_id)
  WHERE id = NEW.upload_id; END;
CREATE TRIGGER ticket_uses_image AFTER INSERT ON ticket WHEN NEW.upload_id IS NOT NULL
BEGIN UPDATE upload SET delete_at = (SELECT delete_at FROM image_end WHERE id = NEW.upload_id)
  WHERE id = NEW.upload_id; END;
CREATE TRIGGER ticket_message_uses_image AFTER INSERT ON ticket_message
  WHEN NEW.upload_id IS NOT NULL
BEGIN UPDATE upload SET delete_at = (SELECT delete_at FROM image_end WHERE id = NEW.upload_id)
  WHERE id = NEW.upload_id; END;
CREATE TRIGGER card_image_dated AFTER UPDATE OF status, decided_at, deleted_at ON bank_card
  WHEN NEW.upload_id IS NOT NULL
BEGIN
  UPDATE upload SET delete_at = (SELECT delete_at FROM image_end WHERE id = NEW.upload_id)
    WHERE id = NEW.upload_id AND delete_at IS NOT 0;
END;
CREATE TRIGGER identity_image_dated AFTER UPDATE OF status, decided_at ON identity_request
  WHEN NEW.upload_id IS NOT NULL
BEGIN
  UPDATE upload SET delete_at = (SELECT delete_at FROM image_end WHERE id = NEW.upload_id)
    WHERE id = NEW.upload_id AND delete_at IS NOT 0;
END;

-- How far a job is that goes through something bit by bit.
CREATE TABLE job_place (
  job TEXT PRIMARY KEY,
  place TEXT NOT NULL
) STRICT, WITHOUT ROWID;
