import { Hono } from "hono";
import { endpoints } from "../../contract/endpoints.ts";
import type { ShopEnv } from "../context.ts";
import { describeContract } from "./document.ts";

export const openapi = new Hono<ShopEnv>();

openapi.get("/", (c) => {
  c.header("Cache-Control", "public, max-age=300");
  return c.json(describeContract(endpoints));
});
