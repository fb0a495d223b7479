/** The steps of `npm test`, in the order of the table that it prints at its end. */
export const STEPS = [
  "lint",
  "types",
  "unit",
  "build",
  "format",
  "tidy",
  "knip",
  "api",
  "torture",
  "e2e",
] as const;
/** The steps that run test files. */
export const RUNNERS = ["unit", "api", "torture", "e2e"] as const;
/** The steps that `quick` runs. */
const QUICK: readonly Step[] = ["lint", "unit", "format", "tidy", "knip"];
const NEED_BUILD: readonly Step[] = ["api", "torture", "e2e"];

export type Step = (typeof STEPS)[number];
export type Runner = (typeof RUNNERS)[number];

export interface Plan {
  steps: Step[];
  /**
   * The files of each filtered runner, such as `tests/api/buying/cart.test.ts`; other runners run
   * all files.
   */
  files: Partial<Record<Runner, string[]>>;
  /** One sentence for each word that fits no test file. If there are any, nothing may run. */
  mistakes: string[];
}

/**
 * Turns the words after `npm test --` into a plan:
 * - Without words every step runs.
 * - The name of a step runs that step, `quick` runs the quick ones.
 * - A path below `tests/<runner>/` runs these files of that runner and filters no other runner.
 * - Any other word runs the test files that have it in their path. It filters the runners that are
 *   named and have no path; `quick` names `unit` if no other runner is named. If no runner is
 *   named, every runner that has such a file runs.
 * - A runner that no word filters runs all its tests.
 */
export function planRun(
  words: readonly string[],
  testFiles: Readonly<Record<Runner, readonly string[]>>,
): Plan {
  const isQuick = words.includes("quick");
  const named = STEPS.filter((step) => words.includes(step));
  const filters = words
    .filter((word) => word !== "quick" && !named.some((step) => step === word))
    .map((word) => word.replaceAll("\\", "/").replace(/^\.\//, ""));
  const { asked, runnersOf } = assign(filters, named, isQuick);

  const files: Plan["files"] = {};
  for (const runner of RUNNERS) {
    const own = filters.filter((word) => runnersOf(word).includes(runner));
    const found = own.flatMap((word) => filesWith(word, testFiles[runner]));
    if (found.length > 0) files[runner] = [...new Set(found)];
  }
  const steps = STEPS.filter(
    (step) =>
      words.length === 0 ||
      named.includes(step) ||
      (isQuick && QUICK.includes(step)) ||
      asked.some((runner) => runner === step) ||
      Object.hasOwn(files, step),
  );
  if (steps.some((step) => NEED_BUILD.includes(step)) && !steps.includes("build"))
    steps.push("build");

  const mistakes = filters.flatMap((word) => {
    const runners = runnersOf(word);
    if (runners.length === 0)
      return [`"${word}" filters no runner: each runner that is named has a path of its own.`];
    const without = runners.filter((runner) => filesWith(word, testFiles[runner]).length === 0);
    const fitsNothing = without.length === runners.length;
    if (fitsNothing && asked.length === 0) return [`No step and no test fits "${word}".`];
    return without
      .filter((runner) => fitsNothing || !Object.hasOwn(files, runner))
      .filter((runner) => asked.includes(runner))
      .map((runner) => `No test of ${runner} fits "${word}".`);
  });
  return { steps, files, mistakes };
}

/** Returns the requested runners, and a function that says which runners a word filters. */
function assign(filters: readonly string[], named: readonly Step[], isQuick: boolean) {
  const withPath = RUNNERS.filter((runner) => filters.some((word) => folderOf(word) === runner));
  const asked = RUNNERS.filter((runner) => named.includes(runner) || withPath.includes(runner));
  if (asked.length === 0 && isQuick) asked.push("unit");
  const withoutPath = asked.filter((runner) => !withPath.includes(runner));
  const runnersOf = (word: string): readonly Runner[] => {
    const runner = folderOf(word);
    if (runner !== undefined) return [runner];
    return asked.length === 0 ? RUNNERS : withoutPath;
  };
  return { asked, runnersOf };
}

/** Returns the runner whose folder a word names: `tests/api/buying/cart.test.ts` names `api`. */
function folderOf(word: string): Runner | undefined {
  return RUNNERS.find((runner) => `${word}/`.startsWith(`tests/${runner}/`));
}

/**
 * Returns the files that have the word in their path below tests/. A line number after the word
 * (`:12`) is kept.
 */
function filesWith(word: string, files: readonly string[]): string[] {
  const [, part = "", line = ""] = /^(.*?)((?::\d+)*)$/.exec(word) ?? [];
  const isPath = folderOf(part) !== undefined;
  return files
    .filter((file) => (isPath ? file : file.replace(/^tests\/\w+\//, "")).includes(part))
    .map((file) => file + line);
}
