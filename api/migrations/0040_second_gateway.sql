-- A payment names its gateway, and there are two now. A CHECK cannot be changed in place: the column
-- makes room for one that knows both. All payments so far were Zarinpal's.
DROP INDEX payment_once_per_reference;
ALTER TABLE payment ADD COLUMN gateway_now TEXT NOT NULL DEFAULT 'zarinpal'
  CHECK (gateway_now IN ('zarinpal', 'zibal'));
ALTER TABLE payment DROP COLUMN gateway;
ALTER TABLE payment RENAME COLUMN gateway_now TO gateway;
CREATE UNIQUE INDEX payment_once_per_reference ON payment (gateway, ref_id)
  WHERE ref_id IS NOT NULL;

INSERT INTO account (id, kind) VALUES ('gateway:zibal', 'gateway');
INSERT INTO book (name) VALUES ('gateway:zibal');
