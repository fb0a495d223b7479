import { Hono } from "hono";
import { type DeskEarning, decideEarning, listEarnings } from "../../../contract/desk/earning.ts";
import { deskRefusals } from "../../../contract/desk/endpoint.ts";
import { refusals } from "../../../contract/endpoint.ts";
import { maskPhone } from "../../../persian/identifiers.ts";
import { runBatch, readFirst } from "../../base/batch.ts";
import { body, query, refuse } from "../../base/context.ts";
import { noteDecision } from "../../base/decisions.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { byCreation, readPage } from "../../base/page.ts";
import * as statements from "../../money/earning/held-statements.ts";
import { toIso } from "../../base/time.ts";

export const deskEarnings = new Hono<OperatorEnv>();

deskEarnings.get("/", query(listEarnings.query), async (c) => {
  const { page, nextCursor } = await readPage(c.var, statements.findHeldEarnings, byCreation);
  return c.json({ earnings: page.map(showEarning), nextCursor });
});

deskEarnings.put("/:id", body(decideEarning.body), async (c) => {
  const { db, now } = c.var.shop;
  const { status, reason } = c.var.body;
  const id = c.req.param("id");
  const row = await readFirst(statements.findEarning(db, id));
  if (!row) return refuse(c, refusals.notFound);
  const moment = now();
  const isDecided = await runBatch(db, [
    ...statements.decideHeld(db, id, status, moment),
    noteDecision(
      { db, operator: c.var.operator, moment },
      "order_item",
      row.order_item_id,
      `income_${status}`,
      { note: reason },
    ),
  ]);
  if (!isDecided) return refuse(c, deskRefusals.decided);
  return c.json({
    message: status === "released" ? "این درآمد آزاد شد." : "این درآمد پرداخت نمی‌شود.",
  });
});

function showEarning(row: statements.HeldEarningRow): DeskEarning {
  return {
    id: row.id,
    amount: row.amount_toman,
    orderNumber: row.order_number,
    inviter: withMaskedPhone(row.inviter),
    buyer: withMaskedPhone(row.buyer),
    sharedMarks: JSON.parse(row.shared) as DeskEarning["sharedMarks"],
    createdAt: toIso(row.created_at),
  };
}

function withMaskedPhone(json: string): DeskEarning["inviter"] {
  const person = JSON.parse(json) as DeskEarning["inviter"];
  return { ...person, phone: maskPhone(person.phone) };
}
