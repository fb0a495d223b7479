import { globSync } from "node:fs";
import { onEndAsked } from "../run/process-group.mjs";
import { root } from "../run/root.mjs";
import { clockAt } from "./clock.mjs";
import { LONG_ONLY, STALE_COMMITS, partOf, staleParts } from "./long-form.mjs";
import { steps } from "./steps.mjs";
import { RUNNERS, STEPS, planRun } from "./words.ts";

/**
 * The stages run one after the other. Within a stage the rows run side by side, and the steps of a
 * row one after the other. `types` and `lint` run after `build`, because they read types that
 * `build` writes to .astro.
 */
const STAGES = [
  [
    ["build", "types", "lint"],
    ["unit", "format", "knip", "tidy"],
  ],
  [["api"]],
  [["torture"]],
  [["e2e"]],
];

const DAY_MS = 86_400_000;
/** The number of values of `part`. It is divisible by the number of parts of every sample. */
const PARTS = 12;

/**
 * `npm test -- words`: see `planRun` for the words. `seed=N` sets the seed of the tests' random
 * values, `part=N` the part of each sample that the tests run (by default a different one each
 * day), and `clock=2027-03-20T23:50` the time at which they begin. A step runs even if others
 * failed before.
 */
export default async function checkAll(allWords) {
  onEndAsked(() => process.exit(130));
  const words = setConditions(allWords);
  const plan = planRun(words, listTestFiles());
  if (plan.mistakes.length > 0) refuse(plan.mistakes);
  // Imported only after `setConditions`, because the module reads the seed from the environment.
  const { seed } = await import("../../tests/support/random.ts");
  console.log(`seed=${seed} part=${process.env.TEST_PART}`);
  const results = new Map();
  const isQuick = words.includes("quick") && !words.includes("format");
  for (const stage of STAGES) {
    const rows = stage.map((row) => row.filter((name) => plan.steps.includes(name)));
    const isShown = rows.flat().length === 1;
    await Promise.all(
      rows.map(async (row) => {
        for (const name of row)
          results.set(
            name,
            await runStep(name, {
              isShown,
              isQuick,
              files: plan.files[name],
              hasFailed: (step) => (results.get(step)?.failed ?? 0) > 0,
            }),
          );
      }),
    );
  }
  finish(results);
}

/** Writes `seed`, `part` and `clock` into the environment, and returns the other words. */
function setConditions(words) {
  process.env.TEST_PART ??= String(Math.floor(Date.now() / DAY_MS) % PARTS);
  return words.filter((word) => {
    const [, seed, part, time] = /^(?:seed=(\d+)|part=(\d+)|clock=(\S+))$/.exec(word) ?? [];
    if (seed) process.env.TEST_SEED = seed;
    if (part) process.env.TEST_PART = part;
    if (time) Object.assign(process.env, clockAt(time));
    return !seed && !part && !time;
  });
}

/** Runs one step. If other steps run at the same time, its output is printed when it ends. */
async function runStep(name, run) {
  const startedAt = performance.now();
  if (run.isShown) printHead(name, run);
  const { output = "", ...count } = await steps[name](run).catch((error) => ({
    passed: 0,
    failed: 1,
    output: `${error instanceof Error ? error.message : error}\n`,
  }));
  if (!run.isShown) printHead(name, run);
  process.stdout.write(output);
  return { ...count, seconds: (performance.now() - startedAt) / 1_000 };
}

function printHead(name, { files }) {
  console.log(`\n── ${name} ${"─".repeat(60 - name.length)}`);
  const left = name === "e2e" ? `, without ${LONG_ONLY.map(partOf).join(", ")}` : "";
  if (RUNNERS.includes(name)) console.log(files ? `only ${files.join(", ")}` : `all tests${left}`);
}

function refuse(mistakes) {
  for (const mistake of new Set(mistakes)) console.error(mistake);
  console.error(`Steps: ${STEPS.join(", ")}; quick for the fastest of them.`);
  console.log(`\n0 passed, ${mistakes.length} failed`);
  process.exit(1);
}

function finish(results) {
  const rows = STEPS.filter((name) => results.has(name)).map((name) => [name, results.get(name)]);
  console.log("\nstep     seconds  passed  failed");
  for (const [name, { seconds, passed, failed }] of rows)
    console.log(
      name.padEnd(9) +
        seconds.toFixed(1).padStart(7) +
        String(passed).padStart(8) +
        String(failed).padStart(8),
    );
  const failed = rows.filter(([, result]) => result.failed > 0).map(([name]) => name);
  if (failed.length > 0) console.log(`\nFailed: ${failed.join(", ")}`);
  const stale = results.has("torture") ? staleParts() : [];
  if (stale.length > 0)
    console.log(
      `\nTheir long form did not pass within ${STALE_COMMITS} commits: ${stale.join(", ")}. Run \`npm run torture\`.`,
    );
  const sum = (key) => rows.reduce((total, [, result]) => total + result[key], 0);
  console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
  process.exit(failed.length > 0 ? 1 : 0);
}

/** Lists all test files of each runner, with the same patterns as in the runners' own settings. */
function listTestFiles() {
  const list = (pattern) =>
    globSync(pattern, { cwd: root }).map((file) => file.replaceAll("\\", "/"));
  return {
    unit: list("tests/unit/**/*.test.ts"),
    api: list("tests/api/**/*.test.ts"),
    torture: list("tests/torture/**/*.test.ts"),
    e2e: list("tests/e2e/**/*.spec.ts"),
  };
}
