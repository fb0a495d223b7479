import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { build, context } from "esbuild";
import { Log, LogLevel, Miniflare, convertV4MiniflareOptions } from "miniflare";
import { root } from "./root.mjs";
import { hashPaths } from "./stamp.mjs";

/**
 * @typedef {object} Run
 * @property {number} [port] 0 or absent: any free port
 * @property {{ host: string, port: number }} [direct] where the first worker also listens by
 *   itself, without the worker of Miniflare in front of it and its paths and headers for
 *   development; /cdn-cgi/ then runs no jobs
 * @property {string} stateDir
 * @property {string[]} configs config files of wrangler
 * @property {string} [cacheDir] where bundles are kept; the folder of the project may be read-only
 * @property {boolean} [watch] rebuild a worker when its sources change
 * @property {"warn" | "log"} [logLevel]
 */

/**
 * Addresses within workerd. It writes them for each failed connection, and nobody can use them
 * without its debug symbols.
 */
const RUNTIME_STACK = /\nstack: \S*workerd@.*/g;

const packages = hashPaths(["package-lock.json"]);

/**
 * Starts workers in one workerd; the first worker receives the requests. `wrangler dev` is not
 * used, because it puts a second workerd in front, whose keep-alive connections sometimes lose a
 * request.
 * @param {Run} run
 * @param {object} [callbacks]
 * @param {() => void} [callbacks.onRestart] called when the runtime had died and was started again
 * @param {(line: string) => void} [callbacks.onLog] called with each line that a worker logs
 * @returns {Promise<Miniflare>} ready to answer requests
 */
export async function startWorkers(run, { onRestart, onLog = () => {} } = {}) {
  const { cacheDir = join(root, ".cache", "workers") } = run;
  const configs = await Promise.all(run.configs.map((path) => readConfig(path, cacheDir)));
  const sources = configs.map(({ config }) => config).filter((config) => !config.no_bundle);
  /** The bundle of each worker that runs from its sources, by the worker's name. */
  const bundles = new Map();
  for (const { name, main } of sources) bundles.set(name, await bundle(main, cacheDir));
  const options = () => ({
    ...optionsOf(run, configs, bundles),
    unsafeHandleRuntimeRestart: onRestart,
    handleStructuredLogs: ({ level, message }) => {
      onLog(message);
      const text = message.replace(RUNTIME_STACK, "");
      if (level === "error" || level === "warn") console.error(text);
      else console.log(text);
    },
  });
  const startedAt = performance.now();
  const miniflare = new Miniflare(options());
  await miniflare.ready;
  console.log(`workerd was ready after ${Math.round(performance.now() - startedAt)} ms`);
  if (run.watch)
    for (const { name, main } of sources)
      await watchSources(main, async (text) => {
        if (text === bundles.get(name)) return;
        bundles.set(name, text);
        await miniflare.setOptions(options());
      });
  return miniflare;
}

/**
 * Returns a text from the cache, or makes and caches it, because tests start the same workers many
 * times.
 */
async function cached(cacheDir, madeFrom, make) {
  const name = createHash("sha256").update(`${packages} ${madeFrom}`).digest("hex").slice(0, 16);
  const kept = join(cacheDir, name);
  if (existsSync(kept)) return readFileSync(kept, "utf8");
  const text = await make();
  mkdirSync(dirname(kept), { recursive: true });
  writeFileSync(`${kept}.${process.pid}`, text);
  renameSync(`${kept}.${process.pid}`, kept);
  return text;
}

/**
 * Reads a config and turns it into options of Miniflare. The options are cached, since loading
 * wrangler alone takes half a second. The settings (`vars`) are not cached, since they may be
 * secret.
 */
async function readConfig(path, cacheDir) {
  const { vars = {}, ...config } = JSON.parse(readFileSync(path, "utf8"));
  const text = await cached(cacheDir, JSON.stringify(config), async () => {
    const { unstable_getMiniflareWorkerOptions: readWorkerOptions } = await import("wrangler");
    const { workerOptions, externalWorkers } = readWorkerOptions(path);
    return JSON.stringify([
      { ...workerOptions, rootPath: undefined, modulesRules: undefined, bindings: undefined },
      ...externalWorkers,
    ]);
  });
  const [options, ...others] = JSON.parse(text);
  return { config, workers: [{ ...options, rootPath: dirname(path), bindings: vars }, ...others] };
}

async function bundle(main, cacheDir) {
  const own = relative(root, dirname(main));
  const sources = hashPaths(["api", "contract", "persian", "sandbox", "tests/support", own]);
  return cached(cacheDir, `${sources} ${main}`, async () => textOf(await build(bundling(main))));
}

/** Returns the options with which `wrangler deploy` bundles a worker. */
function bundling(main) {
  return {
    entryPoints: [main],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2024",
    conditions: ["workerd", "worker", "browser"],
    external: ["cloudflare:*"],
    logLevel: "error",
  };
}

function textOf({ outputFiles }) {
  return outputFiles[0].text;
}

/** Bundles a worker again whenever its sources change. */
async function watchSources(main, onText) {
  const onEnd = (result) => (result.errors.length > 0 ? undefined : onText(textOf(result)));
  const plugin = { name: "replace-worker", setup: (building) => building.onEnd(onEnd) };
  const watched = await context({ ...bundling(main), plugins: [plugin] });
  await watched.watch();
}

function optionsOf({ port = 0, direct, logLevel, stateDir }, configs, bundles) {
  return convertV4MiniflareOptions({
    host: "localhost",
    port,
    cf: false,
    log: new Log(logLevel === "log" ? LogLevel.INFO : LogLevel.WARN),
    logRequests: logLevel === "log",
    resourcePersistencePath: `${stateDir}/v3`,
    unsafeTriggerHandlers: direct === undefined,
    unsafeLocalExplorer: false,
    telemetry: { enabled: false },
    workers: configs.flatMap((one, at) =>
      worker(one, bundles.get(one.config.name), at === 0 ? direct : undefined),
    ),
  });
}

function worker({ config, workers: [own, ...others] }, bundled, direct) {
  const first = {
    ...own,
    name: config.name,
    ...modulesOf(config, bundled),
    ...(direct && { unsafeDirectSockets: [direct] }),
  };
  return [first, ...others];
}

/**
 * Returns the modules of a worker: its bundle, or all files of a build, beginning with the entry.
 */
function modulesOf({ main }, bundled) {
  if (bundled !== undefined)
    return { modules: [{ type: "ESModule", path: "index.js", contents: bundled }] };
  const folder = dirname(main);
  const others = readdirSync(folder, { recursive: true }).filter(
    (file) => file.endsWith(".mjs") && file !== basename(main),
  );
  const modules = [basename(main), ...others].map((file) => ({
    type: "ESModule",
    path: join(folder, file),
  }));
  return { modulesRoot: folder, modules };
}
