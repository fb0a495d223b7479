import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { auditShop, openShop } from "../support/shop.ts";
import { createNearBank } from "./model/near-bank.ts";
import { openNearShop } from "./model/near-shop.ts";
import { LOOK_DAY_TOMAN, LOOK_HOUR_TOMAN } from "./model/rules.ts";
import { type Mismatch, WITHOUT_TIME, playSequence, shrink } from "./model/sequence.ts";
import { asModelled } from "./model/wire-shop.ts";
import { fillShop } from "./model/world.ts";
import { seed } from "../support/random.ts";
import { amount, report } from "./scale.ts";

/**
 * A second shop of plain objects and plain rules predicts every answer in random sequences of calls
 * by several people, their bank, the operator and the clock. After each step the tables must agree
 * with it.
 */

const SEQUENCES = amount(150, 100_000);
const STEPS = amount(20, 50);
const STEPS_OVER_THE_WIRE = amount(100, 2_000);
const vars = {
  DISCOUNT_TRIES_PER_MINUTE: "10000",
  LOOK_HOUR_TOMAN: String(LOOK_HOUR_TOMAN),
  LOOK_DAY_TOMAN: String(LOOK_DAY_TOMAN),
};
const MISMATCHES_SHOWN = 3;
const STARTS_AT = Date.UTC(2026, 10, 21);

describe("the model of the shop", () => {
  const bank = createNearBank();
  const shop = openNearShop(bank, { vars });

  beforeAll(async () => {
    vi.stubGlobal("fetch", bank.fetch);
    // The shop logs payments that came too late.
    vi.spyOn(console, "error").mockImplementation(() => {});
    await fillShop(shop, shop.vault);
  });
  afterAll(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  async function play(
    number: number,
    without: ReadonlySet<number> = new Set(),
  ): Promise<Mismatch | null> {
    shop.begin();
    bank.forget();
    const mismatch = await playSequence(shop, {
      number,
      length: STEPS,
      startsAt: STARTS_AT,
      without,
    });
    const broken = mismatch ? {} : await auditShop(shop);
    shop.end();
    return (
      mismatch ??
      (Object.keys(broken).length > 0 ? { number, steps: [], what: JSON.stringify(broken) } : null)
    );
  }

  test("predicts every answer over random sequences, each with a clock of its own", async () => {
    const mismatches: Mismatch[] = [];
    const startedAt = Date.now();
    let number = 0;
    for (; number < SEQUENCES && mismatches.length < MISMATCHES_SHOWN; number++) {
      if ((await play(number)) === null) continue;
      const failed = number;
      const smallest = await shrink((without) => play(failed, without), STEPS);
      if (smallest) mismatches.push(smallest);
    }
    report("model", {
      sequences: number,
      "steps predicted": number * STEPS,
      "steps a second": Math.round(((number * STEPS) / (Date.now() - startedAt)) * 1_000),
      mismatches: mismatches.length,
    });
    expect(mismatches.map(show).join("\n\n"), `seed ${String(seed)}`).toBe("");
  }, 14_400_000);
});

test("the model predicts the answers of the shop in workerd, on D1 and over the wire", async () => {
  const shop = await openShop({ shopVars: { ...vars, GATEWAY_TRIES_PER_MINUTE: "10000" } });
  const modelled = asModelled(shop);
  await fillShop(modelled, shop.vault);
  const play = {
    number: 0,
    length: STEPS_OVER_THE_WIRE,
    startsAt: Date.now(),
    draws: WITHOUT_TIME,
  };
  const mismatch = await playSequence(modelled, play);
  const broken = await auditShop(shop);
  await shop.close();
  expect(mismatch === null ? "" : show(mismatch), `seed ${String(seed)}`).toBe("");
  expect(broken).toEqual({});
}, 3_600_000);

function show({ number, steps, what }: Mismatch): string {
  return `sequence ${String(number)}:\n${steps.join("\n")}\n${what}`;
}
