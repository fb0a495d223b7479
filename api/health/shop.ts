import { Hono } from "hono";
import { LATE_MINUTES } from "../../contract/health.ts";
import { readState, showClosure } from "../base/closure.ts";
import type { ShopEnv } from "../base/context.ts";
import { MINUTE_MS } from "../base/time.ts";
import { runTrack } from "../jobs.ts";

/** The state of the shop that everybody may know. Section 10.39. */
export const publicShop = new Hono<ShopEnv>();

publicShop.get("/", async (c) => {
  const { shop } = c.var;
  const { closure, jobsRanAt } = await readState(shop);
  const now = shop.now();
  // When the jobs stop, the job that alerts operators stops too, so a call does its work. It counts
  // as a job that ran, so the next call does this five minutes later.
  if (jobsRanAt !== null && jobsRanAt < now - LATE_MINUTES * MINUTE_MS)
    c.executionCtx.waitUntil(runTrack(shop, "alerts", now + MINUTE_MS));
  return c.json({ closure: closure && showClosure(closure) });
});
