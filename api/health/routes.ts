import { Hono } from "hono";
import { healthRefusals } from "../../contract/health.ts";
import { type ShopEnv, refuse } from "../base/context.ts";
import { alertWhenStopped } from "./jobs-stopped.ts";
import { readHealth } from "./read-health.ts";

export const health = new Hono<ShopEnv>();

health.get("/", async (c) => {
  const { status, version, jobs } = await readHealth(c.var.shop);
  // ISO times sort like text. A job that never ran has none.
  const runs = jobs.map(({ lastOkAt }) => lastOkAt ?? "").sort();
  const [jobsRanAt] = runs;
  const last = runs.at(-1);
  alertWhenStopped(c, c.var.shop, last ? Date.parse(last) : null);
  if (status === "ok") return c.json({ status, version, jobsRanAt });
  return refuse(c, healthRefusals.late, {
    ...(jobsRanAt && { details: jobsRanAt }),
    retryAfterSeconds: 60,
  });
});
