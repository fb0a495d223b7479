import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const LONG = /tests\/torture\/(races|database-faults|fuzz|kills|model)/;

/**
 * Starts the longest parts of the torture first. Without results of earlier runs vitest starts large
 * files first, and the races, a few lines each, would run alone at the end.
 */
class LongOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted(
      (one, other) => Number(LONG.test(other.moduleId)) - Number(LONG.test(one.moduleId)),
    );
  }
}

export default defineConfig({
  test: {
    include: ["tests/{unit,api,torture}/**/*.test.ts"],
    // Each file in tests/api runs a whole stack of its own, which takes a core while it starts; some tests only wait.
    maxWorkers: 3,
    sequence: { sequencer: LongOnesFirst },
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
