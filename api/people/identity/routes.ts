import { Hono } from "hono";
import { createIdentityRequest, getIdentityRequests } from "../../../contract/identity.ts";
import { refusals } from "../../../contract/endpoint.ts";
import { countCardTry } from "../bank-card/tries.ts";
import { runBatch, readAll, readFirst } from "../../base/batch.ts";
import { type ShopEnv, body, query, refuse, shopper } from "../../base/context.ts";
import { numberContext } from "../../base/open-number.ts";
import { NEWEST, byCreation, cutPage, readCursor } from "../../base/page.ts";
import { uploadIdOf } from "../upload/address.ts";
import { randomId } from "../../base/vault.ts";
import { needsNationalCode, planInquiry } from "../inquiry/plan.ts";
import { openInquiry } from "../inquiry/statements.ts";
import { inquire } from "../inquiry/work.ts";
import { explainRefusal, showRequest } from "./rules.ts";
import * as statements from "./statements.ts";

export const authorizes = new Hono<ShopEnv>();

authorizes.get("/", shopper, query(getIdentityRequests.query), async (c) => {
  const { limit, cursor } = c.var.query;
  const after = readCursor(cursor) ?? NEWEST;
  const results = await readAll(
    statements.findRequests(c.var.shop.db, c.var.userId, after, limit + 1),
  );
  const { page, nextCursor } = cutPage(results, limit, byCreation);
  return c.json({ authorizations: page.map(showRequest), nextCursor });
});

authorizes.get("/status/checkstatus", shopper, async (c) => {
  const row = await readFirst(statements.findActive(c.var.shop.db, c.var.userId));
  return c.json({
    hasActiveAuthorization: row?.is_active === 1,
    asksNationalCode: needsNationalCode(c.var.shop),
  });
});

authorizes.post("/", shopper, body(createIdentityRequest.body), async (c) => {
  const { db, vault, now } = c.var.shop;
  const { IdentificationDocumentImage, cardNumber, cardOwner, firstName, lastName } = c.var.body;
  const { nationalCode = null, birthDate = null } = c.var.body;
  const wait = await countCardTry(c.var.shop, c.var.userId);
  if (wait !== null) return refuse(c, refusals.tooMany, { retryAfterSeconds: wait });
  const id = randomId();
  const request: statements.NewRequest = {
    id,
    userId: c.var.userId,
    cardNumberSealed: await vault.seal(cardNumber, numberContext("identity_request", id)),
    fingerprint: await vault.fingerprint("card number", cardNumber),
    cardOwner,
    firstName: firstName ?? "",
    lastName: lastName ?? "",
    uploadId: uploadIdOf(IdentificationDocumentImage),
  };
  const moment = now();
  const inquiry = await planInquiry(c.var.shop, request, { nationalCode, birthDate });
  const isFiled = await runBatch(db, [
    ...statements.fileRequest(db, request, moment),
    ...(inquiry ? [openInquiry(db, inquiry, moment)] : []),
  ]);
  if (!isFiled) {
    const obstacles = await readFirst(statements.findObstacles(db, request));
    if (!obstacles) throw new Error("A SELECT without FROM returned no row");
    const { refusal, field } = explainRefusal(obstacles);
    return refuse(c, refusal, field === null ? {} : { fields: { [field]: refusal.message } });
  }
  if (inquiry) c.executionCtx.waitUntil(inquire(c.var.shop, inquiry.id));
  const authorization = showRequest({
    id,
    status: "pending",
    rejection_reason: null,
    created_at: moment,
  });
  return c.json({ message: "درخواست احراز هویت با موفقیت ثبت شد.", authorization });
});
