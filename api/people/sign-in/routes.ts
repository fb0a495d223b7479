import { type Context, Hono } from "hono";
import type { z } from "zod";
import {
  CODE_LIFE_SECONDS,
  CODE_TRIES_MAX,
  RESEND_AFTER_SECONDS,
  SESSION_DAYS,
  signInRefusals,
  requestCode,
  verifyCode,
} from "../../../contract/sign-in.ts";
import { refusals } from "../../../contract/endpoint.ts";
import { noteEventOfPhone, noteSignOut } from "../account-event/statements.ts";
import { tellOfBrowser } from "../account-event/news.ts";
import { tellOfChange } from "../account-event/tell.ts";
import { runBatch, readFirst } from "../../base/batch.ts";
import {
  type ShopEnv,
  type ShopperEnv,
  bearerToken,
  body,
  callerAddress,
  callerWideNetwork,
  refuse,
  shopper,
  visitorHashOf,
} from "../../base/context.ts";
import { fingerprintPhone } from "../freeze/statements.ts";
import { isSameSecret, randomId, randomLetters, sha256 } from "../../base/vault.ts";
import { DAY_MS, HOUR_MS } from "../../base/time.ts";
import { describeDevice } from "../session/device.ts";
import { forgetBrowserOf, revokeSession } from "../session/statements.ts";
import { readEarlier, warnHalfSpent } from "./earlier.ts";
import * as ending from "./ending-statements.ts";
import * as guesses from "./guess-statements.ts";
import { findWorkedTries, guessAt, readGuessing } from "./guessing.ts";
import * as known from "./known-statements.ts";
import { randomCode } from "../../base/random-code.ts";
import { decideSend, siegeBegins } from "./rules.ts";
import * as sends from "./send-statements.ts";
import * as statements from "./statements.ts";
import { checkWork, newChallenge } from "./work.ts";

/** The number of tries when concurrent requests use up a limit first. */
const ATTEMPTS = 3;

/** Statements of higher rooms that are part of the batches of signing in and out. */
interface Others {
  /** Inserts the rows that a new account needs in other rooms; does nothing for existing people. */
  welcome: (
    db: D1Database,
    newcomer: { phone: string; userId: string; id: string; code: string },
    now: number,
  ) => D1PreparedStatement[];
  endMore: ending.EndMore;
}

/** The calls of signing in and out. */
export function authCalls({ welcome, endMore }: Others) {
  const calls = new Hono<ShopEnv>();
  calls.post("/", body(requestCode.body), (c) => sendCode(c));
  calls.post("/verify", body(verifyCode.body), (c) => signIn(c, welcome));
  calls.post("/logout", (c) => signOut(c));
  calls.post("/logout-everywhere", shopper, (c) => signOutEverywhere(c, endMore));
  return calls;
}

type WithBody<Schema extends z.ZodType> = Context<
  ShopEnv & { Variables: { body: z.output<Schema> } }
>;

