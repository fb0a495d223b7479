import { readFirst } from "../../base/batch.ts";
import { createMiddleware } from "hono/factory";
import type { RefusalAnswer } from "../../../contract/endpoint.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { thingOfPath } from "./other-hand.ts";
import type { Queued } from "./source.ts";
import { sourceOf } from "./sources.ts";
import { findDecision } from "./statements.ts";
import { decisionSentence } from "./words.ts";

/** Refusals because somebody else has already decided. */
const LATE = ["decided", "ticket_closed", "not_waiting"];

/**
 * Adds the earlier decision to such a refusal: who decided what, and when. It runs after all calls
 * that decide.
 */
export const tellDecided = createMiddleware<OperatorEnv>(async (c, next) => {
  await next();
  if (c.res.status !== 409) return;
  const answer = (await c.res.clone().json()) as RefusalAnswer;
  const {
    kinds: [kind],
    id,
  } = thingOfPath(c.req.path);
  if (kind === undefined || !LATE.includes(answer.code) || answer.details !== undefined) return;
  const { shop } = c.var;
  const { findOne, read } = sourceOf(kind);
  const row: unknown = await findOne(shop.db, id).first();
  if (row === null) return;
  const thing = read(row, shop);
  const details = await decisionOf(shop.db, thing, thing.subject);
  if (details !== null) c.res = Response.json({ ...answer, details }, { status: 409 });
});

/** Returns who decided about a thing, when and what; null when no operator did. */
export async function decisionOf(
  db: D1Database,
  thing: Pick<Queued, "kind" | "id">,
  subject: Queued["subject"],
): Promise<string | null> {
  const row = await readFirst(findDecision(db, thing, subject));
  return row && decisionSentence(row);
}
