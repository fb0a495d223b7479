import { openSync, readSync } from "node:fs";
import { relative } from "node:path";
import { lockData } from "./lock.mjs";
import { isPortFree } from "./port.mjs";
import { readDemoPhone, seed } from "./prepare.mjs";
import { onEndAsked, startGroup } from "./process-group.mjs";
import { programs, root } from "./root.mjs";
import { readRunSettings } from "./setup.mjs";
import { edgeSourceConfig, writeConfig } from "./stack-config.mjs";
import { startStack, wranglerEnvironment } from "./stack.mjs";

/**
 * `npm run dev`: serves pages and edge from their sources at PORT, and runs the shop and the
 * sandbox, with its bank and SMS, at PORT + 1. All of them reload when their sources change.
 */
export default async function serveDev() {
  const { port, dataDir } = readRunSettings();
  const behind = port + 1;
  /** @type {(() => Promise<void>)[]} */
  const stops = [];
  onEndAsked(async () => {
    await Promise.all(stops.map((stop) => stop()));
    process.exit(0);
  });
  if (!(await isPortFree(behind)))
    throw new Error(
      `Port ${behind}, which the shop behind the pages needs, is in use by another program.`,
    );

  const lock = lockData(dataDir);
  try {
    await seed(dataDir, () => console.log("filling the shop…"));
  } finally {
    lock.release();
  }
  const demoPhone = await readDemoPhone();
  const stack = await startStack({
    port: behind,
    publicPort: port,
    dataDir,
    demoPhone,
    cron: true,
    watch: true,
    logLevel: "log",
  });
  stops.push(stack.stop);
  follow(stack.logFile);

  const pages = startPages(port, behind, dataDir);
  stops.push(pages.stop);
  console.log(`
  Shop          http://localhost:${port}
  SMS inbox     ${stack.bankUrl}/sandbox/
  Demo shopper  0${demoPhone}
`);
  const why = await Promise.race([
    stack.whenDied,
    pages.whenEnded.then(() => "The server of the pages ended."),
  ]);
  await Promise.all(stops.map((stop) => stop()));
  throw new Error(why);
}

function startPages(port, behind, dataDir) {
  const origin = `http://127.0.0.1:${behind}`;
  const config = writeConfig(dataDir, "edge-dev", edgeSourceConfig({ API_ORIGIN: origin }));
  return startGroup({
    args: [programs.astro, "dev", "--host", "localhost", "--port", String(port)],
    cwd: root,
    env: {
      ...wranglerEnvironment(dataDir),
      ASTRO_TELEMETRY_DISABLED: "1",
      WRANGLER_CONFIG: relative(root, config).replaceAll("\\", "/"),
      SANDBOX_ORIGIN: origin,
    },
  });
}

/** Prints the lines of a log file while they are written. */
function follow(file) {
  const log = openSync(file, "r");
  const buffer = Buffer.alloc(64 * 1024);
  setInterval(() => {
    for (let size = readSync(log, buffer); size > 0; size = readSync(log, buffer))
      process.stdout.write(buffer.subarray(0, size));
  }, 300).unref();
}
