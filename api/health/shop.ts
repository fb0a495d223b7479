import { Hono } from "hono";
import { readTogether } from "../base/batch.ts";
import { type ClosureRow, findClosure, showClosure } from "../base/closure.ts";
import type { Shop, ShopEnv } from "../base/context.ts";
import { alertWhenStopped, findLastRun } from "./jobs-stopped.ts";

/** The state of the shop that everybody may know. Section 10.39. */
export const publicShop = new Hono<ShopEnv>();

publicShop.get("/", async (c) => {
  const { shop } = c.var;
  const { closure, jobsRanAt } = await readState(shop);
  alertWhenStopped(c, shop, jobsRanAt);
  return c.json({ closure: closure && showClosure(closure) });
});

interface State {
  /** The closure that is in force; null while the shop is open. */
  closure: ClosureRow | null;
  /** When a job last succeeded, UTC milliseconds; null when none ever did. */
  jobsRanAt: number | null;
}

/** The edge keeps the answer as long again, so a page may be five seconds old. */
const KEPT_MS = 2_500;
const kept = new WeakMap<Shop, State & { until: number }>();

async function readState(shop: Shop): Promise<State> {
  const now = shop.now();
  const known = kept.get(shop);
  if (known !== undefined && now < known.until) return known;
  const [[closure = null], [runs]] = await readTogether(shop.db, [
    findClosure(shop.db, now),
    findLastRun(shop.db),
  ]);
  const state = { closure, jobsRanAt: runs?.last ?? null };
  kept.set(shop, { ...state, until: Math.min(now + KEPT_MS, closure?.reopens_at ?? Infinity) });
  return state;
}
