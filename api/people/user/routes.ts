import { Hono } from "hono";
import {
  type User,
  lookAtEmailLink,
  replaceEmail as replaceEmailCall,
  updateProfile,
  userRefusals,
  verifyEmail,
} from "../../../contract/user.ts";
import { refusals } from "../../../contract/endpoint.ts";
import { showMaskedPhone } from "../../../persian/identifiers.ts";
import { readTogether, runBatch, readFirst } from "../../base/batch.ts";
import { type ShopEnv, body, refuse, shopper } from "../../base/context.ts";
import { NEWEST } from "../../base/page.ts";
import { findRequests } from "../identity/statements.ts";
import { describeDevice } from "../session/device.ts";
import { findNewestNameRequest } from "../name-request/statements.ts";
import { showNameRequest } from "../name-request/show.ts";
import { noteChanges } from "./changes.ts";
import { confirmEmail, findAccountOfLink, replaceEmail, requestVerification } from "./email.ts";
import { chooseNames } from "./rules.ts";
import { findUser } from "../../base/person.ts";
import { toIso } from "../../base/time.ts";
import { claimChangeFits, claimNames, updateUser } from "./statements.ts";

/** The number of tries when the names or the e-mail change during an update. */
const ATTEMPTS = 4;

export const users = new Hono<ShopEnv>();

users.get("/profile", shopper, async (c) => {
  const { db } = c.var.shop;
  const [[row], [newest], [nameRequest]] = await readTogether(db, [
    findUser(db, c.var.userId),
    findRequests(db, c.var.userId, NEWEST, 1),
    findNewestNameRequest(db, c.var.userId),
  ]);
  if (!row) return refuse(c, refusals.userGone);
  const user: User = {
    firstName: row.first_name,
    lastName: row.last_name,
    username: row.phone,
    email: row.email,
    isVerified: row.is_verified === 1,
    identity: newest
      ? {
          status: newest.status,
          createdAt: toIso(newest.created_at),
          rejectionReason: newest.rejection_reason,
        }
      : null,
    nameRequest: nameRequest ? showNameRequest(nameRequest) : null,
    // Every account was created with a code that was sent to its phone.
    isPhoneVerified: true,
    isEmailVerified: row.is_email_verified === 1,
    wantsCodesByEmail: row.wants_codes_by_email === 1,
    frozenReason: c.var.frozenReason,
  };
  return c.json({ user });
});

users.put("/update", shopper, body(updateProfile.body), async (c) => {
  const { shop, userId, tokenHash, body } = c.var;
  const { db, now } = shop;
  const { emailLocked, emailUnverified } = userRefusals;
  const device = describeDevice(c.req.header("User-Agent") ?? "");
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const user = await readFirst(findUser(db, userId));
    if (!user) return refuse(c, refusals.userGone);
    const names = chooseNames(user, body);
    if (!names) return refuse(c, userRefusals.nameLocked);
    const change = { ...body, ...names };
    const isSaved = await runBatch(db, [
      claimChangeFits(db, { userId, tokenHash }, change, now()),
      claimNames(db, userId, user),
      updateUser(db, userId, change),
      ...noteChanges(shop, userId, user, change, device),
    ]);
    if (isSaved) return c.json({ message: "تغییرات با موفقیت ذخیره شد." });
    const isVerified = user.is_email_verified === 1;
    if (isVerified && body.email !== undefined && body.email !== user.email)
      return refuse(c, emailLocked, { fields: { email: emailLocked.message } });
    if (!isVerified && body.wantsCodesByEmail === true)
      return refuse(c, emailUnverified, { fields: { wantsCodesByEmail: emailUnverified.message } });
    if (body.wantsCodesByEmail === true && user.wants_codes_by_email === 0)
      return refuse(c, refusals.secondCodeNeeded);
    // The names or the e-mail changed between reading and writing, so the update is tried again.
  }
  return refuse(c, refusals.unavailable);
});

users.put("/email", shopper, body(replaceEmailCall.body), async (c) => {
  const { shop, userId, tokenHash } = c.var;
  const { email } = c.var.body;
  const refusal = await replaceEmail(shop, { userId, tokenHash }, email);
  if (refusal !== null) return refuse(c, refusal);
  return c.json({ message: email === "" ? "ایمیل پاک شد." : "ایمیل تازه ذخیره شد." });
});

users.post("/requestemailverfication", shopper, async (c) => {
  const { shop, userId } = c.var;
  const outcome = await requestVerification(shop, userId);
  if (outcome.kind === "refused") return refuse(c, outcome.refusal, outcome);
  return c.json({ message: "ایمیل فعال‌سازی ارسال شد." });
});

users.post("/emailverfication/look", body(lookAtEmailLink.body), async (c) => {
  const phone = await findAccountOfLink(c.var.shop, c.var.body.token);
  return phone === null
    ? refuse(c, userRefusals.badEmailToken)
    : c.json({ phone: showMaskedPhone(phone) });
});

users.post("/emailverfication", body(verifyEmail.body), async (c) => {
  const refusal = await confirmEmail(c.var.shop, c.var.body.token);
  return refusal === null
    ? c.json({ message: "ایمیل شما با موفقیت تأیید شد." })
    : refuse(c, refusal);
});
