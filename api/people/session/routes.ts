import { readAll, readFirst } from "../../base/batch.ts";
import { Hono } from "hono";
import { refusals } from "../../../contract/endpoint.ts";
import { noteEvent } from "../account-event/statements.ts";
import { type ShopEnv, refuse, shopper } from "../../base/context.ts";
import { randomId } from "../../base/vault.ts";
import * as statements from "./statements.ts";
import { toIso } from "../../base/time.ts";

export const sessions = new Hono<ShopEnv>();

sessions.get("/", shopper, async (c) => {
  const { userId, tokenHash, shop } = c.var;
  const results = await readAll(statements.findSessions(shop.db, userId, tokenHash, shop.now()));
  return c.json({
    sessions: results.map((row) => ({
      id: row.id,
      device: row.device,
      createdAt: toIso(row.created_at),
      lastUsedAt: toIso(row.last_used_at),
      isThis: row.is_this === 1,
    })),
  });
});

sessions.delete("/:sessionId", shopper, async (c) => {
  const { userId, shop } = c.var;
  const { db, now } = shop;
  const ended = await readFirst(statements.endSession(db, userId, c.req.param("sessionId"), now()));
  if (!ended) return refuse(c, refusals.notFound);
  // The session has ended even if these statements fail.
  await db.batch([
    statements.forgetBrowserOf(db, ended.token_hash),
    noteEvent(db, { id: randomId(), userId, kind: "session_ended" }, now()),
  ]);
  return c.json({ message: "این دستگاه از حساب شما خارج شد." });
});
