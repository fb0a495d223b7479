import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { getCart } from "../../contract/cart.ts";
import { createOrder } from "../../contract/order.ts";
import { requestCode, verifyCode } from "../../contract/sign-in.ts";
import { getProfile } from "../../contract/user.ts";
import { findWork } from "../../src/stores/find-work.ts";
import { fillCarts, gather, payFromWallet, stockUp } from "../support/crowd.ts";
import {
  type Answer,
  type TestShop,
  type TestShopper,
  auditShop,
  openShop,
} from "../support/shop.ts";
import { amount, report } from "./scale.ts";

/** Floods of guesses, messages and buyers, at once or over a day, with small limits. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const LIMITS = {
  WRONG_GUESSES_PER_PHONE_DAY: "7",
  WRONG_GUESSES_PER_DAY: "20",
  SENDS_PER_ADDRESS_DAY: "12",
  CHECKOUTS_AT_ONCE: "12",
};

let shop: TestShop;
let numbers = 0;
let aheadMs = 0;
beforeAll(async () => {
  shop = await openShop({ shopVars: LIMITS });
});
afterAll(() => shop?.close());
afterEach(async () => {
  await shop.turnClock((aheadMs = 0));
  await forgetCodes();
});

/** Deletes the messages and guesses of the last test. */
const forgetCodes = () => shop.sql("DELETE FROM sign_in_code");
const wait = (ms: number) => shop.turnClock((aheadMs += ms));
const newPhone = () => `9${String(360_000_000 + ++numbers)}`;
const wrong = (code: string) => (code === "1111" ? "2222" : "1111");
const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const count = (answers: Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

/** A browser with a visitor mark and an address, as the edge passes them on. */
function browser(
  address = `10.${String(100 + (++numbers >> 8))}.${String(numbers & 255)}.1`,
  visitor = `visitor-${String(++numbers)}`,
) {
  const headers = { "X-Visitor": visitor, "X-Client-Address": address };
  return {
    headers,
    ask: (phone: string) => shop.ask(requestCode, { body: { username: phone }, headers }),
    enter: async (phone: string, otp: string, more: Record<string, string> = {}, works = false) => {
      const enter = (work?: string | null) =>
        shop.ask(verifyCode, {
          body: { username: phone, otp, work },
          headers: { ...headers, ...more },
        });
      const answer = await enter();
      return works ? enter(findWork(answer.body.details ?? "")) : answer;
    },
  };
}
async function codeFor(phone: string): Promise<string> {
  const [message] = await shop.sandbox.messages(phone);
  return message?.code ?? "";
}
/** A browser that has signed in to a new phone. */
async function owner() {
  const phone = newPhone();
  const { ask, enter, headers } = browser();
  await ask(phone);
  const entered = await enter(phone, await codeFor(phone));
  return { phone, ask, enter, headers, token: entered.body.token ?? "" };
}
const sessionsOf = (phone: string) =>
  shop.sql(
    "SELECT token_hash FROM session s JOIN user u ON u.id = s.user_id WHERE u.phone = ?1",
    phone,
  );

describe("guesses at a sign-in code", () => {
  test("compares no more than five guesses at a code, however many arrive at once", async () => {
    const [rounds, guesses] = [amount(2, 200), amount(120, 300)];
    let compared = 0;
    for (let round = 0; round < rounds; round++) {
      const phone = newPhone();
      const { ask, enter } = browser();
      await ask(phone);
      const code = await codeFor(phone);
      const answers = await times(guesses, () => enter(phone, wrong(code)));
      expect([count(answers, 401), count(answers, 429)]).toEqual([5, guesses - 5]);
      compared += count(answers, 401);
      expect(await enter(phone, code)).toMatchObject({ status: 429, body: { code: "dead_code" } });
      expect(await sessionsOf(phone)).toEqual([]);
      await forgetCodes();
    }
    report("guesses", { rounds, guesses: rounds * guesses, compared });
  });

  test("limits each code to one guess without work after many guesses at one phone, and still lets the owner in", async () => {
    const victim = await owner();
    const compared = [];
    for (let code = 0; code < 4; code++) {
      await wait(61 * SECOND);
      // A network gets three codes for one phone in a day.
      const guesser = browser();
      await guesser.ask(victim.phone);
      const sent = await codeFor(victim.phone);
      const answers = await times(8, () => guesser.enter(victim.phone, wrong(sent)));
      compared.push(count(answers, 401));
      expect((await guesser.enter(victim.phone, sent)).body.code).toMatch(/dead_code|work_needed/);
    }
    // The first seven guesses are compared. After them each code allows one guess, and more for
    // proof of work.
    expect(compared).toEqual([5, 2, 1, 1]);
    // The owner stays signed in and has five tries in the known browser and one in a new browser.
    const headers = { ...victim.headers, Authorization: `Bearer ${victim.token}` };
    expect((await shop.ask(getProfile, { headers })).status).toBe(200);
    await victim.ask(victim.phone);
    const own = await codeFor(victim.phone);
    for (let guess = 0; guess < 4; guess++)
      expect((await victim.enter(victim.phone, wrong(own))).status).toBe(401);
    expect((await victim.enter(victim.phone, own)).status).toBe(200);
    await wait(61 * MINUTE);
    const another = browser();
    await another.ask(victim.phone);
    expect((await another.enter(victim.phone, await codeFor(victim.phone))).status).toBe(200);
  });

  test("limits each code to one guess without work after too many wrong guesses at all phones", async () => {
    const compared = [];
    for (let phones = 0; phones < 7; phones++) {
      const [phone, { ask, enter }] = [newPhone(), browser()];
      await ask(phone);
      const code = await codeFor(phone);
      const answers = await times(6, () => enter(phone, wrong(code)));
      compared.push(count(answers, 401));
    }
    expect(compared).toEqual([5, 5, 5, 5, 1, 1, 1]);
    const [phone, honest] = [newPhone(), browser()];
    await honest.ask(phone);
    const sent = await codeFor(phone);
    expect((await honest.enter(phone, wrong(sent))).status).toBe(401);
    // A person who mistypes once meanwhile can still sign in with the right code and proof of work.
    expect(await honest.enter(phone, sent)).toMatchObject({ body: { code: "work_needed" } });
    expect((await honest.enter(phone, sent, {}, true)).status).toBe(200);
    await wait(DAY + MINUTE);
    await honest.ask(phone);
    const code = await codeFor(phone);
    expect((await honest.enter(phone, wrong(code))).status).toBe(401);
    expect((await honest.enter(phone, code)).status).toBe(200);
  });

  test("hides who has an account, and refuses planted and stolen tokens", async () => {
    const known = await owner();
    const answers = await times(2, async (index) => {
      const phone = index === 0 ? known.phone : newPhone();
      const { ask, enter } = browser();
      if (index === 0) await wait(61 * SECOND);
      const asked = await ask(phone);
      const guessed = await enter(phone, wrong(await codeFor(phone)));
      return [asked, guessed].map(({ status, body, headers }) => ({
        status,
        body,
        names: [...headers.keys()].filter((name) => name !== "date"),
      }));
    });
    expect(answers[0]).toEqual(answers[1]);
    const planted = "planted-token-planted-token-planted-token-1";
    await wait(61 * SECOND);
    await known.ask(known.phone);
    const entered = await known.enter(known.phone, await codeFor(known.phone), {
      Authorization: `Bearer ${planted}`,
    });
    const token = entered.body.token ?? "";
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const [kept] = await sessionsOf(known.phone);
    for (const stolen of [planted, String(kept?.["token_hash"]), `${token}A`, token.toLowerCase()])
      expect(
        (await shop.ask(getCart, { headers: { Authorization: `Bearer ${stolen}` } })).status,
      ).toBe(401);
    expect(
      (await shop.ask(getCart, { headers: { ...known.headers, Authorization: `Bearer ${token}` } }))
        .status,
    ).toBe(200);
  });
});

describe("messages to phones", () => {
  test("sends one message to a phone, however many requests arrive at once", async () => {
    const phone = newPhone();
    const asked = amount(100, 1_000);
    const answers = await times(asked, () => browser().ask(phone));
    expect([count(answers, 200), count(answers, 429)]).toEqual([1, asked - 1]);
    for (const { status, headers } of answers)
      if (status === 429) expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await shop.sandbox.messages(phone)).toHaveLength(1);
  });

  test("demands proof of work only from an address that requests codes for ever new phones", async () => {
    const address = "10.7.7.7";
    const inside = await owner();
    const sent = [];
    for (let minute = 0; minute < 3; minute++) {
      sent.push(count(await times(14, () => browser(address).ask(newPhone())), 200));
      await wait(61 * SECOND);
    }
    expect(sent).toEqual([10, 2, 0]);
    const refused = await browser(address).ask(newPhone());
    expect(refused).toMatchObject({ status: 403, body: { code: "work_needed" } });
    expect((await browser().ask(newPhone())).status).toBe(200);
    expect((await inside.ask(inside.phone)).status).toBe(200);
    expect(
      await shop.sql(
        "SELECT 1 FROM sign_in_code WHERE address_hash = ?1",
        await shop.vault.fingerprint("address", address),
      ),
    ).toHaveLength(12);
  });

  test("exempts the ten newest browsers of a phone from the day's budget", async () => {
    const phone = newPhone();
    const browsers = Array.from({ length: 11 }, () => browser());
    for (const { ask, enter } of browsers) {
      await wait(6 * 60 * MINUTE);
      await ask(phone);
      expect((await enter(phone, await codeFor(phone))).status).toBe(200);
    }
    await wait(DAY);
    for (const { ask } of browsers) {
      await ask(phone);
      await wait(SECOND);
    }
    const asked = await shop.sql<{ is_known_browser: number }>(
      `SELECT is_known_browser FROM sign_in_code
       WHERE phone = ?1 ORDER BY created_at DESC LIMIT 11`,
      phone,
    );
    expect(asked.map((row) => row.is_known_browser)).toEqual([
      ...Array.from({ length: 10 }, () => 1),
      0,
    ]);
  });
});

