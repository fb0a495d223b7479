import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { unstable_splitSqlQuery as splitByWrangler } from "wrangler";
import { describe, expect, it } from "vitest";
import { emptyDatabase } from "../torture/guards/in-code.ts";

/**
 * How D1 splits a remote migration into statements is not published. Known splitters break
 * triggers that contain a CASE, and texts in unusual places.
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

describe("migrations are split into whole statements:", () => {
  it.each(Object.entries(splitters))("%s", (_, split) => {
    const database = new DatabaseSync(":memory:");
    const whole = emptyDatabase();
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
