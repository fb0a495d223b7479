import { spawn, spawnSync } from "node:child_process";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { isPortFree } from "./port.mjs";
import { root } from "./root.mjs";
import { hashPaths, readStamp, writeStamp } from "./stamp.mjs";

const NODE_MAJOR = 24;

/**
 * Installs missing packages and runs a command in Node 24: in this Node if it is new enough, else
 * in the Node that is one of the packages. Prints one sentence and ends the program when something
 * is missing.
 * @param {string} script relative to this file; its default export receives the command's words
 * @param {{ serves?: boolean }} [options] `serves`: the command listens on PORT and stores data in
 *   DATA_DIR
 */
export async function enter(script, { serves = false } = {}) {
  try {
    if (serves) await checkSettings();
    const isInPlace = !(await installPackages());
    if (isInPlace && serves) console.log("1/3 packages are in place");
    const node = findNode();
    if (node === process.execPath) {
      const program = await import(new URL(script, import.meta.url).href);
      await program.default(process.argv.slice(2));
    } else {
      continueIn(node, script);
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

/** The port and the data folder of this run, from the environment. */
export function readRunSettings() {
  return {
    port: Number(process.env.PORT || 4321),
    dataDir: resolve(root, process.env.DATA_DIR || ".data"),
  };
}

async function checkSettings() {
  const { port, dataDir } = readRunSettings();
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`PORT is "${process.env.PORT}", which is not a port number.`);
  if (!(await isPortFree(port)))
    throw new Error(`Port ${port} is in use by another program; choose another one with PORT.`);
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new Error(
      `The data folder ${dataDir} cannot be written (DATA_DIR): ${error.code ?? error.message}.`,
      { cause: error },
    );
  }
}

/**
 * Creates a folder and its parents. Node's recursive mkdir never returns for a path where a simple
 * mkdir fails with ENOENT, such as one under /proc.
 */
export function makeFolder(folder) {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found && !found.isDirectory())
    throw Object.assign(new Error(`${folder} is not a folder`), { code: "ENOTDIR" });
  if (found) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

async function installPackages() {
  const stamp = join(root, "node_modules", ".package-lock-hash");
  const hash = hashPaths(["package-lock.json"]);
  if (readStamp(stamp) === hash) return false;
  // Prettier's cache does not notice a new version of a plugin.
  rmSync(join(root, ".cache", "prettier"), { force: true });
  if (isInstalled()) {
    writeStamp(stamp, hash);
    return false;
  }
  console.log("1/3 installing packages, the first time takes a minute or two…");
  // `npm ci` is not used, because it refuses a lock file that lacks the programs for some
  // platforms, and some registries do not have these programs.
  const [command, ...npm] = findNpm();
  const { status, error } = spawnSync(
    command,
    [...npm, "install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"],
    { cwd: root, stdio: ["ignore", "inherit", "inherit"] },
  );
  if (status !== 0)
    throw new Error(
      `Installing the packages failed${error ? `: ${error.message}` : " (npm install)"}.`,
    );
  writeStamp(stamp, hash);
  return true;
}

/** True when npm has installed these versions, according to its own list in node_modules. */
function isInstalled() {
  const installedLock = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(installedLock)) return false;
  const expected = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  const installed = JSON.parse(readFileSync(installedLock, "utf8")).packages;
  return Object.entries(expected).every(
    ([path, { version, optional, peer }]) =>
      path === "" ||
      (path in installed ? installed[path].version === version : Boolean(optional ?? peer)),
  );
}

function findNpm() {
  const started = process.env.npm_execpath;
  if (started && started.endsWith("npm-cli.js")) return [process.execPath, started];
  const besides = [
    join(dirname(process.execPath), "node_modules", "npm", "bin", "npm-cli.js"),
    join(dirname(process.execPath), "..", "lib", "node_modules", "npm", "bin", "npm-cli.js"),
  ];
  const found = besides.find((path) => existsSync(path));
  return found ? [process.execPath, found] : ["npm"];
}

/**
 * Returns the path of this Node if it is new enough, else the path of the Node that is one of the
 * packages.
 */
function findNode() {
  if (Number(process.versions.node.split(".")[0]) >= NODE_MAJOR) return process.execPath;
  const name = process.platform === "win32" ? "node.exe" : "node";
  const found = join(root, "node_modules", "node", "bin", name);
  if (!existsSync(found)) {
    throw new Error(
      `Node ${NODE_MAJOR} is missing from node_modules/node: ` +
        "delete node_modules, then allow install scripts and try again.",
    );
  }
  return found;
}

function continueIn(node, script) {
  const child = spawn(
    node,
    [join(root, "scripts", "run", "go-on.mjs"), script, ...process.argv.slice(2)],
    {
      cwd: root,
      stdio: ["inherit", "inherit", "inherit", "ipc"],
      env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ""}` },
    },
  );
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => child.kill(signal));
  child.once("error", (error) => {
    console.error(`Node ${NODE_MAJOR} from node_modules/node does not start: ${error.message}`);
    process.exit(1);
  });
  child.once("exit", (code) => process.exit(code ?? 1));
}
