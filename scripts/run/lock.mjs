import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * Keeps a data folder to one run at a time. The lock is the operating system's on an open database file,
 * so that it ends with this process however that ends.
 * @param {string} dataDir
 */
export function lockData(dataDir) {
  mkdirSync(join(dataDir, "run"), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(join(dataDir, "run", "lock.sqlite"));
  try {
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    throw new Error(`The data in ${dataDir} is in use by another run of the shop.`, {
      cause: error,
    });
  }
  return { release: () => database.close() };
}
