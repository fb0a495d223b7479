import { Hono } from "hono";
import type { ShopEnv } from "../base/context.ts";
import type { OperatorEnv } from "../base/operator.ts";
import { describeDesk, describeShop } from "./document.ts";

export const openapi = new Hono<ShopEnv>();
export const deskOpenapi = new Hono<OperatorEnv>();

// The documents are kept after the first request, because they do not change and building them is
// slow.
let shopDocument: ReturnType<typeof describeShop> | undefined;
let deskDocument: ReturnType<typeof describeDesk> | undefined;

openapi.get("/", (c) => {
  c.header("Cache-Control", "public, max-age=300");
  return c.json((shopDocument ??= describeShop()));
});

deskOpenapi.get("/", (c) => c.json((deskDocument ??= describeDesk())));
