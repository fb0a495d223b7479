import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/{unit,api,torture}/**/*.test.ts"],
    // Each file in tests/api runs a whole stack of its own, which takes a core while it starts; some tests only wait.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
