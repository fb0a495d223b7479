import { afterEach, describe, expect, it } from "vitest";
import { replaceCode } from "../../../contract/desk/code.ts";
import { freeze, releaseFreeze } from "../../../contract/desk/freeze.ts";
import { deliver } from "../../../contract/desk/delivery.ts";
import { createOrder } from "../../../contract/order.ts";
import {
  getProfile,
  lookAtEmailLink,
  replaceEmail,
  requestEmailVerification,
  updateProfile,
  verifyEmail,
} from "../../../contract/user.ts";
import { addRestockAlert } from "../../../contract/restock.ts";
import { signOutEverywhere } from "../../../contract/sign-in.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { typeSecondCode } from "../../support/second-code.ts";
import { type TestShopper, authorityOf } from "../../support/shop.ts";
import { useShop } from "../../support/use-shop.ts";
import { HOUR, MINUTE } from "../../support/time.ts";

const SENT = "ایمیل فعال‌سازی ارسال شد.";

const shop = useShop();
let aheadMs = 0;
afterEach(() => shop.sandbox.clearFaults());

/** The clock only moves forward, so each test needs new shoppers. */
const wait = (ms: number) => shop.turnClock((aheadMs += ms));
const setEmail = (shopper: TestShopper, email: string) =>
  shopper.ask(updateProfile, { body: { email } });
const request = (shopper: TestShopper) => shopper.ask(requestEmailVerification);
const confirm = (token: string) => shop.ask(verifyEmail, { body: { token } });
const profile = async (shopper: TestShopper) => (await shopper.ask(getProfile)).body.user;

/** The token of the newest link to an address. */
async function newestToken(email: string): Promise<string> {
  await shop.runJobs();
  const [mail] = await shop.sandbox.mail(email);
  return new URL(mail?.link ?? "http://none/").searchParams.get("token") ?? "";
}

async function withVerifiedEmail(email: string, wantsCodesByEmail = false): Promise<TestShopper> {
  const shopper = await shop.newShopper({ balanceToman: 2_000_000 });
  await setEmail(shopper, email);
  expect(await request(shopper)).toMatchObject({ status: 200, body: { message: SENT } });
  expect((await confirm(await newestToken(email))).status).toBe(200);
  if (!wantsCodesByEmail) return shopper;
  const requested = { body: { wantsCodesByEmail } };
  expect(await shopper.ask(updateProfile, requested)).toMatchObject({
    status: 403,
    body: { code: "second_code_needed" },
  });
  await typeSecondCode(shop, shopper);
  expect((await shopper.ask(updateProfile, requested)).status).toBe(200);
  return shopper;
}

