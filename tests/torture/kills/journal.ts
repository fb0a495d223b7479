import type { Answer, TestShop } from "../../support/shop.ts";

/** A client's record of its actions and their answers, kept outside the server that is killed. */

export interface Action {
  name: string;
  /** Makes the call. A second call is a retry of the first. */
  ask: () => Promise<Answer>;
  /** Refusal codes that mean the action is done, for retries without an idempotency key. */
  done?: RegExp;
  /** The effect of the action: a query that must find exactly one row. */
  effect: { text: string; values: unknown[] };
}

interface Entry {
  action: Action;
  /** Null when the server died before it answered. */
  answer: Pick<Answer, "status" | "body"> | null;
}

export function createJournal(shop: TestShop) {
  const entries: Entry[] = [];

  async function attempt(action: Action): Promise<Entry["answer"]> {
    try {
      const { status, body } = await action.ask();
      return { status, body };
    } catch (error) {
      // A killed server refuses connections or breaks off an answer. Other errors are faults of the
      // test.
      if (error instanceof TypeError || error instanceof SyntaxError) return null;
      throw error;
    }
  }

  return {
    entries,
    /** Does an action and records it. False when the server is gone. */
    async write(action: Action): Promise<boolean> {
      const answer = await attempt(action);
      entries.push({ action, answer });
      return answer !== null;
    },
    /** Checks that each acknowledged action took effect once, and each other one after a retry. */
    async compare() {
      const acknowledged = entries.filter(({ answer }) => answer?.status === 200);
      const unknown = entries.filter(({ answer }) => answer === null);
      const lost: string[] = [];
      for (const { action } of acknowledged)
        if ((await effects(shop, action)) !== 1) lost.push(action.name);
      for (const { action } of unknown) {
        const { status, body } = await action.ask();
        const isDone = status === 200 || (action.done?.test(String(body.code)) ?? false);
        if (!isDone || (await effects(shop, action)) !== 1)
          lost.push(`${action.name}, retried: ${String(status)} ${JSON.stringify(body)}`);
      }
      return { acknowledged: acknowledged.length, unknown: unknown.length, lost };
    },
  };
}

async function effects(shop: TestShop, { effect }: Action): Promise<number> {
  return (await shop.sql(effect.text, ...effect.values)).length;
}
