-- Codes that do not look like codes, or not like the others, come in only when that is said.

-- Why an odd line is not taken without a person's word, and the shape by which lines are compared.
ALTER TABLE code_import_line ADD COLUMN doubt TEXT;
ALTER TABLE code_import_line ADD COLUMN shape TEXT;
UPDATE code_import_line SET doubt = 'shape', shape = detail WHERE finding = 'odd';
-- The doubts in spite of which lines are added, as JSON.
ALTER TABLE code_import ADD COLUMN takes TEXT NOT NULL DEFAULT '[]'
  CHECK (json_type(takes) = 'array');
-- The shapes of most of its codes, once it is added: these are a measure for later ones.
ALTER TABLE code_import ADD COLUMN own_shapes TEXT NOT NULL DEFAULT '[]';
UPDATE code_import SET takes = '["shape"]' WHERE takes_odd = 1;
ALTER TABLE code_import DROP COLUMN takes_odd;

-- 1 for a code that came in although it looked like none, or like no other: its shape is no measure
-- for codes that come later.
ALTER TABLE code ADD COLUMN is_odd INTEGER NOT NULL DEFAULT 0 CHECK (is_odd IN (0, 1));
