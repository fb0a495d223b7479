import { Hono } from "hono";
import type { ShopEnv } from "../base/context.ts";
import type { OperatorEnv } from "../base/operator.ts";
import { describeDesk, describeShop } from "./document.ts";

export const openapi = new Hono<ShopEnv>();
export const deskOpenapi = new Hono<OperatorEnv>();

// Kept after the first request: a document does not change, and building one is slow.
let shopDocument: ReturnType<typeof describeShop> | undefined;
let deskDocument: ReturnType<typeof describeDesk> | undefined;

openapi.get("/", (c) => {
  c.header("Cache-Control", "public, max-age=300");
  return c.json((shopDocument ??= describeShop()));
});

deskOpenapi.get("/", (c) => c.json((deskDocument ??= describeDesk())));
