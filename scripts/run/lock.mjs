import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * Locks a data folder for this run. The operating system holds the lock on an open database file
 * and releases it when this process ends, even after a crash.
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
