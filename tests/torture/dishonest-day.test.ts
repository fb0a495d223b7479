import { afterAll, expect, test, vi } from "vitest";
import { ROLES } from "../../contract/desk/endpoint.ts";
import { type Thief, openDay } from "./dishonest/day.ts";
import { LEVERS } from "./dishonest/levers.ts";
import { amount, report } from "./scale.ts";
import { MINUTE } from "../support/time.ts";

/**
 * A day of an operator who steals, with an accomplice who buys. They make every useful call of the
 * desk in random order, in person or by a program. The loss, at cost, is never more than the sum
 * that one operator may give away alone.
 */

const MOST_TOMAN = 20_000_000;
const STEPS = amount(150, 1_500);
const DAYS = amount(1, 20);
/** The time between two steps. All steps are within the day for which the sum is limited. */
const STEP_MS = Math.floor(((23 * 60) / STEPS) * MINUTE);

const most: Record<string, number> = {};
afterAll(() => {
  report("dishonest-day", most);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const thieves: Thief[] = [
  ...ROLES.flatMap((role) => [{ role }, { role, isProgram: true }]),
  { role: "support", areas: ["tickets", "codes"] },
  { role: "finance", areas: ["codes"] },
  { role: "finance", areas: ["goods", "money"] },
];

/** Operators whose areas allow neither giving anything away nor inviting an operator who could. */
const harmless: Thief[] = [
  { role: "finance", areas: ["figures", "log"] },
  { role: "owner", areas: ["settings", "figures", "log"] },
];

const named = (all: Thief[]) => all.map((thief) => [nameOf(thief), thief] as const);

test.each(named(thieves))(
  "%s steals no more in a day than one operator may give away",
  async (name, thief) => {
    await spendDays(name, thief, MOST_TOMAN);
  },
);

test.each(named(harmless))("%s steals nothing in a day", async (name, thief) => {
  await spendDays(name, thief, 0);
});

function nameOf({ role, areas, isProgram }: Thief): string {
  const narrowed = areas ? ` with ${areas.join(" and ")}` : "";
  return `${role}${narrowed}, ${isProgram ? "a program" : "in person"}`;
}

async function spendDays(name: string, thief: Thief, mostToman: number): Promise<void> {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  for (let number = 0; number < DAYS; number++) {
    const day = await openDay(thief, `${name} ${String(number)}`);
    const pulled: string[] = [];
    for (let step = 0; step < STEPS; step++) {
      const lever = day.random.pick(Object.keys(LEVERS));
      pulled.push(lever);
      await LEVERS[lever]?.(day);
      await day.buy();
      day.stage.pass(STEP_MS);
      const taken = await day.taken();
      most[name] = Math.max(most[name] ?? 0, taken);
      expect({ taken: taken > mostToman ? taken : "enough", pulled }).toMatchObject({
        taken: "enough",
      });
    }
  }
}
