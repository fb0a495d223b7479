import { logError } from "./log-error.ts";

/**
 * The rows on which a job works at the same time. Cloudflare opens at most six connections for an
 * invocation.
 */
export const PAGE_SIZE = 5;
/** Missing answers on a page that mean that the provider is down. */
const SILENT_MAX = 3;

/** Whether the provider that a row was about gave a usable answer. */
export type Learnt = "answered" | "silent";

/**
 * Runs a job and logs its error by name, so that the other jobs go on. The next run tries again.
 */
export async function runJob<Result>(
  name: string,
  job: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await job();
  } catch (error) {
    logError({ jobFailed: name }, error);
    return undefined;
  }
}

/**
 * Works on a page of rows at the same time. `earlier` ends when the rows before have ended. Returns
 * true when another page may wait, unless the provider is silent: then the rest waits for the next
 * run instead of for one time-out after the other.
 */
export async function workOnPage<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  work: (row: Row, earlier: Promise<unknown>) => Promise<Learnt>,
): Promise<boolean> {
  const ends: Promise<Learnt | undefined>[] = [];
  for (const row of rows) {
    const earlier = Promise.all(ends);
    ends.push(runJob(nameOf(row), () => work(row, earlier)));
  }
  const learnt = await Promise.all(ends);
  return rows.length >= PAGE_SIZE && learnt.filter((end) => end === "silent").length < SILENT_MAX;
}
