-- Search. The program writes the index, because persian/search-key.ts makes its keys. Triggers note
-- which entries must be indexed again, so no change is missed.

-- A row for each change. Ids are never used twice, so that a change during indexing stays due.
CREATE TABLE search_due (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  ref TEXT NOT NULL
) STRICT;

-- Changes of goods that search must follow.
CREATE TRIGGER category_changed_in_search AFTER UPDATE OF display_name ON category
BEGIN
  INSERT INTO search_due (kind, ref) SELECT 'subcategory', id FROM subcategory
    WHERE type = NEW.type;
  INSERT INTO search_due (kind, ref)
  SELECT 'product', p.id FROM subcategory s JOIN product p ON p.subcategory_id = s.id
    WHERE s.type = NEW.type;
END;
CREATE TRIGGER category_shown_in_search AFTER UPDATE OF is_shown ON category
BEGIN
  INSERT INTO search_due (kind, ref) SELECT 'subcategory', id FROM subcategory
    WHERE type = NEW.type;
END;

CREATE TRIGGER subcategory_added_to_search AFTER INSERT ON subcategory
BEGIN INSERT INTO search_due (kind, ref) VALUES ('subcategory', NEW.id); END;
CREATE TRIGGER subcategory_changed_in_search
AFTER UPDATE OF type, url_name, display_name, latin_name ON subcategory
BEGIN
  INSERT INTO search_due (kind, ref) VALUES ('subcategory', NEW.id);
  INSERT INTO search_due (kind, ref) SELECT 'product', id FROM product
    WHERE subcategory_id = NEW.id;
END;
CREATE TRIGGER subcategory_removed_from_search AFTER DELETE ON subcategory
BEGIN INSERT INTO search_due (kind, ref) VALUES ('subcategory', OLD.id); END;
CREATE TRIGGER subcategory_shown_in_search AFTER UPDATE OF is_shown ON subcategory
BEGIN INSERT INTO search_due (kind, ref) VALUES ('subcategory', NEW.id); END;

CREATE TRIGGER product_added_to_search AFTER INSERT ON product
BEGIN INSERT INTO search_due (kind, ref) VALUES ('product', NEW.id); END;
CREATE TRIGGER product_changed_in_search
AFTER UPDATE OF name, region, denomination, subcategory_id, is_active ON product
BEGIN INSERT INTO search_due (kind, ref) VALUES ('product', NEW.id); END;
CREATE TRIGGER product_removed_from_search AFTER DELETE ON product
BEGIN INSERT INTO search_due (kind, ref) VALUES ('product', OLD.id); END;

-- The tutorials. Only what search needs is stored, their texts are files of the site.
CREATE TABLE tutorial (
  slug TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  cover_url TEXT NOT NULL,
  -- Last address parts of the subcategories that the tutorial is about, as a JSON list.
  subcategories TEXT NOT NULL CHECK (json_type(subcategories) = 'array'),
  position INTEGER NOT NULL
) STRICT;
CREATE TRIGGER tutorial_added_to_search AFTER INSERT ON tutorial
BEGIN INSERT INTO search_due (kind, ref) VALUES ('tutorial', NEW.slug); END;
CREATE TRIGGER tutorial_changed_in_search AFTER UPDATE OF title, description, subcategories
ON tutorial
BEGIN INSERT INTO search_due (kind, ref) VALUES ('tutorial', NEW.slug); END;
CREATE TRIGGER tutorial_removed_from_search AFTER DELETE ON tutorial
BEGIN INSERT INTO search_due (kind, ref) VALUES ('tutorial', OLD.slug); END;

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

-- A word, or a few words, with one meaning. ref contains the meaning, such as the type of a
-- category, the id of a subcategory, a region, a whole denomination or only its unit. A filler has
-- no meaning, so search leaves it out.
CREATE TABLE search_word (
  kind TEXT NOT NULL
    CHECK (kind IN ('category', 'subcategory', 'region', 'unit', 'help', 'unsold', 'filler',
      'question')),
  ref TEXT NOT NULL,
  word TEXT NOT NULL CHECK (length(word) BETWEEN 1 AND 60),
  -- The search key of the word, without spaces. The shop writes it.
  key TEXT,
  PRIMARY KEY (kind, ref, word),
  CHECK ((kind IN ('filler', 'question')) = (ref = ''))
) STRICT;
CREATE INDEX search_word_key ON search_word (key, kind);
CREATE TRIGGER search_word_added AFTER INSERT ON search_word
BEGIN INSERT INTO search_word_change VALUES (NEW.kind, NEW.ref, NEW.word); END;
CREATE TRIGGER search_word_removed AFTER DELETE ON search_word
BEGIN INSERT INTO search_word_change VALUES (OLD.kind, OLD.ref, OLD.word); END;
CREATE TRIGGER search_word_kept BEFORE UPDATE OF kind, ref, word ON search_word
BEGIN SELECT RAISE(ABORT, 'a search word is deleted and added, not changed'); END;

-- Inserting a row here marks the entries that a word concerns as due. The view holds no rows.
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

-- A service that people search for and the shop does not sell. Its names are rows of search_word.
-- The neighbours are a JSON list of subcategory ids to suggest instead.
CREATE TABLE unsold_service (
  name TEXT PRIMARY KEY,
  neighbours TEXT NOT NULL CHECK (json_type(neighbours) = 'array')
) STRICT;

-- How often each search found nothing, by day. It names no person.
CREATE TABLE search_miss (
  -- In UTC, like 2026-11-23.
  day TEXT NOT NULL CHECK (day GLOB '????-??-??'),
  query TEXT NOT NULL CHECK (length(query) BETWEEN 1 AND 60),
  count INTEGER NOT NULL CHECK (count > 0),
  PRIMARY KEY (day, query)
) STRICT;

-- The texts by which each product, subcategory, tutorial and page of help is found.
CREATE TABLE search_entry (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('product', 'subcategory', 'tutorial', 'help')),
  ref TEXT NOT NULL,
  -- The name that people see, the Latin name, and other names.
  title TEXT NOT NULL,
  latin TEXT NOT NULL,
  further TEXT NOT NULL,
  -- Parts of each name, written without spaces and starting at each of its letters, so that a name
  -- is also found by the middle of a word, or when its words are written together.
  parts TEXT NOT NULL,
  -- The names of the service, other words, and keys by which the names of the service are found
  -- despite typing errors.
  service TEXT NOT NULL DEFAULT '',
  words TEXT NOT NULL DEFAULT '',
  near TEXT NOT NULL DEFAULT '',
  UNIQUE (kind, ref)
) STRICT;
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

-- The keys contain only letters, digits and single spaces. The tokenizer `ascii` splits them at the
-- spaces and changes nothing else.
CREATE VIRTUAL TABLE search_index USING fts5 (
  kind, title, latin, further, parts, service, words, near, content = 'search_entry',
    content_rowid = 'id', tokenize = 'ascii'
);
