import type { Answer, TestShop } from "../../support/shop.ts";

/** What a client did and was told, kept outside the server that is killed. */

export interface Deed {
  name: string;
  /** Asks; asking again is a retry of the same. */
  ask: () => Promise<Answer>;
  /** Answers that say that it is done, besides 200: a retry of what has no key. */
  done?: RegExp;
  /** The effect, when it was done: rows that must be there exactly once. */
  effect: { text: string; values: unknown[] };
}

interface Entry {
  deed: Deed;
  /** Null when the server was gone before it answered. */
  answer: Pick<Answer, "status" | "body"> | null;
}

export function createJournal(shop: TestShop) {
  const entries: Entry[] = [];

  async function attempt(deed: Deed): Promise<Entry["answer"]> {
    try {
      const { status, body } = await deed.ask();
      return { status, body };
    } catch (error) {
      // A killed server hangs up in the middle of an answer, or is not there; anything else is our own mistake.
      if (error instanceof TypeError || error instanceof SyntaxError) return null;
      throw error;
    }
  }

  return {
    entries,
    /** Goes through deeds one after the other until the server is gone; true as long as it was there. */
    async write(deed: Deed): Promise<boolean> {
      const answer = await attempt(deed);
      entries.push({ deed, answer });
      return answer !== null;
    },
    /** What was acknowledged is there, once; what was not is asked for again and is then there, once. Counts what was lost. */
    async compare() {
      const acknowledged = entries.filter(({ answer }) => answer?.status === 200);
      const unknown = entries.filter(({ answer }) => answer === null);
      const lost: string[] = [];
      for (const { deed } of acknowledged)
        if ((await effects(shop, deed)) !== 1) lost.push(deed.name);
      for (const { deed } of unknown) {
        const { status, body } = await deed.ask();
        const isDone = status === 200 || (deed.done?.test(String(body["code"])) ?? false);
        if (!isDone || (await effects(shop, deed)) !== 1)
          lost.push(`${deed.name}, asked again: ${String(status)} ${JSON.stringify(body)}`);
      }
      return { acknowledged: acknowledged.length, unknown: unknown.length, lost };
    },
  };
}

async function effects(shop: TestShop, { effect }: Deed): Promise<number> {
  return (await shop.sql(effect.text, ...effect.values)).length;
}
