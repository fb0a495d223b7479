import { createHash } from "node:crypto";
import { cpSync, existsSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { picturesOf } from "./pictures-of.mjs";
import { mustRunNode } from "./run-program.mjs";
import { programs, root } from "./root.mjs";
import { isUpToDate, noteUpToDate, SCHEMA_FOLDER } from "./schema-stamp.mjs";
import { readSecrets, shopConfig, writeConfig } from "./stack-config.mjs";
import { stateDir, wranglerEnvironment } from "./stack.mjs";
import { hashPaths, readStamp, writeStamp } from "./stamp.mjs";

/** The sources of the pages: a change in one of them requires a new build. */
const PAGE_SOURCES = [
  "api/seed/catalogue.json",
  "scripts/build",
  "astro.config.mjs",
  "contract",
  "package-lock.json",
  "persian",
  "public",
  "src",
  "worker",
  "wrangler.toml",
];

const doNothing = () => {};

/**
 * Builds the pages, unless the last build used exactly these sources. Calls `onWork` before it
 * builds, and returns whether it built.
 */
export async function buildPages(onWork = doNothing) {
  const stamp = join(root, "dist", ".stamp");
  const hash = hashPaths(PAGE_SOURCES);
  if (readStamp(stamp) === hash) return false;
  onWork();
  // A build that is interrupted leaves pages that are half old.
  rmSync(stamp, { force: true });
  const shareImages = join(root, ".cache", "share-images");
  rmSync(shareImages, { recursive: true, force: true });
  // The build empties its own folder, so the pictures, which are drawn at the same time, are first
  // written to another folder.
  await Promise.all([
    mustRunNode("The build of the pages", [programs.astro, "build"], {
      env: { ...process.env, ASTRO_TELEMETRY_DISABLED: "1" },
    }),
    runBuildStep("share-images.ts", shareImages),
  ]);
  cpSync(shareImages, join(root, "dist", "client"), { recursive: true });
  rmSync(shareImages, { recursive: true });
  await runBuildStep("static-headers.ts");
  writeStamp(stamp, hash);
  return true;
}

function runBuildStep(script, ...words) {
  const file = join(root, "scripts", "build", script);
  return mustRunNode(`The step ${script} of the build`, ["--no-warnings", file, ...words]);
}

/**
 * Applies the new files of the schema to the database of a data folder. Calls `onWork` if there are
 * any. Throws when the folder was made from another schema.
 */
export async function migrate(dataDir, onWork = doNothing) {
  if (isUpToDate(dataDir)) return false;
  onWork();
  await fill(dataDir, "Updating the database", { schema: true });
  noteUpToDate(dataDir);
  return true;
}

/**
 * Updates the database, and adds the sample catalogue, its codes, the tutorials and the demo
 * shopper. Changes that were made to the shop since the last time are kept. Calls `onWork` if there
 * is anything to add.
 */
export async function seed(dataDir, onWork = doNothing) {
  const schema = !isUpToDate(dataDir);
  const stamp = join(dataDir, "seeded");
  const hash = hashPaths(["api/seed", SCHEMA_FOLDER, "src/content/tutorials"]);
  if (!schema && readStamp(stamp) === hash) return false;
  onWork();
  const { DESK_TOKEN } = readSecrets(dataDir);
  const tokenHash = createHash("sha256").update(DESK_TOKEN).digest("hex");
  await fill(dataDir, "Filling the shop", { schema, tokenHash });
  noteUpToDate(dataDir);
  writeStamp(stamp, hash);
  return true;
}

/**
 * Runs steps of the worker that fills a database. Its config is that of the demo shop, unless
 * another one is given.
 * @param {Omit<import("./fill.mjs").Filling, "config" | "stateDir">} steps
 */
export async function fill(dataDir, what, steps, workerConfig) {
  const folder = resolve(dataDir);
  const shopMain = join(root, "api", "seed", "fill-worker.ts");
  const config = writeConfig(
    folder,
    "fill-worker",
    workerConfig
      ? { ...workerConfig, main: shopMain }
      : shopConfig({ port: 0, dataDir: folder, shopMain }),
  );
  const file = writeConfig(folder, "fill", { config, stateDir: stateDir(folder), ...steps });
  const env = wranglerEnvironment(folder);
  await mustRunNode(what, ["--no-warnings", join(root, "scripts", "run", "fill.mjs"), file], {
    env,
  });
}

/** The number of orders in the demo shop's invented history. */
const DEMO_ORDERS = 1_800;

/**
 * Gives the demo shop ninety days of history, and things that wait for the desk, once. A shop in
 * which somebody has bought something is not changed. Returns whether history was added.
 */
export async function fillHistory(dataDir) {
  const stamp = join(dataDir, "history");
  // An interrupted run may have left pictures behind.
  await storePictures(dataDir);
  if (existsSync(stamp)) return false;
  const { fillWithHistory, hasOrders } = await import("../generate/fill.ts");
  const isFresh = !hasOrders(dataDir);
  if (isFresh)
    fillWithHistory(dataDir, { orders: DEMO_ORDERS, seed: "demo", now: Date.now(), isDemo: true });
  await storePictures(dataDir);
  writeStamp(stamp, isFresh ? "made up" : "its own");
  return isFresh;
}

/** Puts the pictures of invented papers into the shop's bucket, if any are left in their folder. */
export async function storePictures(dataDir) {
  const folder = picturesOf(dataDir);
  if (!existsSync(folder)) return;
  await fill(dataDir, "Storing the pictures", { pictures: folder });
  rmSync(folder, { recursive: true });
}

/** The phone number of the demo shopper, ten digits. */
export async function readDemoPhone() {
  const { DEMO_SHOPPER } = await import("../../api/seed/demo.ts");
  return DEMO_SHOPPER.phone;
}
