import { afterEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import { getConsequences } from "../../../contract/desk/consequences.ts";
import { freeze, releaseFreeze } from "../../../contract/desk/freeze.ts";
import { refundItem } from "../../../contract/desk/refund.ts";
import { byTwo } from "../../support/second-person.ts";
import { replaceCode } from "../../../contract/desk/code.ts";
import {
  GIFTS_PER_DAY_MAX,
  GIFT_MISSES_PER_MINUTE_MAX,
  callGiftBack,
  getGifts,
  giveCode,
  lookAtGift,
  openGift,
  resumeGift,
} from "../../../contract/gift.ts";
import { createOrder, getOrderItemContent, markCode } from "../../../contract/order.ts";
import { requestCode, signOutEverywhere } from "../../../contract/sign-in.ts";
import { createTicket } from "../../../contract/ticket.ts";
import type { TestShopper } from "../../support/shop.ts";
import { useShop } from "../../support/use-shop.ts";
import { DAY, HOUR } from "../../support/time.ts";

const PHONE = "9121112233";
/** The SMS of a gift is sent two minutes after the gift is made. */
const SMS_WAIT = 121_000;

const shop = useShop({ audit: true });
afterEach(async () => {
  await shop.turnClock(0);
  await shop.sql("DELETE FROM rate_limit");
});

type Wish = Partial<z.input<(typeof giveCode)["body"]>>;

/** A shopper with an order of unread codes. */
async function giver(units = 1) {
  const shopper = await shop.newShopper({ balanceToman: 1_000_000 });
  const product = await shop.newProduct({ stock: units });
  await shopper.put(product, units);
  const bought = await shopper.ask(createOrder, { body: {} });
  expect(bought.status).toBe(200);
  const orderId = String(bought.body.orderId);
  const item = await shopper.item(orderId);
  return { shopper, orderId, itemId: item.id, codeIds: item.codes.map(({ id }) => id) };
}

const give = (shopper: TestShopper, codeId: string, wish: Wish = {}) =>
  shopper.askUntyped(giveCode, {
    body: {
      codeId,
      occasion: "yalda",
      recipient: "مهدی",
      message: "یک دقیقه بیشتر کنار هم.",
      signature: "سارا",
      sendsSms: false,
      isPhoneRequired: false,
      ...wish,
    },
  });

/** A giver with one sealed gift. */
async function given(wish: Wish = {}) {
  const { codeIds, ...rest } = await giver();
  const [codeId = ""] = codeIds;
  const answer = await give(rest.shopper, codeId, wish);
  expect(answer.status).toBe(200);
  const { gift } = answer.body;
  return { ...rest, codeId, gift, token: tokenOf(gift.link) };
}

const tokenOf = (link: string | null) => String(link).split("#")[1] ?? "";
const keyOf = (name: string) => name.padEnd(32, "-");
const look = (token: string, name?: string) =>
  shop.ask(lookAtGift, { body: { token, ...(name !== undefined && { openerKey: keyOf(name) }) } });
const open = (token: string, name = "mehdi", as: Pick<TestShopper, "askUntyped"> = shop) =>
  as.askUntyped(openGift, { body: { token, openerKey: keyOf(name) } });
const callBack = (shopper: TestShopper, giftId: string) =>
  shopper.ask(callGiftBack, { params: { giftId } });
const giftsOf = async (shopper: TestShopper, orderId: string) =>
  (await shopper.ask(getGifts, { query: { orderId } })).body.gifts;
const content = (
  { shopper, orderId, itemId }: { shopper: TestShopper; orderId: string; itemId: string },
  code?: string,
) =>
  shopper.ask(getOrderItemContent, { params: { orderId, orderItemId: itemId }, query: { code } });
const outcome = ({ status, body }: { status: number; body: { code?: unknown } }) =>
  status === 200 ? 200 : body.code;

describe("a gift", () => {
  test("is opened once by the link, and after that only its opener can see it again", async () => {
    const { shopper, orderId, gift, token } = await given();
    expect(gift).toMatchObject({ state: "sealed", sms: "none", phone: null, isPaused: false });
    expect(token).toMatch(/^[A-Za-z0-9]{24}$/);
    const sealed = (await look(token)).body.gift;
    expect(sealed).toMatchObject({ state: "sealed", signature: "سارا", recipient: "مهدی" });
    expect(JSON.stringify(sealed)).not.toContain("دقیقه");
    const opened = await open(token);
    expect(outcome(opened)).toBe(200);
    expect(opened.body.gift).toMatchObject({
      message: "یک دقیقه بیشتر کنار هم.",
      code: expect.stringMatching(/\S{6}/),
      Product: { region: expect.any(String), subcategoryUrlName: expect.any(String) },
    });
    expect((await open(token)).body).toEqual(opened.body);
    const second = await open(token, "somebody");
    expect([second.status, second.body.code]).toEqual([409, "gift_opened"]);
    expect((await look(token, "mehdi")).body.gift).toMatchObject({
      state: "opened",
      isYours: true,
    });
    expect((await look(token, "somebody")).body.gift).toMatchObject({ isYours: false });
    const [seen] = await giftsOf(shopper, orderId);
    expect(seen).toMatchObject({
      state: "opened",
      link: null,
      openedAt: opened.body.gift.openedAt,
    });
    expect(
      await shop.sql("SELECT channel FROM content_reading WHERE gift_id = ?1", gift.id),
    ).toEqual([{ channel: "gift" }]);
  });

  test("hides its code from the giver until it is called back", async () => {
    const one = await giver(2);
    const [first = "", second = ""] = one.codeIds;
    const { gift } = (await give(one.shopper, first)).body;
    expect((await one.shopper.item(one.orderId)).codes.map(({ state }) => state)).toEqual([
      "given",
      "unread",
    ]);
    expect((await content(one, first)).body).toMatchObject({
      code: "code_given",
      message: "این کد هدیه شده است. تا هدیه را پس نگیرید دیده نمی‌شود.",
    });
    const rest = await content(one);
    expect(rest.body).toHaveLength(1);
    expect(await content(one, second)).toMatchObject({ body: rest.body });
    const params = { orderId: one.orderId, orderItemId: one.itemId, codeId: first };
    expect(outcome(await one.shopper.ask(markCode, { params, body: { isUsed: true } }))).toBe(
      "code_unread",
    );
    for (const _ of ["once", "again"])
      expect((await callBack(one.shopper, gift.id)).status).toBe(200);
    expect((await look(tokenOf(gift.link))).body.gift).toMatchObject({
      state: "called_back",
      signature: "",
      recipient: "",
    });
    expect(outcome(await open(tokenOf(gift.link)))).toBe("gift_called_back");
    expect(await giftsOf(one.shopper, one.orderId)).toEqual([]);
    expect((await content(one, first)).body).toHaveLength(1);
    expect(outcome(await give(one.shopper, first))).toBe("gift_code_read");
  });

  test("cannot be called back once it is opened, and the refusal says so", async () => {
    const { shopper, gift, token } = await given();
    await open(token);
    expect(outcome(await callBack(shopper, gift.id))).toBe("gift_opened");
    expect(outcome(await open(token))).toBe(200);
  });

  test("can be made only of the giver's own unread code", async () => {
    const [own, other] = [await giver(3), await giver()];
    const [read = "", reported = "", free = ""] = own.codeIds;
    await content(own, read);
    const ticket = { title: "کد کار نمی‌کند", description: "کد کار نمی‌کند و پیام خطا می‌دهد." };
    const opened = await own.shopper.ask(createTicket, {
      body: { ...ticket, orderItemId: own.itemId, codeIds: [reported] },
    });
    expect(opened.status).toBe(200);
    expect((await give(own.shopper, read)).body).toMatchObject({
      code: "gift_code_read",
      message: "این کد را دیده‌اید؛ تنها کدی را می‌توان هدیه داد که کسی ندیده باشد.",
    });
    expect((await give(own.shopper, reported)).body).toMatchObject({
      code: "gift_code_reported",
      message: "برای این کد تیکت بازی دارید؛ تا بسته شدن آن نمی‌توان کد را هدیه داد.",
    });
    expect(outcome(await give(other.shopper, free))).toBe("code_not_found");
    expect(outcome(await give(own.shopper, "no-such-code"))).toBe("code_not_found");
    expect(outcome(await give(own.shopper, free))).toBe(200);
    expect((await give(own.shopper, free)).body).toMatchObject({
      code: "gift_already_given",
      message: "این کد پیش‌تر هدیه شده است.",
    });
    const nameless = await giver();
    await shop.sql("UPDATE user SET first_name = '' WHERE id = ?1", nameless.shopper.id);
    expect(outcome(await give(nameless.shopper, nameless.codeIds[0] ?? ""))).toBe(
      "profile_incomplete",
    );
  });

  test("has short names, a short message and an opening time within thirty days", async () => {
    const { shopper, codeIds } = await giver();
    const [codeId = ""] = codeIds;
    for (const wish of [
      { recipient: "" },
      { signature: "س".repeat(41) },
      { message: "س".repeat(241) },
      { message: "سلام\u0000" },
      { phone: "98912345678" },
      { phone: "+1 555 010 9999" },
      { phone: "123" },
      { opensAt: "فردا" },
      { sendsSms: true },
      { isPhoneRequired: true },
    ])
      expect((await give(shopper, codeId, wish)).status).toBe(422);
    const ahead = (ms: number) => new Date(Date.now() + ms).toISOString();
    expect(outcome(await give(shopper, codeId, { opensAt: ahead(31 * DAY) }))).toBe(
      "gift_too_far_ahead",
    );
    const pasted = await give(shopper, codeId, {
      opensAt: ahead(-DAY),
      recipient: "\u2068زهره\u2069",
      message: "\u202bتولدت مبارک 👩‍👩‍👧\u202c\r\nاز طرف من",
      phone: "\u202a(+98) 0912‑123‑4567\u202c",
      isPhoneRequired: true,
    });
    expect(pasted.body.gift).toMatchObject({
      recipient: "زهره",
      message: "تولدت مبارک 👩‍👩‍👧\nاز طرف من",
      phone: "9121234567",
    });
  });

  test("belongs to its giver: nobody else can see it in a list, call it back or resume it", async () => {
    const { orderId, gift, token } = await given();
    const stranger = await shop.newShopper();
    expect(await giftsOf(stranger, orderId)).toEqual([]);
    expect(outcome(await callBack(stranger, gift.id))).toBe("gift_not_found");
    expect(outcome(await stranger.ask(resumeGift, { params: { giftId: gift.id } }))).toBe(
      "gift_not_found",
    );
    expect(outcome(await open(token))).toBe(200);
  });

  test("is not found by a guess, and a network that guesses too often can still open a real link", async () => {
    const { token } = await given();
    // The clock starts a new minute, since misses are counted by the minute.
    await shop.turnClock(60_000 - (Date.now() % 60_000));
    const guess = "A".repeat(24);
    for (const wrong of ["", "x", token.slice(1), `${token}A`, guess])
      expect((await look(wrong)).body).toEqual({
        code: "gift_not_found",
        message: "هدیه‌ای با این لینک نیست. شاید بخشی از لینک جا مانده است.",
      });
    for (let tried = 1; tried < GIFT_MISSES_PER_MINUTE_MAX; tried++)
      expect(outcome(await open(guess))).toBe("gift_not_found");
    const refused = await look(guess);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
    ]);
    expect(outcome(await look(token))).toBe(200);
    expect(outcome(await open(token))).toBe(200);
  });

  test("keeps its link sealed: the database does not contain the secret", async () => {
    const { gift, token } = await given({ sendsSms: true, phone: PHONE });
    const rows = await shop.sql("SELECT * FROM gift WHERE id = ?1", gift.id);
    const queued = await shop.sql("SELECT * FROM outbox WHERE id = ?1", `gift:${gift.id}`);
    expect(JSON.stringify([rows, queued])).not.toContain(token);
    expect(JSON.stringify(queued)).not.toContain(PHONE);
  });

  test("can be made ten times a day, including gifts that were called back", async () => {
    const { shopper, codeIds } = await giver();
    const [codeId = ""] = codeIds;
    for (let made = 0; made < GIFTS_PER_DAY_MAX; made++) {
      const answer = await give(shopper, codeId);
      expect(answer.status).toBe(200);
      await callBack(shopper, answer.body.gift.id);
    }
    expect((await give(shopper, codeId)).body).toMatchObject({
      code: "gift_too_many",
      message: "در هر شبانه‌روز حداکثر ۱۰ هدیه می‌توان ساخت. فردا دوباره تلاش کنید.",
    });
    await shop.turnClock(DAY + 1);
    expect(outcome(await give(shopper, codeId))).toBe(200);
  });
});

