import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { mustRunNode } from "./run-program.mjs";
import { programs, root } from "./root.mjs";
import { shopConfig, writeConfig } from "./stack-config.mjs";
import { stateDir, wranglerEnvironment } from "./stack.mjs";
import { hashPaths, readStamp, writeStamp } from "./stamp.mjs";

/** What the pages are made of; the build is repeated when any of it changed. */
const PAGE_SOURCES = [
  "api/seed/catalogue.json",
  "scripts/build/hex-colours.ts",
  "scripts/build/share-images.ts",
  "astro.config.mjs",
  "contract",
  "package-lock.json",
  "persian",
  "public",
  "src",
  "worker",
  "wrangler.toml",
];

const noWord = () => {};

/** Builds the pages, unless they are built from exactly these sources already. Calls `onWork` first when it has to. */
export async function buildPages(onWork = noWord) {
  const stamp = join(root, "dist", ".stamp");
  const hash = hashPaths(PAGE_SOURCES);
  if (readStamp(stamp) === hash) return false;
  onWork();
  await mustRunNode("The build of the pages", [programs.astro, "build"], {
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: "1" },
  });
  await mustRunNode("Drawing the pictures", [
    "--no-warnings",
    join(root, "scripts", "build", "share-images.ts"),
  ]);
  writeStamp(stamp, hash);
  return true;
}

/** Brings the database of a data folder up to date. Calls `onWork` first when it has to. */
export async function migrate(dataDir, onWork = noWord) {
  const stamp = join(dataDir, "migrated");
  const hash = hashPaths(["api/migrations"]);
  if (readStamp(stamp) === hash) return false;
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
  await mustRunNode("Updating the database", [programs.wrangler, ...args], {
    env: wranglerEnvironment(dataDir),
  });
  writeStamp(stamp, hash);
  return true;
}

/** Puts the goods on the shelves and the demo shopper in the shop; never overwrites what people changed. Calls `onWork` first when it has to. */
export async function seed(dataDir, onWork = noWord) {
  const stamp = join(dataDir, "seeded");
  const hash = hashPaths(["api/seed", "api/migrations", "src/content/tutorials"]);
  if (readStamp(stamp) === hash) return false;
  onWork();
  const config = configForTools(dataDir);
  const script = join(root, "scripts", "run", "seed.mjs");
  await mustRunNode("Filling the shop", ["--no-warnings", script, config, stateDir(dataDir)], {
    env: wranglerEnvironment(dataDir),
  });
  writeStamp(stamp, hash);
  return true;
}

/** The phone that the seed made an account for. */
export async function readDemoPhone() {
  const { DEMO_SHOPPER } = await import("../../api/seed/demo.ts");
  return DEMO_SHOPPER.phone;
}

/** The shop's config, for what works on its database from outside. */
export function configForTools(dataDir) {
  const folder = resolve(dataDir);
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
  return writeConfig(folder, "tools", shopConfig({ port: 4321, dataDir: folder }));
}
