import { Hono } from "hono";
import { findPerson, forgetPerson, personRefusals } from "../../contract/desk/user.ts";
import { refusals } from "../../contract/endpoint.ts";
import { revokeSessions } from "../sign-in/ending-statements.ts";
import { runBatch } from "../base/batch.ts";
import { body, refuse } from "../base/context.ts";
import { noteDecision } from "../base/decisions.ts";
import type { Operator, OperatorEnv } from "../base/operator.ts";
import { exportPerson } from "./export.ts";
import { forget } from "./forget.ts";
import * as statements from "./desk-statements.ts";

export const deskPeople = new Hono<OperatorEnv>();

deskPeople.post("/find", body(findPerson.body), async (c) => {
  const { db, now } = c.var.shop;
  const row = await statements
    .findPersonByPhone(db, c.var.body.phone)
    .first<statements.PersonRow>();
  if (!row) return refuse(c, refusals.notFound);
  await noteDecision(db, decision(c.var.operator, row.id, "found"), now()).run();
  return c.json({
    person: {
      id: row.id,
      firstName: row.first_name,
      lastName: row.last_name,
      phone: row.phone,
      provenOwner: row.proven_owner,
    },
  });
});

deskPeople.post("/:id/sign-out", async (c) => {
  const { db, now } = c.var.shop;
  const id = c.req.param("id");
  if (!(await statements.findPerson(db, id).first())) return refuse(c, refusals.notFound);
  const moment = now();
  await db.batch([
    ...revokeSessions(db, id, moment),
    noteDecision(db, decision(c.var.operator, id, "signed_out"), moment),
  ]);
  return c.json({ message: "این شخص از همهٔ دستگاه‌ها خارج شد." });
});

deskPeople.get("/:id/export", async (c) => {
  const { shop } = c.var;
  const id = c.req.param("id");
  if (!(await statements.findPerson(shop.db, id).first())) return refuse(c, refusals.notFound);
  await noteDecision(shop.db, decision(c.var.operator, id, "exported"), shop.now()).run();
  return c.json(await exportPerson(shop, id));
});

deskPeople.post("/:id/forget", body(forgetPerson.body), async (c) => {
  const { db, now } = c.var.shop;
  const id = c.req.param("id");
  const person = await statements.findPerson(db, id).first<statements.PersonRow>();
  if (!person) return refuse(c, refusals.notFound);
  const moment = now();
  const note = { ...decision(c.var.operator, id, "forgotten"), note: c.var.body.reason };
  const isForgotten = await runBatch(db, [
    ...forget(db, id, moment),
    noteDecision(db, note, moment),
  ]);
  if (isForgotten) return c.json({ message: "اطلاعات این شخص پاک شد." });
  const since = await statements.findPerson(db, id).first<statements.PersonRow>();
  if (since?.forgotten_at !== null) return refuse(c, personRefusals.forgotten);
  const obstacles = await statements.findObstacles(db, id).first<statements.Obstacles>();
  return refuse(c, personRefusals.stillOpen, { details: explain(obstacles) });
});

function decision(operator: Operator, subjectId: string, verdict: string) {
  return { operator, subject: "person", subjectId, verdict, note: null } as const;
}

const OBSTACLE_NAMES: Record<keyof statements.Obstacles, string> = {
  has_money: "کیف پول خالی نیست",
  has_order: "سفارشی در راه است",
  has_payment: "پرداختی هنوز پیگیری می‌شود",
  has_withdrawal: "برداشتی در انتظار است",
  has_refund: "بازپرداختی در راه است",
  has_earning: "درآمدی هنوز نگه داشته شده است",
};

function explain(obstacles: statements.Obstacles | null): string {
  const open = Object.entries(OBSTACLE_NAMES).filter(
    ([name]) => obstacles?.[name as keyof statements.Obstacles] === 1,
  );
  return open.map(([, words]) => words).join("، ");
}
