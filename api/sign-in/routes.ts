import { Hono } from "hono";
import {
  CODE_LENGTH,
  CODE_LIFE_SECONDS,
  CODE_TRIES_MAX,
  RESEND_AFTER_SECONDS,
  SESSION_DAYS,
  signInRefusals,
  requestCode,
  verifyCode,
} from "../../contract/sign-in.ts";
import { refusals } from "../../contract/endpoint.ts";
import { runBatch } from "../base/batch.ts";
import {
  type Shop,
  type ShopEnv,
  bearerToken,
  body,
  callerAddress,
  refuse,
  shopper,
} from "../base/context.ts";
import { fingerprintPhone } from "../freeze/statements.ts";
import { isSameSecret, randomId, sha256 } from "../base/vault.ts";
import { DAY_MS } from "../base/time.ts";
import { type SendDecision, decideSend } from "./rules.ts";
import * as statements from "./statements.ts";

/**
 * The browser's random id, which the edge sets before the phone step. A code works only in the
 * browser that requested it.
 */
const VISITOR_HEADER = "X-Visitor";

export const auth = new Hono<ShopEnv>();

auth.post("/", body(requestCode.body), async (c) => {
  const { shop, body } = c.var;
  const { db, vault, settings, sms, now } = shop;
  const visitorHash = await vault.fingerprint("visitor", c.req.header(VISITOR_HEADER) ?? "");
  const requester: statements.Requester = {
    phone: body.username,
    visitorHash,
    addressHash: await vault.fingerprint("address", callerAddress(c)),
    isKnownBrowser:
      (await statements.isKnownBrowser(db, body.username, visitorHash).first()) !== null,
  };
  const code = randomCode();
  const id = randomId();
  const hmac = await vault.fingerprint("sign-in code", `${id}:${requester.phone}:${code}`);
  const moment = now();
  const written = await statements
    .insertCode(
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
    )
    .first();
  if (!written) {
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
  const visitorHash = await vault.fingerprint("visitor", c.req.header(VISITOR_HEADER) ?? "");
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
  if (!isSameSecret(hmac, spent.code_hmac))
    return refuse(c, signInRefusals.wrongCode, {
      fields: { otp: signInRefusals.wrongCode.message },
    });

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
        phoneFingerprint: await fingerprintPhone(vault, phone),
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
  if (token)
    await statements.revokeSession(c.var.shop.db, await sha256(token), c.var.shop.now()).run();
  return c.json({ message: "از حساب خود خارج شدید." });
});

auth.post("/logout-everywhere", shopper, async (c) => {
  const { db, now } = c.var.shop;
  await db.batch(statements.revokeSessions(db, c.var.userId, now()));
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

/** Returns CODE_LENGTH random digits; every code is equally likely. */
function randomCode(): string {
  const codes = 10 ** CODE_LENGTH;
  // Values from here on would make some codes likelier, so they are rejected.
  const limit = 2 ** 32 - (2 ** 32 % codes);
  for (;;) {
    const [value = limit] = crypto.getRandomValues(new Uint32Array(1));
    if (value < limit) return String(value % codes).padStart(CODE_LENGTH, "0");
  }
}

/** Returns random letters and digits, without characters that people confuse. */
function randomLetters(count: number): string {
  const LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ23";
  return [...crypto.getRandomValues(new Uint8Array(count))]
    .map((byte) => LETTERS.charAt(byte % 32))
    .join("");
}
