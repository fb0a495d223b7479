-- The names that a request asks to be verified. Empty: those of the card's owner.
ALTER TABLE identity_request ADD COLUMN first_name TEXT NOT NULL DEFAULT '';
ALTER TABLE identity_request ADD COLUMN last_name TEXT NOT NULL DEFAULT '';

-- The text with spaces of an SMS, such as the reason of a rejection. Empty: its template has none.
ALTER TABLE outbox ADD COLUMN words TEXT NOT NULL DEFAULT '';
