import { type Statement, readFirst } from "./batch.ts";
import { MINUTE_MS } from "./time.ts";

/**
 * Counts one use and returns the count of the current window. `windowMs` is at most a day, because
 * older counts are deleted.
 */
export async function countAgainstLimit(
  db: D1Database,
  kind: string,
  who: string,
  now: number,
  windowMs = MINUTE_MS,
): Promise<number> {
  const row = await readFirst(countUse(db, kind, who, now, windowMs));
  if (!row) throw new Error("A use was not counted against its rate limit");
  return row.count;
}

export interface UseCount {
  count: number;
}

/**
 * Returns a statement for a batch that counts one use and returns the count of the current window.
 */
export function countUse(
  db: D1Database,
  kind: string,
  who: string,
  now: number,
  windowMs = MINUTE_MS,
): Statement<UseCount> {
  return db
    .prepare(
      `INSERT INTO rate_limit (kind, who, window_start, count) VALUES (?1, ?2, ?3, 1)
       ON CONFLICT (kind, who, window_start) DO UPDATE SET count = count + 1 RETURNING count`,
    )
    .bind(kind, who, windowStart(now, windowMs));
}

/** Counts one use against a limit. Returns the seconds to wait when it is exceeded, else null. */
export async function checkRateLimit(
  db: D1Database,
  limit: { kind: string; who: string; max: number; windowMs?: number },
  now: number,
): Promise<number | null> {
  const { kind, who, max, windowMs = MINUTE_MS } = limit;
  return (await countAgainstLimit(db, kind, who, now, windowMs)) > max
    ? secondsToNextWindow(now, windowMs)
    : null;
}

/** Reads the count of the current window, without counting. No row means 0. */
export function readCount(
  db: D1Database,
  kind: string,
  who: string,
  now: number,
  windowMs = MINUTE_MS,
): Statement<UseCount> {
  return db
    .prepare("SELECT count FROM rate_limit WHERE kind = ?1 AND who = ?2 AND window_start = ?3")
    .bind(kind, who, windowStart(now, windowMs));
}

/** Undoes one count, for a use that should not count. */
export async function undoCount(
  db: D1Database,
  kind: string,
  who: string,
  now: number,
  windowMs = MINUTE_MS,
): Promise<void> {
  await db
    .prepare(
      `UPDATE rate_limit SET count = count - 1
       WHERE kind = ?1 AND who = ?2 AND window_start = ?3 AND count > 0`,
    )
    .bind(kind, who, windowStart(now, windowMs))
    .run();
}

/** Returns the seconds until the current window ends. */
export function secondsToNextWindow(now: number, windowMs = MINUTE_MS): number {
  return (windowStart(now, windowMs) + windowMs - now) / 1000;
}

/** Returns when the current window began, in UTC milliseconds. */
export function windowStart(now: number, windowMs = MINUTE_MS): number {
  return now - (now % windowMs);
}