describe("a gift by SMS", () => {
  const textsTo = async (phone: string) =>
    (await shop.sandbox.messages(phone)).map(({ text }) => text);

  test("contains the link, but no text of the giver", async () => {
    const phone = "9120000101";
    const { shopper, orderId, token } = await given({ sendsSms: true, phone: `0${phone}` });
    expect((await giftsOf(shopper, orderId))[0]).toMatchObject({ sms: "waiting", phone });
    await shop.turnClock(SMS_WAIT);
    await shop.runJobs("sms");
    expect(await textsTo(phone)).toEqual([
      `ارمغان\nهدیه‌ای برای شما رسیده است. آن را در این صفحه باز کنید:\nhttp://localhost:${new URL(shop.stack.url).port}/gift#${token}`,
    ]);
    expect((await giftsOf(shopper, orderId))[0]).toMatchObject({ sms: "sent" });
  });

  test("is sent at its planned hour, and cannot be opened before", async () => {
    const phone = "9120000102";
    const opensAt = new Date(Date.now() + 5 * HOUR).toISOString();
    const { token } = await given({ sendsSms: true, phone, opensAt });
    await shop.turnClock(4 * HOUR);
    await shop.runJobs("sms");
    expect(await textsTo(phone)).toEqual([]);
    expect((await look(token)).body.gift).toMatchObject({ state: "early", opensAt });
    expect((await open(token)).body).toMatchObject({
      code: "gift_early",
      message: "ساعت این هدیه هنوز نرسیده است.",
    });
    await shop.turnClock(5 * HOUR + 60_000);
    await shop.runJobs("sms");
    expect(await textsTo(phone)).toHaveLength(1);
    expect(outcome(await open(token))).toBe(200);
  });

  test("is not sent when its giver calls it back within two minutes", async () => {
    const phone = "9120000103";
    const { shopper, gift } = await given({ sendsSms: true, phone });
    await shop.runJobs("sms");
    await callBack(shopper, gift.id);
    await shop.turnClock(SMS_WAIT);
    await shop.runJobs("sms");
    expect(await textsTo(phone)).toEqual([]);
  });

  test("counts in the daily budget of the receiving phone; when it is spent, messages wait until morning", async () => {
    const { phone, id } = await shop.newShopper();
    for (let givers = 0; givers < 3; givers++) {
      const { shopper, codeIds } = await giver(4);
      for (const codeId of codeIds) await give(shopper, codeId, { sendsSms: true, phone });
    }
    await shop.turnClock(SMS_WAIT);
    await shop.runJobs("sms");
    expect(await textsTo(phone)).toHaveLength(10);
    // The budget delays neither messages about an account nor one-time codes.
    await shop.sql(
      `INSERT INTO outbox (id, user_id, template, token, next_attempt_at, created_at)
       VALUES ('own', ?1, 'armaghan-wallet-credit', '1000', 0, 0)`,
      id,
    );
    await shop.runJobs("sms");
    expect(await textsTo(phone)).toHaveLength(11);
    const headers = { "X-Visitor": "a-new-browser", "X-Client-Address": "10.8.7.9" };
    const asked = await shop.ask(requestCode, { body: { username: phone }, headers });
    expect(asked.status).toBe(200);
    expect(await textsTo(phone)).toHaveLength(12);
    await shop.turnClock(DAY + 6 * HOUR);
    await shop.runJobs("sms");
    expect(await textsTo(phone)).toHaveLength(14);
  });

  test("is sent once the giver is released if its planned hour was during a freeze", async () => {
    const phone = "9120000105";
    const opensAt = new Date(Date.now() + 5 * HOUR).toISOString();
    const { shopper, gift, orderId } = await given({ sendsSms: true, phone, opensAt });
    const later = await given({ sendsSms: true, phone });
    const frozen = await Promise.all(
      [shopper, later.shopper].map(({ id }) =>
        shop.desk(freeze, { body: { kind: "person", id, reason: "کارت گزارش شده است" } }),
      ),
    );
    await shop.turnClock(6 * HOUR);
    await shop.runJobs("sms");
    await callBack(later.shopper, later.gift.id);
    expect(await textsTo(phone)).toEqual([]);
    expect((await giftsOf(shopper, orderId))[0]).toMatchObject({ id: gift.id, sms: "waiting" });
    for (const { body } of frozen)
      await shop.desk(releaseFreeze, {
        params: { id: body.freezeId },
        body: { reason: "درست بود" },
      });
    await shop.runJobs("sms");
    expect(await textsTo(phone)).toHaveLength(1);
    expect((await giftsOf(shopper, orderId))[0]).toMatchObject({ sms: "sent" });
  });

  test("pauses when its giver ends all sessions, and is sent when the giver resumes it", async () => {
    const phone = "9120000104";
    const first = await given({ sendsSms: true, phone });
    await first.shopper.ask(signOutEverywhere);
    await shop.turnClock(SMS_WAIT);
    await shop.runJobs("sms");
    expect(await textsTo(phone)).toEqual([]);
    expect((await look(first.token)).body.gift.state).toBe("paused");
    expect(outcome(await open(first.token))).toBe("gift_paused");
    // Makes the ended session valid again, instead of signing in anew.
    await shop.sql("UPDATE session SET revoked_at = NULL WHERE user_id = ?1", first.shopper.id);
    const { shopper } = first;
    expect((await giftsOf(shopper, first.orderId))[0]).toMatchObject({ isPaused: true });
    for (const _ of ["once", "again"])
      expect(
        (await shopper.ask(resumeGift, { params: { giftId: first.gift.id } })).body.gift,
      ).toMatchObject({ isPaused: false });
    await shop.runJobs("sms");
    expect(await textsTo(phone)).toHaveLength(1);
    expect(outcome(await open(first.token))).toBe(200);
  });
});

