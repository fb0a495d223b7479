import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { lastLines, startGroup } from "./process-group.mjs";
import { lockData } from "./lock.mjs";
import { isPortFree } from "./port.mjs";
import { root } from "./root.mjs";
import { writeConfig, writeConfigs } from "./stack-config.mjs";

/** @typedef {import("./stack-config.mjs").StackOptions} StackOptions */

const READY_WAIT_MS = 90_000;
const CRON_EVERY_MS = 60_000;

/**
 * Returns the environment for wrangler. With it, wrangler sends nothing to the internet, serves no
 * data explorer and has a registry of its own.
 */
export function wranglerEnvironment(dataDir) {
  return {
    ...process.env,
    CI: "true",
    NO_COLOR: "1",
    FORCE_COLOR: "0",
    // More memory (in MB) for short-lived objects, which saves a sixth of the processor time of a
    // shop under load.
    MINIFLARE_WORKERD_V8_FLAGS: "--min-semi-space-size=16",
    NODE_COMPILE_CACHE: join(root, ".cache", "node"),
    X_LOCAL_EXPLORER: "false",
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
    CLOUDFLARE_LOAD_DEV_VARS_FROM_DOT_ENV: "false",
    WRANGLER_HIDE_BANNER: "true",
    WRANGLER_SEND_METRICS: "false",
    WRANGLER_WRITE_LOGS: "false",
    WRANGLER_REGISTRY_PATH: join(resolve(dataDir), "run", "registry"),
  };
}

/** The folder of the database, the uploads and the state of the sandbox. */
export function stateDir(dataDir) {
  return join(resolve(dataDir), "state");
}

/**
 * Starts the workers in one workerd and returns when they answer. The database must be prepared
 * (prepare.mjs).
 * @param {StackOptions} options
 */
export async function startStack(options) {
  const dataDir = resolve(options.dataDir);
  const { port } = options;
  if (!(await isPortFree(port))) throw new Error(`Port ${port} is in use by another program.`);
  const lock = lockData(dataDir);
  const logFile = join(dataDir, "run", "server.log");
  /** @type {ReturnType<typeof startGroup> | undefined} */
  let group;
  try {
    group = startGroup({
      args: [join(root, "scripts", "run", "run-workers.mjs"), writeRun({ ...options, dataDir })],
      cwd: root,
      env: wranglerEnvironment(dataDir),
      logFile,
    });
    await waitUntilAnswers(port, group, logFile);
  } catch (error) {
    await group?.stop();
    lock.release();
    throw error;
  }
  return running(options, group, lock, logFile);
}

/** The handle of a running stack. */
function running({ port, cron: hasCron }, group, lock, logFile) {
  let isStopping = false;
  const cron = hasCron ? startCron(port) : null;
  return {
    url: `http://localhost:${port}`,
    bankUrl: `http://127.0.0.1:${port}`,
    pid: group.pid,
    logFile,
    /**
     * Resolves with the reason if the server ends by itself. Never resolves after `stop` or `kill`.
     */
    whenDied: group.whenEnded.then(() =>
      isStopping ? new Promise(() => {}) : `The server ended:\n${lastLines(logFile)}`,
    ),
    /** Runs the scheduled jobs once. */
    runJobs: () => runJobs(port),
    stop: async () => {
      isStopping = true;
      cron?.stop();
      await group.stop();
      lock.release();
    },
    /** Kills everything at once, like a power failure. */
    kill: async () => {
      isStopping = true;
      cron?.stop();
      await group.kill();
      lock.release();
    },
  };
}

function writeRun(options) {
  const { dataDir, port, watch = false, logLevel = "warn" } = options;
  return writeConfig(dataDir, "run", {
    port,
    stateDir: stateDir(dataDir),
    configs: writeConfigs(options),
    watch,
    logLevel,
  });
}

async function waitUntilAnswers(port, group, logFile) {
  const deadline = Date.now() + READY_WAIT_MS;
  while (Date.now() < deadline) {
    if (group.hasEnded())
      throw new Error(`The server ended before it answered:\n${lastLines(logFile)}`);
    if (/Build failed|✘ \[ERROR\]/.test(stripVTControlCharacters(readFileSync(logFile, "utf8")))) {
      throw new Error(`The server could not start:\n${lastLines(logFile)}`);
    }
    if (await answers(port)) return;
    await sleepAwake(150);
  }
  throw new Error(
    `The server did not answer within ${READY_WAIT_MS / 1000} seconds:\n${lastLines(logFile)}`,
  );
}

async function answers(port) {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/sandbox/ready`, {
      signal: AbortSignal.timeout(5_000),
    });
    await response.arrayBuffer();
    return response.status === 204;
  } catch {
    // The server does not listen yet.
    return false;
  }
}

async function runJobs(port) {
  const response = await fetch(`http://127.0.0.1:${port}/cdn-cgi/local/scheduled`, {
    signal: AbortSignal.timeout(120_000),
  });
  const text = await response.text();
  if (!response.ok)
    throw new Error(`The scheduled jobs failed (${response.status}): ${text.slice(0, 500)}`);
}

function startCron(port) {
  let isBusy = false;
  const tick = async () => {
    if (isBusy) return;
    isBusy = true;
    await runJobs(port).catch((error) =>
      console.error(error instanceof Error ? error.message : error),
    );
    isBusy = false;
  };
  void tick();
  const timer = setInterval(tick, CRON_EVERY_MS);
  return { stop: () => clearInterval(timer) };
}

/** Waits. Unlike `sleep`, it keeps the program alive while it waits. */
function sleepAwake(waitMs) {
  return new Promise((done) => setTimeout(done, waitMs));
}
