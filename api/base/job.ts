import { logError } from "./log-error.ts";

/**
 * The number of rows that a job works on at the same time. Cloudflare opens at most six connections
 * for an invocation.
 */
export const PAGE_SIZE = 5;
/** When this many rows of one page got no answer, the provider counts as down. */
const SILENT_MAX = 3;

/** Whether the provider gave a usable answer about a row. */
export type ProviderResult = "answered" | "silent";

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
 * Works on all rows of a page at the same time. The promise `earlier`, which `work` gets with each
 * row, resolves when the work on all rows before that row has ended. Returns true when there may be
 * another page. Returns false also when the provider is silent: the next run tries again, so that
 * this run does not wait for one timeout after another.
 */
export async function workOnPage<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  work: (row: Row, earlier: Promise<unknown>) => Promise<ProviderResult>,
): Promise<boolean> {
  const ends: Promise<ProviderResult | undefined>[] = [];
  for (const row of rows) {
    const earlier = Promise.all(ends);
    ends.push(runJob(nameOf(row), () => work(row, earlier)));
  }
  const learnt = await Promise.all(ends);
  return rows.length >= PAGE_SIZE && learnt.filter((end) => end === "silent").length < SILENT_MAX;
}

/** Records when jobs last did their work without an error. */
export async function noteRuns(
  db: D1Database,
  names: readonly string[],
  now: number,
): Promise<void> {
  if (names.length === 0) return;
  await db
    .prepare(
      `INSERT INTO job_run (name, last_ok_at) SELECT value, ?2 FROM json_each(?1) WHERE true
       ON CONFLICT (name) DO UPDATE SET last_ok_at = excluded.last_ok_at`,
    )
    .bind(JSON.stringify(names), now)
    .run();
}

/** Finds the position that a page-by-page job has reached, as `place`. */
export function findPlace(db: D1Database, job: string): D1PreparedStatement {
  return db.prepare("SELECT place FROM job_place WHERE job = ?1").bind(job);
}

export function savePlace(db: D1Database, job: string, place: string): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO job_place (job, place) VALUES (?1, ?2)
       ON CONFLICT (job) DO UPDATE SET place = excluded.place`,
    )
    .bind(job, place);
}