describe("an e-mail", () => {
  it("is confirmed once by the link sent to it", async () => {
    const shopper = await shop.newShopper();
    expect(await request(shopper)).toMatchObject({
      status: 422,
      body: { code: "email_missing", message: "لطفاً ایمیل خود را وارد کنید." },
    });
    await setEmail(shopper, "\u200e Sara@armaghan.example\u00a0");
    expect(await request(shopper)).toMatchObject({ status: 200, body: { message: SENT } });
    const token = await newestToken("Sara@armaghan.example");
    const [mail] = await shop.sandbox.mail("Sara@armaghan.example");
    expect(mail?.link).toBe(`${shop.stack.url}/verify/email?token=${token}`);
    expect(mail?.html).toContain('lang="fa-IR" dir="rtl"');
    const [queued] = await shop.sql<{ token: string }>(
      "SELECT token FROM outbox WHERE user_id = ?1",
      shopper.id,
    );
    expect(queued?.token).not.toContain(token);
    expect(await confirm(`${token}x`)).toMatchObject({
      status: 422,
      body: { code: "bad_email_token" },
    });
    expect(await profile(shopper)).toMatchObject({ isEmailVerified: false });
    expect(await confirm(token)).toMatchObject({
      status: 200,
      body: { message: "ایمیل شما با موفقیت تأیید شد." },
    });
    expect(await profile(shopper)).toMatchObject({
      email: "Sara@armaghan.example",
      isEmailVerified: true,
      wantsCodesByEmail: false,
    });
    expect(await confirm(token)).toMatchObject({ status: 422, body: { code: "bad_email_token" } });
    expect(await request(shopper)).toMatchObject({ status: 409, body: { code: "email_verified" } });
    expect(await setEmail(shopper, "other@armaghan.example")).toMatchObject({
      status: 422,
      body: { code: "email_locked" },
    });
    expect((await shop.ask(requestEmailVerification)).status).toBe(401);
    expect(await confirm("")).toMatchObject({ status: 422, body: { code: "invalid" } });
  });

  it("is confirmed only by the newest link, within a day, while the profile still has the address", async () => {
    const shopper = await shop.newShopper();
    await setEmail(shopper, "one@armaghan.example");
    await request(shopper);
    const first = await newestToken("one@armaghan.example");
    await wait(MINUTE + 1);
    await request(shopper);
    const second = await newestToken("one@armaghan.example");
    expect(second).not.toBe(first);
    expect((await confirm(first)).status).toBe(422);
    await setEmail(shopper, "two@armaghan.example");
    expect((await confirm(second)).status).toBe(422);
    await setEmail(shopper, "one@armaghan.example");
    await wait(24 * HOUR + 1);
    expect((await confirm(second)).status).toBe(422);
    expect(await profile(shopper)).toMatchObject({ isEmailVerified: false });
  });

  it("gets one link a minute, however many are requested at once", async () => {
    const shopper = await shop.newShopper();
    await setEmail(shopper, "limits@armaghan.example");
    const answers = await Promise.all(Array.from({ length: 6 }, () => request(shopper)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, headers } of answers.filter(({ status }) => status !== 200)) {
      expect([status, Number(headers.get("Retry-After")) <= 60]).toEqual([429, true]);
    }
    await wait(MINUTE + 1);
    expect((await request(shopper)).status).toBe(200);
  });

  it("belongs to one person, in any letter case", async () => {
    const [late, later] = [await shop.newShopper(), await shop.newShopper()];
    for (const shopper of [late, later]) await setEmail(shopper, "Shared@armaghan.example");
    await request(late);
    const lateToken = await newestToken("Shared@armaghan.example");
    const first = await withVerifiedEmail("shared@armaghan.example");
    expect(await confirm(lateToken)).toMatchObject({ status: 409, body: { code: "email_taken" } });
    expect(await profile(late)).toMatchObject({ isEmailVerified: false });
    // Another account with the same mailbox may take over the address by a newer link.
    await wait(1);
    expect((await request(later)).status).toBe(200);
    const newest = await newestToken("Shared@armaghan.example");
    expect((await confirm(newest)).status).toBe(200);
    expect(await profile(first)).toMatchObject({ email: "", isEmailVerified: false });
    expect(await profile(later)).toMatchObject({ isEmailVerified: true });
    await shop.runJobs("sms");
    expect((await shop.sandbox.messages(first.phone))[0]?.text).toContain(
      "ایمیل شما برای حساب دیگری تأیید شد",
    );
    expect((await shop.sandbox.messages(later.phone))[0]?.text).toContain(
      "ایمیل حساب شما تأیید شد",
    );
  });

  it("gets three letters a day, no matter how many accounts request them", async () => {
    const people = await shop.newShoppers(4);
    const letters = [];
    for (const shopper of people) {
      await setEmail(shopper, "flooded@armaghan.example");
      letters.push((await request(shopper)).status);
    }
    expect(letters).toEqual([200, 200, 200, 429]);
    await wait(24 * HOUR + 1);
    const [, , , last] = people;
    if (last) expect((await request(last)).status).toBe(200);
  });

  it("is confirmed for an account whose masked phone the letter and the page show", async () => {
    const shopper = await shop.newShopper();
    await setEmail(shopper, "whose@armaghan.example");
    await request(shopper);
    const token = await newestToken("whose@armaghan.example");
    const [mail] = await shop.sandbox.mail("whose@armaghan.example");
    const masked = toPersianDigits(`0${shopper.phone.slice(0, 3)}•••${shopper.phone.slice(-4)}`);
    expect(mail?.text).toContain(masked);
    const look = () => shop.ask(lookAtEmailLink, { body: { token } });
    expect(await look()).toMatchObject({ status: 200, body: { phone: masked } });
    expect(await profile(shopper)).toMatchObject({ isEmailVerified: false });
    await confirm(token);
    expect(await look()).toMatchObject({ status: 422, body: { code: "bad_email_token" } });
  });

  it("is replaced or removed only after a second code, and the owner is told", async () => {
    const shopper = await withVerifiedEmail("thief@armaghan.example", true);
    await wait(11 * MINUTE);
    const replace = (email: string) => shopper.ask(replaceEmail, { body: { email } });
    expect(await replace("own@armaghan.example")).toMatchObject({
      status: 403,
      body: { code: "second_code_needed" },
    });
    await typeSecondCode(shop, shopper);
    const both = await Promise.all([
      replace("own@armaghan.example"),
      replace("other@armaghan.example"),
    ]);
    const { email, ...flags } = await profile(shopper);
    expect(flags).toMatchObject({ isEmailVerified: false, wantsCodesByEmail: false });
    expect(both.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(["own@armaghan.example", "other@armaghan.example"]).toContain(email);
    expect((await replace("")).status).toBe(200);
    expect(await profile(shopper)).toMatchObject({ email: "" });
    await shop.runJobs("sms");
    const texts = (await shop.sandbox.messages(shopper.phone)).map(({ text }) => text).join();
    for (const told of ["تأیید شد", "با ایمیل روشن شد", "عوض شد", "پاک شد"])
      expect(texts).toContain(told);
  });

  it("can no longer be used to open anything when its owner ends all sessions", async () => {
    const shopper = await withVerifiedEmail("left@armaghan.example", true);
    const productId = await shop.newProduct({ stock: 0 });
    await shopper.ask(addRestockAlert, { body: { productId } });
    await request(shopper);
    expect((await shopper.ask(signOutEverywhere)).status).toBe(200);
    const [user] = await shop.sql(
      `SELECT is_email_verified, wants_codes_by_email,
         (SELECT count(*) FROM restock_alert WHERE user_id = user.id) AS alerts
       FROM user WHERE id = ?1`,
      shopper.id,
    );
    expect(user).toEqual({ is_email_verified: 0, wants_codes_by_email: 0, alerts: 0 });
    await shop.runJobs("sms");
    expect((await shop.sandbox.messages(shopper.phone))[0]?.text).toContain(
      "همهٔ دستگاه‌ها از حساب شما خارج شدند",
    );
  });

  it("is resent when the provider fails, not when only its answer is lost", async () => {
    const shopper = await shop.newShopper();
    await setEmail(shopper, "retry@armaghan.example");
    await request(shopper);
    await shop.sandbox.plan({ provider: "resend", call: "send", kind: "code", code: 429 });
    await shop.runJobs();
    expect(await shop.sandbox.mail("retry@armaghan.example")).toEqual([]);
    await wait(5 * MINUTE + 1);
    await shop.sandbox.plan({ provider: "resend", call: "send", kind: "lost_answer" });
    await shop.runJobs();
    await wait(30 * MINUTE + 1);
    await shop.runJobs();
    expect(await shop.sandbox.mail("retry@armaghan.example")).toHaveLength(1);
    const [row] = await shop.sql<{ sent_at: number | null }>(
      "SELECT sent_at FROM outbox WHERE user_id = ?1",
      shopper.id,
    );
    expect(row?.sent_at).not.toBeNull();
  });
});

describe("a delivered order", () => {
  it("is announced by e-mail, with codes only if the shopper wants them", async () => {
    const plain = await withVerifiedEmail("plain@armaghan.example");
    const eager = await withVerifiedEmail("eager@armaghan.example", true);
    const silent = await shop.newShopper({ balanceToman: 2_000_000 });
    await setEmail(silent, "silent@armaghan.example");
    const orderIds = new Map<TestShopper, string>();
    const productId = await shop.newProduct({ stock: 6 });
    for (const shopper of [plain, eager, silent]) {
      await shopper.put(productId, 2);
      orderIds.set(shopper, (await shopper.ask(createOrder, { body: {} })).body.orderId);
    }
    await shop.runJobs();
    const [told] = await shop.sandbox.mail("plain@armaghan.example");
    expect(told).toMatchObject({
      subject: "سفارش شما تحویل شد",
      link: `${shop.stack.url}/orders/${orderIds.get(plain) ?? ""}`,
    });
    expect(told?.text).not.toContain("CODE-");
    const [given] = await shop.sandbox.mail("eager@armaghan.example");
    expect(given?.text.match(/CODE-batch-\S+/g)).toHaveLength(2);
    expect(given?.html).toMatch(/<bdi dir="ltr"><code>CODE-/);
    expect(await shop.sandbox.mail("silent@armaghan.example")).toEqual([]);
    const readings = await shop.sql(
      `SELECT o.user_id, r.channel FROM content_reading r
       JOIN order_item i ON i.id = r.order_item_id JOIN orders o ON o.id = i.order_id`,
    );
    expect(readings).toEqual([{ user_id: eager.id, channel: "email" }]);
    // A sent message is not sent again.
    await shop.runJobs();
    expect(
      (await shop.sandbox.mail("eager@armaghan.example")).filter(({ subject }) =>
        subject.includes("تحویل"),
      ),
    ).toHaveLength(1);
  });

  it("of a frozen shopper is announced with its codes after the release, however late", async () => {
    const shopper = await withVerifiedEmail("frozen@armaghan.example", true);
    await shopper.buy(await shop.newProduct());
    const { body } = await shop.desk(freeze, {
      body: { kind: "person", id: shopper.id, reason: "کارت گزارش شده است" },
    });
    for (let hours = 0; hours < 30; hours += 5) {
      await shop.turnClock(hours * 3_600_000);
      await shop.runJobs();
    }
    const told = async () =>
      (await shop.sandbox.mail("frozen@armaghan.example")).filter(({ text }) =>
        text.includes("CODE-"),
      );
    expect(await told()).toEqual([]);
    const params = { id: body.freezeId };
    await shop.desk(releaseFreeze, { params, body: { reason: "درست بود" } });
    await shop.runJobs();
    expect(await told()).toHaveLength(1);
    await shop.turnClock(0);
  });

  it("is announced without codes while the profile is incomplete", async () => {
    const shopper = await withVerifiedEmail("nameless@armaghan.example", true);
    await shop.sql("UPDATE user SET last_name = '' WHERE id = ?1", shopper.id);
    await shopper.buy(await shop.newProduct());
    await shop.runJobs();
    const [mail] = await shop.sandbox.mail("nameless@armaghan.example");
    expect(mail?.subject).toBe("سفارش شما تحویل شد");
    expect(mail?.text).not.toContain("CODE-");
  });

  it("is announced after a bank payment, with product names as plain text", async () => {
    const shopper = await withVerifiedEmail("bank@armaghan.example", true);
    const productId = await shop.newProduct({ stock: 2 });
    await shop.sql("UPDATE product SET name = '<b>\"کارت\"</b> & دیگر' WHERE id = ?1", productId);
    await shopper.put(productId);
    const authority = authorityOf(await shopper.initiate());
    await shop.sandbox.pay(authority);
    expect((await shopper.verify(authority)).status).toBe(200);
    // The second attempt sends the replacement code, and records its reading at that time.
    await shop.sandbox.plan({ provider: "resend", call: "send", kind: "code", code: 429 });
    await shop.runJobs();
    const [sold] = await shop.sql<{ id: string }>(
      "SELECT id FROM code WHERE product_id = ?1 AND status = 'sold'",
      productId,
    );
    const replaced = await shop.desk(replaceCode, {
      params: { codeId: sold?.id ?? "" },
      body: { reason: "آزمون" },
    });
    await wait(5 * MINUTE + 1);
    await shop.runJobs();
    expect(
      await shop.sql(
        "SELECT read_at > sold_at AS is_later FROM code WHERE id = ?1",
        replaced.body.codeId,
      ),
    ).toEqual([{ is_later: 1 }]);
    const [mail] = await shop.sandbox.mail("bank@armaghan.example");
    expect(mail?.html).toContain("&lt;b&gt;&quot;کارت&quot;&lt;/b&gt; &amp; دیگر");
    expect(mail?.text).toMatch(/CODE-batch-\S+/);
  });

  it("is announced when delivered by hand, with the delivered codes", async () => {
    const shopper = await withVerifiedEmail("by-hand@armaghan.example", true);
    const orderId = await shopper.buy(await shop.newProduct({ deliveryType: "manual" }));
    const told = async () => {
      await shop.runJobs();
      return (await shop.sandbox.mail("by-hand@armaghan.example")).filter(
        ({ subject }) => subject === "سفارش شما تحویل شد",
      );
    };
    expect(await told()).toEqual([]);
    const [itemId = ""] = await shop.itemsOf(orderId);
    expect(
      (
        await shop.desk(deliver, {
          params: { orderItemId: itemId },
          body: { codes: ["HAND-MADE-1"] },
        })
      ).status,
    ).toBe(200);
    const [mail] = await told();
    expect(mail).toMatchObject({
      link: `${shop.stack.url}/orders/${orderId}`,
      text: expect.stringContaining("HAND-MADE-1") as string,
    });
  });

  it("is announced with codes only to a confirmed address", async () => {
    const shopper = await shop.newShopper();
    await setEmail(shopper, "eager-too@armaghan.example");
    const refused = await shopper.ask(updateProfile, {
      body: { firstName: "آزمون", wantsCodesByEmail: true },
    });
    const message = "برای دریافت کدها با ایمیل، ابتدا ایمیل خود را تأیید کنید.";
    expect(refused).toMatchObject({
      status: 422,
      body: { code: "email_unverified", fields: { wantsCodesByEmail: message } },
    });
    expect(await profile(shopper)).toMatchObject({ firstName: "آزمون", wantsCodesByEmail: false });
    expect((await shopper.ask(updateProfile, { body: { wantsCodesByEmail: false } })).status).toBe(
      200,
    );
  });
});

describe("a shop without a provider of e-mail", () => {
  const quiet = useShop({ shopVars: { EMAIL_API_KEY: undefined, EMAIL_FROM: undefined } as never });

  it("answers 503 and queues no e-mail", async () => {
    const shopper = await quiet.newShopper({ balanceToman: 1_000_000 });
    await shopper.ask(updateProfile, { body: { email: "quiet@armaghan.example" } });
    expect(await shopper.ask(requestEmailVerification)).toMatchObject({
      status: 503,
      body: { code: "unavailable" },
    });
    await quiet.sql("UPDATE user SET is_email_verified = 1 WHERE id = ?1", shopper.id);
    await shopper.buy(await quiet.newProduct());
    expect(await quiet.sql("SELECT 1 FROM outbox")).toEqual([]);
  });
});
