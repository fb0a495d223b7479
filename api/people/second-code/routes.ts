import { Hono } from "hono";
import { refusals } from "../../../contract/endpoint.ts";
import { verifySecondCode } from "../../../contract/second-code.ts";
import {
  CODE_LIFE_SECONDS,
  RESEND_AFTER_SECONDS,
  signInRefusals,
} from "../../../contract/sign-in.ts";
import { showMaskedPhone } from "../../../persian/identifiers.ts";
import { noteEvent } from "../account-event/statements.ts";
import { runBatch, readFirst } from "../../base/batch.ts";
import { type ShopEnv, body, refuse, shopper } from "../../base/context.ts";
import { DAY_MS } from "../../base/time.ts";
import { isSameSecret, randomId } from "../../base/vault.ts";
import { describeDevice } from "../session/device.ts";
import { randomCode } from "../../base/random-code.ts";
import * as statements from "./statements.ts";

export const secondCodes = new Hono<ShopEnv>();

secondCodes.post("/", shopper, async (c) => {
  const { userId, tokenHash, shop } = c.var;
  const { db, vault, settings, sms, now } = shop;
  const user = await db
    .prepare("SELECT phone FROM user WHERE id = ?1")
    .bind(userId)
    .first<{ phone: string }>();
  if (!user) return refuse(c, refusals.userGone);
  const asker = { userId, tokenHash };
  const code = randomCode();
  const id = randomId();
  const hmac = await vault.fingerprint("second code", `${id}:${code}`);
  const moment = now();
  const written = await statements
    .insertSecondCode(db, asker, { id, hmac, expiresAt: moment + CODE_LIFE_SECONDS * 1000 }, moment)
    .first();
  if (!written) {
    const last = await readFirst(statements.findLastSent(db, tokenHash, moment));
    const sinceMs = moment - (last?.sent_at ?? 0);
    return sinceMs < RESEND_AFTER_SECONDS * 1000
      ? refuse(c, signInRefusals.codeSentRecently, {
          retryAfterSeconds: RESEND_AFTER_SECONDS - sinceMs / 1000,
        })
      : refuse(c, refusals.tooMany, { retryAfterSeconds: DAY_MS / 1000 });
  }
  const outcome = await sms.send({
    phone: user.phone,
    template: settings.SMS_TEMPLATE_SECOND_CODE,
    token: code,
  });
  // When the provider does not answer, the message may still arrive: its code must work and counts
  // as sent.
  if (outcome.kind === "refused") {
    await statements.markFailed(db, id, now()).run();
    return refuse(c, signInRefusals.codeNotSent);
  }
  return c.json({
    message: "کد تأیید ارسال شد.",
    resendAfterSeconds: RESEND_AFTER_SECONDS,
    phone: showMaskedPhone(user.phone),
  });
});

secondCodes.post("/verify", shopper, body(verifySecondCode.body), async (c) => {
  const { userId, tokenHash, shop } = c.var;
  const { db, vault, now } = shop;
  const asker = { userId, tokenHash };
  const device = describeDevice(c.req.header("User-Agent") ?? "");
  const wrong = () =>
    refuse(c, signInRefusals.wrongCode, { fields: { otp: signInRefusals.wrongCode.message } });
  const spent = await readFirst(statements.spendTry(db, asker, now()));
  if (!spent) {
    const newest = await readFirst(statements.findNewest(db, tokenHash));
    // If the code is unused and has not expired, it failed because it has no guesses left.
    return newest !== null && newest.used_at === null && newest.expires_at > now()
      ? refuse(c, signInRefusals.deadCode, {
          retryAfterSeconds: (newest.created_at - now()) / 1000 + RESEND_AFTER_SECONDS,
        })
      : wrong();
  }
  const hmac = await vault.fingerprint("second code", `${spent.id}:${c.var.body.otp}`);
  if (!isSameSecret(hmac, spent.code_hmac)) {
    const event = { id: `wrong-${spent.id}`, userId, kind: "wrong_second_code", device } as const;
    await noteEvent(db, event, now()).run();
    return wrong();
  }
  const event = { id: `proved-${spent.id}`, userId, kind: "browser_proved", device } as const;
  const isProved = await runBatch(db, [
    ...statements.proveBrowser(db, asker, spent.id, now()),
    noteEvent(db, event, now()),
  ]);
  return isProved ? c.json({ message: "این مرورگر شناخته شد." }) : wrong();
});
