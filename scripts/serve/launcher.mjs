import { randomBytes } from "node:crypto";
import { isIPv6 } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { readSettings } from "../../api/base/settings.ts";
import { settingsOf } from "../own/shop-toml.mjs";
import { buildPages, fill } from "../run/prepare.mjs";
import { onEndAsked, startGroup } from "../run/process-group.mjs";
import { root } from "../run/root.mjs";
import { isUpToDate, noteUpToDate } from "../run/schema-stamp.mjs";
import { writeConfig } from "../run/stack-config.mjs";
import { stateDir, wranglerEnvironment } from "../run/stack.mjs";
import { hashPaths, readStamp, writeStamp } from "../run/stamp.mjs";
import { freeMegabytes, lookOutside, spaceSentence } from "./checks.mjs";
import { shopOnServer, writeServerConfigs } from "./configs.mjs";
import { startCopies } from "./copies.mjs";

/** Keeps the workers of a shop running, in the state that the space on the disk allows. */

/** Pauses before the shop is started again after it ended by itself. */
const PAUSES_MS = [0, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000];
/** A run this long counts as a good one: the next pause is short again. */
const GOOD_RUN_MS = 5 * 60_000;
/** Where bundles are kept: the code of the shop may be read-only. */
export const cacheOf = (dataDir) => join(dataDir, "run", "workers");
/** How long the workers may take to end what is under way. */
export const END_WAIT_MS = 60_000;
const SPACE_EVERY_MS = 10_000;

/** Builds the pages if their sources changed, and brings the database up to date. */
export async function prepare(dataDir) {
  await buildPages(() => console.log("Building the pages…"));
  const schema = !isUpToDate(dataDir);
  const stamp = join(dataDir, "texts");
  const texts = hashPaths(["src/content/tutorials", "api/seed"]);
  if (!schema && readStamp(stamp) === texts) return;
  console.log("Updating the database…");
  await fill(
    dataDir,
    "Updating the database",
    { schema, texts: true, cacheDir: cacheOf(dataDir) },
    shopOnServer(),
  );
  noteUpToDate(dataDir);
  writeStamp(stamp, texts);
}

/** Starts the workers again whenever they end by themselves, with growing pauses. */
export async function keepRunning(shop) {
  /** @type {Awaited<ReturnType<typeof start>> | null} */
  let engine = null;
  let isEnding = false;
  /** Below this SQLite could not end what it began, so the shop does not sell. */
  const needed = shop.own.server.free_megabytes;
  const endCopies = startCopies(shop, () => answers(shop.own.server));
  onEndAsked(async () => {
    isEnding = true;
    endCopies();
    console.log("Ending what is under way…");
    await engine?.stop({ first: true, waitMs: END_WAIT_MS });
    shop.lock.release();
    process.exit(0);
  });
  for (let failures = 0; ; failures++) {
    const startedAt = Date.now();
    const hasSpace = freeMegabytes(shop.dataDir) >= needed;
    if (!hasSpace)
      console.error(`${spaceSentence(shop.dataDir, needed)} The shop is out until then.`);
    engine = start(shop, hasSpace);
    if (failures === 0) void greet(shop);
    const space = watchSpace(shop.dataDir, { needed, hadSpace: hasSpace }, engine);
    await engine.whenEnded;
    // The runtime must not outlive the process that watches it.
    await engine.kill();
    clearInterval(space.timer);
    if (isEnding) return;
    if (space.hasChanged || Date.now() - startedAt >= GOOD_RUN_MS) failures = 0;
    const pause = PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)];
    console.error(`The shop ended and is started again in ${pause / 1_000} seconds.`);
    await setTimeout(pause);
    // The workers start from the files that are there now, which may be newer than the database.
    await prepare(shop.dataDir);
  }
}

/** Whether the shop answers, and its database is in use. */
async function answers({ address, port }) {
  try {
    const host = isIPv6(address) ? `[${address}]` : address;
    const answer = await fetch(`http://${host}:${port}/up`, { signal: AbortSignal.timeout(5_000) });
    const { status } = await answer.json();
    return status === "ok" || status === "late";
  } catch {
    // Nobody listens yet.
    return false;
  }
}

/** Starts the workers once; out and without jobs when there is no space to write. */
export function start({ own, keys, dataDir, isOut }, hasSpace) {
  const launcherToken = randomBytes(32).toString("base64url");
  const configs = writeServerConfigs(own, keys, {
    dataDir,
    launcherToken,
    isOut: isOut || !hasSpace,
  });
  const file = writeConfig(dataDir, "run", {
    direct: { host: own.server.address, port: own.server.port },
    stateDir: stateDir(dataDir),
    cacheDir: cacheOf(dataDir),
    configs,
    logLevel: "warn",
    launcherToken,
    runsJobs: hasSpace,
    dataDir,
    copies: resolve(own.server.copies),
  });
  return startGroup({
    args: ["--no-warnings", join(root, "scripts", "serve", "engine.mjs"), file],
    cwd: root,
    env: wranglerEnvironment(dataDir),
  });
}

/** Ends the workers when the free space crosses its mark, so that they start in the other state. */
function watchSpace(dataDir, { needed, hadSpace }, engine) {
  const found = { hasChanged: false, timer: undefined };
  found.timer = setInterval(() => {
    // Half as much again before selling goes on: a disk at the mark would switch back and forth.
    const mark = hadSpace ? needed : needed * 1.5;
    if (found.hasChanged || freeMegabytes(dataDir) >= mark === hadSpace) return;
    found.hasChanged = true;
    void engine.stop({ first: true, waitMs: END_WAIT_MS });
  }, SPACE_EVERY_MS);
  return found;
}

async function greet({ own, keys, dataDir, isOut }) {
  const { server, domain } = own;
  console.log(
    `The shop ${isOut ? "is out" : "runs"} at http://${server.address}:${server.port}, for the reverse proxy of https://${domain}.\nIts data are in ${dataDir}.`,
  );
  const { ZARINPAL_ORIGIN, KAVENEGAR_ORIGIN } = readSettings({ ...keys.shop, ...settingsOf(own) });
  const outside = await lookOutside({
    "The gateway": ZARINPAL_ORIGIN,
    "The SMS provider": KAVENEGAR_ORIGIN,
  });
  for (const sentence of outside) console.error(sentence);
}
