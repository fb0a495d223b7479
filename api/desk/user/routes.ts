import { Hono } from "hono";
import {
  findPerson,
  forgetPerson,
  notePerson,
  personRefusals,
} from "../../../contract/desk/user.ts";
import { deskRefusals } from "../../../contract/desk/endpoint.ts";
import { refusals } from "../../../contract/endpoint.ts";
import { revokeSessions } from "../../people/sign-in/ending-statements.ts";
import { runBatch, readFirst } from "../../base/batch.ts";
import { body, refuse } from "../../base/context.ts";
import { noteDecision, noteView } from "../../base/decisions.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { keepBack } from "../../buying/gift/session-end.ts";
import { propose } from "../proposal/propose.ts";
import { exportPerson } from "./export.ts";
import { FORGET, claimForgettable, explainForgetting } from "./forgetting.ts";
import * as statements from "./statements.ts";
import { readWholePerson } from "./whole-person.ts";

export const deskPeople = new Hono<OperatorEnv>();

deskPeople.post("/find", body(findPerson.body), async (c) => {
  const { db, now } = c.var.shop;
  const { operator } = c.var;
  const row = await readFirst(statements.findPersonByPhone(db, c.var.body.phone));
  if (!row) return refuse(c, refusals.notFound);
  await noteDecision({ db, operator, moment: now() }, "person", row.id, "found").run();
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

deskPeople.get("/:id", async (c) => {
  const { shop, operator } = c.var;
  const person = await readWholePerson(shop, c.req.param("id"), operator);
  if (!person) return refuse(c, refusals.notFound);
  const { db, now } = shop;
  await noteView({ db, operator, moment: now() }, "person", person.person.id).run();
  return c.json(person);
});

deskPeople.post("/:id/notes", body(notePerson.body), async (c) => {
  const { db, now } = c.var.shop;
  const { operator } = c.var;
  const id = c.req.param("id");
  const { note } = c.var.body;
  if (!(await statements.findPerson(db, id).first())) return refuse(c, refusals.notFound);
  await noteDecision({ db, operator, moment: now() }, "person", id, "noted", { note }).run();
  return c.json({ message: "یادداشت نوشته شد." });
});

deskPeople.post("/:id/sign-out", async (c) => {
  const { db, now } = c.var.shop;
  const { operator } = c.var;
  const id = c.req.param("id");
  if (!(await statements.findPerson(db, id).first())) return refuse(c, refusals.notFound);
  const moment = now();
  await db.batch([
    ...revokeSessions(db, id, keepBack, moment),
    noteDecision({ db, operator, moment }, "person", id, "signed_out"),
  ]);
  return c.json({ message: "این شخص از همهٔ دستگاه‌ها خارج شد." });
});

deskPeople.get("/:id/export", async (c) => {
  const { shop, operator } = c.var;
  const { db, now } = shop;
  const id = c.req.param("id");
  if (!(await statements.findPerson(db, id).first())) return refuse(c, refusals.notFound);
  await noteDecision({ db, operator, moment: now() }, "person", id, "exported").run();
  return c.json(await exportPerson(shop, id));
});

deskPeople.post("/:id/forget", body(forgetPerson.body), async (c) => {
  const { shop } = c.var;
  const { db } = shop;
  const id = c.req.param("id");
  const moment = shop.now();
  if (!(await statements.findPerson(db, id).first())) return refuse(c, refusals.notFound);
  if (shop.settings.DOSSIER_PUBLIC_KEY === undefined) return refuse(c, personRefusals.noDossierKey);
  const proposal = propose(
    db,
    c.var.operator,
    { action: FORGET, subject: "person", subjectId: id, details: {}, note: c.var.body.reason },
    moment,
  );
  const isAsked = await runBatch(db, [
    ...claimForgettable(shop, id, moment),
    ...proposal.statements,
  ]);
  if (isAsked)
    return c.json({
      message: "این درخواست نوشته شد و اطلاعات این شخص پس از تأیید نفر دوم پاک می‌شود.",
      proposalId: proposal.id,
    });
  const refusal = await explainForgetting(shop, id, moment);
  if (!refusal) return refuse(c, deskRefusals.alreadyProposed);
  return refuse(c, refusal.refusal, { details: refusal.details });
});
