import { aroundCalls } from "../../api/base/database.ts";
import type { Row } from "./fill.ts";
import type { WireRequest } from "./wire-request.ts";

/**
 * - `before`: the call fails and does not run.
 * - `after`: the call runs and its answer is lost.
 * - `stall`: the shop times out without an answer; the call runs when the test releases it.
 * - `pause`: the shop waits until the test releases the call, and then continues.
 */
export type FaultMode = "before" | "after" | "stall" | "pause";

export interface Trouble {
  /** Calls that fail, by their number since the plan was made, from 1. */
  faults?: { at: number; mode: FaultMode }[];
  /** A call to the image storage that fails each time. */
  storage?: { call: "put" | "get" | "delete" | "list"; mode: "before" | "after" };
  /** Delays calls by a random time, so that simultaneous requests interleave differently. */
  jitterSeed?: number;
  /** Removes guards: replaces `find` by `replace` in all statements. */
  rewrites?: { find: string; replace: string }[];
  /**
   * Runs the rivals (statements or requests) once, just before the first call whose statements
   * contain `before`.
   */
  meanwhile?: { before: string; rivals: Rival[] };
}

/** A statement or a request to the shop, which competes with the tested call. */
export type Rival = Row | WireRequest;
type AskShop = (request: Request) => Promise<Response>;

/** Disturbs the shop's database and its timeout as a test plans it. */
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

  async function letRivalsAct(db: D1Database, ask: AskShop, texts: string[]): Promise<void> {
    const { meanwhile, ...others } = plan;
    if (!meanwhile || !texts.some((text) => text.includes(meanwhile.before))) return;
    plan = others;
    for (const rival of meanwhile.rivals) {
      if ("text" in rival)
        await db
          .prepare(rival.text)
          .bind(...rival.values)
          .run();
      else {
        const { method, path, token = "", body } = rival;
        const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
        const answer = await ask(
          new Request(`http://localhost${path}`, {
            method,
            headers,
            ...(body !== undefined && { body: JSON.stringify(body) }),
          }),
        );
        if (!answer.ok)
          throw new Error(`A rival was answered ${String(answer.status)} ${await answer.text()}`);
      }
    }
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
    if (fault.mode === "pause") {
      const { promise, resolve } = Promise.withResolvers<void>();
      stalled.push(() => Promise.resolve(resolve()));
      await promise;
      return call();
    }
    if (fault.mode === "after") await call();
    throw new Error("D1_ERROR: Network connection lost.");
  }

  async function runStored<Answer>(name: string, call: () => Promise<Answer>): Promise<Answer> {
    const { storage } = plan;
    if (storage?.call !== name) return call();
    if (storage.mode === "after") await call();
    throw new Error(`${name}: We encountered an internal error. Please try again. (10001)`);
  }

  const rewritten = (text: string) =>
    (plan.rewrites ?? []).reduce(
      (changed, { find, replace }) => changed.replaceAll(find, () => replace),
      text,
    );

  return {
    plan(next: Trouble) {
      plan = next;
      calls = 0;
      drawn = next.jitterSeed ?? 0;
    },
    /** Counts the calls since the last plan. */
    calls: () => calls,
    stalled: () => stalled.length,
    /** Runs the stalled calls; the database may refuse them by now. */
    async releaseStalled(): Promise<string[]> {
      const answers = await Promise.allSettled(stalled.splice(0).map((call) => call()));
      return answers.map(({ status }) => status);
    },
    around: (db: D1Database, ask: AskShop): D1Database =>
      aroundCalls(
        {
          prepare: (text: string) => db.prepare(rewritten(text)),
          batch: (list: D1PreparedStatement[]) => db.batch(list),
        } as D1Database,
        async (call, texts) => {
          await letRivalsAct(db, ask, texts);
          return run(call);
        },
      ),
    aroundStorage: (bucket: R2Bucket): R2Bucket =>
      ({
        put: (...given: Parameters<R2Bucket["put"]>) =>
          runStored("put", () => bucket.put(...given)),
        get: (key: string) => runStored("get", () => bucket.get(key)),
        delete: (keys: string | string[]) => runStored("delete", () => bucket.delete(keys)),
        list: (options: R2ListOptions) => runStored("list", () => bucket.list(options)),
      }) as R2Bucket,
    /** The shop's timeout. It ends at once where a call stalls. */
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
