import { Hono } from "hono";
import { deskRefusals, isAtLeast } from "../../../contract/desk/endpoint.ts";
import { TOKENS_MAX, makeToken } from "../../../contract/desk/token.ts";
import { operatorRefusals } from "../../../contract/desk/operator-refusals.ts";
import { refusals } from "../../../contract/endpoint.ts";
import { stateWords } from "../../../persian/desk-words.ts";
import { callerOf } from "../../base/areas.ts";
import { runBatch, readAll, readFirst } from "../../base/batch.ts";
import { body, refuse } from "../../base/context.ts";
import { noteDecision } from "../../base/decisions.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { DAY_MS, toIso } from "../../base/time.ts";
import { randomId, sha256 } from "../../base/vault.ts";
import { claimGives } from "./role-and-areas.ts";
import { refuseLacked } from "./refuse-lacked.ts";
import * as statements from "./statements.ts";
import { readTold, tellChange } from "./tell.ts";

/** Tokens of programs. Operators can make them only in their own name. */
export const deskTokens = new Hono<OperatorEnv>();

deskTokens.get("/", async (c) => {
  const { db, now } = c.var.shop;
  const results = await readAll(statements.findTokens(db, c.var.operator.name, now()));
  return c.json({ tokens: results.map(showToken) });
});

deskTokens.post("/", body(makeToken.body), async (c) => {
  const { shop, operator } = c.var;
  const { db, now } = shop;
  const { label, role, areas = null, days } = c.var.body;
  if (!isAtLeast(operator.role, role)) return refuse(c, deskRefusals.roleTooLow);
  const lacked = (areas ?? []).filter((area) => !operator.areas.includes(area));
  if (lacked.length > 0) return refuseLacked(c, lacked);
  const moment = now();
  const told = isAtLeast(role, "finance") ? await readTold(shop, null) : [];
  const [id, token] = [randomId(), randomId(32)];
  const expiresAt = moment + days * DAY_MS;
  const isMade = await runBatch(db, [
    statements.claimFewTokens(db, operator.name, TOKENS_MAX, moment),
    claimGives(db, operator.name, areas ?? []),
    statements.insertToken(
      db,
      { id, operator: operator.name, hash: await sha256(token), label, role, areas, expiresAt },
      moment,
    ),
    noteDecision({ db, operator, moment }, "operator", operator.name, "token_made", {
      note: label,
      after: areas === null ? role : `${role}: ${areas.join(", ")}`,
    }),
  ]);
  if (!isMade) return refuse(c, operatorRefusals.tooManyTokens);
  const words = `نشانی با نقش «${stateWords(role)}» برای یک برنامه ساخت.`;
  await tellChange(shop, told, { name: operator.name, words });
  const message = "این نشان ساخته شد. تنها همین یک بار نشان داده می‌شود.";
  return c.json({ message, id, token, expiresAt: toIso(expiresAt) });
});

deskTokens.delete("/:id", async (c) => {
  const { db, now } = c.var.shop;
  const { operator } = c.var;
  const id = c.req.param("id");
  const moment = now();
  const isOwner = operator.role === "owner" && operator.areas.includes("settings");
  const row = await readFirst(statements.findToken(db, id, moment));
  if (!row || (row.operator !== operator.name && !isOwner)) return refuse(c, refusals.notFound);
  const isEnded = await runBatch(db, [
    noteDecision({ db, operator, moment }, "operator", row.operator, "token_ended", {
      note: row.label,
      before: row.role,
    }),
    ...statements.endToken(db, id, moment),
    statements.claimOwnerRemains(db, moment),
  ]);
  if (isEnded) return c.json({ message: "این نشان از کار افتاد." });
  const isStillThere = await statements.findToken(db, id, moment).first();
  return refuse(c, isStillThere ? operatorRefusals.lastOwner : refusals.notFound);
});

const ownerOf = (row: statements.TokenRow) => ({
  role: row.operator_role,
  areas: row.operator_areas,
  token_role: row.role,
  token_areas: row.areas,
});

export function showToken(row: statements.TokenRow) {
  return {
    id: row.id,
    label: row.label,
    role: row.role,
    areas: [...callerOf(ownerOf(row)).areas],
    createdAt: toIso(row.created_at),
    expiresAt: toIso(row.expires_at),
  };
}
