import { Hono } from "hono";
import { getAccountEvents } from "../../../contract/account-event.ts";
import { readTogether } from "../../base/batch.ts";
import { type ShopEnv, query, shopper } from "../../base/context.ts";
import { NEWEST, cutPage, readCursor } from "../../base/page.ts";
import { sentenceOf } from "./sentence.ts";
import { findEvents, mergeEvents } from "./statements.ts";
import { toIso } from "../../base/time.ts";

export const accountEvents = new Hono<ShopEnv>();

accountEvents.get("/", shopper, query(getAccountEvents.query), async (c) => {
  const { db, now } = c.var.shop;
  const { limit, cursor } = c.var.query;
  const requested = { limit: limit + 1, after: readCursor(cursor) ?? NEWEST };
  const found = await readTogether(db, findEvents(db, c.var.userId, requested, now()));
  const { page, nextCursor } = cutPage(mergeEvents(found), limit, (row) => ({
    at: row.happened_at,
    id: row.id,
  }));
  return c.json({
    events: page.map((row) => ({
      id: row.id,
      kind: row.kind,
      sentence: sentenceOf(row),
      device: row.device,
      happenedAt: toIso(row.happened_at),
    })),
    nextCursor,
  });
});