describe("more buyers than places", () => {
  test("refuses buyers with the time to retry, and serves all of them in the end", async () => {
    const crowd = await gather(shop, amount(60, 400), 1_000);
    const product = await stockUp(shop, crowd.length);
    await fillCarts(shop, crowd, product);
    const orders = new Map<string, unknown>();
    let waiting = crowd;
    let refusals = 0;
    for (let round = 0; waiting.length > 0; round++) {
      expect(round).toBeLessThan(crowd.length);
      const answers = await Promise.all(waiting.map((buyer) => payFromWallet(buyer, "attempt")));
      for (const [index, answer] of answers.entries()) {
        const id = waiting[index]?.id ?? "";
        if (answer.status === 200) orders.set(id, answer.body.orderId);
        else {
          expect(answer).toMatchObject({
            status: 503,
            body: { code: "unavailable", error: answer.body.message },
          });
          expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThanOrEqual(1);
          refusals += 1;
        }
      }
      waiting = waiting.filter(({ id }) => !orders.has(id));
    }
    expect(refusals).toBeGreaterThan(0);
    expect(new Set(orders.values()).size).toBe(crowd.length);
    const [sold] = await shop.sql(
      "SELECT count(*) AS count FROM code WHERE product_id = ?1 AND status = 'sold'",
      product,
    );
    expect(sold).toEqual({ count: crowd.length });
    expect(await auditShop(shop)).toEqual({});
    report("overload", {
      buyers: crowd.length,
      "places at once": Number(LIMITS.CHECKOUTS_AT_ONCE),
      "refused with 503": refusals,
    });
  });

  test("serves other buyers while a few accounts flood the shop with purchases that are refused", async () => {
    const floods = await shop.newShoppers(4, { isVerified: false, cardStatus: "none" });
    const crowd = await gather(shop, 12, 1_000);
    await fillCarts(shop, crowd, await stockUp(shop, crowd.length));
    const refused = times(40, async (index) => floods[index % 4]?.ask(createOrder, { body: {} }));
    const bought = await Promise.all(crowd.map((buyer) => payFromWallet(buyer, "attempt")));
    expect(count(bought, 200)).toBe(crowd.length);
    for (const answer of await refused)
      expect(answer).toMatchObject({ status: 403, body: { code: "identity_needed" } });
  });

  test("gives one person a quarter of the places, and frees them when requests end", async () => {
    const shopper = await shop.newShopper({ balanceToman: 10_000_000 });
    await shopper.put(await shop.newProduct());
    const answers = await times(30, () => shopper.ask(createOrder, { body: {} }));
    for (const { status } of answers) expect([200, 404, 429]).toContain(status);
    expect(await shopper.orders()).toHaveLength(1);
    // A purchase takes a place when the cart has a product, even if the money is not enough.
    await shopper.put(await shop.newProduct({ priceToman: 90_000_000 }));
    const status = async () => (await shopper.ask(createOrder, { body: {} })).status;
    // The place of a caller who left is freed when the shop has finished the request.
    await leaveWhileBuying(shopper, 2);
    expect(await status()).toBe(409);
    await leaveWhileBuying(shopper, 3);
    expect(await status()).toBe(429);
    await shop.releaseStalled();
    await expect.poll(status).toBe(409);
    // If the work never ends, the place is free after half a minute.
    await leaveWhileBuying(shopper, 3);
    expect(await status()).toBe(429);
    await wait(31 * SECOND);
    expect(await status()).toBe(409);
    await shop.releaseStalled();
    expect(await auditShop(shop)).toEqual({});
  });

  /** Starts purchases and disconnects while the shop waits for its database, until `most` wait. */
  async function leaveWhileBuying(shopper: TestShopper, most: number) {
    const headers = {
      Authorization: `Bearer ${shopper.token}`,
      "Content-Type": "application/json",
    };
    for (let held = (await shop.stalled()) + 1; held <= most; held++) {
      // The database calls find the session, check who may buy, and then read the cart.
      await shop.trouble({ faults: [{ at: 3, mode: "pause" }] });
      const leaving = new AbortController();
      const request = { method: "POST", headers, body: "{}", signal: leaving.signal };
      const asking = fetch(`${shop.stack.url}/api/v1/orders`, request).catch(
        (error: Error) => error.name,
      );
      await expect.poll(shop.stalled).toBe(held);
      leaving.abort();
      expect(await asking).toBe("AbortError");
    }
    await shop.trouble({});
  }
});
