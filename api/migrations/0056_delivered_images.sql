-- That the shop delivered an image, to its last byte, to a token of an operator, and when: nobody approves
-- papers whose picture they had no time to look at. The job tidy deletes it after a day.
CREATE TABLE delivered_image (
  upload_id TEXT NOT NULL,
  token_id TEXT NOT NULL REFERENCES operator_token (id),
  delivered_at INTEGER NOT NULL,
  PRIMARY KEY (upload_id, token_id, delivered_at)
) STRICT, WITHOUT ROWID;
CREATE INDEX delivered_image_by_time ON delivered_image (delivered_at);
