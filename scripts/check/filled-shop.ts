import { mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { seed } from "../run/prepare.mjs";
import { root } from "../run/root.mjs";
import { hashPaths } from "../run/stamp.mjs";

/**
 * Returns the folder of a seeded shop, of which each test stack gets a copy. Seeding takes seconds,
 * so the folder is cached. Its key is a hash of the sources of seeding, and the time if the run has
 * another clock.
 */
export async function fillShop(): Promise<string> {
  const folder = join(
    root,
    ".cache",
    "filled-shop",
    hashPaths([
      "api/migrations",
      "api/goods/search",
      "api/seed",
      "api/wrangler.toml",
      "persian/search-key.ts",
      "persian/sound-key.ts",
      "src/content/tutorials",
    ]).slice(0, 16) + (process.env["TEST_CLOCK"] ?? "").replaceAll(/\D/g, ""),
  );
  await mkdir(dirname(folder), { recursive: true });
  const lock = await lockFor(`${folder}.lock`);
  try {
    if (await stat(folder).catch(() => null)) return folder;
    const fresh = `${folder}.fresh`;
    await rm(fresh, { recursive: true, force: true });
    await seed(fresh);
    await rm(join(fresh, "run"), { recursive: true, force: true });
    await rename(fresh, folder);
    return folder;
  } finally {
    lock.close();
  }
}

/**
 * Locks a file so that only one of several processes seeds the shop. The lock ends with the
 * process.
 */
async function lockFor(file: string): Promise<DatabaseSync> {
  for (let look = 0; look < 1_200; look++) {
    const database = new DatabaseSync(file);
    try {
      database.exec("BEGIN EXCLUSIVE");
      return database;
    } catch {
      database.close();
      await setTimeout(100);
    }
  }
  throw new Error(`${file} was locked for two minutes.`);
}
