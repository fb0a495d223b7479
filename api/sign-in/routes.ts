import { Hono } from "hono";
import {
  CODE_LIFE_SECONDS,
  CODE_TRIES_MAX,
  RESEND_AFTER_SECONDS,
  SESSION_DAYS,
  signInRefusals,
  requestCode,
  verifyCode,
} from "../../contract/sign-in.ts";
import { refusals } from "../../contract/endpoint.ts";
import { noteEventOfPhone, noteSignOut } from "../account-event/statements.ts";
import { tellOfChange } from "../account-event/tell.ts";
import { runBatch } from "../base/batch.ts";
import {
  type Shop,
  type ShopEnv,
  bearerToken,
  body,
  callerAddress,
  refuse,
  shopper,
  visitorHashOf,
} from "../base/context.ts";
import { isSameSecret, randomId, sha256 } from "../base/vault.ts";
import { DAY_MS } from "../base/time.ts";
import { describeDevice } from "../session/device.ts";
import { randomCode } from "./random-code.ts";
import { type SendDecision, decideSend } from "./rules.ts";
import * as ending from "./ending-statements.ts";
import * as known from "./known-statements.ts";
import * as statements from "./statements.ts";

export const auth = new Hono<ShopEnv>();

auth.post("/", body(requestCode.body), async (c) => {
  const { shop, body } = c.var;
  const { db, vault, settings, sms, now } = shop;
  const visitorHash = await visitorHashOf(c.var.shop, c);
  const requester: statements.Requester = {
    phone: body.username,
    visitorHash,
    addressHash: await vault.fingerprint("address", callerAddress(c)),
    isKnownBrowser:
      (await known
        .isKnownBrowser(
          db,
          { phone: body.username, visitorHash },
          settings.SENDS_PER_KNOWN_BROWSER_DAY,
          now(),
        )
        .first()) !== null,
  };
  const code = randomCode();
  const id = randomId();
  const hmac = await vault.fingerprint("sign-in code", `${id}:${requester.phone}:${code}`);
  const moment = now();
  const [written] = await db.batch([
    statements.insertCode(
      db,
      requester,
      {
        id,
        hmac,
        referralCode: body.referralCode ?? null,
        expiresAt: moment + CODE_LIFE_SECONDS * 1000,
      },
      settings,
      moment,
    ),
    known.useReturn(db, id),
  ]);
  if (written?.results.length !== 1) {
    const decision = await findLimit(shop, requester, moment);
    const refusal =
      decision.kind === "sent_recently" ? signInRefusals.codeSentRecently : refusals.tooMany;
    return refuse(c, refusal, {
      retryAfterSeconds:
        decision.kind === "send" ? RESEND_AFTER_SECONDS : decision.retryAfterSeconds,
    });
  }
  const outcome = await sms.send({
    phone: requester.phone,
    template: settings.SMS_TEMPLATE_CODE,
    token: code,
  });
  // After a lost answer the message may still arrive, so its code must work and counts as sent.
  if (outcome.kind === "refused") {
    await statements.markCodeFailed(db, id, now()).run();
    return refuse(c, signInRefusals.codeNotSent);
  }
  return c.json({ message: "کد تأیید ارسال شد.", resendAfterSeconds: RESEND_AFTER_SECONDS });
});

