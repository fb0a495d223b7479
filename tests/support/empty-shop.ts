import { DatabaseSync } from "node:sqlite";
import { findDatabase } from "../../scripts/audit/audit-source.mjs";

/** Tables of the demo goods, the dependent ones first. Tutorials stay. */
const FILLED = [
  "cart_item",
  "code",
  "code_batch",
  "discount_code",
  "search_due",
  "search_word WHERE kind IN ('subcategory', 'product')",
  "product",
  "subcategory",
  "category",
];

/** Deletes the demo goods from a data folder before its stack starts, as in a new owner's shop. */
export function emptyShop(dataDir: string): Promise<void> {
  const database = new DatabaseSync(findDatabase(dataDir));
  try {
    database.exec(`PRAGMA foreign_keys = ON; BEGIN;
      ${FILLED.map((rows) => `DELETE FROM ${rows};`).join("\n")}
      DELETE FROM operator_token; DELETE FROM operator; COMMIT;`);
  } finally {
    database.close();
  }
  return Promise.resolve();
}
