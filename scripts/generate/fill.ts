import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { findDatabase } from "../audit/audit-source.mjs";
import { picturesOf } from "../run/pictures-of.mjs";
import { readSecrets } from "../run/stack-config.mjs";
import { type HistoryOptions, openHistory, work, writeHistory } from "./history.ts";
import { createSealing } from "./sealing.ts";
import { leaveWaiting } from "./waiting.ts";

/**
 * Writes an invented history into the database of a data folder, whose shop must not run. With
 * `isDemo`, it also adds things of each kind that wait for the desk, and closes most days. Throws
 * when the folder already has this history.
 */
export function fillWithHistory(
  dataDir: string,
  requested: HistoryOptions & { isDemo: boolean },
): { orders: number; people: number } {
  const database = new DatabaseSync(findDatabase(dataDir));
  try {
    // If the machine fails, unwritten data may be lost, and the folder must be made again. Every
    // order changes pages all over the indexes, so the cache must be large enough for the indexes.
    database.exec("PRAGMA synchronous = OFF; PRAGMA cache_size = -4000000");
    database.exec("PRAGMA foreign_keys = OFF; PRAGMA temp_store = MEMORY");
    const keys = readSecrets(dataDir) as { CODE_KEYS: string; HMAC_KEY: string };
    const world = openHistory(database, createSealing(keys), requested);
    const [before] = world.all<{ at: number | null }>("SELECT max(day) AS at FROM closing");
    if (before?.at != null)
      throw new Error("Days of this shop are closed: choose an empty folder with DATA_DIR.");
    const people = writeHistory(database, world, requested);
    if (requested.isDemo) work(database)(() => leaveWaiting(world, people));
    keepPictures(dataDir, world.pictures);
    return { orders: requested.orders, people: people.length };
  } finally {
    database.close();
  }
}

/** Writes pictures to a folder, from which `storePictures` puts them into the bucket. */
function keepPictures(dataDir: string, pictures: ReadonlyMap<string, Buffer>): void {
  if (pictures.size === 0) return;
  const folder = picturesOf(dataDir);
  mkdirSync(folder, { recursive: true });
  for (const [id, bytes] of pictures) writeFileSync(join(folder, id), bytes);
}

/** True when somebody has ordered something in the shop of a data folder. */
export function hasOrders(dataDir: string): boolean {
  const database = new DatabaseSync(findDatabase(dataDir), { readOnly: true });
  try {
    return database.prepare("SELECT 1 FROM orders LIMIT 1").get() !== undefined;
  } finally {
    database.close();
  }
}
