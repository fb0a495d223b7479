import { resumeWaits } from "../../money/earning/statements.ts";
import { Hono } from "hono";
import {
  type DeskFreeze,
  freeze,
  freezeRefusals,
  listFreezes,
  releaseFreeze,
} from "../../../contract/desk/freeze.ts";
import { refusals } from "../../../contract/endpoint.ts";
import { maskPhone } from "../../../persian/identifiers.ts";
import { runBatch, readAll } from "../../base/batch.ts";
import { type Shop, body, query, refuse } from "../../base/context.ts";
import { type Decision, noteDecision } from "../../base/decisions.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { makeMessagesDue, queueMessage } from "../../base/outbox.ts";
import { NEWEST, readPage } from "../../base/page.ts";
import { findMarked } from "./marks.ts";
import * as statements from "../../people/freeze/freeze-statements.ts";
import { toIso } from "../../base/time.ts";

export const deskFreezes = new Hono<OperatorEnv>();

const SUBJECTS = {
  person: "person",
  device: "person",
  card: "bank_card",
  identity: "identity_request",
} as const satisfies Record<string, Decision["subject"]>;

deskFreezes.get("/", query(listFreezes.query), async (c) => {
  const { page, nextCursor } = await readPage(
    c.var,
    statements.findFreezes,
    (row) => ({ at: row.frozen_at, id: row.id }),
    NEWEST,
  );
  return c.json({ freezes: page.map(showFreeze), nextCursor });
});

deskFreezes.post("/", body(freeze.body), async (c) => {
  const { shop, operator, body } = c.var;
  const { db, now, settings } = shop;
  const marked = await findMarked(shop, body);
  if (!marked) return refuse(c, refusals.notFound);
  const id = crypto.randomUUID();
  const moment = now();
  await db.batch([
    ...statements.insertFreeze(
      db,
      { id, reason: body.reason, operator: operator.name, marks: marked.marks },
      moment,
    ),
    noteDecision(
      { db, operator, moment },
      SUBJECTS[body.kind],
      body.id,
      body.kind === "device" ? "devices_frozen" : "frozen",
      { note: body.reason },
    ),
    ...tellPeople(shop, id, settings.SMS_TEMPLATE_ACCOUNT_FROZEN, marked.people, moment),
  ]);
  return c.json({ message: "مسدود شد.", freezeId: id });
});

deskFreezes.post("/:id/release", body(releaseFreeze.body), async (c) => {
  const { shop, operator } = c.var;
  const { db, now, settings } = shop;
  const id = c.req.param("id");
  const { reason } = c.var.body;
  if (!(await statements.findFreeze(db, id).first())) return refuse(c, refusals.notFound);
  const people = await readAll(statements.findFrozenPeople(db, id));
  const moment = now();
  const isReleased = await runBatch(db, [
    resumeWaits(db, id, moment),
    ...statements.release(db, { id, reason, operator: operator.name }, moment),
    noteDecision({ db, operator, moment }, "freeze", id, "released", { note: reason }),
    makeMessagesDue(
      db,
      people.map(({ user_id }) => user_id),
      moment,
    ),
    ...tellPeople(shop, id, settings.SMS_TEMPLATE_ACCOUNT_RELEASED, people, moment),
  ]);
  return isReleased
    ? c.json({ message: "مسدودی برداشته شد." })
    : refuse(c, freezeRefusals.released);
});

/** Queues an SMS to each person of a freeze who was not forgotten. */
function tellPeople(
  { db }: Shop,
  freezeId: string,
  template: string,
  people: readonly statements.HolderRow[],
  now: number,
): D1PreparedStatement[] {
  return people.flatMap(({ user_id: userId, phone }) =>
    phone === null
      ? []
      : [
          queueMessage(
            db,
            { id: `${template}:${freezeId}:${userId}`, userId, template, token: phone.slice(-4) },
            now,
          ),
        ],
  );
}

function showFreeze(row: statements.FreezeRow): DeskFreeze {
  return {
    id: row.id,
    reason: row.reason,
    frozenAt: toIso(row.frozen_at),
    frozenBy: row.frozen_by,
    people: (JSON.parse(row.people) as DeskFreeze["people"]).map((person) => ({
      ...person,
      phone: maskPhone(person.phone),
    })),
    cards: row.cards,
    devices: row.devices,
  };
}
