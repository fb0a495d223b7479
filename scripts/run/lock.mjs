import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * Locks a data folder for this run. The operating system holds the lock on an open database file
 * and releases it when this process ends, even after a crash.
 * @param {string} dataDir
 * @param {"lock" | "engine"} [name] a launcher and the workers that it starts have a lock each,
 *   since the workers may live a little longer
 */
export function lockData(dataDir, name = "lock") {
  mkdirSync(join(dataDir, "run"), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(join(dataDir, "run", `${name}.sqlite`));
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

/** Takes both locks for a program that writes to the database itself. */
export function lockWhole(dataDir) {
  const lock = lockData(dataDir);
  try {
    const engine = lockData(dataDir, "engine");
    return {
      release: () => {
        engine.release();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}