describe("a gift for one phone", () => {
  test("can be opened, the first time and again, only in a session of that phone", async () => {
    const [mehdi, other] = [await shop.newShopper(), await shop.newShopper()];
    const { token } = await given({ isPhoneRequired: true, phone: mehdi.phone });
    expect((await look(token)).body.gift).toMatchObject({
      state: "sealed",
      phoneEnd: mehdi.phone.slice(-2),
    });
    expect(outcome(await open(token))).toBe("gift_phone_needed");
    expect(outcome(await open(token, "mehdi", other))).toBe("gift_phone_needed");
    expect(outcome(await open(token, "mehdi", mehdi))).toBe(200);
    expect(outcome(await open(token, "mehdi"))).toBe("gift_phone_needed");
    expect(outcome(await open(token, "mehdi", mehdi))).toBe(200);
    // Moves Mehdi's session to another browser: the token alone must not prove the phone.
    await shop.sql("UPDATE session SET visitor_hash = 'another' WHERE user_id = ?1", mehdi.id);
    expect(outcome(await open(token, "mehdi", mehdi))).toBe("gift_phone_needed");
  });
});

describe("a problem with a given code", () => {
  const report = ({ shopper, itemId, codeId }: Awaited<ReturnType<typeof given>>) =>
    shopper.ask(createTicket, {
      body: {
        title: "کد کار نمی‌کند",
        description: "کد کار نمی‌کند و پیام خطا می‌دهد.",
        orderItemId: itemId,
        codeIds: [codeId],
      },
    });

  test("can be reported by the giver within a day after the gift was opened, and not before", async () => {
    const one = await given();
    expect(outcome(await report(one))).not.toBe(200);
    await shop.turnClock(10 * DAY);
    await open(one.token);
    expect((await one.shopper.item(one.orderId)).codes[0]?.reportUntil).not.toBeNull();
    await shop.turnClock(11 * DAY - HOUR);
    expect(outcome(await report(one))).toBe(200);
    const late = await given();
    await open(late.token);
    await shop.turnClock(12 * DAY + HOUR);
    expect(outcome(await report(late))).toBe("problem_too_late");
  });

  test("can be reported until thirty days after its delivery", async () => {
    const one = await given();
    await shop.turnClock(29 * DAY + 20 * HOUR);
    await open(one.token);
    await shop.turnClock(30 * DAY - HOUR);
    expect((await one.shopper.item(one.orderId)).codes[0]?.reportUntil).not.toBeNull();
    await shop.turnClock(30 * DAY + HOUR);
    expect((await one.shopper.item(one.orderId)).codes[0]?.reportUntil).toBeNull();
    expect(outcome(await report(one))).toBe("problem_too_late");
  });

  test("ends the gift when the code is replaced or refunded, and tells the receiver", async () => {
    // Reading the item shows the giver only the code that was not given away, so one operator
    // alone may refund the given code.
    const sealed = await giver(2);
    const [inGift = "", other = ""] = sealed.codeIds;
    const { gift } = (await give(sealed.shopper, inGift)).body;
    expect((await content(sealed)).body).toHaveLength(1);
    const requested = { params: { orderItemId: sealed.itemId } };
    const refund = (codeIds: string[]) =>
      shop.desk(refundItem, { ...requested, body: { reason: "آزمون", codeIds } });
    expect(outcome(await refund([other]))).toBe("opened");
    expect(
      (await shop.desk(getConsequences, { ...requested, query: { codes: inGift } })).body
        .consequences,
    ).toMatchObject({ refund: { codesToShelf: 1, needsSecondPerson: false } });
    expect((await refund([inGift])).body).toMatchObject({
      proposalId: null,
      codes: [{ openedAt: null, timesOpened: 0, networks: [] }],
    });
    expect(outcome(await open(tokenOf(gift.link)))).toBe("gift_called_back");
    const replace = async (codeId: string) => {
      await shop.addCodes((await productOf(codeId)) ?? "", 1);
      return shop.desk(replaceCode, { params: { codeId }, body: { reason: "آزمون" } });
    };
    const opened = await given();
    await open(opened.token);
    expect((await replace(opened.codeId)).status).toBe(200);
    expect(outcome(await open(opened.token))).toBe("gift_spoilt");
    // The receiver of a sealed gift also reads that the shop ended it, not the giver.
    const closed = await given();
    expect((await replace(closed.codeId)).status).toBe(200);
    expect(outcome(await open(closed.token))).toBe("gift_spoilt");
    expect((await shop.ask(lookAtGift, { body: { token: closed.token } })).body).toMatchObject({
      gift: { state: "spoilt", recipient: "" },
    });
  });

  const productOf = async (codeId: string) =>
    (await shop.sql<{ product_id: string }>("SELECT product_id FROM code WHERE id = ?1", codeId))[0]
      ?.product_id;
});

