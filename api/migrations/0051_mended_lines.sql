-- What the file said in a line that an operator typed anew: the fingerprint of its code, empty when
-- it was none. Null for a line as the file has it. The same file sent again is compared with this.
ALTER TABLE code_import_line ADD COLUMN mended_from TEXT;
