import type { Outcome } from "./call.ts";

/**
 * The most challenges in a row: while one is solved, it may expire or the shop may require a harder
 * one.
 */
const ROUNDS = 3;

/**
 * Makes a call. If the shop answers with a challenge, solves it and repeats the call. `begin` is
 * called before the work.
 */
export async function callWithWork<Value>(
  ask: (work?: string) => Promise<Outcome<Value>>,
  begin: () => void,
): Promise<Outcome<Value>> {
  let outcome = await ask();
  for (let round = 0; round < ROUNDS; round++) {
    if (outcome.ok || outcome.code !== "work_needed") return outcome;
    begin();
    const work = await solve(outcome.details);
    if (work === null) return outcome;
    outcome = await ask(work);
  }
  return outcome;
}

/**
 * Solves a challenge in a worker. Returns null when it is too hard or the browser cannot solve it.
 */
function solve(challenge: string): Promise<string | null> {
  return new Promise((resolve) => {
    const thread = new Worker(new URL("./work-thread.ts", import.meta.url), { type: "module" });
    const end = (work: string | null) => {
      thread.terminate();
      resolve(work);
    };
    thread.addEventListener("message", ({ data }: MessageEvent<string | null>) => {
      end(data);
    });
    thread.addEventListener("error", () => {
      end(null);
    });
    thread.postMessage(challenge, []);
  });
}
