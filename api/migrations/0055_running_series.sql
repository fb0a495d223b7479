-- Whether a series has a code that is not stopped is one row, however many codes it has.
CREATE INDEX discount_code_running_of_series ON discount_code (series_id)
  WHERE series_id IS NOT NULL AND is_active = 1;