async function sendCode(c: WithBody<typeof requestCode.body>) {
  const { shop, body } = c.var;
  const { db, vault, settings, sms, now } = shop;
  const visitorHash = await visitorHashOf(c.var.shop, c);
  const requester: sends.Requester = {
    phone: body.username,
    visitorHash,
    addressHash: await vault.fingerprint("address", callerAddress(c)),
    networkHash: await vault.fingerprint("network", callerWideNetwork(c)),
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
  const subject = { action: "code", phone: requester.phone, visitorHash };
  const work = await checkWork(vault, subject, body.work, now());
  const code = randomCode();
  const id = randomId();
  const hmac = await vault.fingerprint("sign-in code", `${id}:${requester.phone}:${code}`);
  let isWritten = false;
  for (let attempt = 0; attempt < ATTEMPTS && !isWritten; attempt++) {
    const moment = now();
    const earlier = await readEarlier(shop, requester, work, moment);
    const decision = decideSend(earlier, settings, work, moment);
    if (decision.kind === "work")
      return refuse(c, signInRefusals.workNeeded, {
        details: await newChallenge(vault, subject, decision.level, moment),
      });
    if (decision.kind !== "send")
      return refuse(
        c,
        decision.kind === "sent_recently" ? signInRefusals.codeSentRecently : refusals.tooMany,
        decision,
      );
    const expiresAt = moment + CODE_LIFE_SECONDS * 1000;
    const newCode = {
      id,
      hmac,
      referralCode: body.referralCode ?? null,
      expiresAt,
      work: earlier.isWorkUsed ? null : work,
    };
    const [written] = await db.batch([
      sends.insertCode(db, requester, newCode, settings, moment),
      known.useReturn(db, id),
    ]);
    isWritten = written?.results.length === 1;
    if (isWritten && earlier.shopCount >= siegeBegins(settings)) await warnHalfSpent(shop, moment);
  }
  // The cap is reached, and work does not help. Only the insert checks the cap.
  if (!isWritten) return refuse(c, refusals.tooMany, { retryAfterSeconds: HOUR_MS / 1000 });
  const outcome = await sms.send({
    phone: requester.phone,
    template: settings.SMS_TEMPLATE_CODE,
    token: code,
  });
  // When the provider does not answer, the message may still arrive: its code must work and counts
  // as sent.
  if (outcome.kind === "refused") {
    await sends.markCodeFailed(db, id, now()).run();
    return refuse(c, signInRefusals.codeNotSent);
  }
  return c.json({ message: "کد تأیید ارسال شد.", resendAfterSeconds: RESEND_AFTER_SECONDS });
}

async function signIn(c: WithBody<typeof verifyCode.body>, welcome: Others["welcome"]) {
  const { db, vault, settings, now } = c.var.shop;
  const { username: phone, otp, work } = c.var.body;
  const visitorHash = await visitorHashOf(c.var.shop, c);
  const device = describeDevice(c.req.header("User-Agent") ?? "");
  const networkHash = await vault.fingerprint("network", callerWideNetwork(c));
  const by = { phone, visitorHash, networkHash };
  const spent = await readFirst(
    guesses.spendTry(
      db,
      { ...by, workedTries: work ? await findWorkedTries(c.var.shop, by, work) : null },
      CODE_TRIES_MAX,
      settings,
      now(),
    ),
  );
  if (!spent) {
    const { code, level } = await readGuessing(c.var.shop, by);
    // If the code is unused and has not expired, it has no guesses left, or the guess costs work.
    const isAlive = code !== null && code.used_at === null && code.expires_at > now();
    if (!isAlive)
      return refuse(c, signInRefusals.wrongCode, {
        fields: { otp: signInRefusals.wrongCode.message },
      });
    if (code.tries < CODE_TRIES_MAX && level !== null)
      return refuse(c, signInRefusals.workNeeded, {
        details: await newChallenge(vault, guessAt(code, by), level, now()),
      });
    return refuse(c, signInRefusals.deadCode, {
      retryAfterSeconds: (code.created_at - now()) / 1000 + RESEND_AFTER_SECONDS,
    });
  }
  const hmac = await vault.fingerprint("sign-in code", `${spent.id}:${phone}:${otp}`);
  if (!isSameSecret(hmac, spent.code_hmac)) {
    // A wrong guess is noted only once per code.
    const event = { id: `wrong-${spent.id}`, phone, kind: "wrong_code", device } as const;
    await noteEventOfPhone(db, event, now()).run();
    return refuse(c, signInRefusals.wrongCode, {
      fields: { otp: signInRefusals.wrongCode.message },
    });
  }

  const token = randomId(32);
  const moment = now();
  const tokenHash = await sha256(token);
  const newId = crypto.randomUUID();
  const gift = {
    phone,
    userId: newId,
    id: crypto.randomUUID(),
    code: `HEDIYE-${randomLetters(6)}`,
  };
  const isOpened = await runBatch(db, [
    ...statements.openSession(
      db,
      {
        codeId: spent.id,
        phone,
        visitorHash,
        referralCode: spent.referral_code,
        newUser: { id: newId, referralCode: randomLetters(8), welcome: welcome(db, gift, moment) },
        tokenHash,
        device,
        phoneFingerprint: await fingerprintPhone(vault, phone),
        expiresAt: moment + SESSION_DAYS * DAY_MS,
      },
      moment,
    ),
    tellOfBrowser(c.var.shop, tokenHash, moment),
  ]);
  if (!isOpened)
    return refuse(c, signInRefusals.wrongCode, {
      fields: { otp: signInRefusals.wrongCode.message },
    });
  return c.json({ message: "خوش آمدید.", token });
}

async function signOut(c: Context<ShopEnv>) {
  const token = bearerToken(c);
  const { db, now } = c.var.shop;
  if (token) {
    const tokenHash = await sha256(token);
    await db.batch([
      noteSignOut(db, tokenHash, now()),
      revokeSession(db, tokenHash, now()),
      forgetBrowserOf(db, tokenHash),
    ]);
  }
  return c.json({ message: "از حساب خود خارج شدید." });
}

async function signOutEverywhere(c: Context<ShopperEnv>, endMore: ending.EndMore) {
  const { userId, tokenHash, shop } = c.var;
  const { db, now } = shop;
  await db.batch([
    ending.allowReturn(db, userId, tokenHash, now()),
    ...ending.revokeSessions(db, userId, endMore, now()),
    ...tellOfChange(shop, userId, "all_ended", describeDevice(c.req.header("User-Agent") ?? "")),
  ]);
  return c.json({ message: "از حساب خود در همهٔ دستگاه‌ها خارج شدید." });
}
