import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hash } from "../support/operator.ts";
import { FIRST_OWNER_SECRET } from "./guards/operator.ts";
import { liveInShop } from "../support/busy-shop.ts";
import { type TestShop, auditShop, openShop } from "../support/shop.ts";
import { guards } from "./guards/all.ts";
import type { Guard, Rewrite, Stage } from "./guards/guard.ts";
import { leaveTraces, tablesWithout } from "./guards/traces.ts";
import { PER_DAY_TOMAN } from "./guards/without-papers.ts";
import { createPast, rewritesOf } from "./guards/without.ts";
import { ownThings } from "./owned-things.ts";
import { createRandom } from "../support/random.ts";
import { amount, report } from "./scale.ts";

/**
 * Removes each guard in turn from a shop in which everything has happened. An attack that was
 * refused before must succeed then: this proves that the attack works and the guard is needed.
 * Guards that refuse the same attack are removed together.
 */
const chosen = createRandom("guards").shuffle(guards).slice(0, amount(20, guards.length));

let shop: TestShop;
let stage: Stage;
let past: ReturnType<typeof createPast>;
/** Changes to the shop's statements while a guard is removed. */
let rewrites: Rewrite[] = [];
let removed = 0;
const missed = { byAttacks: 0, byInvariants: 0 };

beforeAll(async () => {
  shop = await openShop({
    zibal: true,
    reloadly: true,
    shopVars: {
      SENDS_PER_DAY: "1000000",
      BUY_WITHOUT_PAPERS_TOMAN: String(PER_DAY_TOMAN),
      DESK_FIRST_OWNER: hash(FIRST_OWNER_SECRET),
      DESK_PASSKEYS: "required",
      INQUIRY_FACTS: "phone,card,iban",
    },
  });
  await liveInShop(shop, { topups: 2 });
  const things = await ownThings(shop);
  await leaveTraces(shop, things);
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
    "taken out": removed,
    "noticed to be missing by an attack": missed.byAttacks,
    "noticed to be missing by the invariants": missed.byInvariants,
  });
  await shop?.close();
});

/** Runs an attack. Returns its failed assertions and the invariants that are broken afterwards. */
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

test("the attacked shopper has a row in every table of personal data", () => {
  const missing = tablesWithout(shop, stage.things.owner).map(
    (table) => `${table} has no row of the owner: add a tracesOf… in tests/torture/guards`,
  );
  expect(missing).toEqual([]);
});

describe("an attack is refused with the guard and succeeds without it:", () => {
  test.each(chosen.map((guard) => [guard.name, guard] as const))("%s", async (_, guard) => {
    await past.restore();
    expect(await play(guard)).toEqual({ attack: [], invariants: [] });
    const others = (guard.heldAlsoBy ?? []).map(
      (name) => guards.find((other) => other.name === name) ?? { name },
    );
    await past.restoreWithout([guard, ...others].map(({ name }) => name));
    rewrites = [guard, ...others].flatMap(rewritesOf);
    removed++;
    const { attack, invariants } = await play(guard);
    expect([...attack, ...invariants]).not.toEqual([]);
    missed.byAttacks += Math.min(1, attack.length);
    missed.byInvariants += Math.min(1, invariants.length);
  });
});
