import type { Answer, TestShop } from "../../support/shop.ts";

/** A client's record of its deeds and their answers, kept outside the server that is killed. */

export interface Deed {
  name: string;
  /** Makes the call. A second call is a retry of the first. */
  ask: () => Promise<Answer>;
  /** Refusal codes that mean the deed is done, for retries without an idempotency key. */
  done?: RegExp;
  /** The effect of the deed: a query that must find exactly one row. */
  effect: { text: string; values: unknown[] };
}

interface Entry {
  deed: Deed;
  /** Null when the server died before it answered. */
  answer: Pick<Answer, "status" | "body"> | null;
}

export function createJournal(shop: TestShop) {
  const entries: Entry[] = [];

  async function attempt(deed: Deed): Promise<Entry["answer"]> {
    try {
      const { status, body } = await deed.ask();
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
    /** Does a deed and records it. False when the server is gone. */
    async write(deed: Deed): Promise<boolean> {
      const answer = await attempt(deed);
      entries.push({ deed, answer });
      return answer !== null;
    },
    /** Checks that each acknowledged deed took effect once, and each other one after a retry. */
    async compare() {
      const acknowledged = entries.filter(({ answer }) => answer?.status === 200);
      const unknown = entries.filter(({ answer }) => answer === null);
      const lost: string[] = [];
      for (const { deed } of acknowledged)
        if ((await effects(shop, deed)) !== 1) lost.push(deed.name);
      for (const { deed } of unknown) {
        const { status, body } = await deed.ask();
        const isDone = status === 200 || (deed.done?.test(String(body.code)) ?? false);
        if (!isDone || (await effects(shop, deed)) !== 1)
          lost.push(`${deed.name}, retried: ${String(status)} ${JSON.stringify(body)}`);
      }
      return { acknowledged: acknowledged.length, unknown: unknown.length, lost };
    },
  };
}

async function effects(shop: TestShop, { effect }: Deed): Promise<number> {
  return (await shop.sql(effect.text, ...effect.values)).length;
}
