import { Hono } from "hono";
import { healthRefusals } from "../../contract/health.ts";
import { type ShopEnv, refuse } from "../base/context.ts";
import { readHealth } from "./read-health.ts";

export const health = new Hono<ShopEnv>();

health.get("/", async (c) => {
  const { status, version } = await readHealth(c.var.shop);
  return status === "ok"
    ? c.json({ status, version })
    : refuse(c, healthRefusals.late, { retryAfterSeconds: 60 });
});
