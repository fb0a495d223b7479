import { expect } from "vitest";
import { row } from "../faults/handler.ts";
import { type Guard, sql } from "./guard.ts";
import { checks, leaves, refused, set } from "./schema.ts";

const newEntry = `INSERT INTO search_entry (id, kind, ref, title, latin, further, parts)
  VALUES (999999, 'tutorial', 'found', 'qqfirst', '', '', '')`;

const inIndex = (word: string) => `SELECT 1 FROM search_index WHERE search_index MATCH '${word}'`;

const DUE = "DELETE FROM search_due";

const newProduct = `INSERT INTO product
    (id, subcategory_id, name, region, denomination, delivery_type, price_toman, position,
     created_at, updated_at)
  VALUES ('found', 'giftcard-itunes', 'found', '', '', 'instant', 1, 1, 1, 1)`;

const dueFor = (kind: string, ref: string) =>
  `SELECT 'not due' AS found WHERE NOT EXISTS (
     SELECT 1 FROM search_due WHERE kind = '${kind}' AND ref = '${ref}')`;

const newSubcategory = `INSERT INTO subcategory
    (id, type, url_name, display_name, latin_name, hue, tagline, region_notice, position)
  SELECT 'found', type, 'found', '', '', 0, '', '', 99 FROM category LIMIT 1`;

const newTutorial = `INSERT INTO tutorial
    (slug, title, description, cover_url, subcategories, position)
  VALUES ('found', '', '', '', '[]', 99)`;

const newHelp = "INSERT INTO help_entry VALUES ('/found', '', '', 99)";

const newWord = (values: string) => `INSERT INTO search_word (kind, ref, word) VALUES (${values})`;

export const guardsOfSearch: Guard[] = [
  {
    name: "must: the changes are still to be indexed",
    async attack({ shop, meanwhile }) {
      const product = await shop.newProduct();
      await shop.runJobs();
      await shop.sql("UPDATE product SET name = 'older' WHERE id = ?1", product);
      const newer = [
        sql("UPDATE product SET name = 'newer' WHERE id = ?1", product),
        sql("DELETE FROM search_due"),
        sql("UPDATE search_entry SET title = 'newer' WHERE ref = ?1", product),
      ];
      await meanwhile("'the changes are still to be indexed'", newer, () => shop.runJobs());
      expect(await row(shop, "SELECT title FROM search_entry WHERE ref = ?1", product)).toEqual({
        title: "newer",
      });
    },
  },
  ...checks("search_entry", {
    "(kind IN ('product', 'subcategory', 'tutorial', 'help'))": set(
      "search_entry",
      "kind = 'person'",
    ),
  }),
  ...checks("search_word", {
    "(kind IN ('category', 'subcategory', 'region', 'unit', 'help', 'unsold', 'filler', 'question'))":
      newWord("'person', 'x', 'x'"),
    "(length(word) BETWEEN 1 AND 60)": newWord("'region', 'x', ''"),
    "((kind IN ('filler', 'question')) = (ref = ''))": newWord("'filler', 'x', 'x'"),
  }),
  ...checks("help_entry", {
    "(address GLOB '/*')":
      "UPDATE help_entry SET address = 'https://a.ir' WHERE address = (SELECT min(address) FROM help_entry)",
  }),
  ...checks("unsold_service", {
    "(json_type(neighbours) = 'array')": "INSERT INTO unsold_service VALUES ('found', '{}')",
  }),
  ...checks("search_miss", {
    "(day GLOB '????-??-??')": "INSERT INTO search_miss VALUES ('today', 'x', 1)",
    "(length(query) BETWEEN 1 AND 60)": "INSERT INTO search_miss VALUES ('2026-11-23', '', 1)",
    "(count > 0)": "INSERT INTO search_miss VALUES ('2026-11-23', 'x', 0)",
  }),
  ...checks("tutorial", {
    "(json_type(subcategories) = 'array')": "UPDATE tutorial SET subcategories = '{}'",
  }),
  refused(
    "unique search_entry (kind, ref)",
    `INSERT INTO search_entry (kind, ref, title, latin, further, parts)
     SELECT kind, ref, title, latin, further, parts FROM search_entry LIMIT 1`,
  ),
  leaves(
    "search_entry_added",
    [newEntry],
    `SELECT 'missing' AS found WHERE NOT EXISTS (${inIndex("qqfirst")})`,
  ),
  leaves(
    "search_entry_removed",
    [newEntry, "DELETE FROM search_entry WHERE id = 999999"],
    inIndex("qqfirst"),
  ),
  leaves(
    "search_entry_changed",
    [newEntry, "UPDATE search_entry SET title = 'qqsecond' WHERE id = 999999"],
    inIndex("qqfirst"),
  ),
  leaves("product_added_to_search", [DUE, newProduct], dueFor("product", "found")),
  leaves(
    "product_changed_in_search",
    [newProduct, DUE, "UPDATE product SET name = 'other' WHERE id = 'found'"],
    dueFor("product", "found"),
  ),
  leaves(
    "product_removed_from_search",
    [newProduct, DUE, "DELETE FROM product WHERE id = 'found'"],
    dueFor("product", "found"),
  ),
  leaves("subcategory_added_to_search", [DUE, newSubcategory], dueFor("subcategory", "found")),
  leaves(
    "subcategory_changed_in_search",
    [newSubcategory, DUE, "UPDATE subcategory SET display_name = 'other' WHERE id = 'found'"],
    dueFor("subcategory", "found"),
  ),
  leaves(
    "subcategory_removed_from_search",
    [newSubcategory, DUE, "DELETE FROM subcategory WHERE id = 'found'"],
    dueFor("subcategory", "found"),
  ),
  leaves(
    "category_changed_in_search",
    [newSubcategory, DUE, "UPDATE category SET display_name = 'other'"],
    dueFor("subcategory", "found"),
  ),
  leaves("tutorial_added_to_search", [DUE, newTutorial], dueFor("tutorial", "found")),
  leaves(
    "tutorial_changed_in_search",
    [newTutorial, DUE, "UPDATE tutorial SET title = 'other' WHERE slug = 'found'"],
    dueFor("tutorial", "found"),
  ),
  leaves(
    "tutorial_removed_from_search",
    [newTutorial, DUE, "DELETE FROM tutorial WHERE slug = 'found'"],
    dueFor("tutorial", "found"),
  ),
  leaves("help_entry_added_to_search", [DUE, newHelp], dueFor("help", "/found")),
  leaves(
    "help_entry_changed_in_search",
    [newHelp, DUE, "UPDATE help_entry SET title = 'other' WHERE address = '/found'"],
    dueFor("help", "/found"),
  ),
  leaves(
    "help_entry_removed_from_search",
    [newHelp, DUE, "DELETE FROM help_entry WHERE address = '/found'"],
    dueFor("help", "/found"),
  ),
  leaves(
    "search_word_added",
    [newProduct, DUE, newWord("'subcategory', 'giftcard-itunes', 'found'")],
    dueFor("product", "found"),
  ),
  leaves("search_word_concerns", [DUE, newWord("'filler', '', 'found'")], dueFor("word", "found")),
  leaves(
    "search_word_removed",
    [newWord("'filler', '', 'found'"), DUE, "DELETE FROM search_word WHERE word = 'found'"],
    dueFor("word", "found"),
  ),
  refused(
    "trigger search_word_kept",
    newWord("'filler', '', 'found'"),
    "UPDATE search_word SET word = 'other' WHERE word = 'found'",
  ),
];
