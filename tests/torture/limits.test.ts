import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { limits } from "./limits/all.ts";
import type { Limit } from "./limits/limit.ts";
import { torobVars } from "./limits/of-words.ts";
import { type CreateShop, createWorkshop } from "./limits/rebuilt.ts";
import { openStage } from "./limits/stage.ts";
import { amount, createRandom, report } from "./scale.ts";

/**
 * Limits that no table holds: each in turn is written out of the program, the shop is put together anew, and an attack that was refused
 * before has to notice. A limit that a table holds as well is refused by the table then, which tells it badly or not at all.
 */
const chosen = createRandom("limits").shuffle(limits).slice(0, amount(5, limits.length));

const workshop = createWorkshop();
let asItIs: CreateShop;
let missed = 0;

beforeAll(async () => {
  // What the shop tells its operators when a table refuses what it should have refused itself.
  vi.spyOn(console, "error").mockImplementation(() => {});
  asItIs = await workshop.build(null);
});
afterAll(() => {
  report("limits", {
    limits: limits.length,
    "taken out": chosen.length,
    "noticed to be missing by an attack": missed,
  });
  workshop.close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** What the attack finds wrong; anything but an expectation of its own that was not met is an error of the test. */
async function play({ attack, without }: Limit, isTakenOut: boolean): Promise<string | null> {
  const isSetting = "setting" in without;
  const create = isTakenOut && !isSetting ? await workshop.build(without) : asItIs;
  const loosened = isTakenOut && isSetting ? { [without.setting]: without.value } : {};
  try {
    await attack(openStage({ create, vars: { ...torobVars, ...loosened } }));
  } catch (error) {
    if (error instanceof Error && error.name === "AssertionError") return error.message;
    throw error;
  }
  return null;
}

describe("what is refused is not refused, or not so, without", () => {
  test.each(chosen.map((limit) => [limit.name, limit] as const))("%s", async (_, limit) => {
    expect(await play(limit, false)).toBeNull();
    expect(await play(limit, true)).toEqual(expect.any(String));
    missed += 1;
  });
});
