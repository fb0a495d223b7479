import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditShop, openShop } from "../../support/shop.ts";
import { type Random, createRandom, seed } from "../../support/random.ts";
import { amount, report } from "../scale.ts";
import { createTogether } from "../together.ts";
import { AT_ONCE, ROUNDS, type Round, type Scenario, type Stage } from "./scenario.ts";

/** In this share of rounds at least two requests must be inside the shop at the same time. */
const OVERLAPPING_MIN = 0.9;

type Together = ReturnType<typeof createTogether>;
type MakeRound = (random: Random) => Round | Promise<Round>;

/**
 * Sends twenty requests at the same moment, again and again, in scenarios where the shop could
 * sell, pay or promise something twice. The database delays each call by a random time, so that the
 * requests interleave differently in each round. The scenarios share one shop.
 */
export function playRaces(part: string, scenarios: Scenario[]): void {
  let stage: Stage;
  let together: Together;
  let overlapping = 0;
  let played = 0;
  let violations = 0;

  beforeAll(async () => {
    const shop = await openShop({ reloadly: true, shopVars: { SENDS_PER_DAY: "1000000" } });
    stage = { shop, crowd: await shop.newShoppers(AT_ONCE, { balanceToman: 1_000_000_000 }) };
    together = createTogether(shop.stack.url);
  });
  afterAll(async () => {
    report(`races for ${part}`, {
      scenarios: scenarios.length,
      rounds: played,
      requests: played * AT_ONCE,
      "rounds in which requests overlapped": overlapping,
      violations,
    });
    together?.close();
    await stage?.shop.close();
  });

  describe(`races for ${part}`, () => {
    test.each(scenarios.map((scenario) => [scenario.name, scenario] as const))(
      "%s",
      async (_, { name, rounds: requested = ROUNDS, prepare, after }) => {
        const random = createRandom(name);
        const rounds = await prepare(stage, requested);
        let overlaps = 0;
        for (const [index, make] of rounds.entries()) {
          try {
            overlaps += Number(await playRound(make, random, stage, together));
          } catch (error) {
            violations++;
            throw new Error(`Round ${String(index)} with seed ${String(seed)} went wrong`, {
              cause: error,
            });
          }
        }
        await after?.(stage);
        expect(await auditShop(stage.shop)).toEqual({});
        expect(overlaps).toBeGreaterThanOrEqual(requested * OVERLAPPING_MIN);
        overlapping += overlaps;
        played += rounds.length;
      },
      amount(240_000, 3_600_000),
    );
  });
}

/** Plays and checks one round. True when requests overlapped in it. */
async function playRound(
  make: MakeRound,
  random: Random,
  { shop }: Stage,
  together: Together,
): Promise<boolean> {
  const { calls, before, check } = await make(random);
  expect(calls).toHaveLength(AT_ONCE);
  if (before) await shop.put(...before);
  await shop.trouble({ jitterSeed: random.below(0x7f_ff_ff_ff) });
  const answers = await together.send(calls);
  await shop.trouble({});
  const isRace = (await shop.mostInside()) >= 2;
  expect(
    answers.filter(({ status, body }) => status >= 500 && body.code !== "payment_unknown"),
  ).toEqual([]);
  await check(answers);
  return isRace;
}
