-- The names that a request asks to be verified. Empty: those of the card's owner.
ALTER TABLE identity_request ADD COLUMN first_name TEXT NOT NULL DEFAULT '';
ALTER TABLE identity_request ADD COLUMN last_name TEXT NOT NULL DEFAULT '';
