import type { Context } from "hono";
import { LATE_MINUTES } from "../../contract/health.ts";
import type { Statement } from "../base/batch.ts";
import type { Shop } from "../base/context.ts";
import { MINUTE_MS } from "../base/time.ts";
import { runTrack } from "../jobs.ts";

/** When the jobs stop, the job that alerts operators stops too, so a call does its work. */

export const findLastRun = (db: D1Database): Statement<{ last: number | null }> =>
  db.prepare("SELECT max(last_ok_at) AS last FROM job_run");

const triedAt = new WeakMap<Shop, number>();

/**
 * Sends the alerts after the answer of this call, if no job has succeeded for some minutes
 * (`jobsRanAt`, UTC milliseconds; null when none ever did). At most once a minute in an instance.
 */
export function alertWhenStopped(c: Context, shop: Shop, jobsRanAt: number | null): void {
  const now = shop.now();
  if (jobsRanAt === null || jobsRanAt >= now - LATE_MINUTES * MINUTE_MS) return;
  if ((triedAt.get(shop) ?? -Infinity) > now - MINUTE_MS) return;
  triedAt.set(shop, now);
  c.executionCtx.waitUntil(runTrack(shop, "alerts", now + MINUTE_MS));
}
