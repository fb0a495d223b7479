import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { findDatabase } from "../audit/audit-source.mjs";
import { Refused } from "../own/refused.mjs";
import { settingsOf } from "../own/shop-toml.mjs";
import { root } from "../run/root.mjs";
import { writeConfig } from "../run/stack-config.mjs";
import { stateDir, wranglerEnvironment } from "../run/stack.mjs";
import { runNode } from "../run/run-program.mjs";
import { writeStamp } from "../run/stamp.mjs";
import { shopOnServer } from "./configs.mjs";
import { auditCopy, listCopies, timeOf } from "./copies.mjs";
import { readEffects } from "./effects.mjs";
import { END_WAIT_MS, prepare, start } from "./launcher.mjs";
import { picturesFolder, picturesOf } from "./pictures.mjs";
import { explain, say } from "./restore-report.mjs";
import {
  effectsIn,
  findSeenByOthers,
  inTransaction,
  isRehearsed,
  openShop,
  recallFree,
  settleIn,
  takeOffShelf,
} from "./restored-database.mjs";

/** `npm run serve -- restore`: puts a copy of the database back, and sells no code twice. */

const REHEARSAL_MAX_MS = 10 * 60_000;
const LOOK_EVERY_MS = 1_000;

const markOf = (dataDir) => join(dataDir, "restoring");

/** Refuses to run a shop whose restore was interrupted. */
export function checkRestored(dataDir) {
  if (existsSync(markOf(dataDir)))
    throw new Refused(
      "A restore was interrupted, so this database may sell codes that somebody has seen. Run it again: npm run serve -- restore",
    );
}

/**
 * Restores the newest copy that is sound, or the named one. The shop is out until the end, and then
 * stays closed if something is left for a person to decide.
 */
export async function restore(shop, name) {
  const { dataDir } = shop;
  const folder = resolve(shop.own.server.copies);
  const copy = await chooseCopy(folder, name);
  console.log(`Restoring ${copy}…`);
  const since = timeOf(copy);
  const list = readEffects(folder, since);
  const file = await findOrMake(dataDir);
  writeStamp(markOf(dataDir), copy);
  const { effects, kept } = putBack(join(folder, copy), file, { dataDir, since });
  const isWhole = list.isWhole;
  const all = [...list.effects, ...effects];
  const codes = all.filter(({ effect }) => effect === "code");
  // The copy may have been made by an older version.
  for (const stamp of ["migrated", "texts"]) rmSync(join(dataDir, stamp), { force: true });
  await prepare(dataDir);
  const now = Date.now();
  const found = inTransaction(file, (database) => {
    settleIn(database);
    takeOffShelf(database, codes, { keepsOwn: true, now });
    return {
      recalled: isWhole ? 0 : recallFree(database, now),
      seenByOthers: findSeenByOthers(database),
    };
  });
  const people = [...new Set(all.filter(({ effect }) => effect === "person").map(({ id }) => id))];
  const again = await doAgain(shop, {
    people,
    codes: found.seenByOthers.map(({ id }) => id),
    pictures: picturesIn(file, folder),
  });
  const isDone = await rehearse(shop, file, now);
  const missing = inTransaction(file, (database) => {
    takeOffShelf(database, codes, { keepsOwn: false, now: Date.now() });
    return [
      ...(isDone ? [] : ["The jobs did not end within ten minutes: a provider may not answer."]),
      ...explain(database, { all, again, found }),
    ];
  });
  const { code, output } = await auditCopy(file);
  if (code !== 0) missing.push(`The audit found something:\n${output.trimEnd()}`);
  if (missing.length === 0) inTransaction(file, (database) => openShop(database, Date.now()));
  rmSync(markOf(dataDir));
  say({ copy, kept, codes, found, again, missing });
}

/** Finds the copy to restore, and proves it first. */
async function chooseCopy(folder, name) {
  const copies = listCopies(folder);
  if (name !== undefined && !copies.includes(name))
    throw new Refused(
      `There is no copy ${name} in ${folder}. ${copies.length === 0 ? "There is none at all." : `There are:\n  ${copies.join("\n  ")}`}`,
    );
  for (const copy of name === undefined ? copies.toReversed() : [name]) {
    const { code, output } = await auditCopy(join(folder, copy));
    if (code === 0) return copy;
    console.error(`${copy} is not sound:\n${output.trimEnd()}`);
  }
  throw new Refused(`There is no sound copy in ${folder}.`);
}

/** Returns the path of the database, and makes an empty one in a new data folder. */
async function findOrMake(dataDir) {
  try {
    return findDatabase(dataDir);
  } catch {
    rmSync(join(dataDir, "migrated"), { force: true });
    await prepare(dataDir);
    return findDatabase(dataDir);
  }
}

/**
 * Replaces the database by a copy of it. The old one is kept, and read if it can be. Returns its
 * effects, and where it is kept.
 */
function putBack(copy, file, { dataDir, since }) {
  let effects = [];
  try {
    // Reading also brings what is in the log of the database into its file.
    const database = new DatabaseSync(file);
    effects = effectsIn(database, since);
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    database.close();
  } catch (error) {
    console.error(`The old database cannot be read (${error.message}). Only the list is used.`);
  }
  const kept = join(
    dataDir,
    "before-restore",
    `${new Date().toISOString().replaceAll(":", "-")}.sqlite`,
  );
  mkdirSync(dirname(kept), { recursive: true, mode: 0o700 });
  for (const end of ["", "-wal", "-shm"])
    if (existsSync(file + end)) renameSync(file + end, kept + end);
  cpSync(copy, `${file}.new`);
  renameSync(`${file}.new`, file);
  return { effects, kept };
}

/** Returns the copied pictures that the database refers to. */
const picturesIn = (file, folder) =>
  picturesOf(file)
    .map((name) => join(picturesFolder(folder), name))
    .filter((path) => existsSync(path));

/** Puts pictures back, forgets people again, and replaces codes that somebody else has seen. */
async function doAgain(shop, work) {
  const folder = shop.dataDir;
  const config = writeConfig(folder, "restored-worker", {
    ...shopOnServer(),
    main: join(root, "server", "restored.ts"),
    vars: { ...shop.keys.shop, ...settingsOf(shop.own) },
  });
  const file = writeConfig(folder, "restored", { config, stateDir: stateDir(folder), ...work });
  const { code, output } = await runNode(
    ["--no-warnings", join(root, "scripts", "serve", "do-again.mjs"), file],
    { env: wranglerEnvironment(folder) },
  );
  if (code !== 0) throw new Error(`What was done since could not be done again:\n${output}`);
  /** @type {{ notForgotten: string[], notReplaced: string[] }} */
  const again = JSON.parse(output.trimEnd().split("\n").at(-1) ?? "");
  return again;
}

/** Lets the jobs find out what gateway and suppliers did since, while the shop is out. */
async function rehearse(shop, file, since) {
  console.log("Asking gateway and suppliers what they did since…");
  const engine = start({ ...shop, isOut: true }, true);
  const end = Date.now() + REHEARSAL_MAX_MS;
  try {
    while (Date.now() < end && !engine.hasEnded()) {
      await setTimeout(LOOK_EVERY_MS);
      const database = new DatabaseSync(file, { readOnly: true });
      try {
        if (isRehearsed(database, since, Date.now())) return true;
      } catch (error) {
        // The runtime has the database to itself while it opens it.
        if (!/locked|busy/.test(error.message)) throw error;
      } finally {
        database.close();
      }
    }
    return false;
  } finally {
    await engine.stop({ first: true, waitMs: END_WAIT_MS });
  }
}
