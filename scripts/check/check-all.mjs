import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findBrowser } from "../run/find-browser.mjs";
import { buildPages } from "../run/prepare.mjs";
import { onEndAsked } from "../run/process-group.mjs";
import { programs, root } from "../run/root.mjs";
import { runNode } from "../run/run-program.mjs";

/** @typedef {{ passed: number, failed: number }} Count */

const reports = join(root, ".cache", "reports");
const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: "1", NO_COLOR: "1" };
delete env.FORCE_COLOR;

/** Each may be asked for by its name. What is left of the command's words goes to the test runners. */
const steps = {
  lint: () => check([programs.oxlint, "--type-aware"]),
  types: checkTypes,
  unit: (words) => vitest("unit", words),
  build,
  format: () => check([programs.prettier, "--check", "."], { shown: false }),
  tidy: () => check([join(root, "scripts", "check", "tidy.ts")], { shown: false }),
  knip: () => check([programs.knip], { shown: false }),
  api: (words) => vitest("api", words),
  torture: (words) => vitest("torture", words),
  e2e: playwright,
};
/** In this order. Those that stand together leave a core idle by themselves, so that they go side by side. */
const order = [
  ["lint"],
  ["types", "unit"],
  ["build", "format", "tidy", "knip"],
  ["api"],
  ["torture"],
  ["e2e"],
];
/** Those that are told what is left of the words. */
const runners = ["unit", "api", "torture", "e2e"];
const nothing = { passed: 0, failed: 0 };

/** `npm test [step…] [words for the test runners…]`: everything runs, whatever fails before it. */
export default async function checkAll(words) {
  onEndAsked(() => process.exit(130));
  mkdirSync(reports, { recursive: true });
  const asked = words.filter((word) => Object.hasOwn(steps, word));
  if (
    (asked.includes("api") || asked.includes("torture") || asked.includes("e2e")) &&
    !asked.includes("build")
  )
    asked.push("build");
  const rest = words.filter((word) => !Object.hasOwn(steps, word));
  let total = nothing;
  let tests = nothing;
  const failedSteps = [];
  const take = async (name) => {
    const startedAt = Date.now();
    console.log(`\n── ${name} ${"─".repeat(60 - name.length)}`);
    const count = await steps[name](rest, failedSteps).catch((error) => {
      console.error(error instanceof Error ? error.message : error);
      return { passed: 0, failed: 1 };
    });
    total = add(total, count);
    if (runners.includes(name)) tests = add(tests, count);
    if (count.failed > 0) failedSteps.push(name);
    console.log(`${name} took ${Math.round((Date.now() - startedAt) / 1_000)} s`);
  };
  for (const together of order)
    await Promise.all(
      together.filter((name) => asked.length === 0 || asked.includes(name)).map(take),
    );
  if (failedSteps.length > 0) console.log(`\nFailed: ${failedSteps.join(", ")}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  // Each runner alone may have nothing to do with the words; all of them together means that a name was mistyped.
  const isMistyped = rest.length > 0 && tests.passed + tests.failed === 0;
  if (isMistyped) console.error(`No test ran: nothing fits "${rest.join(" ")}".`);
  process.exit(total.failed > 0 || isMistyped ? 1 : 0);
}

/** @returns {Promise<Count>} a program that finds nothing to complain about is one check passed */
async function check(args, { shown = true } = {}) {
  const { code, output } = await runNode(args, { env, shown });
  if (!shown && code !== 0) console.error(output);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** The pages take as long as all the other parts, and neither needs more than one core. */
async function checkTypes() {
  const counts = await Promise.all([check([programs.astro, "check"]), checkOtherTypes()]);
  return counts.reduce(add);
}

async function checkOtherTypes() {
  let sum = nothing;
  for (const project of ["api", "worker", "sandbox", "tests", "scripts"])
    sum = add(sum, await check([programs.tsc, "--noEmit", "-p", project]));
  return sum;
}

function add(sum, { passed, failed }) {
  return { passed: sum.passed + passed, failed: sum.failed + failed };
}

async function vitest(folder, words) {
  const report = freshReport(folder);
  const filters = words.length > 0 ? words : [`tests/${folder}/`];
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const { code } = await runNode(
    [programs.vitest, "run", "--passWithNoTests", ...reporters, ...filters],
    { env, shown: true },
  );
  const { numPassedTests = 0, numFailedTests = 0 } = readReport(report);
  return withExit(code, { passed: numPassedTests, failed: numFailedTests });
}

async function build() {
  if (!(await buildPages())) console.log("built from these sources before");
  return { passed: 1, failed: 0 };
}

async function playwright(words, failedSteps) {
  if (failedSteps.includes("build")) throw new Error("Not run, since the pages do not build.");
  const report = freshReport("e2e");
  const own = { ...env, CHROMIUM_PATH: await findBrowser(), PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const args = [
    programs.playwright,
    "test",
    "--pass-with-no-tests",
    "--reporter=list,json",
    ...words,
  ];
  const { code } = await runNode(args, { env: own, shown: true });
  const { expected = 0, unexpected = 0, flaky = 0 } = readReport(report).stats ?? {};
  return withExit(code, { passed: expected + flaky, failed: unexpected });
}

/** A runner that fails without naming a failed test (a file that does not load, an unhandled rejection) is a failure too. */
function withExit(code, count) {
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

function freshReport(name) {
  const report = join(reports, `${name}.json`);
  rmSync(report, { force: true });
  return report;
}

function readReport(report) {
  return existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : {};
}
