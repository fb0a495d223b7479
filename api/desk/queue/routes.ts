import { readFirst } from "../../base/batch.ts";
import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { closedBy, isOpenTo } from "../../../contract/desk/caller.ts";
import { deskRefusals } from "../../../contract/desk/endpoint.ts";
import {
  ASIDE_DAYS_MAX,
  DECIDING,
  QUEUE_HOLD_MINUTES,
  QueueKind,
  holdQueued,
  queueRefusals,
  setAside,
} from "../../../contract/desk/queue.ts";
import { refusals } from "../../../contract/endpoint.ts";
import { body, refuse } from "../../base/context.ts";
import { type Decision, noteDecision } from "../../base/decisions.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { DAY_MS, MINUTE_MS, toIso } from "../../base/time.ts";
import { sha256 } from "../../base/vault.ts";
import { findOtherHand } from "./other-hand.ts";
import { readPane } from "./pane.ts";
import { numberOfPapers } from "./papers.ts";
import { countQueue, readQueue } from "./read-queue.ts";
import type { Queued } from "./source.ts";
import { sourceOf } from "./sources.ts";
import * as statements from "./statements.ts";
import { decisionOf } from "./tell-decided.ts";

/** The queue of the desk: waiting things, who holds them, and the effects of a decision. */
export const deskQueue = new Hono<OperatorEnv>();

deskQueue.get("/", async (c) => {
  const queue = await readQueue(c.var.shop, c.var.operator);
  const etag = `"${(await sha256(JSON.stringify(queue))).slice(0, 32)}"`;
  c.header("ETag", etag);
  return c.req.header("If-None-Match") === etag ? c.body(null, 304) : c.json(queue);
});

deskQueue.get("/count", async (c) => c.json(await countQueue(c.var.shop, c.var.operator)));

interface OneEnv extends OperatorEnv {
  Variables: OperatorEnv["Variables"] & { thing: Queued; row: unknown };
}

/** Finds the thing that a path names, if this operator may decide its kind. */
const one = createMiddleware<OneEnv>(async (c, next) => {
  const { shop, operator } = c.var;
  const kind = QueueKind.safeParse(c.req.param("kind"));
  if (!kind.success) return refuse(c, refusals.notFound);
  const closed = closedBy(DECIDING[kind.data], operator);
  if (closed) return refuse(c, closed);
  const { findOne, read } = sourceOf(kind.data);
  const row: unknown = await findOne(shop.db, c.req.param("id") ?? "").first();
  const thing = row === null ? null : read(row, shop);
  // Payments and refunds have the same source, so the kind must be compared.
  if (thing?.kind !== kind.data) return refuse(c, refusals.notFound);
  if (!isOpenTo(thing.area, operator)) return refuse(c, deskRefusals.areaClosed);
  c.set("thing", thing);
  c.set("row", row);
  return next();
});

deskQueue.get("/:kind/:id", one, async (c) => {
  const { shop, operator, thing, row } = c.var;
  await note(c.var, "viewed").run();
  return c.json({ pane: await readPane(shop, thing, row, operator) });
});

deskQueue.get("/:kind/:id/card", one, async (c) => {
  const { shop, thing, row } = c.var;
  if (thing.kind !== "identity" && thing.kind !== "bank_card") return refuse(c, refusals.notFound);
  if (thing.promised === null) return refuseDecided(c, c.var, thing);
  await note(c.var, "viewed").run();
  c.header("Cache-Control", "no-store");
  return c.json({ cardNumber: (await numberOfPapers(shop.vault, thing.kind, row)) ?? "" });
});

deskQueue.put("/:kind/:id/hold", one, body(holdQueued.body), async (c) => {
  const { shop, operator, thing } = c.var;
  const { db, now } = shop;
  const { isTakingOver } = c.var.body;
  if (thing.promised === null) return refuseDecided(c, c.var, thing);
  const moment = now();
  const heldUntil = toIso(moment + QUEUE_HOLD_MINUTES * MINUTE_MS);
  // A withdrawal that an operator is paying cannot be taken over.
  if (thing.inHandOf !== null)
    return thing.inHandOf === operator.name
      ? c.json({ heldBy: operator.name, heldUntil })
      : refuse(c, deskRefusals.heldByOther, { details: thing.inHandOf });
  const before = await readFirst(statements.findHold(db, thing, moment));
  const isTaken = before !== null && before.operator !== operator.name;
  await db.batch([
    statements.hold(db, thing, { operator: operator.name, isTakingOver }, moment),
    ...(isTaken && isTakingOver ? [note(c.var, "taken_over", { before: before.operator })] : []),
  ]);
  // Another operator may have taken it first.
  const holder = await readFirst(statements.findHold(db, thing, moment));
  const heldBy = holder?.operator ?? operator.name;
  return heldBy === operator.name
    ? c.json({ heldBy, heldUntil })
    : refuse(c, deskRefusals.heldByOther, { details: heldBy });
});

deskQueue.delete("/:kind/:id/hold", one, async (c) => {
  const { shop, operator, thing } = c.var;
  await statements.releaseHold(shop.db, thing, operator.name).run();
  return c.json({ message: "این کار رها شد." });
});

deskQueue.put("/:kind/:id/aside", one, body(setAside.body), async (c) => {
  const { shop, operator, thing } = c.var;
  const { db, now } = shop;
  const { reason } = c.var.body;
  const until = Date.parse(c.var.body.until);
  if (thing.promised === null) return refuseDecided(c, c.var, thing);
  if (until <= now() || until > now() + ASIDE_DAYS_MAX * DAY_MS)
    return refuse(c, queueRefusals.asideUntil);
  const other = await findOtherHand(shop, thing, operator);
  if (other !== null) return refuse(c, deskRefusals.heldByOther, { details: other });
  await db.batch([
    statements.putAside(db, thing, { operator: operator.name, reason, until }),
    statements.releaseHold(db, thing, operator.name),
    note(c.var, "set_aside", { note: reason }),
  ]);
  return c.json({ message: "کنار گذاشته شد و در زمان خود بازمی‌گردد." });
});

deskQueue.delete("/:kind/:id/aside", one, async (c) => {
  const { shop, thing } = c.var;
  await shop.db.batch([statements.bringBack(shop.db, thing), note(c.var, "brought_back")]);
  return c.json({ message: "به صف بازگشت." });
});

function note(
  { shop, operator, thing }: Pick<OneEnv["Variables"], "shop" | "operator" | "thing">,
  verdict: Decision["verdict"],
  more?: Pick<Decision, "note" | "before">,
): D1PreparedStatement {
  const { subject, subjectId } = thing.subject;
  const { db, now } = shop;
  return noteDecision({ db, operator, moment: now() }, subject, subjectId, verdict, more);
}

async function refuseDecided(
  c: Context,
  { shop }: Pick<OneEnv["Variables"], "shop">,
  thing: Queued,
): Promise<Response> {
  const details = await decisionOf(shop.db, thing, thing.subject);
  return refuse(c, deskRefusals.decided, details === null ? {} : { details });
}
