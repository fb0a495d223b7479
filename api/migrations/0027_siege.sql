-- Codes are counted by the wide network that asked for them too: a /24 of IPv4 or a /48 of IPv6,
-- since one caller may hold all of it. `work` is the challenge that was solved for the code: each
-- opens the door once.
ALTER TABLE sign_in_code ADD COLUMN network_hash TEXT NOT NULL DEFAULT '';
ALTER TABLE sign_in_code ADD COLUMN work TEXT;
CREATE INDEX sign_in_code_budget_of_network ON sign_in_code (network_hash, created_at)
  WHERE failed_at IS NULL AND is_known_browser = 0;
CREATE INDEX sign_in_code_worked ON sign_in_code (network_hash, created_at)
  WHERE work IS NOT NULL;
CREATE INDEX sign_in_code_work ON sign_in_code (work) WHERE work IS NOT NULL;
CREATE INDEX sign_in_code_guessed_of_network ON sign_in_code (network_hash, created_at, tries)
  WHERE is_known_browser = 0 AND tries > 0 AND used_at IS NULL;

-- Holds that were not paid: they make the next one smaller.
CREATE INDEX orders_cancelled ON orders (user_id, created_at) WHERE state = 'cancelled';
