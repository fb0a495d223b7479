-- Codes that somebody guessed at in vain: how many there were lately decides how often a code is
-- compared.
CREATE INDEX sign_in_code_guessed ON sign_in_code (created_at, tries) WHERE is_known_browser = 0
  AND tries > 0 AND used_at IS NULL;
