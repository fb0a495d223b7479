import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { lockData } from "../run/lock.mjs";
import { onEndAsked } from "../run/process-group.mjs";
import { startWorkers } from "../run/workers.mjs";
import { serverState } from "./state.mjs";
import { noteAlive, openEffects } from "./effects.mjs";

/**
 * `node scripts/serve/engine.mjs FILE`: runs the workers of FILE, and their jobs every minute. Ends
 * when the runtime does not answer any more, and after a signal when nothing is under way.
 */

const JOBS_EVERY_MS = 60_000;
const LOOK_EVERY_MS = 1_000;
/** The runtime has one thread, so a long batch of the database may hold it for some seconds. */
const SILENT_MS = 20_000;
/** How long requests and jobs that are under way may take to end. */
const END_WAIT_MS = 45_000;
/** For the last bytes of the last answer. */
const LAST_ANSWER_MS = 300;

/** Miniflare starts a runtime that died again by itself; more often than this is no accident. */
const DEATHS_MAX = 3;
const DEATHS_IN_MS = 5 * 60_000;

const { launcherToken, runsJobs, dataDir, copies, ...run } = JSON.parse(
  readFileSync(process.argv[2], "utf8"),
);
let isEnding = false;
/** @type {number[]} */
let deaths = [];

// Held until this process ends, also after its launcher was killed. A lock that nothing refers to
// would be released by the garbage collector.
const lock = lockData(dataDir, "engine");
process.once("exit", () => lock.release());
const keepEffect = openEffects(copies);
const miniflare = await startWorkers(run, {
  onRestart: () => {
    // A new runtime would accept requests again.
    if (isEnding) process.exit(0);
    deaths = [...deaths.filter((time) => time > Date.now() - DEATHS_IN_MS), Date.now()];
    if (deaths.length > DEATHS_MAX) process.exit(1);
  },
  onLog: keepEffect,
});

/** Calls the first worker as its launcher. Miniflare may wait for a new runtime for ever. */
async function tell(path, { waitMs = SILENT_MS, body = null } = {}) {
  const answer = await Promise.race([
    miniflare.dispatchFetch(`http://front${path}`, {
      method: body === null ? "GET" : "POST",
      headers: { "X-Launcher-Token": launcherToken },
      body,
    }),
    setTimeout(waitMs, null, { ref: false }),
  ]);
  if (!answer?.ok) throw new Error(`${path}: ${answer?.status ?? "no answer"}`);
  return answer.json();
}

/** @type {Promise<unknown> | null} the run of the jobs that is under way */
let jobs = null;
const runJobs = () => {
  noteAlive(copies);
  jobs ??= tell("/jobs", { waitMs: 10 * JOBS_EVERY_MS, body: JSON.stringify(serverState(copies)) })
    .catch((error) => console.error(`The jobs did not run: ${error.message}`))
    .finally(() => (jobs = null));
};
if (runsJobs) {
  runJobs();
  setInterval(() => isEnding || runJobs(), JOBS_EVERY_MS);
}

// Miniflare would kill the runtime at once.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.removeAllListeners(signal);
onEndAsked(async () => {
  isEnding = true;
  const end = Date.now() + END_WAIT_MS;
  await Promise.race([whenIdle(end), setTimeout(END_WAIT_MS)]).catch((error) =>
    console.error(`What was under way may have been cut off: ${error.message}`),
  );
  await miniflare.dispose();
  process.exit(0);
});

/** Waits until no request and no job is under way; new requests are refused. */
async function whenIdle(end) {
  for (
    let found = await tell("/end");
    found.active > 0 && Date.now() < end;
    found = await tell("/end")
  )
    await setTimeout(50);
  await jobs;
  await setTimeout(LAST_ANSWER_MS);
}

for (let failures = 0; ;) {
  await setTimeout(LOOK_EVERY_MS);
  try {
    await tell("/active");
    failures = 0;
  } catch (error) {
    if (isEnding) break;
    failures++;
    // A runtime that has just died refuses a call before Miniflare notices and starts it again.
    if (failures === 1 && error.message === "fetch failed") continue;
    console.error(`The runtime does not answer: ${error.message}`);
    process.exit(1);
  }
}
