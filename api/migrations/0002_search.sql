-- Search. The shop writes the index, because persian/search-key.ts makes its keys. Triggers note
-- what must be indexed again, whoever changed it.

-- What the shop knows of the tutorials, whose texts are files of the site.
CREATE TABLE tutorial (
  slug TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  cover_url TEXT NOT NULL,
  -- Address parts of the subcategories it is about, as a JSON list.
  subcategories TEXT NOT NULL CHECK (json_type(subcategories) = 'array'),
  position INTEGER NOT NULL
) STRICT;

CREATE TABLE search_entry (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('product', 'subcategory', 'tutorial')),
  ref TEXT NOT NULL,
  -- The name people see, the Latin name, and other words it may be looked for by.
  title TEXT NOT NULL,
  latin TEXT NOT NULL,
  further TEXT NOT NULL,
  -- What each letter of the joined words begins: lets a word be found from its middle, or written
  -- together.
  parts TEXT NOT NULL,
  UNIQUE (kind, ref)
) STRICT;

-- The keys hold letters, digits and single spaces already: `ascii` parts them at the spaces and
-- changes nothing else.
CREATE VIRTUAL TABLE search_index USING fts5 (
  kind, title, latin, further, parts, content = 'search_entry', content_rowid = 'id',
    tokenize = 'ascii'
);
CREATE TRIGGER search_entry_added AFTER INSERT ON search_entry
BEGIN
  INSERT INTO search_index (rowid, kind, title, latin, further, parts)
  VALUES (NEW.id, NEW.kind, NEW.title, NEW.latin, NEW.further, NEW.parts);
END;
CREATE TRIGGER search_entry_removed AFTER DELETE ON search_entry
BEGIN
  INSERT INTO search_index (search_index, rowid, kind, title, latin, further, parts)
  VALUES ('delete', OLD.id, OLD.kind, OLD.title, OLD.latin, OLD.further, OLD.parts);
END;
CREATE TRIGGER search_entry_changed AFTER UPDATE ON search_entry
BEGIN
  INSERT INTO search_index (search_index, rowid, kind, title, latin, further, parts)
  VALUES ('delete', OLD.id, OLD.kind, OLD.title, OLD.latin, OLD.further, OLD.parts);
  INSERT INTO search_index (rowid, kind, title, latin, further, parts)
  VALUES (NEW.id, NEW.kind, NEW.title, NEW.latin, NEW.further, NEW.parts);
END;

-- A row for each change. Ids are never used twice, so that a change during indexing stays due.
CREATE TABLE search_due (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  ref TEXT NOT NULL
) STRICT;

CREATE TRIGGER product_added_to_search AFTER INSERT ON product
BEGIN INSERT INTO search_due (kind, ref) VALUES ('product', NEW.id); END;
CREATE TRIGGER product_changed_in_search AFTER UPDATE OF name, region, denomination, subcategory_id,
  is_active ON product
BEGIN INSERT INTO search_due (kind, ref) VALUES ('product', NEW.id); END;
CREATE TRIGGER product_removed_from_search AFTER DELETE ON product
BEGIN INSERT INTO search_due (kind, ref) VALUES ('product', OLD.id); END;

CREATE TRIGGER subcategory_added_to_search AFTER INSERT ON subcategory
BEGIN INSERT INTO search_due (kind, ref) VALUES ('subcategory', NEW.id); END;
CREATE TRIGGER subcategory_changed_in_search AFTER UPDATE OF type, url_name, display_name,
  latin_name ON subcategory
BEGIN
  INSERT INTO search_due (kind, ref) VALUES ('subcategory', NEW.id);
  INSERT INTO search_due (kind, ref) SELECT 'product', id FROM product
    WHERE subcategory_id = NEW.id;
END;
CREATE TRIGGER subcategory_removed_from_search AFTER DELETE ON subcategory
BEGIN INSERT INTO search_due (kind, ref) VALUES ('subcategory', OLD.id); END;

CREATE TRIGGER category_changed_in_search AFTER UPDATE OF display_name ON category
BEGIN
  INSERT INTO search_due (kind, ref) SELECT 'subcategory', id FROM subcategory
    WHERE type = NEW.type;
  INSERT INTO search_due (kind, ref)
  SELECT 'product', p.id FROM subcategory s JOIN product p ON p.subcategory_id = s.id
    WHERE s.type = NEW.type;
END;

CREATE TRIGGER tutorial_added_to_search AFTER INSERT ON tutorial
BEGIN INSERT INTO search_due (kind, ref) VALUES ('tutorial', NEW.slug); END;
CREATE TRIGGER tutorial_changed_in_search AFTER UPDATE OF title, description,
  subcategories ON tutorial
BEGIN INSERT INTO search_due (kind, ref) VALUES ('tutorial', NEW.slug); END;
CREATE TRIGGER tutorial_removed_from_search AFTER DELETE ON tutorial
BEGIN INSERT INTO search_due (kind, ref) VALUES ('tutorial', OLD.slug); END;

-- A shop that was filled before there was a search.
INSERT INTO search_due (kind, ref) SELECT 'subcategory', id FROM subcategory ORDER BY position, id;
INSERT INTO search_due (kind, ref)
SELECT 'product', p.id
  FROM product p JOIN subcategory s ON s.id = p.subcategory_id ORDER BY s.position, p.position,
  p.id;
