-- The sends that count against the daily budget of one-time codes, for the whole shop and for a
-- network. Without them each sign-in reads all codes of the last day.
CREATE INDEX sign_in_code_budget ON sign_in_code (created_at)
  WHERE failed_at IS NULL AND is_known_browser = 0;
CREATE INDEX sign_in_code_budget_of_address ON sign_in_code (address_hash, created_at)
  WHERE failed_at IS NULL AND is_known_browser = 0;
