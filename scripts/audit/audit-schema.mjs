import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { root } from "../run/root.mjs";

const folder = join(root, "api", "migrations");

/** Without what D1 and SQLite keep for themselves, and without the tables behind a full-text index. */
const SCHEMA = `SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
  AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name NOT LIKE 'search\\_index\\_%' ESCAPE '\\' AND name <> 'd1_migrations'`;

/** What `compareSchema` has to know of a database: which migrations it has seen, and what it looks like. */
export const SCHEMA_QUESTIONS = ["SELECT name FROM d1_migrations ORDER BY id", SCHEMA];

/** Where a database differs from what its migrations make: whoever may change a schema could take a guard away. */
export function compareSchema(migrations, found) {
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  const applied = migrations.map(({ name }) => name);
  const missing = files
    .filter((name) => !applied.includes(name))
    .map((name) => `migration ${name} is missing`);
  const unknown = applied
    .filter((name) => !files.includes(name))
    .map((name) => `migration ${name} is unknown`);
  const wanted = describe(makeSchema(applied.filter((name) => files.includes(name))));
  const given = describe(found);
  const differences = [...new Set([...wanted.keys(), ...given.keys()])].flatMap((thing) => {
    if (wanted.get(thing) === given.get(thing)) return [];
    return [
      `${thing} is ${!given.has(thing) ? "missing" : wanted.has(thing) ? "another" : "unknown"}`,
    ];
  });
  return [...missing, ...unknown, ...differences].map((id) => ({ id }));
}

function makeSchema(migrations) {
  const database = new DatabaseSync(":memory:");
  for (const name of migrations) database.exec(readFileSync(join(folder, name), "utf8"));
  const rows = database.prepare(SCHEMA).all();
  database.close();
  return rows;
}

/** Each thing by its kind and name, with its text as far as it means something: spaces and quotes differ between versions of SQLite. */
function describe(rows) {
  return new Map(
    rows.map(({ type, name, sql }) => [
      `${type} ${name}`,
      sql.replace(/"/g, "").replace(/\s+/g, " ").trim(),
    ]),
  );
}
