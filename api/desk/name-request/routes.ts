import { Hono } from "hono";
import { decideNameRequest, listNameRequests } from "../../../contract/desk/name-request.ts";
import { deskRefusals } from "../../../contract/desk/endpoint.ts";
import { refusals } from "../../../contract/endpoint.ts";
import { runBatch, readFirst } from "../../base/batch.ts";
import { body, query, refuse } from "../../base/context.ts";
import { noteDecision } from "../../base/decisions.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { queueMessage } from "../../base/outbox.ts";
import { byCreation, readPage } from "../../base/page.ts";
import { showPerson } from "../../base/person.ts";
import * as statements from "../../people/name-request/decide-statements.ts";
import { showNameRequest } from "../../people/name-request/show.ts";

export const deskNameRequests = new Hono<OperatorEnv>();

deskNameRequests.get("/", query(listNameRequests.query), async (c) => {
  const { page, nextCursor } = await readPage(
    c.var,
    statements.findPendingNameRequests,
    byCreation,
  );
  return c.json({
    nameRequests: page.map((row) => ({
      ...showNameRequest(row),
      person: showPerson(row),
      reason: row.reason,
    })),
    nextCursor,
  });
});

deskNameRequests.put("/:id", body(decideNameRequest.body), async (c) => {
  const { db, settings, now } = c.var.shop;
  const { operator, body } = c.var;
  const row = await readFirst(statements.findNameRequest(db, c.req.param("id")));
  if (!row) return refuse(c, refusals.notFound);
  const isVerified = body.status === "verified";
  const rejectionReason = body.status === "rejected" ? body.rejectionReason : null;
  const moment = now();
  const isDecided = await runBatch(db, [
    ...statements.decideNameRequest(db, row, { status: body.status, rejectionReason }, moment),
    noteDecision(
      { db, operator, moment },
      "person",
      row.person_id,
      isVerified ? "renamed" : "name_refused",
      { note: noteOf(row, body.status === "verified" ? body.reason : body.rejectionReason) },
    ),
    queueMessage(
      db,
      {
        id: `name:${row.id}`,
        userId: row.person_id,
        template: isVerified
          ? settings.SMS_TEMPLATE_NAME_CHANGED
          : settings.SMS_TEMPLATE_NAME_REFUSED,
        token: row.phone.slice(-4),
      },
      moment,
    ),
  ]);
  if (isDecided)
    return c.json({ message: isVerified ? "نام تغییر کرد." : "درخواست تغییر نام رد شد." });
  const since = await readFirst(statements.findNameRequest(db, row.id));
  // If the request is still pending, the decision failed because the person has filled in an empty
  // name meanwhile. Then the operator must read the request again.
  return refuse(c, since?.status === "pending" ? refusals.unavailable : deskRefusals.decided);
});

/** Returns the note for the log: the reason, and the old and the new name. */
function noteOf(row: statements.DeskNameRequestRow, reason: string): string {
  const old = `${row.first_name} ${row.last_name}`.trim();
  return `${reason} («${old}» ← «${row.asked_first_name} ${row.asked_last_name}»)`;
}
