-- When an image goes. Null: as long as it is used. 0: it is going, nobody sees it any more and nothing may use it; its object is
-- removed first, then its row. Figures: 24 hours unused, 30 days after a card or an identity was verified, 7 days after it was rejected.
ALTER TABLE upload ADD COLUMN delete_at INTEGER;
CREATE INDEX upload_by_end ON upload (delete_at) WHERE delete_at IS NOT NULL;

-- The date of each image, from what uses it. Nobody decides any more on a card that its owner took out before.
CREATE VIEW image_end AS
SELECT u.id, CASE
  WHEN EXISTS (SELECT 1 FROM ticket WHERE upload_id = u.id) OR EXISTS (SELECT 1 FROM ticket_message WHERE upload_id = u.id)
    OR EXISTS (SELECT 1 FROM bank_card WHERE upload_id = u.id AND status = 'pending' AND deleted_at IS NULL)
    OR EXISTS (SELECT 1 FROM identity_request WHERE upload_id = u.id AND status = 'pending') THEN NULL
  ELSE max(
    u.created_at + 86400000,
    coalesce((SELECT max(CASE status WHEN 'pending' THEN deleted_at WHEN 'verified' THEN coalesce(decided_at, created_at) + 30 * 86400000
      ELSE coalesce(decided_at, created_at) + 7 * 86400000 END) FROM bank_card WHERE upload_id = u.id), 0),
    coalesce((SELECT max(coalesce(decided_at, created_at) + iif(status = 'verified', 30, 7) * 86400000)
      FROM identity_request WHERE upload_id = u.id), 0)) END AS delete_at
FROM upload u;

UPDATE upload SET delete_at = (SELECT delete_at FROM image_end WHERE id = upload.id);

CREATE TRIGGER upload_goes BEFORE UPDATE OF delete_at ON upload WHEN OLD.delete_at = 0 AND NEW.delete_at IS NOT 0
BEGIN SELECT RAISE(ABORT, 'an image that goes does not stay'); END;
CREATE TRIGGER upload_came AFTER INSERT ON upload
BEGIN UPDATE upload SET delete_at = (SELECT delete_at FROM image_end WHERE id = NEW.id) WHERE id = NEW.id; END;
CREATE TRIGGER card_uses_image AFTER INSERT ON bank_card WHEN NEW.upload_id IS NOT NULL
BEGIN UPDATE upload SET delete_at = (SELECT delete_at FROM image_end WHERE id = NEW.upload_id) WHERE id = NEW.upload_id; END;
CREATE TRIGGER identity_request_uses_image AFTER INSERT ON identity_request WHEN NEW.upload_id IS NOT NULL
BEGIN UPDATE upload SET delete_at = (SELECT delete_at FROM image_end WHERE id = NEW.upload_id) WHERE id = NEW.upload_id; END;
CREATE TRIGGER ticket_uses_image AFTER INSERT ON ticket WHEN NEW.upload_id IS NOT NULL
BEGIN UPDATE upload SET delete_at = (SELECT delete_at FROM image_end WHERE id = NEW.upload_id) WHERE id = NEW.upload_id; END;
CREATE TRIGGER ticket_message_uses_image AFTER INSERT ON ticket_message WHEN NEW.upload_id IS NOT NULL
BEGIN UPDATE upload SET delete_at = (SELECT delete_at FROM image_end WHERE id = NEW.upload_id) WHERE id = NEW.upload_id; END;
CREATE TRIGGER card_image_dated AFTER UPDATE OF status, decided_at, deleted_at ON bank_card WHEN NEW.upload_id IS NOT NULL
BEGIN
  UPDATE upload SET delete_at = (SELECT delete_at FROM image_end WHERE id = NEW.upload_id) WHERE id = NEW.upload_id AND delete_at IS NOT 0;
END;
CREATE TRIGGER identity_image_dated AFTER UPDATE OF status, decided_at ON identity_request WHEN NEW.upload_id IS NOT NULL
BEGIN
  UPDATE upload SET delete_at = (SELECT delete_at FROM image_end WHERE id = NEW.upload_id) WHERE id = NEW.upload_id AND delete_at IS NOT 0;
END;

-- How far a job is that goes through something bit by bit.
CREATE TABLE job_place (
  job TEXT PRIMARY KEY,
  place TEXT NOT NULL
) STRICT, WITHOUT ROWID;
