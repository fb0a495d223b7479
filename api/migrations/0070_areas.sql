-- Areas beneath the roles, as a JSON array of names. Null is the prepared set of the role, which the
-- contract keeps. A token never opens more than its operator has now.
ALTER TABLE operator ADD COLUMN areas TEXT
  CHECK (areas IS NULL OR (json_valid(areas) AND json_type(areas) = 'array'));
ALTER TABLE operator_token ADD COLUMN areas TEXT
  CHECK (areas IS NULL OR (json_valid(areas) AND json_type(areas) = 'array'));
