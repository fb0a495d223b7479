import { findBreach } from "../../support/shop.ts";
import { createRandom } from "../../support/random.ts";
import * as account from "./account-steps.ts";
import * as buying from "./buying-steps.ts";
import { compareWorld } from "./compare.ts";
import * as freezes from "./freeze-steps.ts";
import * as order from "./order-steps.ts";
import * as payment from "./payment-steps.ts";
import type { ModelledShop, Step, Turn } from "./step.ts";
import { sum } from "./things.ts";
import { openWorld } from "./world.ts";

/** Plays one sequence: a few people and products, and steps that the model predicts. */

const SECOND_MS = 1_000;

type Draw = (turn: Turn) => Step | null;

type Draws = readonly (readonly [number, Draw])[];

/** Every kind of step with its weight. */
const EVERYTHING: Draws = [
  [6, buying.put],
  [1, buying.takeOut],
  [1, buying.handOver],
  [2, buying.applyDiscount],
  [1, buying.readCart],
  [4, buying.buy],
  [5, payment.checkOut],
  [2, payment.topUp],
  [1, buying.changeProduct],
  [5, account.payAtBank],
  [5, account.comeBack],
  [2, account.withdraw],
  [2, account.decideWithdrawal],
  [2, account.holdWithdrawal],
  [1, account.takeWithdrawalBack],
  [1, order.readOrder],
  [2, order.cancelOrder],
  [2, order.readContent],
  [1, order.mark],
  [1, order.rate],
  [2, order.openTicket],
  [2, order.moveTicket],
  [3, order.handle],
  [2, order.giveBack],
  [1.5, order.decideLook],
  [1.5, order.decideRefund],
  [2, account.lookAround],
  [1.2, freezes.freeze],
  [2.5, freezes.release],
  [1, freezes.endReview],
  [0.3, account.completeProfile],
  [1.5, account.passTime],
  [2, account.doJobs],
];
/** The same steps without those of the clock and the jobs. */
export const WITHOUT_TIME: Draws = EVERYTHING.filter(
  ([, draw]) => draw !== account.passTime && draw !== account.doJobs,
);

function drawStep(turn: Turn, draws: Draws): Step {
  let place = turn.random.next() * sum(draws.map(([weight]) => weight));
  const [, draw] = draws.find(([weight]) => (place -= weight) < 0) ?? [1, buying.put];
  return draw(turn) ?? drawStep(turn, draws);
}

/** The first wrong answer or row of a sequence, with all steps before it. */
export interface Mismatch {
  number: number;
  steps: string[];
  what: string;
}

interface Play {
  number: number;
  length: number;
  /** The time at which the sequence begins, UTC milliseconds. */
  startsAt: number;
  /** Steps that are left out, to find whether they matter. */
  without?: ReadonlySet<number>;
  draws?: Draws;
}

export async function playSequence(shop: ModelledShop, play: Play): Promise<Mismatch | null> {
  const { number, length, startsAt, without = new Set(), draws = EVERYTHING } = play;
  const world = await openWorld(shop, createRandom(`sequence ${String(number)}`), startsAt);
  const steps: string[] = [];
  for (let index = 0; index < length; index++) {
    world.now += SECOND_MS;
    shop.setClock(world.now);
    if (without.has(index)) continue;
    // Each step has its own random numbers, so that leaving out a step hardly changes the others.
    const random = createRandom(`sequence ${String(number)} step ${String(index)}`);
    const step = drawStep({ world, random, person: random.pick(world.people) }, draws);
    steps.push(`${String(index)}. ${step.name}`);
    const what = (await take(shop, step)) ?? (await compareWorld(shop, world));
    if (what !== null) return { number, steps, what };
  }
  return null;
}

/** Leaves out as many steps as possible without losing the mismatch. */
export async function shrink(
  playWithout: (without: ReadonlySet<number>) => Promise<Mismatch | null>,
  length: number,
): Promise<Mismatch | null> {
  const without = new Set<number>();
  let smallest = await playWithout(without);
  for (let index = length - 1; index >= 0; index--) {
    const smaller = await playWithout(new Set([...without, index]));
    if (!smaller) continue;
    without.add(index);
    smallest = smaller;
  }
  return smallest;
}

/** Carries a step out. Returns how the answer differs from the prediction, or null. */
async function take(shop: ModelledShop, step: Step): Promise<string | null> {
  if ("act" in step) {
    await step.act(shop);
    return null;
  }
  const expected = step.expect();
  const answer = await shop.ask(step.requestTo(shop));
  const breach = findBreach(step.endpoint, answer);
  if (breach !== null) return breach;
  const isAsExpected =
    answer.status === expected.status &&
    isWithin(expected.body ?? {}, answer.body) &&
    (expected.length === undefined ||
      (Array.isArray(answer.body) && answer.body.length === expected.length));
  if (!isAsExpected)
    return `expected ${JSON.stringify(expected)}\nbut the answer was ${JSON.stringify(answer)}`;
  await step.learn?.(answer.body, shop);
  return null;
}

/** True when `found` has everything in `expected`. Objects may have more fields, lists not more. */
function isWithin(expected: unknown, found: unknown): boolean {
  if (typeof expected !== "object" || expected === null)
    return expected === undefined || expected === found;
  if (typeof found !== "object" || found === null) return false;
  if (Array.isArray(expected) && (!Array.isArray(found) || found.length !== expected.length))
    return false;
  return Object.entries(expected).every(([name, value]) =>
    isWithin(value, (found as Record<string, unknown>)[name]),
  );
}
