import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { torobVars } from "../support/torob.ts";
import { limits } from "./limits/all.ts";
import type { Limit } from "./limits/limit.ts";
import { type CreateShop, createWorkshop } from "./limits/rebuilt.ts";
import { openStage } from "./limits/stage.ts";
import { createRandom } from "../support/random.ts";
import { amount, report } from "./scale.ts";

/**
 * Removes each limit of the program in turn and rebuilds the shop. An attack that was refused
 * before must then get another answer: it succeeds or, if a table has the same limit, gets another
 * refusal.
 */
const chosen = createRandom("limits").shuffle(limits).slice(0, amount(5, limits.length));

const workshop = createWorkshop();
let unchanged: CreateShop;
let removed = 0;
let missed = 0;

beforeAll(async () => {
  // The shop logs an error when a table refuses what the program should have refused.
  vi.spyOn(console, "error").mockImplementation(() => {});
  unchanged = await workshop.build(null);
});
afterAll(() => {
  report("limits", {
    limits: limits.length,
    "taken out": removed,
    "noticed to be missing by an attack": missed,
  });
  workshop.close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Returns the failed assertion of an attack. Any other error is a fault of the test. */
async function play({ attack, without, vars }: Limit, isRemoved: boolean): Promise<string | null> {
  const isSetting = "setting" in without;
  const create = isRemoved && !isSetting ? await workshop.build(without) : unchanged;
  const loosened = isRemoved && isSetting ? { [without.setting]: without.value } : {};
  try {
    await attack(openStage({ create, vars: { ...torobVars, ...vars, ...loosened } }));
  } catch (error) {
    if (error instanceof Error && error.name === "AssertionError") return error.message;
    throw error;
  }
  return null;
}

describe("an attack is refused with the limit and succeeds without it:", () => {
  test.each(chosen.map((limit) => [limit.name, limit] as const))("%s", async (_, limit) => {
    expect(await play(limit, false)).toBeNull();
    removed++;
    expect(await play(limit, true)).toEqual(expect.any(String));
    missed += 1;
  });
});
