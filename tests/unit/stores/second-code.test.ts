import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { getBalance } from "../../../contract/wallet.ts";

/** How pages ask for a second code when calls need it. These tests stand in for the shop. */

/** Functions that answer the calls, in the order of the calls. */
let waiting: ((isProven: boolean) => void)[];
let questions: PromiseWithResolvers<boolean>[];
let heard: string[];

beforeEach(() => {
  vi.resetModules();
  [waiting, questions, heard] = [[], [], []];
  vi.stubGlobal("dispatchEvent", ({ type }: Event) => heard.push(type));
  vi.stubGlobal("document", { readyState: "complete" });
  vi.stubGlobal("fetch", () => {
    const answer = Promise.withResolvers<Response>();
    waiting.push((isProven) => {
      answer.resolve(
        isProven
          ? Response.json({ balance: 5 })
          : Response.json({ code: "second_code_needed", message: "کد" }, { status: 403 }),
      );
    });
    return answer.promise;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Opens a page that can ask for a second code. The returned function reads the balance. */
async function openPage({ canAsk = true } = {}) {
  const { call, onSecondCodeNeeded } = await import("../../../src/stores/call.ts");
  if (canAsk)
    onSecondCodeNeeded(() => {
      const question = Promise.withResolvers<boolean>();
      questions.push(question);
      return question.promise;
    });
  return async () => {
    const outcome = await call<typeof getBalance>("GET", "/wallets/balance");
    return outcome.ok ? outcome.value.balance : outcome.code;
  };
}
const settle = () => vi.waitFor(() => new Promise((resolve) => setTimeout(resolve)));

test("all calls of a page wait for one question, and are repeated after the person answers it", async () => {
  const read = await openPage();
  const both = [read(), read()];
  for (const answer of waiting) answer(false);
  await settle();
  expect(questions).toHaveLength(1);
  questions[0]?.resolve(true);
  await settle();
  expect([waiting.length, heard]).toEqual([4, ["browser-proven"]]);
  for (const answer of waiting.slice(2)) answer(true);
  expect(await Promise.all(both)).toEqual([5, 5]);
});

test("a call that is refused after the question was answered uses that answer and asks no second time", async () => {
  const read = await openPage();
  const [early, late] = [read(), read()];
  waiting[0]?.(false);
  await settle();
  questions[0]?.resolve(false);
  expect(await early).toBe("second_code_needed");
  waiting[1]?.(false);
  expect(await late).toBe("second_code_needed");
  expect(questions).toHaveLength(1);

  // The next press asks again, but a code that did not help is not asked for in a loop.
  const again = read();
  waiting[2]?.(false);
  await settle();
  questions[1]?.resolve(true);
  await settle();
  waiting[3]?.(false);
  expect(await again).toBe("second_code_needed");
  expect(questions).toHaveLength(2);
});

test("a page that cannot ask shows the refusal", async () => {
  const read = await openPage({ canAsk: false });
  const only = read();
  waiting[0]?.(false);
  expect(await only).toBe("second_code_needed");
});
