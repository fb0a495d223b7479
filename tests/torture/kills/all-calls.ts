import { deskHandlers } from "../faults/desk-handlers.ts";
import type { Handler } from "../faults/handler.ts";
import { shopperHandlers } from "../faults/shopper-handlers.ts";
import type { Random } from "../../support/random.ts";
import type { TestShop } from "../../support/shop.ts";

/** Makes every call that moves money, codes or rights, so that all are under way at the kill. */

type Attempt = Awaited<ReturnType<Handler["arrange"]>>;

interface OpenCalls {
  handler: Handler;
  attempt: Attempt;
  /** True when the caller got its answer. */
  answer: Promise<boolean>;
}

/** Prepares all calls, then makes them in random order. Returns without waiting for answers. */
export async function attemptAll(shop: TestShop, random: Random): Promise<OpenCalls[]> {
  const prepared: { handler: Handler; attempt: Attempt }[] = [];
  for (const handler of [...shopperHandlers, ...deskHandlers])
    prepared.push({ handler, attempt: await handler.arrange(shop) });
  return random
    .shuffle(prepared)
    .map(({ handler, attempt }) => ({ handler, attempt, answer: isAnswered(handler, attempt) }));
}

async function isAnswered({ name }: Handler, { ask }: Attempt): Promise<boolean> {
  try {
    const { status, body } = await ask();
    if (status !== 200) throw new Error(`${name}: ${String(status)} ${JSON.stringify(body)}`);
    return true;
  } catch (error) {
    // A killed server refuses connections or breaks off an answer. Other errors are faults of the
    // test.
    if (error instanceof TypeError || error instanceof SyntaxError) return false;
    throw error;
  }
}

/** Waits until `count` calls are answered. */
export async function answersOf(all: readonly OpenCalls[], count: number): Promise<void> {
  let missing = count;
  await new Promise<void>((resolve) => {
    if (missing <= 0) resolve();
    for (const { answer } of all)
      void answer.then(() => {
        missing -= 1;
        if (missing <= 0) resolve();
      });
  });
}

/**
 * Retries calls without an answer, and checks that each call took effect once. Returns how many
 * calls had been answered.
 */
export async function completeAll(shop: TestShop, all: readonly OpenCalls[]): Promise<number> {
  const answers = await Promise.all(all.map(({ answer }) => answer));
  await shop.turnClock(Math.max(...all.map(({ handler }) => handler.retryAfterMs ?? 0)));
  for (const [index, { handler, attempt }] of all.entries()) {
    if (answers[index] !== true) await retry(handler, attempt);
    try {
      await attempt.check();
    } catch (error) {
      const how = answers[index] === true ? "acknowledged" : "retried";
      throw new Error(`${handler.name}, ${how}`, { cause: error });
    }
  }
  await shop.turnClock(0);
  return answers.filter(Boolean).length;
}

async function retry({ name, retryRefusals }: Handler, { ask }: Attempt): Promise<void> {
  const { status, body } = await ask();
  if (status !== 200 && retryRefusals?.test(String(body.code)) !== true)
    throw new Error(`${name}, retried: ${String(status)} ${JSON.stringify(body)}`);
}
