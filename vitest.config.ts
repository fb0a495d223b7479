import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const LONG =
  /torture\/(?:races|database-faults|fuzz|kills|model)|api\/(?:whole\/restore|desk\/command|desk\/key)\./;

/**
 * Starts the longest files first, so that the run does not wait for them at its end. Without
 * results of earlier runs, vitest starts with the largest files; but the files of the races are
 * small and take long.
 */
class LongOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted(
      (one, other) => Number(LONG.test(other.moduleId)) - Number(LONG.test(one.moduleId)),
    );
  }
}

/**
 * A project of tests without isolation: a worker keeps its loaded modules for the next file, and
 * with them the shops of useSharedShop. A fresh worker for each file would take longer than most of
 * the tests.
 */
const project = (name: string, include: string) => ({
  extends: true as const,
  test: { name, include: [include], isolate: false },
});

export default defineConfig({
  test: {
    // One worker more than two cores, because some tests only wait.
    maxWorkers: 3,
    sequence: { sequencer: LongOnesFirst },
    testTimeout: 90_000,
    hookTimeout: 180_000,
    // Tests that run the shop in their own process would print the line of each call and job.
    onConsoleLog: (log) => !/^\{"(?:call|job|effect)":/.test(log),
    // A long timeout, so that tests also pass on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      project("unit", "tests/unit/**/*.test.ts"),
      project("api", "tests/api/**/*.test.ts"),
      project("torture", "tests/torture/*.test.ts"),
    ],
  },
});
