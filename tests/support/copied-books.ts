import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { findDatabase } from "../../scripts/audit/audit-source.mjs";
import type { TestShop } from "./shop.ts";

type Row = Record<string, unknown>;

/** A copy of a shop's database that accepts errors which the real one would refuse. */
export interface CopiedBooks {
  /** Runs queries and returns their rows, in the same order. */
  ask: (questions: readonly string[]) => Row[][];
  /** Makes a change, calls `look`, and undoes the change. */
  with: <Result>(sql: string, look: () => Result) => Result;
  close: () => void;
}

/** Copies the shop's database into a file beside it and returns the path. */
export function copyFile(shop: TestShop, name: string): string {
  const path = join(shop.stack.dataDir, name);
  const database = new DatabaseSync(findDatabase(shop.stack.dataDir), { readOnly: true });
  database.exec(`VACUUM INTO '${path}'`);
  database.close();
  return path;
}

/** Copies only the rows, without keys, checks and triggers that could refuse an error. */
export function copyRows(path: string): CopiedBooks {
  const database = new DatabaseSync(":memory:");
  database.exec(`ATTACH '${path}' AS shop`);
  const tables = database
    .prepare(
      `SELECT name FROM shop.sqlite_master
       WHERE type = 'table' AND sql LIKE 'CREATE TABLE%STRICT%'`,
    )
    .all();
  for (const { name } of tables) {
    database.exec(`CREATE TABLE main."${String(name)}" AS SELECT * FROM shop."${String(name)}"`);
  }
  const views = database.prepare("SELECT sql FROM shop.sqlite_master WHERE type = 'view'").all();
  for (const { sql } of views) database.exec(String(sql));
  database.exec(
    `DETACH shop; CREATE INDEX transfer_by_id ON transfer (id);
     CREATE INDEX account_by_id ON account (id)`,
  );
  return books(database);
}

/** Keeps keys and checks, but does not enforce them while an error is planted. */
export function copyUnenforced(path: string): CopiedBooks {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  const triggers = database.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").all();
  for (const { name } of triggers) database.exec(`DROP TRIGGER "${String(name)}"`);
  return books(database);
}

function books(database: DatabaseSync): CopiedBooks {
  const count = () => Number(database.prepare("SELECT total_changes() AS count").get()?.["count"]);
  return {
    ask: (questions) => questions.map((sql) => database.prepare(sql).all()),
    with: (sql, look) => {
      database.exec("BEGIN");
      try {
        const before = count();
        database.exec(
          `PRAGMA ignore_check_constraints = ON; ${sql}; PRAGMA ignore_check_constraints = OFF`,
        );
        if (count() === before) throw new Error(`Nothing was planted by: ${sql}`);
        return look();
      } finally {
        database.exec("ROLLBACK");
      }
    },
    close: () => database.close(),
  };
}
