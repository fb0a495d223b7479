import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { findDatabase } from "../audit/audit-source.mjs";
import { settingsOf } from "../own/shop-toml.mjs";
import { root } from "../run/root.mjs";
import { writeConfig } from "../run/stack-config.mjs";
import { stateDir, wranglerEnvironment } from "../run/stack.mjs";
import { runNode } from "../run/run-program.mjs";
import { shopOnServer } from "./configs.mjs";
import { auditCopy } from "./copies.mjs";
import { readEffects } from "./effects.mjs";
import { END_WAIT_MS, cacheOf, prepare, start } from "./launcher.mjs";
import { picturesFolder, picturesOf } from "./pictures.mjs";
import { keepPlan, planOf, planRestore } from "./restore-plan.mjs";
import { explain, reportOf } from "./restore-report.mjs";
import {
  countRecalled,
  findSeenByOthers,
  inTransaction,
  haveJobsAsked,
  openShop,
  recallFree,
  settleIn,
  takeOffShelf,
} from "./restored-database.mjs";

/** `npm run serve -- restore`: puts a copy of the database back, and sells no code twice. */

const REHEARSAL_MAX_MS = 10 * 60_000;
const LOOK_EVERY_MS = 1_000;

/**
 * Restores the newest copy that is sound, or the named one. The shop is out until the end, and then
 * stays closed if something is left for a person to decide.
 */
export async function restore(shop, name, questions) {
  const { dataDir } = shop;
  const folder = resolve(shop.own.server.copies);
  const plan = await planRestore(shop, name, questions);
  console.log(`Restoring ${plan.copy}…`);
  keepPlan(dataDir, plan);
  const file = await findOrMake(dataDir);
  putBack(join(folder, plan.copy), file, plan);
  // The copy may have been made by an older version.
  for (const stamp of ["migrated", "texts"]) rmSync(join(dataDir, stamp), { force: true });
  await prepare(dataDir);
  const effects = readEffects(folder, plan.since);
  const codes = effects.filter(({ effect }) => effect === "code");
  const found = await settle(shop, { plan, file, effects, codes });
  const missing = inTransaction(file, (database) => explain(database, { plan, effects, ...found }));
  const { code, output } = await auditCopy(file);
  if (code !== 0) missing.push(`The audit found something:\n${output.trimEnd()}`);
  if (missing.length === 0) inTransaction(file, (database) => openShop(database, Date.now()));
  const report = join(dataDir, "restored.txt");
  const text = reportOf({ plan, codes, found, missing });
  writeFileSync(report, `${text}\n`, { mode: 0o600 });
  rmSync(planOf(dataDir));
  console.log(`${text}\nThis is kept in ${report}.`);
}

/** Brings the copy up to what happened since, as far as that can be done without a person. */
async function settle(shop, { plan, file, effects, codes }) {
  const startedAt = Date.now();
  const { wasClosed } = inTransaction(file, (database) => {
    const state = settleIn(database);
    takeOffShelf(database, codes, { keepsOwn: true, now: startedAt });
    if (!plan.isWhole) recallFree(database, startedAt);
    return state;
  });
  const people = idsOf(effects.filter(({ effect }) => effect === "person"));
  const { notDone: notForgotten } = await doAgain(shop, {
    pictures: picturesIn(file, resolve(shop.own.server.copies)),
    forget: people,
  });
  const isRehearsed = await rehearse(shop, file, startedAt);
  const { recalled, seenByOthers } = inTransaction(file, (database) => {
    takeOffShelf(database, codes, { keepsOwn: false, now: Date.now() });
    if (!plan.isWhole) recallFree(database, Date.now());
    return { recalled: countRecalled(database), seenByOthers: findSeenByOthers(database) };
  });
  const { notDone: notReplaced } = await doAgain(shop, { replace: idsOf(seenByOthers) });
  const forgotten = people.length - notForgotten.length;
  return { wasClosed, isRehearsed, recalled, seenByOthers, forgotten, notForgotten, notReplaced };
}

const idsOf = (rows) => [...new Set(rows.map(({ id }) => id))];

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
 * Replaces the database by a copy of it. The old one is kept; its own file is moved last, so that an
 * interrupted move is carried on and nothing else ever gets its name.
 */
function putBack(copy, file, { kept }) {
  const ends = ["-wal", "-shm", ""];
  if (kept !== null && !existsSync(kept)) {
    mkdirSync(dirname(kept), { recursive: true, mode: 0o700 });
    for (const end of ends) if (existsSync(file + end)) renameSync(file + end, kept + end);
  }
  for (const end of ends) rmSync(file + end, { force: true });
  cpSync(copy, `${file}.new`);
  renameSync(`${file}.new`, file);
}

/** Returns the copied pictures that the database refers to. */
const picturesIn = (file, folder) =>
  picturesOf(file)
    .map((name) => join(picturesFolder(folder), name))
    .filter((path) => existsSync(path));

/** Puts pictures back, forgets people again, and replaces codes that somebody else has seen. */
async function doAgain(shop, { pictures = [], forget = [], replace = [] }) {
  const folder = shop.dataDir;
  const config = writeConfig(folder, "restored-worker", {
    ...shopOnServer(),
    main: join(root, "server", "restored.ts"),
    vars: { ...shop.keys.shop, ...settingsOf(shop.own) },
  });
  const file = writeConfig(folder, "restored", {
    config,
    stateDir: stateDir(folder),
    cacheDir: cacheOf(folder),
    pictures,
    forget,
    replace,
  });
  const { code, output } = await runNode(
    ["--no-warnings", join(root, "scripts", "serve", "do-again.mjs"), file],
    { env: wranglerEnvironment(folder) },
  );
  if (code !== 0) throw new Error(`What was done since could not be done again:\n${output}`);
  /** @type {{ notDone: string[] }} */
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
        if (haveJobsAsked(database, since)) return true;
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
