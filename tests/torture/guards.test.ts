import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { liveInShop } from "../support/busy-shop.ts";
import { type TestShop, auditShop, openShop } from "../support/shop.ts";
import { guards } from "./guards/all.ts";
import type { Guard, Rewrite, Stage } from "./guards/guard.ts";
import { claimsInCode, emptyBooks, guardsOfSchema, withoutDoor } from "./guards/in-code.ts";
import { EXCUSED } from "./guards/owners-of-things.ts";
import { unguardedOwners } from "./guards/owners.ts";
import { leaveTraces } from "./guards/traces.ts";
import { createPast, rewritesOf } from "./guards/without.ts";
import { ownThings } from "./owned-things.ts";
import { amount, createRandom, report } from "./scale.ts";

/**
 * Each guard in turn is taken out of a shop in which everything has happened, and an attack that was refused before goes through: that
 * is how it is known that the attack attacks, and that the guard is needed. Where two guards hold the same they are taken out together.
 */
const chosen = createRandom("guards").shuffle(guards).slice(0, amount(20, guards.length));

let shop: TestShop;
let stage: Stage;
let past: ReturnType<typeof createPast>;
/** How statements read while a guard is out. */
let rewrites: Rewrite[] = [];
const missed = { byAttacks: 0, byInvariants: 0 };

beforeAll(async () => {
  shop = await openShop({ shopVars: { SENDS_PER_DAY: "1000000" } });
  await liveInShop(shop, { topups: 2 });
  const things = await ownThings(shop);
  await leaveTraces(shop, things.owner);
  await shop.runJobs();
  stage = {
    shop,
    things,
    async meanwhile(before, rivals, ask) {
      await shop.trouble({ rewrites, meanwhile: { before, rivals } });
      const answer = await ask();
      await shop.trouble({ rewrites });
      return answer;
    },
  };
  past = createPast(shop);
});
afterAll(async () => {
  report("guards", {
    guards: guards.length,
    "taken out": chosen.length,
    "noticed to be missing by an attack": missed.byAttacks,
    "noticed to be missing by the invariants": missed.byInvariants,
  });
  await shop?.close();
});

/** What goes wrong: in the attack's own eyes, and by the invariants that do not hold afterwards. */
async function play({ attack }: Guard): Promise<{ attack: string[]; invariants: string[] }> {
  await shop.trouble({ rewrites });
  const wrong: string[] = [];
  try {
    await attack(stage);
  } catch (error) {
    wrong.push(error instanceof Error ? error.message : String(error));
  }
  rewrites = [];
  await shop.trouble({});
  await shop.turnClock(0);
  await shop.sandbox.clearFaults();
  return { attack: wrong, invariants: Object.keys(await auditShop(shop)) };
}

describe("without it, something goes wrong that went well with it:", () => {
  test.each(chosen.map((guard) => [guard.name, guard] as const))("%s", async (_, guard) => {
    await past.restore();
    expect(await play(guard)).toEqual({ attack: [], invariants: [] });
    const others = (guard.heldAlsoBy ?? []).map(
      (name) => guards.find((other) => other.name === name) ?? { name },
    );
    await past.restoreWithout([guard, ...others].map(({ name }) => name));
    rewrites = [guard, ...others].flatMap(rewritesOf);
    const { attack, invariants } = await play(guard);
    expect([...attack, ...invariants]).not.toEqual([]);
    missed.byAttacks += Math.min(1, attack.length);
    missed.byInvariants += Math.min(1, invariants.length);
  });
});

test("every guard of the schema and every claim of a batch is attacked, and no other is named", () => {
  const database = emptyBooks();
  const inCode = [...guardsOfSchema(database), ...claimsInCode()];
  database.close();
  const attacked = guards
    .filter(({ rewrites: given }) => given === undefined)
    .map(({ name }) => withoutDoor(name));
  expect([...new Set(attacked)].sort()).toEqual(inCode.sort());
  const names = guards.map(({ name }) => name);
  expect(
    guards.flatMap(({ heldAlsoBy = [] }) => heldAlsoBy).filter((name) => !names.includes(name)),
  ).toEqual([]);
});

test("every comparison with an owner is attacked, but for those that nobody can miss", () => {
  expect(unguardedOwners(guards, EXCUSED)).toEqual([]);
});
