import { Hono } from "hono";
import type { OperatorEnv } from "../base/operator.ts";
import { readHealth } from "./read-health.ts";

export const deskHealth = new Hono<OperatorEnv>();

deskHealth.get("/", async (c) => c.json(await readHealth(c.var.shop)));
