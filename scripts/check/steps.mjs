import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findBrowser } from "../run/find-browser.mjs";
import { buildPages } from "../run/prepare.mjs";
import { programs, root } from "../run/root.mjs";
import { runNode } from "../run/run-program.mjs";
import { fillShop } from "./filled-shop.ts";
import { LONG_ONLY } from "./long-form.mjs";
import { withMemoryFolder } from "./memory-folder.mjs";

/**
 * @typedef {object} Result
 * @property {number} passed
 * @property {number} failed
 * @property {string} [output] text for the terminal, unless the step has written it there already
 *
 * @typedef {object} Run
 * @property {boolean} isShown whether the step writes to the terminal while it runs
 * @property {string[] | undefined} files the test files to run; undefined for all
 * @property {boolean} isQuick whether it is enough to check changed files
 * @property {(step: string) => boolean} hasFailed
 */

const cache = join(root, ".cache");
const reports = join(cache, "reports");
/**
 * The environment of the programs; check-all.mjs may have set the seed and the clock of the tests.
 */
function environment() {
  const { FORCE_COLOR: _, ...own } = process.env;
  return { ...own, ASTRO_TELEMETRY_DISABLED: "1", NO_COLOR: "1" };
}

/** @type {Record<import("./words.ts").Step, (run: Run) => Promise<Result>>} */
export const steps = {
  lint,
  types: checkPages,
  unit: (run) => vitest("unit", run),
  build,
  format: checkFormat,
  tidy: () => check([join(root, "scripts", "check", "tidy.ts")]),
  knip: () => check([programs.knip]),
  api: (run) => vitest("api", run),
  torture: (run) => vitest("torture", run),
  e2e: playwright,
};

/** Runs a program that counts as one check. Its output is dropped unless it fails. */
async function check(args) {
  const { code, output } = await runNode(args, { env: environment() });
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, output };
}

/**
 * Lints all files and checks the types of all files but the pages, reading the sources once. The
 * tsconfig.json of a folder says which globals its code may use.
 */
async function lint() {
  await describeModules();
  return check([programs.oxlint, "--type-aware", "--type-check"]);
}

/**
 * Runs Astro to write the types of its own modules, unless a build or an earlier run has written
 * them.
 */
async function describeModules() {
  if (existsSync(join(root, ".astro", "types.d.ts"))) return;
  const { code, output } = await runNode([programs.astro, "sync"], { env: environment() });
  if (code !== 0) throw new Error(output);
}

/** Checks the types of the pages (.astro), which oxlint cannot read. */
function checkPages() {
  const severity = ["--minimumSeverity", "warning", "--minimumFailingSeverity", "warning"];
  return check([programs.astro, "check", "--tsconfig", "tsconfig.pages.json", ...severity]);
}

/** Builds the pages and a seeded shop, which the runners need. */
async function build() {
  const [isNew] = await Promise.all([buildPages(), fillShop()]);
  return { passed: 1, failed: 0, output: isNew ? "" : "The pages are built from these sources.\n" };
}

async function checkFormat({ isQuick }) {
  const files = (isQuick && changedFiles()) || ["."];
  if (files.length === 0) return { passed: 1, failed: 0, output: "No file has changed.\n" };
  const location = ["--cache", "--cache-location", join(cache, "prettier")];
  return check([programs.prettier, "--check", "--ignore-unknown", ...location, ...files]);
}

/** The files that differ from the last commit, and new ones; null without git. */
function changedFiles() {
  const list = (...args) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
      .split("\0")
      .filter((file) => file !== "");
  try {
    return [
      ...list("diff", "--name-only", "--relative", "--diff-filter=d", "-z", "HEAD"),
      ...list("ls-files", "--others", "--exclude-standard", "-z"),
    ];
  } catch {
    return null;
  }
}

async function vitest(runner, { files = [`tests/${runner}/`], isShown }) {
  const report = freshReport(runner);
  const options = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const { code, output } = await withMemoryFolder((folder) =>
    runNode([programs.vitest, "run", ...options, ...files], {
      env: { ...environment(), ...folder },
      shown: isShown,
    }),
  );
  const { numPassedTests = 0, numFailedTests = 0 } = readReport(report);
  return withExit(runner, code, { passed: numPassedTests, failed: numFailedTests, output });
}

async function playwright({ files = shortBrowserTests(), isShown, hasFailed }) {
  if (hasFailed("build")) throw new Error("Not run, since the pages do not build.");
  const report = freshReport("e2e");
  const own = {
    ...environment(),
    CHROMIUM_PATH: await findBrowser(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    // Playwright keeps compiled tests among the temporary files, which this run removes.
    PWTEST_CACHE_DIR: join(cache, "playwright"),
  };
  const { code, output } = await withMemoryFolder((folder) =>
    runNode([programs.playwright, "test", "--reporter=list,json", ...files], {
      env: { ...own, ...folder },
      shown: isShown,
    }),
  );
  const { expected = 0, unexpected = 0, flaky = 0 } = readReport(report).stats ?? {};
  return withExit("e2e", code, { passed: expected + flaky, failed: unexpected, output });
}

/** The browser tests without those that only the long form plays. */
function shortBrowserTests() {
  const all = globSync("tests/e2e/**/*.spec.ts", { cwd: root });
  return all.map((file) => file.replaceAll("\\", "/")).filter((file) => !LONG_ONLY.includes(file));
}

/**
 * Adds a failure for a runner that ran no test. Also adds one for a runner that failed without a
 * failed test: a file did not load, or a promise was rejected outside of a test.
 */
function withExit(runner, code, result) {
  if (result.passed + result.failed === 0)
    return { ...result, failed: 1, output: `${result.output}No test of ${runner} ran.\n` };
  return code !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result;
}

function freshReport(runner) {
  mkdirSync(reports, { recursive: true });
  const report = join(reports, `${runner}.json`);
  rmSync(report, { force: true });
  return report;
}

function readReport(report) {
  return existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : {};
}
