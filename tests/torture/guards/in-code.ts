import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { root } from "../../../scripts/run/root.mjs";

/** Finds the names of all guards in migrations and statements. */

/** Opens a database with the shop's tables and no rows. */
export function emptyDatabase(): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  const folder = join(root, "api", "migrations");
  for (const file of readdirSync(folder).sort())
    database.exec(readFileSync(join(folder, file), "utf8"));
  return database;
}

/** Returns the text of each CHECK in a table's definition. */
export function checksIn(definition: string): string[] {
  return [...definition.matchAll(/CHECK (?=\()/g)].map(({ index }) => {
    let depth = 0;
    const end = [...definition].findIndex((sign, at) => {
      if (at < index) return false;
      depth += Number(sign === "(") - Number(sign === ")");
      return sign === ")" && depth === 0;
    });
    return definition.slice(index + "CHECK ".length, end + 1);
  });
}

/** Removes comments and line breaks. */
export const inOneLine = (text: string) =>
  text.replace(/--.*/g, "").replace(/\s+/g, " ").replace(/\( /g, "(");

/**
 * Tables that list the words that a column may have, instead of a CHECK. The audit covers all other
 * references: it finds those to missing rows.
 */
const LISTS_OF_WORDS = ["gateway", "transfer_kind"];

/** Names the CHECKs, UNIQUEs, unique indexes, triggers and lists of words of a database. */
export function guardsInSchema(database: DatabaseSync): string[] {
  const master = database
    .prepare("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    .all();
  const uniques = database
    .prepare(
      `SELECT m.name || ' ('
         || (SELECT group_concat(name, ', ') FROM pragma_index_info(l.name)) || ')' AS name
       FROM sqlite_master m, pragma_index_list(m.name) l WHERE m.type = 'table' AND l.origin = 'u'`,
    )
    .all();
  const words = database
    .prepare(
      `SELECT m.name || ' (' || f."from" || ')' AS name
       FROM sqlite_master m, pragma_foreign_key_list(m.name) f
       WHERE m.type = 'table' AND f."table" IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(LISTS_OF_WORDS));
  return [
    ...uniques.map(({ name }) => `unique ${String(name)}`),
    ...words.map(({ name }) => `reference ${String(name)}`),
    ...master.flatMap(({ type, name, sql }) => {
      if (type === "trigger") return [`trigger ${String(name)}`];
      if (type === "index")
        return String(sql).includes("UNIQUE INDEX") ? [`index ${String(name)}`] : [];
      return type === "table"
        ? checksIn(String(sql)).map((check) => `check ${String(name)} ${inOneLine(check)}`)
        : [];
    }),
  ];
}

/** Reads every source file of the shop. */
export function shopSources(): { file: string; text: string }[] {
  return readdirSync(join(root, "api"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => ({ file, text: readFileSync(join(root, "api", file), "utf8") }));
}

/** Names every claim that a batch inserts into `must`. */
export function claimsInCode(): string[] {
  const claims = shopSources().flatMap(({ text }) => [
    ...text.matchAll(/INSERT INTO must SELECT '([^']+)'/g),
  ]);
  return [...new Set(claims.map(([, claim]) => `must: ${claim ?? ""}`))];
}

/** Removes the words in brackets that distinguish several attacks on one claim. */
export const claimOf = (name: string) =>
  name.startsWith("must: ") ? name.replace(/ \([^(]*\)$/, "") : name;
