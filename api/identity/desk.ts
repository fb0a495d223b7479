import { Hono } from "hono";
import type { z } from "zod";
import {
  type DeskIdentityRequest,
  decideIdentityRequest,
  listIdentityRequests,
} from "../../contract/desk/identity.ts";
import { revokeIdentity } from "../../contract/desk/freeze.ts";
import { deskRefusals } from "../../contract/desk/endpoint.ts";
import { refusals } from "../../contract/endpoint.ts";
import { maskCardNumber } from "../../persian/identifiers.ts";
import { endOfNumber } from "../bank-card/rules.ts";
import { lettersOf } from "../../persian/names.ts";
import { keepMark } from "../base/person-mark.ts";
import { runBatch } from "../base/batch.ts";
import { type Shop, body, query, refuse } from "../base/context.ts";
import { claimSeen, hasSeen, noteDecision, noteLook, sightOf } from "../base/decisions.ts";
import type { OperatorEnv } from "../base/operator.ts";
import { showPerson, showWholePerson } from "../base/person.ts";
import { queueMessage } from "../base/outbox.ts";
import { fingerprintEnd, numberContext, openNumber } from "../base/open-number.ts";
import type { Settings } from "../base/settings.ts";
import { OLDEST, cutPage, readCursor } from "../base/page.ts";
import { type Vault, randomId } from "../base/vault.ts";
import { claimIdentityVerified } from "../freeze/desk-statements.ts";
import { REVOKE_IDENTITY, askToRevoke } from "../freeze/revoke.ts";
import { passDefaultOn } from "../bank-card/statements.ts";
import {
  type DeskRequestRow,
  decideRequest,
  findPendingRequests,
  findRequest,
  verifyProven,
} from "./desk-statements.ts";
import { keptNames, provenNames, showRequest } from "./rules.ts";

export const deskIdentityRequests = new Hono<OperatorEnv>();

deskIdentityRequests.get("/", query(listIdentityRequests.query), async (c) => {
  const { db, vault } = c.var.shop;
  const { limit, cursor } = c.var.query;
  const { results } = await findPendingRequests(
    db,
    readCursor(cursor) ?? OLDEST,
    limit + 1,
  ).all<DeskRequestRow>();
  const { page, nextCursor } = cutPage(results, limit, ({ created_at: at, id }) => ({ at, id }));
  const authorizations = await Promise.all(
    page.map(async (row) => show(row, await numberOf(row, vault))),
  );
  return c.json({ authorizations, nextCursor });
});

deskIdentityRequests.get("/:id", async (c) => {
  const { db, vault, now } = c.var.shop;
  const { operator } = c.var;
  const row = await findRequest(db, c.req.param("id")).first<DeskRequestRow>();
  if (!row) return refuse(c, refusals.notFound);
  await noteLook(db, { operator, subject: "identity_request", subjectId: row.id }, now()).run();
  const shown = show(row, await numberOf(row, vault));
  return c.json({ authorization: { ...shown, person: showWholePerson(row) } });
});

deskIdentityRequests.put("/:id", body(decideIdentityRequest.body), async (c) => {
  const { db, vault, settings, now } = c.var.shop;
  const { operator, body } = c.var;
  const row = await findRequest(db, c.req.param("id")).first<DeskRequestRow>();
  if (!row) return refuse(c, refusals.notFound);
  if (row.status !== "pending") return refuse(c, deskRefusals.decided);
  const moment = now();
  const isVerified = body.status === "verified";
  const cardNumber = await numberOf(row, vault);
  if (isVerified && cardNumber === null) return refuse(c, deskRefusals.cardUnreadable);
  const reason = body.status === "rejected" ? body.rejectionReason : null;
  const sms = {
    id: `identity:${row.id}`,
    userId: row.person_id,
    template: templateFor(settings, isVerified, row.has_cart === 1),
    token: endOfNumber(cardNumber),
  };
  const sight = sightOf("identity_request", row.id, row.upload_id);
  const isDecided = await runBatch(db, [
    ...(isVerified ? [claimSeen(db, operator, sight, moment)] : []),
    ...decideRequest(db, row.id, { status: body.status, reason }, moment),
    ...(isVerified && cardNumber !== null ? await prove(c.var.shop, row, cardNumber, moment) : []),
    noteDecision(
      db,
      {
        operator,
        subject: "identity_request",
        subjectId: row.id,
        verdict: body.status,
        note: reason,
        before: row.status,
        after: body.status,
      },
      moment,
    ),
    queueMessage(db, sms, moment),
  ]);
  if (isDecided)
    return c.json({ message: isVerified ? "هویت تأیید شد." : "درخواست احراز هویت رد شد." });
  const since = await findRequest(db, row.id).first<DeskRequestRow>();
  if (since?.status === "pending" && !(await hasSeen(db, operator, sight, moment)))
    return refuse(c, deskRefusals.notSeen);
  return refuse(c, since?.status === "pending" ? deskRefusals.cardTaken : deskRefusals.decided);
});

deskIdentityRequests.post("/:id/revocation", body(revokeIdentity.body), async (c) => {
  const { db } = c.var.shop;
  const row = await findRequest(db, c.req.param("id")).first<DeskRequestRow>();
  if (!row) return refuse(c, refusals.notFound);
  return askToRevoke(
    c,
    { action: REVOKE_IDENTITY, subject: "identity_request", subjectId: row.id },
    claimIdentityVerified(db, row.id),
  );
});

/** Chooses the SMS whose text leads on: to the cart, to the shop, or to the form again. */
function templateFor(settings: Settings, isVerified: boolean, hasCart: boolean): string {
  if (!isVerified) return settings.SMS_TEMPLATE_IDENTITY_REJECTED;
  return hasCart
    ? settings.SMS_TEMPLATE_IDENTITY_VERIFIED_CART
    : settings.SMS_TEMPLATE_IDENTITY_VERIFIED;
}

/** Verifies the card and the names of a request that is being verified, and keeps its marks. */
async function prove(
  { db, vault }: Shop,
  row: DeskRequestRow,
  cardNumber: string,
  now: number,
): Promise<D1PreparedStatement[]> {
  const cardId = randomId();
  const numberSealed = await vault.seal(cardNumber, numberContext("bank_card", cardId));
  const endFingerprint = await fingerprintEnd(vault, cardNumber);
  const name = await vault.fingerprint("name", lettersOf(row.card_owner));
  return [
    ...verifyProven(
      db,
      row.id,
      { cardId, numberSealed, endFingerprint, names: provenNames(row), kept: keptNames(row) },
      now,
    ),
    passDefaultOn(db, row.person_id),
    keepMark(db, row.person_id, { kind: "name", fingerprint: name }, now),
    ...(row.picture
      ? [keepMark(db, row.person_id, { kind: "picture", fingerprint: row.picture }, now)]
      : []),
  ];
}

function numberOf(
  { id, card_number_sealed: sealed }: DeskRequestRow,
  vault: Vault,
): Promise<string | null> {
  return openNumber(vault, "identity_request", { id, sealed });
}

function show(row: DeskRequestRow, cardNumber: string | null): z.infer<typeof DeskIdentityRequest> {
  return {
    ...showRequest(row),
    person: showPerson(row),
    cardMasked: cardNumber === null ? "" : maskCardNumber(cardNumber),
    cardOwner: row.card_owner,
    uploadId: row.upload_id,
  };
}
