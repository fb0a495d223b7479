-- A card that somebody without papers named at the checkout by its number alone. It has the id of
-- its payment, serves that payment only, and was never in the account: nothing is verified about it,
-- and the same card may be added and verified later.
ALTER TABLE bank_card ADD COLUMN is_named INTEGER NOT NULL DEFAULT 0
  CHECK (is_named = 0 OR (is_named = 1 AND status <> 'verified' AND deleted_at IS NOT NULL));
CREATE INDEX bank_card_named_of_user ON bank_card (user_id, created_at) WHERE is_named = 1;
CREATE INDEX bank_card_named ON bank_card (number_fingerprint, created_at) WHERE is_named = 1;
