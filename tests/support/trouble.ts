import { aroundCalls } from "../../api/database.ts";

/**
 * `before`: the call fails and nothing happened. `after`: it is carried out and its answer is lost. `stall`: no answer comes,
 * and it is carried out only when somebody lets go of it, long after the shop has given up.
 */
export type FaultMode = "before" | "after" | "stall";

export interface Trouble {
  /** Which calls go wrong, counted from 1 since this was planned. */
  faults?: { at: number; mode: FaultMode }[];
  /** Calls wait a moment, by lot, so that requests at the same time take turns differently each time. */
  jitterSeed?: number;
  /** Guards taken out: statements that have `find` in them get `replace` in its place. */
  rewrites?: { find: string; replace: string }[];
}

/** What tests do to the database of the shop, and its patience. */
export function createTrouble() {
  let plan: Trouble = {};
  let calls = 0;
  let drawn = 0;
  const stalled: (() => Promise<unknown>)[] = [];
  const waits = new Set<() => void>();

  function draw(): number {
    drawn = (Math.imul(drawn, 1_664_525) + 1_013_904_223) | 0;
    return (drawn >>> 8) / 0x1_00_00_00;
  }

  async function run<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    calls++;
    const fault = plan.faults?.find(({ at }) => at === calls);
    if (plan.jitterSeed !== undefined && draw() < 0.5) await sleep(draw() * 2);
    if (fault === undefined) return call();
    if (fault.mode === "stall") {
      stalled.push(call);
      for (const end of waits) end();
      return new Promise(() => {});
    }
    if (fault.mode === "after") await call();
    throw new Error("D1_ERROR: Network connection lost.");
  }

  const rewritten = (text: string) =>
    (plan.rewrites ?? []).reduce((changed, { find, replace }) => changed.replaceAll(find, () => replace), text);

  return {
    plan(next: Trouble) {
      plan = next;
      calls = 0;
      drawn = next.jitterSeed ?? 0;
    },
    /** Calls made since the plan. */
    calls: () => calls,
    /** Carries out what stalled; a statement that no longer fits is refused by the database, as it would be then. */
    async letGo(): Promise<string[]> {
      const answers = await Promise.allSettled(stalled.splice(0).map((call) => call()));
      return answers.map(({ status }) => status);
    },
    around: (db: D1Database): D1Database =>
      aroundCalls(
        {
          prepare: (text: string) => db.prepare(rewritten(text)),
          batch: (list: D1PreparedStatement[]) => db.batch(list),
        } as D1Database,
        run,
      ),
    /** The patience of the shop: over at once where a call stalls. */
    wait: (waitMs: number) =>
      new Promise<void>((resolve) => {
        if (plan.faults?.some(({ mode }) => mode === "stall")) waits.add(resolve);
        setTimeout(() => {
          waits.delete(resolve);
          resolve();
        }, waitMs);
      }),
  };
}

function sleep(waitMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, waitMs));
}