describe("at the same moment", () => {
  const ROUNDS = 6;
  const many = <Result>(count: number, act: (index: number) => Promise<Result>) =>
    Promise.all(Array.from({ length: count }, (_, index) => act(index)));

  test("two people open: one sees the code, the other reads that the gift is opened", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { token } = await given();
      const answers = await many(4, (index) => open(token, `opener-${String(index)}`));
      expect(answers.map(outcome).sort()).toEqual([
        200,
        "gift_opened",
        "gift_opened",
        "gift_opened",
      ]);
      const same = await given();
      const again = await many(4, () => open(same.token));
      expect(again.map(outcome)).toEqual([200, 200, 200, 200]);
    }
  });

  test("opening and calling back: one of them happens, and giver and receiver are told which", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { shopper, gift, token } = await given();
      const [opened, back] = await Promise.all([open(token), callBack(shopper, gift.id)]);
      expect([
        [200, "gift_opened"],
        ["gift_called_back", 200],
      ]).toContainEqual([outcome(opened), outcome(back)]);
    }
  });

  test("giving and reading: the code is given or read, never both", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const one = await giver();
      const [codeId = ""] = one.codeIds;
      const [made, read] = await Promise.all([give(one.shopper, codeId), content(one, codeId)]);
      expect([
        [200, "code_given"],
        ["gift_code_read", 200],
      ]).toContainEqual([outcome(made), outcome(read)]);
    }
  });

  test("giving and refunding: a refunded code does not become a gift", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const one = await giver();
      const [codeId = ""] = one.codeIds;
      const [made] = await Promise.all([
        give(one.shopper, codeId),
        byTwo(shop, refundItem, {
          params: { orderItemId: one.itemId },
          body: { opened: true, reason: "آزمون" },
        }),
      ]);
      expect([200, "gift_code_gone", "code_not_found"]).toContain(outcome(made));
      if (made.status === 200)
        expect(outcome(await open(tokenOf(made.body.gift.link)))).toBe("gift_called_back");
    }
  });

  test("giving twice: one gift is made", async () => {
    const { shopper, codeIds } = await giver();
    const answers = await many(5, () => give(shopper, codeIds[0] ?? ""));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(outcome))).toEqual(new Set([200, "gift_already_given"]));
  });
});
