import { afterEach, describe, expect, test } from "vitest";
import { getAccountEvents } from "../../../contract/account-event.ts";
import { getOrderItemContent } from "../../../contract/order.ts";
import { endSession, getSessions } from "../../../contract/session.ts";
import { requestCode, signOut, verifyCode } from "../../../contract/sign-in.ts";
import { updateProfile } from "../../../contract/user.ts";
import { requestWithdrawal } from "../../../contract/withdrawal.ts";
import { useSharedShop } from "../../support/use-shop.ts";
import { HOUR, MINUTE } from "../../support/time.ts";

const ANDROID =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";

const shop = useSharedShop();
let numbers = 0;
afterEach(async () => {
  await shop.turnClock(0);
});

/** Signs in from a new browser. */
async function signIn(phone: string, userAgent: string, afterMs: number) {
  await shop.turnClock(afterMs);
  const headers = {
    "X-Visitor": `browser-${String(++numbers)}-of-sessions`,
    "X-Client-Address": `10.22.0.${String(numbers)}`,
    "User-Agent": userAgent,
  };
  await shop.ask(requestCode, { body: { username: phone }, headers });
  const [message] = await shop.sandbox.messages(phone);
  const otp = message?.code ?? "";
  const wrongOtp = otp === "1111" ? "2222" : "1111";
  for (const guess of [wrongOtp, wrongOtp])
    await shop.askUntyped(verifyCode, { body: { username: phone, otp: guess }, headers });
  const { token = "" } = (await shop.ask(verifyCode, { body: { username: phone, otp }, headers }))
    .body;
  const { ask } = shop.withToken(token);
  return {
    sessions: async () => (await ask(getSessions, { headers })).body.sessions,
    end: (sessionId: string) => ask(endSession, { params: { sessionId }, headers }),
    leave: () => ask(signOut, { headers }),
    see: async () => (await ask(getSessions, { headers })).status,
  };
}

describe("the list of sessions", () => {
  test("names the devices of its owner alone, and ends them", async () => {
    const { phone } = await shop.newShopper({ cardStatus: "none", isVerified: false });
    const other = await shop.newShopper();
    const old = await signIn(phone, IPHONE, 2 * MINUTE);
    const mine = await signIn(phone, ANDROID, 4 * MINUTE);
    await shop.turnClock(2 * HOUR);
    await mine.sessions();
    await expect
      .poll(async () => (await mine.sessions())[0]?.lastUsedAt)
      .not.toBe((await mine.sessions())[0]?.createdAt);
    const listed = await mine.sessions();
    expect(listed.map(({ device, isThis }) => [device, isThis])).toEqual([
      ["کروم، اندروید", true],
      ["سافاری، آیفون", false],
      // The test itself opened this session, without a browser.
      ["", false],
    ]);
    const [, phoneOfOld] = listed;
    expect(JSON.stringify(listed)).not.toMatch(/hash|token|10\.22/);
    const id = phoneOfOld?.id ?? "";
    expect((await other.ask(endSession, { params: { sessionId: id } })).status).toBe(404);
    expect(await old.see()).toBe(200);
    expect((await mine.end(id)).status).toBe(200);
    expect(await old.see()).toBe(401);
    expect((await mine.end(id)).status).toBe(404);
    expect((await mine.sessions()).map(({ id: one }) => one)).not.toContain(id);
    expect(await shop.sql("SELECT 1 FROM known_browser WHERE phone = ?1", phone)).toHaveLength(1);
  });
});

describe("the events of an account", () => {
  test("are listed newest first, in words, for its owner alone, page by page", async () => {
    const shopper = await shop.newShopper({ balanceToman: 1_000_000 });
    const other = await shop.newShopper();
    const device = await signIn(shopper.phone, ANDROID, 2 * MINUTE);
    await device.leave();
    await shop.sql("UPDATE user SET first_name = '' WHERE id = ?1", shopper.id);
    await shopper.ask(updateProfile, { body: { firstName: "آزمون" } });
    const orderId = await shopper.buy(await shop.newProduct());
    const order = await shopper.order(orderId);
    const orderItemId = order.OrderItems[0]?.id ?? "";
    await shopper.ask(getOrderItemContent, { params: { orderId, orderItemId } });
    await shop.turnClock(5 * MINUTE);
    await shopper.ask(requestWithdrawal, { body: { amount: 150_000 } });
    const read = async (query: { limit?: number; cursor?: string }) =>
      (await shopper.ask(getAccountEvents, { query })).body;
    const { events } = await read({});
    expect(new Set(events.map(({ kind }) => kind))).toEqual(
      new Set([
        "withdrawal_asked",
        "code_read",
        "names_changed",
        "signed_out",
        "signed_in",
        "wrong_code",
        "card_added",
      ]),
    );
    // Several wrong guesses at one code are one line.
    expect(events.filter(({ kind }) => kind === "wrong_code")).toHaveLength(1);
    expect(events[0]?.sentence).toBe("برداشت ۱۵۰٬۰۰۰ تومان درخواست شد");
    expect(events.find(({ kind }) => kind === "signed_in")?.device).toBe("کروم، اندروید");
    const times = events.map(({ happenedAt }) => happenedAt);
    expect(times).toEqual([...times].sort().reverse());
    const walked = [];
    let cursor: string | undefined;
    do {
      const page = await read({ limit: 2, ...(cursor !== undefined && { cursor }) });
      walked.push(...page.events);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(walked).toEqual(events);
    const theirs = (await other.ask(getAccountEvents)).body.events;
    expect(theirs.map(({ kind }) => kind)).toEqual(["card_added"]);
  });

  test("are kept for ninety days", async () => {
    const shopper = await shop.newShopper({ cardStatus: "none", isVerified: false });
    await shopper.ask(updateProfile, { body: { firstName: "سارا" } });
    const day = 24 * HOUR;
    await shop.sql(
      "UPDATE account_event SET happened_at = ?2 WHERE user_id = ?1",
      shopper.id,
      Date.now() - 89 * day,
    );
    await shop.runJobs("tidy");
    expect((await shopper.ask(getAccountEvents)).body.events).toHaveLength(1);
    await shop.sql(
      "UPDATE account_event SET happened_at = ?2 WHERE user_id = ?1",
      shopper.id,
      Date.now() - 91 * day,
    );
    expect((await shopper.ask(getAccountEvents)).body.events).toEqual([]);
    await shop.runJobs("tidy");
    expect(await shop.sql("SELECT 1 FROM account_event WHERE user_id = ?1", shopper.id)).toEqual(
      [],
    );
  });
});
