import { Hono } from "hono";
import type { z } from "zod";
import {
  type DeskIdentityRequest,
  decideIdentityRequest,
  listIdentityRequests,
} from "../../../contract/desk/identity.ts";
import { revokeIdentity } from "../../../contract/desk/freeze.ts";
import { deskRefusals } from "../../../contract/desk/endpoint.ts";
import { refusals } from "../../../contract/endpoint.ts";
import { maskCardNumber } from "../../../persian/identifiers.ts";
import { runBatch, readFirst } from "../../base/batch.ts";
import { body, query, refuse } from "../../base/context.ts";
import { noteView } from "../../base/decisions.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { showPerson, showWholePerson } from "../../base/person.ts";
import { byCreation, readPage } from "../../base/page.ts";
import { claimViewed, refuseUnviewed } from "../upload/delivered.ts";
import { claimIdentityVerified } from "../../people/freeze/freeze-statements.ts";
import { REVOKE_IDENTITY, askToRevoke } from "../freeze/revoke.ts";
import {
  type DeskRequestRow,
  findPendingRequests,
  findRequest,
} from "../../people/identity/decide-statements.ts";
import { decide, numberOf } from "../../people/identity/approve.ts";
import { showRequest } from "../../people/identity/rules.ts";

export const deskIdentityRequests = new Hono<OperatorEnv>();

deskIdentityRequests.get("/", query(listIdentityRequests.query), async (c) => {
  const { vault } = c.var.shop;
  const { page, nextCursor } = await readPage(c.var, findPendingRequests, byCreation);
  const authorizations = await Promise.all(
    page.map(async (row) => show(row, await numberOf(row, vault))),
  );
  return c.json({ authorizations, nextCursor });
});

deskIdentityRequests.get("/:id", async (c) => {
  const { db, vault, now } = c.var.shop;
  const { operator } = c.var;
  const row = await readFirst(findRequest(db, c.req.param("id")));
  if (!row) return refuse(c, refusals.notFound);
  await noteView({ db, operator, moment: now() }, "identity_request", row.id).run();
  const shown = show(row, await numberOf(row, vault));
  return c.json({ authorization: { ...shown, person: showWholePerson(row, operator) } });
});

deskIdentityRequests.put("/:id", body(decideIdentityRequest.body), async (c) => {
  const { db, vault, now } = c.var.shop;
  const { operator, body } = c.var;
  const row = await readFirst(findRequest(db, c.req.param("id")));
  if (!row) return refuse(c, refusals.notFound);
  if (row.status !== "pending") return refuse(c, deskRefusals.decided);
  const moment = now();
  const isVerified = body.status === "verified";
  const cardNumber = await numberOf(row, vault);
  if (isVerified && cardNumber === null) return refuse(c, deskRefusals.cardUnreadable);
  const reason = body.status === "rejected" ? body.rejectionReason : null;
  const { upload_id: uploadId } = row;
  if (isVerified && uploadId === null) return refuse(c, deskRefusals.noPicture);
  const isDecided = await runBatch(db, [
    ...(isVerified ? [claimViewed(db, operator, uploadId ?? "", moment)] : []),
    ...(await decide(
      c.var.shop,
      row,
      { status: body.status, reason },
      { cardNumber, operator, now: moment },
    )),
  ]);
  if (isDecided)
    return c.json({ message: isVerified ? "هویت تأیید شد." : "درخواست احراز هویت رد شد." });
  const since = await readFirst(findRequest(db, row.id));
  if (since?.status !== "pending") return refuse(c, deskRefusals.decided);
  const unviewed = await refuseUnviewed(db, operator, uploadId ?? "", moment);
  return refuse(c, unviewed ?? deskRefusals.cardTaken);
});

deskIdentityRequests.post("/:id/revocation", body(revokeIdentity.body), async (c) => {
  const { db } = c.var.shop;
  const row = await readFirst(findRequest(db, c.req.param("id")));
  if (!row) return refuse(c, refusals.notFound);
  return askToRevoke(
    c,
    { action: REVOKE_IDENTITY, subject: "identity_request", subjectId: row.id },
    claimIdentityVerified(db, row.id),
  );
});

function show(row: DeskRequestRow, cardNumber: string | null): z.infer<typeof DeskIdentityRequest> {
  return {
    ...showRequest(row),
    person: showPerson(row),
    cardMasked: cardNumber === null ? "" : maskCardNumber(cardNumber),
    cardOwner: row.card_owner,
    uploadId: row.upload_id,
  };
}
