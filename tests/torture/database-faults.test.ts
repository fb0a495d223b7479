import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestShop, auditShop, openShop } from "../support/shop.ts";
import type { FaultMode } from "../support/trouble.ts";
import { deskHandlers, jobHandler } from "./faults/desk-handlers.ts";
import type { Handler } from "./faults/handler.ts";
import { shopperHandlers } from "./faults/shopper-handlers.ts";
import { amount, report } from "./scale.ts";

/**
 * Each call to the database fails in turn: before it reaches it, after it was carried out (the answer is lost), or it stalls until
 * the shop has given up and is carried out after the retry. Whoever asks again gets what they asked for, once. The long form breaks
 * two calls of a try.
 */
const handlers = [jobHandler, ...shopperHandlers, ...deskHandlers];
const modes: FaultMode[] = ["before", "after", "stall"];
type Fault = { at: number; mode: FaultMode };

let shop: TestShop;
let cases = 0;
let violations = 0;
let turnedMs = 0;
beforeAll(async () => {
  shop = await openShop({ shopVars: { SENDS_PER_DAY: "1000000" } });
});
afterAll(async () => {
  report("database-faults", { handlers: handlers.length, cases, violations });
  await shop?.close();
});

/** How many calls to the database an undisturbed try makes. */
async function countCalls({ arrange }: Handler): Promise<number> {
  const { ask, check } = await arrange(shop);
  await shop.trouble({});
  expect((await ask()).status).toBe(200);
  const calls = await shop.trouble({});
  await check();
  return calls;
}

async function tryWith(
  { arrange, retryTold, patienceMs, isJob = false }: Handler,
  faults: Fault[],
) {
  const { ask, check } = await arrange(shop);
  await shop.trouble({ faults });
  const first = await ask();
  await shop.trouble({});
  if (!isJob && first.status !== 200) {
    // Nothing but "not now": what failed is not the caller's fault, and they are told when to come back.
    expect([first.status, first.headers.get("Retry-After") === null]).toEqual([503, false]);
  }
  for (let retry = isJob ? 2 : 1; retry <= 2; retry++) {
    if (patienceMs !== undefined) await shop.turnClock((turnedMs += patienceMs));
    const { status, body } = await ask();
    if (status !== 200) expect(String(body["code"])).toMatch(retryTold ?? /^no refusal$/);
  }
  const late = await shop.letGo();
  if (isJob && late.length > 0) await ask();
  await check();
  cases++;
}

describe.each(handlers.map((handler) => [handler.name, handler] as const))("%s", (_, handler) => {
  test(
    "does its work once, whatever call to the database fails",
    async () => {
      const calls = await countCalls(handler);
      expect(calls).toBeGreaterThan(0);
      // A run of the jobs makes eighty calls, and what fails in it is done by the next: the short form loses their answers alone.
      const ways = handler.isJob ? amount<FaultMode[]>(["after"], modes) : modes;
      const single = Array.from({ length: calls }, (_ignored, index) =>
        ways.map((mode) => ({ at: index + 1, mode })),
      ).flat();
      const pairs = single.flatMap((one) =>
        single.filter(({ at }) => at > one.at).map((other) => [one, other]),
      );
      const plans: Fault[][] = [
        ...single.map((fault) => [fault]),
        ...amount([] as Fault[][], pairs),
      ];
      for (const faults of plans) {
        try {
          await tryWith(handler, faults);
        } catch (error) {
          violations++;
          throw new Error(`With ${JSON.stringify(faults)} of ${String(calls)} calls`, {
            cause: error,
          });
        }
      }
      expect(await auditShop(shop)).toEqual({});
    },
    amount(240_000, 3_600_000),
  );
});
