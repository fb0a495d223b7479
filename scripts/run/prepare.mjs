import { createHash } from "node:crypto";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { retryLostConnection } from "./lost-connection.mjs";
import { picturesOf } from "./pictures-of.mjs";
import { mustRunNode } from "./run-program.mjs";
import { programs, root } from "./root.mjs";
import { isUpToDate, noteUpToDate } from "./schema-stamp.mjs";
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
 * builds, and returns whether it did.
 */
export async function buildPages(onWork = doNothing) {
  const stamp = join(root, "dist", ".stamp");
  const hash = hashPaths(PAGE_SOURCES);
  if (readStamp(stamp) === hash) return false;
  onWork();
  await mustRunNode("The build of the pages", [programs.astro, "build"], {
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: "1" },
  });
  for (const script of ["share-images.ts", "static-headers.ts"])
    await mustRunNode(`The step ${script} of the build`, [
      "--no-warnings",
      join(root, "scripts", "build", script),
    ]);
  writeStamp(stamp, hash);
  return true;
}

/**
 * Applies the new files of the schema to the database of a data folder. Calls `onWork` if there are
 * any. Throws when the folder was made from another schema.
 */
export async function migrate(dataDir, onWork = doNothing) {
  if (isUpToDate(dataDir)) return false;
  onWork();
  const config = configForTools(dataDir);
  const args = [
    "d1",
    "migrations",
    "apply",
    "DB",
    "--local",
    "--persist-to",
    stateDir(dataDir),
    "-c",
    config,
  ];
  const env = wranglerEnvironment(dataDir);
  // Wrangler applies each file whole or not at all, and leaves out those that are applied.
  await retryLostConnection(() =>
    mustRunNode("Updating the database", [programs.wrangler, ...args], { env }),
  );
  noteUpToDate(dataDir);
  return true;
}

/**
 * Adds the sample catalogue, its codes, the tutorials and the demo shopper. Keeps changes made
 * since the last time. Calls `onWork` if there is anything to add.
 */
export async function seed(dataDir, onWork = doNothing) {
  const stamp = join(dataDir, "seeded");
  const hash = hashPaths(["api/seed", "api/migrations", "src/content/tutorials"]);
  if (readStamp(stamp) === hash) return false;
  onWork();
  const config = configForTools(dataDir);
  const script = join(root, "scripts", "run", "seed.mjs");
  const { DESK_TOKEN } = readSecrets(dataDir);
  const tokenHash = createHash("sha256").update(DESK_TOKEN).digest("hex");
  await mustRunNode(
    "Filling the shop",
    ["--no-warnings", script, config, stateDir(dataDir), tokenHash],
    { env: wranglerEnvironment(dataDir) },
  );
  writeStamp(stamp, hash);
  return true;
}

/** The number of orders in the demo shop's invented history. */
const DEMO_ORDERS = 1_800;

/**
 * Gives the demo shop ninety days of history, and things that wait for the desk, once. A shop in
 * which somebody has bought something keeps its own. Returns whether it did.
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
  await mustRunNode(
    "Storing the pictures",
    [
      "--no-warnings",
      join(root, "scripts", "run", "store-pictures.mjs"),
      configForTools(dataDir),
      stateDir(dataDir),
      folder,
    ],
    { env: wranglerEnvironment(dataDir) },
  );
  rmSync(folder, { recursive: true });
}

/** The phone number of the demo shopper, ten digits. */
export async function readDemoPhone() {
  const { DEMO_SHOPPER } = await import("../../api/seed/demo.ts");
  return DEMO_SHOPPER.phone;
}

/**
 * Writes a config with which tools use the shop's database, and returns its path. The sandbox of
 * this config is at `port`.
 */
export function configForTools(dataDir, port = 4321) {
  const folder = resolve(dataDir);
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
  return writeConfig(folder, "tools", shopConfig({ port, dataDir: folder }));
}
