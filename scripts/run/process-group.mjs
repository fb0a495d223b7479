import { spawn, spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

export const isWindows = process.platform === "win32";
const STOP_WAIT_MS = 5_000;
const ORPHAN_CHECK_MS = 400;

/**
 * Starts a Node program in a process group of its own. Its output is written to `logFile` or,
 * without one, to the output of this process. The program never outlives this process: `stop()`
 * sends SIGTERM and then SIGKILL, and if this process is killed, end-with-parent.mjs ends the
 * program.
 * @param {{ args: string[], cwd: string, env: NodeJS.ProcessEnv, logFile?: string }} options
 */
export function startGroup({ args, cwd, env, logFile }) {
  const preload = new URL("./end-with-parent.mjs", import.meta.url).href;
  const log = logFile === undefined ? "inherit" : openSync(logFile, "w", 0o600);
  const child = spawn(process.execPath, ["--import", preload, ...args], {
    cwd,
    env,
    stdio: ["pipe", log, log],
    detached: !isWindows,
    windowsHide: true,
  });
  if (log !== "inherit") closeSync(log);

  /** @type {{ code: number | null, signal: NodeJS.Signals | null } | null} */
  let ended = null;
  /** @type {Promise<void>} */
  const whenEnded = new Promise((resolve) => {
    child.once("error", () => resolve());
    child.once("exit", (code, signal) => {
      ended = { code, signal };
      resolve();
    });
  });
  const kill = () => signalGroup(child.pid, "SIGKILL");
  process.once("exit", kill);

  return {
    pid: child.pid,
    whenEnded,
    hasEnded: () => ended !== null || child.pid === undefined,
    /** Kills the whole group at once, like a power failure. */
    kill: async () => {
      kill();
      await whenEnded;
      process.removeListener("exit", kill);
    },
    /**
     * Asks the group to end, or, with `first`, only its first process, which ends the others when
     * nothing is under way. Kills what is left after `waitMs`.
     */
    stop: async ({ first = false, waitMs = STOP_WAIT_MS } = {}) => {
      if (first) child.kill("SIGTERM");
      else signalGroup(child.pid, "SIGTERM");
      await Promise.race([whenEnded, sleep(waitMs)]);
      kill();
      await whenEnded;
      process.removeListener("exit", kill);
    },
  };
}

/**
 * Calls `callback` once, when this program should end: after a signal, or after the end of its
 * parent process.
 * @param {() => void | Promise<void>} callback
 */
export function onEndAsked(callback) {
  let isAsked = false;
  const once = () => {
    if (isAsked) return;
    isAsked = true;
    void callback();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, once);
  process.on("disconnect", once);
  if (process.env.npm_lifecycle_event && !isWindows) whenNpmIsGone(once);
}

/**
 * Calls `callback` when npm or the shell between npm and this process has ended. When npm ends, it
 * sends a signal at most to that shell, so both are checked regularly.
 */
function whenNpmIsGone(callback) {
  const shell = process.ppid;
  const npm = Number(
    spawnSync("ps", ["-o", "ppid=", "-p", String(shell)], { encoding: "utf8" }).stdout,
  );
  const check = () => {
    if (process.ppid !== shell || (npm > 1 && !isAlive(npm))) callback();
  };
  setInterval(check, ORPHAN_CHECK_MS).unref();
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * The last lines of a log, as plain text, to explain why a program ended.
 * @param {string} file
 */
export function lastLines(file, count = 30) {
  return stripVTControlCharacters(readFileSync(file, "utf8"))
    .trimEnd()
    .split("\n")
    .slice(-count)
    .join("\n");
}

/**
 * Waits without keeping the program alive.
 * @param {number} waitMs
 */
export function sleep(waitMs) {
  return new Promise((resolve) => setTimeout(resolve, waitMs).unref());
}

/**
 * Sends a signal to a whole process group, given the id of its first process.
 * @param {number | undefined} pid
 * @param {NodeJS.Signals} signal
 */
export function signalGroup(pid, signal) {
  if (pid === undefined) return;
  if (isWindows) {
    spawnSync("taskkill", ["/T", "/F", "/PID", String(pid)], {
      stdio: "ignore",
      windowsHide: true,
    });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
