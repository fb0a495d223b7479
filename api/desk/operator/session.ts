import { Hono } from "hono";
import { IDLE_MINUTES, LINK_HOURS, sessionRefusals } from "../../../contract/desk/session.ts";
import { runBatch, readAll } from "../../base/batch.ts";
import { refuse } from "../../base/context.ts";
import { noteDecision } from "../../base/decisions.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { HOUR_MS, MINUTE_MS, toIso } from "../../base/time.ts";
import { randomId, sha256 } from "../../base/vault.ts";
import * as entries from "./entry-statements.ts";
import * as statements from "./statements.ts";

/**
 * The sessions of operators in browsers: links that open a session, the list, and leaving the desk.
 */
export const deskLinks = new Hono<OperatorEnv>();
export const deskSession = new Hono<OperatorEnv>();
export const deskSessions = new Hono<OperatorEnv>();

deskLinks.post("/", async (c) => {
  const { db, settings, now } = c.var.shop;
  const { operator } = c.var;
  // When passkeys are required, a link must not open a session without a passkey.
  if (settings.DESK_PASSKEYS === "required") return refuse(c, sessionRefusals.linksClosed);
  const moment = now();
  const secret = randomId(32);
  const expiresAt = moment + LINK_HOURS * HOUR_MS;
  const link = { hash: await sha256(secret), operator: operator.name, expiresAt };
  await db.batch([
    ...entries.insertInvitation(db, { ...link, purpose: "link" }, moment),
    noteDecision({ db, operator, moment }, "operator", operator.name, "link_made"),
  ]);
  const message = "لینک ساخته شد و یک بار کار می‌کند.";
  return c.json({ message, secret, expiresAt: toIso(expiresAt) });
});

deskSession.delete("/", async (c) => {
  const { db, now } = c.var.shop;
  const { operator } = c.var;
  if (!operator.isSession) return refuse(c, sessionRefusals.noSession);
  const moment = now();
  // When the batch aborts, the token has already ended, which is the same result.
  await runBatch(db, [
    noteDecision({ db, operator, moment }, "operator", operator.name, "left"),
    ...statements.endToken(db, operator.tokenId, moment),
  ]);
  return c.json({ message: "از میز بیرون آمدید." });
});

deskSessions.get("/", async (c) => {
  const { db, now } = c.var.shop;
  const { name, tokenId } = c.var.operator;
  const moment = now();
  const results = await readAll(
    entries.findSessions(db, name, moment, moment - IDLE_MINUTES * MINUTE_MS),
  );
  return c.json({
    sessions: results.map((row) => ({
      id: row.id,
      isThis: row.id === tokenId,
      createdAt: toIso(row.created_at),
      lastUsedAt: toIso(row.last_used_at),
    })),
  });
});
