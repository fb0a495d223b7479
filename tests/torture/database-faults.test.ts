import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestShop, auditShop, openShop } from "../support/shop.ts";
import type { FaultMode } from "../support/trouble.ts";
import {
  cardInquiryHandler,
  deskHandlers,
  inquiryHandler,
  jobHandler,
  supplyHandler,
} from "./faults/desk-handlers.ts";
import type { Handler } from "./faults/handler.ts";
import { shopperHandlers } from "./faults/shopper-handlers.ts";
import { createRandom } from "../support/random.ts";
import { amount, report, sample } from "./scale.ts";

/**
 * Breaks each database call of a handler in turn: it fails before it reaches the database, its
 * answer is lost after it ran, or it stalls until the shop has given up and runs after the retry.
 * Callers who retry get what they requested, once. The short form does so with a third of the
 * handlers; the long form also breaks two calls of an attempt.
 */
const handlers = [
  jobHandler,
  supplyHandler,
  inquiryHandler,
  cardInquiryHandler,
  ...shopperHandlers,
  ...deskHandlers,
];
const chosen = sample(handlers, 3);
const modes: FaultMode[] = ["before", "after", "stall"];
type Fault = { at: number; mode: FaultMode };

let shop: TestShop;
let cases = 0;
let violations = 0;
let turnedMs = 0;
beforeAll(async () => {
  shop = await openShop({
    zibal: true,
    reloadly: true,
    shopVars: {
      SENDS_PER_DAY: "1000000",
      BUY_WITHOUT_PAPERS_TOMAN: "250000",
      INQUIRY_FACTS: "phone,card,iban",
      INQUIRY_QUESTIONS_PER_DAY: "1000000",
    },
  });
});
afterAll(async () => {
  report("database-faults", { handlers: chosen.length, cases, violations });
  await shop?.close();
});

/** Counts the database calls of an undisturbed attempt. */
async function countCalls({ arrange }: Handler): Promise<number> {
  const { ask, check } = await arrange(shop);
  await shop.trouble({});
  expect((await ask()).status).toBe(200);
  const calls = await shop.trouble({});
  await check();
  return calls;
}

async function tryWith(
  { arrange, retryRefusals, retryAfterMs, isJob = false }: Handler,
  faults: Fault[],
) {
  const { ask, check } = await arrange(shop);
  await shop.trouble({ faults });
  const first = await ask();
  await shop.trouble({});
  if (!isJob && first.status !== 200) {
    // The fault is not the caller's, so the shop may refuse only with 503 and the time to retry.
    expect([first.status, first.headers.get("Retry-After") === null]).toEqual([503, false]);
  }
  for (let retry = isJob ? 2 : 1; retry <= 2; retry++) {
    if (retryAfterMs !== undefined) await shop.turnClock((turnedMs += retryAfterMs));
    const { status, body } = await ask();
    if (status !== 200) expect(String(body.code)).toMatch(retryRefusals ?? /^no refusal$/);
  }
  const late = await shop.releaseStalled();
  if (isJob && late.length > 0) await ask();
  await check();
  cases++;
}

/**
 * Plans the attempts. The short form breaks each call once, in a random way. For the two dozen
 * calls of the jobs it only loses eight answers, since the next run repairs failures. The long form
 * breaks each call in each way, and every two calls together.
 */
function planAttempts({ name, isJob = false }: Handler, calls: number): Fault[][] {
  const random = createRandom(name);
  const each = Array.from({ length: calls }, (_, index) =>
    modes.map((mode) => ({ at: index + 1, mode })),
  );
  const single = each.flat();
  const pairs = single.flatMap((one) =>
    single.filter(({ at }) => at > one.at).map((other) => [one, other]),
  );
  const drawn = isJob
    ? random.shuffle(single.filter(({ mode }) => mode === "after")).slice(0, 8)
    : each.flatMap((ways) => random.shuffle(ways).slice(0, 1));
  return amount(
    drawn.map((fault) => [fault]),
    [...single.map((fault) => [fault]), ...pairs],
  );
}

describe.each(chosen.map((handler) => [handler.name, handler] as const))("%s", (_, handler) => {
  test(
    "does its work once, whichever database call fails",
    async () => {
      const calls = await countCalls(handler);
      expect(calls).toBeGreaterThan(0);
      for (const faults of planAttempts(handler, calls)) {
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
