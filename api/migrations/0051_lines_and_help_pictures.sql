-- The fingerprint of the code that the file had in a line which an operator typed anew, empty when it
-- was none. Null for a line as the file has it. The same file sent again is compared with this.
ALTER TABLE code_import_line ADD COLUMN mended_from TEXT;

-- Pictures that help to answer the questions of a product: by the question's id, the name of the
-- object in the storage and what it shows. Anybody may see them.
ALTER TABLE product ADD COLUMN question_pictures TEXT NOT NULL DEFAULT '{}'
  CHECK (json_type(question_pictures) = 'object');
