import { DatabaseSync, backup } from "node:sqlite";
import { findDatabase } from "../../../scripts/audit/audit-source.mjs";
import { copyFile } from "../../support/copied-books.ts";
import type { TestShop } from "../../support/shop.ts";
import type { Guard, Rewrite } from "./guard.ts";
import { checksIn, claimOf, inOneLine } from "./in-code.ts";

/** Restores an earlier state of the shop, perhaps without some guards. No request may run then. */
export function createPast(shop: TestShop) {
  const past = copyFile(shop, "past.sqlite");
  let copies = 0;

  async function comeBack(path: string): Promise<void> {
    const source = new DatabaseSync(path);
    await backup(source, findDatabase(shop.stack.dataDir), { rate: 1_000_000 });
    source.close();
  }

  return {
    restore: () => comeBack(past),
    async restoreWithout(guards: string[]): Promise<void> {
      const ofSchema = guards.filter((name) =>
        /^(check|unique|reference|index|trigger) /.test(name),
      );
      if (ofSchema.length === 0) return comeBack(past);
      const path = `${past}-${String(++copies)}`;
      const source = new DatabaseSync(past, { readOnly: true });
      await backup(source, path, { rate: 1_000_000 });
      source.close();
      const database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
      for (const name of ofSchema) takeOut(database, name);
      database.close();
      return comeBack(path);
    },
  };
}

function takeOut(database: DatabaseSync, name: string): void {
  const [kind = "", subject = ""] = name.split(" ");
  if (kind === "trigger" || kind === "index")
    return database.exec(`DROP ${kind.toUpperCase()} "${subject}"`);
  const inside = name.slice(`${kind} ${subject} `.length);
  rebuild(database, subject, (definition) => {
    const changed = without(definition, kind, inside);
    if (changed === definition) throw new Error(`There is no ${name}`);
    return changed;
  });
}

function without(definition: string, kind: string, inside: string): string {
  const columns = inside.slice(1, -1);
  if (kind === "unique") return withoutUnique(definition, columns);
  if (kind === "reference")
    return definition.replace(
      new RegExp(`(\\b${columns} TEXT[^,]*?) REFERENCES \\w+ \\(\\w+\\)`),
      "$1",
    );
  const check = checksIn(definition).find((one) => inOneLine(one) === inside);
  return check === undefined ? definition : definition.replace(check, "(1)");
}

/** Adds the id to a UNIQUE, so that it refuses nothing. */
function withoutUnique(definition: string, columns: string): string {
  const ofTable = definition.replace(`UNIQUE (${columns})`, `UNIQUE (${columns}, id)`);
  return ofTable === definition
    ? definition.replace(new RegExp(`(\\b${columns} TEXT( NOT NULL)?) UNIQUE`), "$1")
    : ofTable;
}

/** Changes the definition of a table and keeps its rows, indexes and triggers. */
function rebuild(
  database: DatabaseSync,
  table: string,
  change: (definition: string) => string,
): void {
  const parts = database
    .prepare("SELECT type, sql FROM sqlite_master WHERE tbl_name = ? AND sql IS NOT NULL")
    .all(table);
  const definition = String(parts.find(({ type }) => type === "table")?.["sql"]).replace(
    /^CREATE TABLE "?\w+"?/,
    "",
  );
  const columns = database
    .prepare("SELECT name FROM pragma_table_info(?)")
    .all(table)
    .map(({ name }) => String(name))
    .join(", ");
  database.exec(
    `PRAGMA legacy_alter_table = ON; BEGIN; CREATE TABLE rebuilt ${change(definition)};
     INSERT INTO rebuilt (${columns}) SELECT ${columns} FROM "${table}";
     DROP TABLE "${table}"; ALTER TABLE rebuilt RENAME TO "${table}"`,
  );
  for (const { type, sql } of parts) if (type !== "table") database.exec(String(sql));
  database.exec("COMMIT");
}

/** Returns the changes of statements that remove a guard. */
export function rewritesOf({ name, rewrites = [] }: Pick<Guard, "name" | "rewrites">): Rewrite[] {
  if (!name.startsWith("must: ")) return rewrites;
  const begin = `INSERT INTO must SELECT '${claimOf(name).slice("must: ".length)}',`;
  return [{ find: begin, replace: `${begin} 1 OR` }];
}