auth.post("/verify", body(verifyCode.body), async (c) => {
  const { db, vault, settings, now } = c.var.shop;
  const { username: phone, otp } = c.var.body;
  const visitorHash = await visitorHashOf(c.var.shop, c);
  const device = describeDevice(c.req.header("User-Agent") ?? "");
  const spent = await statements
    .spendTry(db, { phone, visitorHash }, CODE_TRIES_MAX, settings, now())
    .first<{ id: string; code_hmac: string; referral_code: string | null }>();
  if (!spent) {
    const code = await statements
      .findNewestCode(db, phone, visitorHash)
      .first<{ used_at: number | null; created_at: number; expires_at: number }>();
    // An unused code that has not expired failed because its guesses are spent.
    const isDead = code !== null && code.used_at === null && code.expires_at > now();
    if (!isDead)
      return refuse(c, signInRefusals.wrongCode, {
        fields: { otp: signInRefusals.wrongCode.message },
      });
    return refuse(c, signInRefusals.deadCode, {
      retryAfterSeconds: (code.created_at - now()) / 1000 + RESEND_AFTER_SECONDS,
    });
  }
  const hmac = await vault.fingerprint("sign-in code", `${spent.id}:${phone}:${otp}`);
  if (!isSameSecret(hmac, spent.code_hmac)) {
    // Once for each code, however often it is guessed at.
    const event = { id: `wrong-${spent.id}`, phone, kind: "wrong_code", device } as const;
    await noteEventOfPhone(db, event, now()).run();
    return refuse(c, signInRefusals.wrongCode, {
      fields: { otp: signInRefusals.wrongCode.message },
    });
  }

  const token = randomId(32);
  const isOpened = await runBatch(
    db,
    statements.openSession(
      db,
      {
        codeId: spent.id,
        phone,
        visitorHash,
        referralCode: spent.referral_code,
        newUser: {
          id: crypto.randomUUID(),
          referralCode: randomLetters(8),
          welcomeCode: { id: crypto.randomUUID(), code: `HEDIYE-${randomLetters(6)}` },
        },
        tokenHash: await sha256(token),
        device,
        expiresAt: now() + SESSION_DAYS * DAY_MS,
      },
      now(),
    ),
  );
  if (!isOpened)
    return refuse(c, signInRefusals.wrongCode, {
      fields: { otp: signInRefusals.wrongCode.message },
    });
  return c.json({ message: "خوش آمدید.", token });
});

auth.post("/logout", async (c) => {
  const token = bearerToken(c);
  const { db, now } = c.var.shop;
  if (token) {
    const tokenHash = await sha256(token);
    await db.batch([
      noteSignOut(db, tokenHash, now()),
      ending.revokeSession(db, tokenHash, now()),
      ending.forgetBrowserOf(db, tokenHash),
    ]);
  }
  return c.json({ message: "از حساب خود خارج شدید." });
});

auth.post("/logout-everywhere", shopper, async (c) => {
  const { userId, tokenHash, shop } = c.var;
  const { db, now } = shop;
  await db.batch([
    ending.leaveReturn(db, userId, tokenHash, now()),
    ...ending.revokeSessions(db, userId, now()),
    ...tellOfChange(shop, userId, "all_ended", describeDevice(c.req.header("User-Agent") ?? "")),
  ]);
  return c.json({ message: "از حساب خود در همهٔ دستگاه‌ها خارج شدید." });
});

async function findLimit(
  { db, settings }: Shop,
  requester: statements.Requester,
  now: number,
): Promise<SendDecision> {
  const [phone, address, shop] = await db.batch<{
    created_at: number;
    count: number;
    address_count: number;
  }>([
    statements.phoneSends(db, requester, now),
    statements.addressSends(db, requester, now),
    statements.shopSends(db, requester, settings, now),
  ]);
  const earlier = {
    phone: (phone?.results ?? []).map((row) => row.created_at),
    address: (address?.results ?? []).map((row) => row.created_at),
    shopCount: requester.isKnownBrowser ? 0 : (shop?.results[0]?.count ?? 0),
    addressDayCount: requester.isKnownBrowser ? 0 : (shop?.results[0]?.address_count ?? 0),
  };
  return decideSend(earlier, settings, now);
}

/** Returns random letters and digits, without characters that people confuse. */
function randomLetters(count: number): string {
  const LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ23";
  return [...crypto.getRandomValues(new Uint8Array(count))]
    .map((byte) => LETTERS.charAt(byte % 32))
    .join("");
}
