import { describe, expect, it } from "vitest";
import { RUNNERS, STEPS, planRun } from "../../scripts/check/words.ts";

const testFiles = {
  unit: ["tests/unit/cart-rules.test.ts", "tests/unit/path.test.ts"],
  api: ["tests/api/buying/cart.test.ts", "tests/api/order.test.ts"],
  torture: ["tests/torture/fuzz.test.ts"],
  e2e: ["tests/e2e/cart.spec.ts", "tests/e2e/order.spec.ts"],
};
const plan = (line: string) => planRun(line === "" ? [] : line.split(" "), testFiles);

describe("the words after `npm test`", () => {
  it("may be missing, and then every step runs in full", () => {
    expect(plan("")).toEqual({ steps: [...STEPS], files: {}, mistakes: [] });
  });

  it.each([
    ["lint tidy", ["lint", "tidy"]],
    ["quick", ["lint", "unit", "format", "tidy", "knip"]],
    ["quick types", ["lint", "types", "unit", "format", "tidy", "knip"]],
    ["e2e", ["build", "e2e"]],
    ["tests/api/buying/cart.test.ts", ["build", "api"]],
    [
      "quick tests/api/buying/cart.test.ts",
      ["lint", "unit", "build", "format", "tidy", "knip", "api"],
    ],
    ["fuzz", ["build", "torture"]],
    ["lint fuzz", ["lint", "build", "torture"]],
  ])("choose the steps: %s → %j", (line, steps) => {
    expect([...plan(line).steps].sort()).toEqual(steps.toSorted());
  });

  it.each([
    ["unit api tests/api/buying/cart.test.ts", { api: ["tests/api/buying/cart.test.ts"] }],
    [
      "unit tests/api/buying/cart.test.ts tests/unit",
      { unit: testFiles.unit, api: testFiles.api.slice(0, 1) },
    ],
    ["api ./tests/api/buying/cart.test.ts:12", { api: ["tests/api/buying/cart.test.ts:12"] }],
    ["api tests\\api\\buying\\cart.test.ts", { api: ["tests/api/buying/cart.test.ts"] }],
    ["unit api cart", { unit: testFiles.unit.slice(0, 1), api: testFiles.api.slice(0, 1) }],
    [
      "unit api tests/api/order.test.ts cart",
      { unit: testFiles.unit.slice(0, 1), api: testFiles.api.slice(1) },
    ],
    ["quick cart", { unit: ["tests/unit/cart-rules.test.ts"] }],
    ["quick api cart", { api: ["tests/api/buying/cart.test.ts"] }],
    ["order", { api: testFiles.api.slice(1), e2e: testFiles.e2e.slice(1) }],
    ["api cart order", { api: testFiles.api }],
    ["unit api path order", { unit: testFiles.unit.slice(1), api: testFiles.api.slice(1) }],
  ])("filter the tests of the runners they belong to, and of no other: %s", (line, files) => {
    expect(plan(line)).toMatchObject({ mistakes: [] });
    expect(plan(line).files).toEqual(files);
  });

  it.each([
    ["crat", ['No step and no test fits "crat".']],
    ["lint tets", ['No step and no test fits "tets".']],
    ["api crat", ['No test of api fits "crat".']],
    ["api cart crat", ['No test of api fits "crat".']],
    ["unit api crat", ['No test of unit fits "crat".', 'No test of api fits "crat".']],
    ["unit api order", ['No test of unit fits "order".']],
    ["unit api tests/api/crat.test.ts", ['No test of api fits "tests/api/crat.test.ts".']],
    [
      "tests/api/buying/cart.test.ts order",
      ['"order" filters no runner: each runner that is named has a path of its own.'],
    ],
    ["tests/support/stack.ts", ['No step and no test fits "tests/support/stack.ts".']],
    ["quick order", ['No test of unit fits "order".']],
  ])("are a mistake when they fit nothing: %s", (line, mistakes) => {
    expect(plan(line).mistakes).toEqual(mistakes);
  });

  it("include every runner of tests as a step", () => {
    expect(STEPS).toEqual(expect.arrayContaining([...RUNNERS]));
  });
});
