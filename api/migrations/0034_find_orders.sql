-- What the desk needs to find any order at any size, and to show codes without opening seals.

-- The last four signs of a code, for masked lists. Null for a short code, and for one that was sealed
-- before this column: the first operator who reveals it fills it in.
ALTER TABLE code ADD COLUMN last_four TEXT;

-- HMAC of the last four digits of the card, to find it by them. Empty for cards from before.
ALTER TABLE bank_card ADD COLUMN end_fingerprint TEXT NOT NULL DEFAULT '';
CREATE INDEX bank_card_by_end ON bank_card (end_fingerprint) WHERE end_fingerprint <> '';

-- When its order was written, so that orders with a product, or in a state of delivery, are found
-- newest first.
ALTER TABLE order_item ADD COLUMN ordered_at INTEGER NOT NULL DEFAULT 0;
UPDATE order_item SET ordered_at = (SELECT created_at FROM orders WHERE id = order_id);
CREATE INDEX order_item_of_product ON order_item (product_id, ordered_at, order_id);
CREATE INDEX order_item_by_delivery ON order_item (delivery_status, ordered_at, order_id);

CREATE INDEX orders_by_time ON orders (created_at, id);
CREATE INDEX orders_by_state ON orders (state, created_at, id);

-- People by the beginning of their name, or of their last name. Half-spaces do not matter.
CREATE INDEX user_by_name ON user (replace(first_name || ' ' || last_name, char(8204), ''));
CREATE INDEX user_by_last_name ON user (replace(last_name, char(8204), ''));

CREATE INDEX refund_by_reference ON refund (provider_ref) WHERE provider_ref IS NOT NULL;
