-- Search answers in one statement: words that say nothing, ask how, or name a region or a service
-- that is not sold are found by their key. Help can be found, and what nobody found is counted.

CREATE TABLE search_word_next (
  kind TEXT NOT NULL CHECK (kind IN ('category', 'subcategory', 'region', 'unit', 'help', 'unsold',
    'filler', 'question')),
  ref TEXT NOT NULL,
  word TEXT NOT NULL CHECK (length(word) BETWEEN 1 AND 60),
  -- Its search key, without spaces. The shop writes it.
  key TEXT,
  PRIMARY KEY (kind, ref, word),
  CHECK ((kind IN ('filler', 'question')) = (ref = ''))
) STRICT;
DROP TRIGGER search_word_added;
DROP TRIGGER search_word_removed;
DROP TRIGGER search_word_kept;
DROP TRIGGER search_word_concerns;
DROP VIEW search_word_change;
INSERT INTO search_word_next (kind, ref, word) SELECT kind, ref, word FROM search_word;
DROP TABLE search_word;
ALTER TABLE search_word_next RENAME TO search_word;
CREATE INDEX search_word_key ON search_word (key, kind);

-- A page, or a section of one, that answers a question.
CREATE TABLE help_entry (
  address TEXT PRIMARY KEY CHECK (address GLOB '/*'),
  title TEXT NOT NULL,
  summary TEXT NOT NULL,
  position INTEGER NOT NULL
) STRICT;
CREATE TRIGGER help_entry_added_to_search AFTER INSERT ON help_entry
BEGIN INSERT INTO search_due (kind, ref) VALUES ('help', NEW.address); END;
CREATE TRIGGER help_entry_changed_in_search AFTER UPDATE OF title, summary ON help_entry
BEGIN INSERT INTO search_due (kind, ref) VALUES ('help', NEW.address); END;
CREATE TRIGGER help_entry_removed_from_search AFTER DELETE ON help_entry
BEGIN INSERT INTO search_due (kind, ref) VALUES ('help', OLD.address); END;

-- A service that people look for and the shop does not sell. What it is called are rows of
-- `search_word`. Neighbours are ids of subcategories, as a JSON list.
CREATE TABLE unsold_service (
  name TEXT PRIMARY KEY,
  neighbours TEXT NOT NULL CHECK (json_type(neighbours) = 'array')
) STRICT;

-- How often a day something was looked for in vain, by nobody in particular.
CREATE TABLE search_miss (
  -- In UTC, like 2026-11-23.
  day TEXT NOT NULL CHECK (day GLOB '????-??-??'),
  query TEXT NOT NULL CHECK (length(query) BETWEEN 1 AND 60),
  count INTEGER NOT NULL CHECK (count > 0),
  PRIMARY KEY (day, query)
) STRICT;

-- Whatever is inserted here marks the entries that a word concerns as due. It holds no rows.
CREATE VIEW search_word_change AS SELECT kind, ref, word FROM search_word WHERE false;
CREATE TRIGGER search_word_concerns INSTEAD OF INSERT ON search_word_change
BEGIN
  INSERT INTO search_due (kind, ref) VALUES ('word', NEW.word);
  INSERT INTO search_due (kind, ref) SELECT 'help', NEW.ref WHERE NEW.kind = 'help';
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
CREATE TRIGGER search_word_kept BEFORE UPDATE OF kind, ref, word ON search_word
BEGIN SELECT RAISE(ABORT, 'a search word is deleted and added, not changed'); END;

-- Fillers leave the index, and help may enter it.
DROP TABLE search_index;
CREATE TABLE search_entry_next (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('product', 'subcategory', 'tutorial', 'help')),
  ref TEXT NOT NULL,
  -- The name people see, the Latin name, and other words it may be looked for by.
  title TEXT NOT NULL,
  latin TEXT NOT NULL,
  further TEXT NOT NULL,
  -- The text that each letter of the joined words begins: lets a word be found from its middle, or
  -- written together.
  parts TEXT NOT NULL,
  -- The names of the service, the other words, and what is near to the names when they are written
  -- wrongly.
  service TEXT NOT NULL DEFAULT '',
  words TEXT NOT NULL DEFAULT '',
  near TEXT NOT NULL DEFAULT '',
  UNIQUE (kind, ref)
) STRICT;
INSERT INTO search_entry_next (id, kind, ref, title, latin, further, parts, service, words, near)
SELECT id, kind, ref, title, latin, further, parts, service, words, near FROM search_entry
  WHERE kind <> 'filler';
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

-- The words of an older shop get their keys, and tutorials the words of their category.
INSERT INTO search_due (kind, ref) SELECT 'tutorial', slug FROM tutorial;
INSERT INTO search_due (kind, ref) SELECT DISTINCT 'word', word FROM search_word;
