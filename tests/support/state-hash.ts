import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { findDatabase } from "../../scripts/audit/audit-source.mjs";
import type { TestShop } from "./shop.ts";

/** Tables that are not hashed: even refused requests and searches change the first two. */
const LEFT_OUT = ["rate_limit", "search_miss", "d1_migrations"];

/** Hashes every row of every table, so that two equal hashes show that nothing changed. */
export function stateHash(shop: { stack: Pick<TestShop["stack"], "dataDir"> }): string {
  const database = new DatabaseSync(findDatabase(shop.stack.dataDir), { readOnly: true });
  try {
    database.exec("BEGIN");
    const hash = createHash("sha256");
    const tables = database
      .prepare(
        `SELECT name FROM sqlite_master
         WHERE type = 'table' AND sql LIKE 'CREATE TABLE%STRICT%' ORDER BY name`,
      )
      .all()
      .map(({ name }) => String(name))
      .filter((name) => !LEFT_OUT.includes(name));
    for (const table of tables) {
      const rows = database.prepare(`SELECT * FROM "${table}"`).all();
      hash.update(JSON.stringify([table, rows.map((row) => JSON.stringify(row)).sort()]));
    }
    return hash.digest("hex");
  } finally {
    database.close();
  }
}
