-- The words by which people look for cards besides their names, and the words that say nothing.

-- A row is a word or a few words that mean one category (its type), subcategory (its id), region or
-- denomination (whole, or its unit alone), or a filler, which search leaves out.
CREATE TABLE search_word (
  kind TEXT NOT NULL CHECK (kind IN ('category', 'subcategory', 'region', 'unit', 'filler')),
  ref TEXT NOT NULL,
  word TEXT NOT NULL CHECK (length(word) BETWEEN 1 AND 60),
  PRIMARY KEY (kind, ref, word),
  CHECK ((kind = 'filler') = (ref = ''))
) STRICT;

-- Whatever is inserted here marks the entries that a word concerns as due. It holds no rows.
CREATE VIEW search_word_change AS SELECT kind, ref, word FROM search_word WHERE false;
CREATE TRIGGER search_word_concerns INSTEAD OF INSERT ON search_word_change
BEGIN
  INSERT INTO search_due (kind, ref) SELECT 'filler', NEW.word WHERE NEW.kind = 'filler';
  INSERT INTO search_due (kind, ref) SELECT 'subcategory', id FROM subcategory
    WHERE (NEW.kind = 'category' AND type = NEW.ref)
      OR (NEW.kind = 'subcategory' AND id = NEW.ref);
  INSERT INTO search_due (kind, ref)
  SELECT 'product', p.id FROM subcategory s JOIN product p ON p.subcategory_id = s.id
    WHERE (NEW.kind = 'category' AND s.type = NEW.ref)
      OR (NEW.kind = 'subcategory' AND s.id = NEW.ref)
      OR (NEW.kind = 'region' AND p.region = NEW.ref)
      OR (NEW.kind = 'unit'
        AND NEW.ref IN (p.denomination, trim(p.denomination, '0123456789., ')));
  INSERT INTO search_due (kind, ref) SELECT 'tutorial', t.slug FROM tutorial t
    WHERE NEW.kind = 'subcategory' AND EXISTS (
      SELECT 1 FROM json_each(t.subcategories) j JOIN subcategory s ON s.url_name = j.value
      WHERE s.id = NEW.ref);
END;
CREATE TRIGGER search_word_added AFTER INSERT ON search_word
BEGIN INSERT INTO search_word_change VALUES (NEW.kind, NEW.ref, NEW.word); END;
CREATE TRIGGER search_word_removed AFTER DELETE ON search_word
BEGIN INSERT INTO search_word_change VALUES (OLD.kind, OLD.ref, OLD.word); END;
CREATE TRIGGER search_word_kept BEFORE UPDATE ON search_word
BEGIN SELECT RAISE(ABORT, 'a search word is deleted and added, not changed'); END;

-- The index gets three columns: the names of a service, the other words, and what is near to the
-- names when they are written wrongly. Entries stay found until they are indexed again.
DROP TABLE search_index;
CREATE TABLE search_entry_next (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('product', 'subcategory', 'tutorial', 'filler')),
  ref TEXT NOT NULL,
  -- The name people see, the Latin name, and other words it may be looked for by.
  title TEXT NOT NULL,
  latin TEXT NOT NULL,
  further TEXT NOT NULL,
  -- The text that each letter of the joined words begins: lets a word be found from its middle, or
  -- written together.
  parts TEXT NOT NULL,
  service TEXT NOT NULL DEFAULT '',
  words TEXT NOT NULL DEFAULT '',
  near TEXT NOT NULL DEFAULT '',
  UNIQUE (kind, ref)
) STRICT;
INSERT INTO search_entry_next (id, kind, ref, title, latin, further, parts)
SELECT id, kind, ref, title, latin, further, parts FROM search_entry;
DROP TABLE search_entry;
ALTER TABLE search_entry_next RENAME TO search_entry;
CREATE VIRTUAL TABLE search_index USING fts5 (
  kind, title, latin, further, parts, service, words, near, content = 'search_entry',
    content_rowid = 'id', tokenize = 'ascii'
);
INSERT INTO search_index (search_index) VALUES ('rebuild');
CREATE TRIGGER search_entry_added AFTER INSERT ON search_entry
BEGIN
  INSERT INTO search_index
    (rowid, kind, title, latin, further, parts, service, words, near)
  VALUES (NEW.id, NEW.kind, NEW.title, NEW.latin, NEW.further, NEW.parts, NEW.service, NEW.words,
    NEW.near);
END;
CREATE TRIGGER search_entry_removed AFTER DELETE ON search_entry
BEGIN
  INSERT INTO search_index
    (search_index, rowid, kind, title, latin, further, parts, service, words, near)
  VALUES ('delete', OLD.id, OLD.kind, OLD.title, OLD.latin, OLD.further, OLD.parts, OLD.service,
    OLD.words, OLD.near);
END;
CREATE TRIGGER search_entry_changed AFTER UPDATE ON search_entry
BEGIN
  INSERT INTO search_index
    (search_index, rowid, kind, title, latin, further, parts, service, words, near)
  VALUES ('delete', OLD.id, OLD.kind, OLD.title, OLD.latin, OLD.further, OLD.parts, OLD.service,
    OLD.words, OLD.near);
  INSERT INTO search_index
    (rowid, kind, title, latin, further, parts, service, words, near)
  VALUES (NEW.id, NEW.kind, NEW.title, NEW.latin, NEW.further, NEW.parts, NEW.service, NEW.words,
    NEW.near);
END;

INSERT INTO search_due (kind, ref) SELECT 'subcategory', id FROM subcategory ORDER BY position, id;
INSERT INTO search_due (kind, ref)
SELECT 'product', p.id
  FROM product p JOIN subcategory s ON s.id = p.subcategory_id ORDER BY s.position, p.position,
  p.id;
INSERT INTO search_due (kind, ref) SELECT 'tutorial', slug FROM tutorial;
