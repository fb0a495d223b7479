import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";

const migration = (name: string) =>
  readFileSync(join(import.meta.dirname, "../../api/migrations", name), "utf8");

test("queues the whole catalogue of an older shop for the search index, in its order", () => {
  const database = new DatabaseSync(":memory:");
  database.exec(migration("0001_shop.sql"));
  database.exec(`
    INSERT INTO category VALUES ('giftcard', 'گیفت کارت', 0);
    INSERT INTO subcategory VALUES ('second', 'giftcard', 'second', 'دوم', 'Second', 0, '', '', 1),
      ('first', 'giftcard', 'first', 'اول', 'First', 0, '', '', 0);
    INSERT INTO product (id, subcategory_id, name, region, denomination, delivery_type,
      price_toman, position, created_at, updated_at)
    VALUES ('b', 'second', 'b', '', '', 'instant', 1, 0, 0, 0),
      ('a', 'first', 'a', '', '', 'instant', 1, 0, 0, 0);
  `);
  database.exec(migration("0002_search.sql"));
  const due = database
    .prepare("SELECT kind || ':' || ref AS entry FROM search_due ORDER BY id")
    .all();
  expect(due.map(({ entry }) => entry)).toEqual([
    "subcategory:first",
    "subcategory:second",
    "product:a",
    "product:b",
  ]);
  database.close();
});

test("renames the cards of Battle.net in an older shop, and queues them for the search", () => {
  const database = new DatabaseSync(":memory:");
  database.exec(migration("0001_shop.sql"));
  database.exec(`
    INSERT INTO category VALUES ('giftcard', 'گیفت کارت', 0);
    INSERT INTO subcategory VALUES
      ('giftcard-battlenet', 'giftcard', 'battlenet', 'بتل‌نت', 'Battle.net', 0, '', '', 0),
      ('giftcard-steam', 'giftcard', 'steam', 'استیم', 'Steam', 0, '', '', 1);
  `);
  database.exec(migration("0002_search.sql"));
  database.exec("DELETE FROM search_due");
  database.exec(migration("0015_battle_net_name.sql"));
  const names = database.prepare("SELECT url_name FROM subcategory ORDER BY position").all();
  expect(names.map(({ url_name: name }) => name)).toEqual(["blizzard-battle-net", "steam"]);
  const due = database.prepare("SELECT ref FROM search_due").all();
  expect(due.map(({ ref }) => ref)).toEqual(["giftcard-battlenet"]);
  database.close();
});
