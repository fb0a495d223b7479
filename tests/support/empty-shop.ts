import { DatabaseSync } from "node:sqlite";
import { findDatabase } from "../../scripts/audit/audit-source.mjs";

/** Rows that the demo shop is filled with, the dependent ones first. Its tutorials stay. */
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

/** Takes the demo goods out of a data folder before its stack starts: a shop as its owner first sees it. */
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
