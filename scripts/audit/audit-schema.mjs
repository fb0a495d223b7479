import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { root } from "../run/root.mjs";

const folder = join(root, "api", "migrations");

/**
 * Selects the schema, without internal tables of D1 and SQLite and the tables behind a full-text
 * index.
 */
const SCHEMA = `SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL
  AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'
  AND name NOT LIKE 'search\\_index\\_%' ESCAPE '\\' AND name <> 'd1_migrations'`;

/** The queries whose results `compareSchema` takes: the applied migrations and the schema. */
export const SCHEMA_QUESTIONS = ["SELECT name FROM d1_migrations ORDER BY id", SCHEMA];

/**
 * Finds where a schema differs from the one that its migrations create. The reason: a person who
 * may change the schema could have removed a guard.
 */
export function compareSchema(migrations, found) {
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  const applied = migrations.map(({ name }) => name);
  const missing = files
    .filter((name) => !applied.includes(name))
    .map((name) => `migration ${name} is missing`);
  const unknown = applied
    .filter((name) => !files.includes(name))
    .map((name) => `migration ${name} is unknown`);
  const expected = describe(makeSchema(applied.filter((name) => files.includes(name))));
  const given = describe(found);
  const differences = [...new Set([...expected.keys(), ...given.keys()])].flatMap((thing) => {
    if (expected.get(thing) === given.get(thing)) return [];
    return [
      `${thing} is ${!given.has(thing) ? "missing" : expected.has(thing) ? "another" : "unknown"}`,
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

/**
 * Maps the kind and name of each table, index, trigger and view to its SQL, without spaces and
 * quotes, since these differ between versions of SQLite.
 */
function describe(rows) {
  return new Map(
    rows.map(({ type, name, sql }) => [
      `${type} ${name}`,
      sql.replace(/"/g, "").replace(/\s+/g, " ").trim(),
    ]),
  );
}
