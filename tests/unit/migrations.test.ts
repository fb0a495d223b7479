import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { unstable_splitSqlQuery as splitByWrangler } from "wrangler";
import { describe, expect, it } from "vitest";
import { emptyBooks } from "../torture/guards/in-code.ts";

/**
 * Remotely, D1 itself splits a migration into statements, and how it does so is not published. Known
 * splitters break triggers that contain a CASE, and texts in unusual places.
 */

const folder = join(import.meta.dirname, "../../api/migrations");
const migrations = readdirSync(folder)
  .sort()
  .map((file) => ({ file, text: readFileSync(join(folder, file), "utf8") }));

/**
 * Splits at each semicolon outside of a block, as a simple splitter does: without knowing comments,
 * strings or case. A block begins with a word of `opens`, and each END closes one.
 */
function splitAtSemicolons(text: string, opens: RegExp, isNested: boolean): string[] {
  const statements: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: sign, index } of text.matchAll(/;|\b[a-z]+\b/gi)) {
    if (opens.test(sign)) depth = isNested ? depth + 1 : 1;
    else if (/^end$/i.test(sign)) depth = Math.max(0, depth - 1);
    else if (sign === ";" && depth === 0) {
      statements.push(text.slice(start, index).trim());
      start = index + 1;
    }
  }
  statements.push(text.slice(start).trim());
  return statements.filter((statement) => statement.replace(/--.*/g, "").trim() !== "");
}

const splitters = {
  "BEGIN opens, the first END closes": (text: string) => splitAtSemicolons(text, /^begin$/i, false),
  "BEGIN and CASE open, each END closes one": (text: string) =>
    splitAtSemicolons(text, /^(?:begin|case)$/i, true),
  "wrangler for local databases": splitByWrangler,
};

const schemaOf = (database: DatabaseSync) =>
  database.prepare("SELECT type, name, sql FROM sqlite_master ORDER BY name").all();

describe("migrations stay whole when split where", () => {
  it.each(Object.entries(splitters))("%s", (_, split) => {
    const database = new DatabaseSync(":memory:");
    const whole = emptyBooks();
    for (const { text } of migrations)
      for (const statement of split(text)) database.prepare(statement).run();
    expect(schemaOf(database)).toEqual(schemaOf(whole));
    database.close();
    whole.close();
  });

  it("all splitters find the same statements", () => {
    const count = (split: (text: string) => string[]) =>
      migrations.map(({ file, text }) => `${file}: ${String(split(text).length)}`);
    const [first, ...others] = Object.values(splitters).map(count);
    for (const other of others) expect(other).toEqual(first);
  });
});

it("people who knew a code before get a row, and known codes leave the sale", () => {
  const books = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
  const knowers = migrations.findIndex(({ file }) => file === "0065_code_knowers.sql");
  for (const { text } of migrations.slice(0, knowers)) books.exec(text);
  books.exec(`INSERT INTO code_batch (id, product_id, unit_cost_toman, created_at)
    VALUES ('b', 'p', 1, 1)`);
  const code = (id: string, columns: string) =>
    books.exec(`INSERT INTO code (id, product_id, batch_id, sealed, fingerprint, status,
      order_item_id, held_until, sold_at, position, read_at, withdrawn_at)
      VALUES ('${id}', 'p', 'b', '1.a.b', '${id}', ${columns})`);
  code("read", "'sold', 'i', NULL, 1, 1, 10, NULL");
  code("late", "'sold', 'i', NULL, 1, 2, 20, NULL");
  code("seen", "'sold', 'i', NULL, 1, 3, NULL, NULL");
  code("replaced", "'sold', 'i', NULL, 1, 4, NULL, 40");
  code("back", "'free', NULL, NULL, NULL, NULL, NULL, NULL");
  code("awaited", "'held', 'j', 99, NULL, NULL, NULL, NULL");
  code("fresh", "'free', NULL, NULL, NULL, NULL, NULL, NULL");
  books.exec(`INSERT INTO content_reading (id, order_item_id, user_id, read_at, address, code_id)
    VALUES ('r1', 'i', 'sara', 10, '5.1.1.1', 'read'), ('r2', 'i', 'sara', 20, '5.1.1.2', NULL)`);
  const line = (subject: string, id: string, verdict: string, before = "NULL") =>
    books.exec(`INSERT INTO desk_decision (id, operator, subject, subject_id, verdict, created_at,
      state_before) VALUES ('${verdict} ${id}', 'raha', '${subject}', '${id}', '${verdict}', 30,
      ${before})`);
  for (const id of ["seen", "back", "awaited"]) line("code", id, "revealed");
  line("order_item", "i", "code_replaced", "'replaced'");
  for (const { text } of migrations.slice(knowers)) books.exec(text);
  const rows = (text: string) =>
    books
      .prepare(text)
      .all()
      .map((row) => Object.values(row).join());
  expect(
    rows(`SELECT code_id, way, who, known_at, last_at, times, networks FROM code_knower
      ORDER BY known_at, code_id`),
  ).toEqual([
    'read,buyer,sara,10,20,2,["5.1.1.1","5.1.1.2"]',
    'late,buyer,sara,20,20,1,["5.1.1.2"]',
    "awaited,operator,raha,30,30,1,[]",
    "back,operator,raha,30,30,1,[]",
    "seen,operator,raha,30,30,1,[]",
    "replaced,replacement,raha,40,40,1,[]",
  ]);
  expect(rows("SELECT id FROM code WHERE known_at IS NULL")).toEqual(["fresh"]);
  expect(rows("SELECT free_count, left_count, held_count, sold_count FROM code_batch")).toEqual([
    "1,2,0,4",
  ]);
  books.close();
});
