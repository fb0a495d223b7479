import type { DatabaseSync } from "node:sqlite";
import { beforeEach, expect, test } from "vitest";
import {
  countRecalled,
  findSeenByOthers,
  recallFree,
  takeOffShelf,
} from "../../scripts/serve/restored-database.mjs";
import { emptyDatabase } from "../torture/guards/in-code.ts";

/** A database that was put back from a copy (docs/decisions/095). */

const NOW = 5_000;
let database: DatabaseSync;
/** Each code as `id status item`, with `known` when it is never sold again. */
const shelf = () =>
  database
    .prepare("SELECT id, status, order_item_id AS item, known_at FROM code ORDER BY id")
    .all()
    .map(({ id, status, item, known_at: known }) =>
      [id, status, item, known === null ? null : "known"].filter((word) => word !== null).join(" "),
    );

beforeEach(() => {
  database = emptyDatabase();
  // Only the codes matter here: their orders have no buyers, and were not made by buying.
  database.exec("PRAGMA foreign_keys = OFF");
  const triggers = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name LIKE 'order%'")
    .all();
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${String(name)}`);
  database.exec(`
    INSERT INTO code_batch (id, product_id, unit_cost_toman, created_at) VALUES ('batch', 'p', 1, 1);
    INSERT INTO orders (id, number, user_id, cart_version, state, total_toman, wallet_toman,
      gateway_toman, reward_toman, created_at, updated_at, paid_at)
    VALUES ('order', '1000009', 'zahra', 1, 'paid', 1, 1, 0, 0, 1, 1, 1);
    INSERT INTO order_item (id, order_id, product_id, product_name, delivery_type, quantity,
      price_toman, total_toman, reward_toman, position)
    VALUES ('of-zahra', 'order', 'p', 'p', 'instant', 1, 1, 1, 0, 1);
    INSERT INTO code (id, product_id, batch_id, sealed, fingerprint) VALUES
      ('free', 'p', 'batch', '1.', 'free'), ('untouched', 'p', 'batch', '1.', 'untouched');
    INSERT INTO code (id, product_id, batch_id, sealed, fingerprint, status, order_item_id, held_until)
    VALUES ('held', 'p', 'batch', '1.', 'held', 'held', 'of-ali', 1);
    INSERT INTO code (id, product_id, batch_id, sealed, fingerprint, status, order_item_id, sold_at)
    VALUES ('sold', 'p', 'batch', '1.', 'sold', 'sold', 'of-zahra', 1);`);
});

const seen = (fingerprint: string, item: string | null) => ({
  effect: "code" as const,
  id: fingerprint,
  fingerprint,
  item,
  at: "",
});
const off = (codes: ReturnType<typeof seen>[], keepsOwn = true) => {
  takeOffShelf(database, codes, { keepsOwn, now: NOW });
};

test("a seen code that is free, or held by another order, is never sold again", () => {
  off([seen("free", "of-reza"), seen("held", "of-reza")]);
  expect(shelf()).toEqual([
    "free free known",
    "held free known",
    "sold sold of-zahra",
    "untouched free",
  ]);
});

test("a code stays held for the order for which it was seen, until the jobs have asked the gateway", () => {
  off([seen("held", "of-ali")]);
  expect(shelf()[1]).toBe("held held of-ali");
  const [code] = database.prepare("SELECT held_until FROM code WHERE id = 'held'").all();
  expect(code?.["held_until"]).toBeGreaterThan(NOW);
  off([seen("held", "of-ali")], false);
  expect(shelf()[1]).toBe("held free known");
});

test("a code that its own buyer has seen counts as seen, and does not come back by a refund", () => {
  off([seen("sold", "of-zahra")]);
  expect([shelf()[2], findSeenByOthers(database)]).toEqual(["sold sold of-zahra known", []]);
});

test("a code that somebody else has seen is found, also when an earlier restore knows it", () => {
  off([seen("sold", "of-reza"), seen("sold", "of-zahra"), seen("sold", null)]);
  expect(findSeenByOthers(database)).toMatchObject([{ id: "sold", number: "1000009" }]);
});

test("a code that the copy does not have is known as soon as it is added again", () => {
  off([seen("later", "of-reza")]);
  const add = (id: string, status: string, item: string | null) =>
    database
      .prepare(
        `INSERT INTO code (id, product_id, batch_id, sealed, fingerprint, status, order_item_id, sold_at)
         VALUES (?, 'p', 'batch', '1.', 'later', ?, ?, ?)`,
      )
      .run(id, status, item, item === null ? null : NOW);
  expect(() => add("again", "sold", "of-ali")).toThrow("somebody knows the code");
  add("again", "free", null);
  expect(shelf()[0]).toBe("again free known");
  database.exec("DELETE FROM code WHERE id = 'again'");
  // A supplier that is asked again gives the same code for the same order.
  add("supplied", "sold", "of-reza");
  expect(shelf()).toContain("supplied sold of-reza known");
});

test("without a list, every batch with unsold codes is recalled, and may be put on sale again", () => {
  database.exec(
    "INSERT INTO code_batch (id, product_id, unit_cost_toman, created_at) VALUES ('empty', 'p', 1, 1)",
  );
  off([seen("free", null)]);
  recallFree(database, NOW);
  expect(countRecalled(database)).toBe(1);
  database.exec("UPDATE code_batch SET recalled_at = NULL, recall_reason = NULL");
  expect(shelf()[0]).toBe("free free known");
  expect(shelf()[3]).toBe("untouched free");
});
