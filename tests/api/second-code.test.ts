import { afterEach, describe, expect, test } from "vitest";
import { requestCode, signOut, verifyCode } from "../../contract/sign-in.ts";
import { type Endpoint } from "../../contract/endpoint.ts";
import { endpoints } from "../../contract/endpoints.ts";
import { getGifts } from "../../contract/gift.ts";
import { createOrder, getOrders } from "../../contract/order.ts";
import { sendSecondCode, verifySecondCode } from "../../contract/second-code.ts";
import { typeSecondCode } from "../support/second-code.ts";
import { useSharedShop } from "../support/use-shop.ts";

const MINUTE = 60_000;

const shop = useSharedShop();
let numbers = 0;
let aheadMs = 0;
afterEach(async () => {
  await shop.turnClock((aheadMs = 0));
});

/** Signs in to a phone from a browser; signs of one browser are the same. */
async function signIn(phone: string, visitor: string) {
  await shop.turnClock((aheadMs += 2 * MINUTE));
  const headers = {
    "X-Visitor": visitor,
    "X-Client-Address": `10.21.${String(++numbers % 250)}.${String(Math.floor(numbers / 250))}`,
  };
  expect((await shop.ask(requestCode, { body: { username: phone }, headers })).status).toBe(200);
  const [message] = await shop.sandbox.messages(phone);
  const body = { username: phone, otp: message?.code ?? "" };
  const { token = "" } = (await shop.ask(verifyCode, { body, headers })).body;
  const { ask, askUntyped } = shop.withToken(token);
  return {
    phone,
    token,
    headers,
    /** Needs a second code, the cart is empty, or it is bought. */
    buy: async () => {
      const { status, body: answer } = await ask(createOrder, { body: {}, headers });
      return status === 200 || answer.code;
    },
    call: (endpoint: Endpoint) =>
      askUntyped(endpoint, {
        headers,
        params: { id: "x", orderId: "x", orderItemId: "x", giftId: "x" },
        ...(endpoint.body && { body: {} }),
      }),
    send: () => ask(sendSecondCode, { headers }),
    type: (otp: string) => ask(verifySecondCode, { body: { otp }, headers }),
    prove: () => typeSecondCode(shop, { phone, token }, { headers }),
    leave: () => ask(signOut, { headers }),
    see: async () => (await ask(getOrders, { headers })).status,
    gifts: () => ask(getGifts, { headers, query: { orderId: "x" } }),
  };
}

const wrong = (code: string) => (code === "1111" ? "2222" : "1111");
const newVisitor = () => `browser-${String(++numbers)}-of-second-code`;

describe("a second code", () => {
  test("is never asked in an account's first browser, whatever it comes to hold", async () => {
    const { phone, id } = await shop.newShopper({ cardStatus: "none", isVerified: false });
    const home = newVisitor();
    const first = await signIn(phone, home);
    await shop.sql("UPDATE account SET credits_toman = 0 WHERE id = 'shopper:' || ?1", id);
    await shop.sql(
      `INSERT INTO transfer (id, kind, debit_account_id, credit_account_id, amount_toman, created_at)
       VALUES ('opening:' || ?1, 'opening', 'shop:capital', 'shopper:' || ?1, 5000, 0)`,
      id,
    );
    expect(await first.buy()).not.toBe("second_code_needed");
    const again = await signIn(phone, home);
    expect(await again.buy()).not.toBe("second_code_needed");
    // Elsewhere it is asked; the one at home goes on.
    const elsewhere = await signIn(phone, newVisitor());
    expect(await elsewhere.buy()).toBe("second_code_needed");
    expect(await again.buy()).not.toBe("second_code_needed");
  });

  test("is asked once in a browser that found a valuable account, until it signs out", async () => {
    const { phone } = await shop.newShopper();
    const visitor = newVisitor();
    const mine = await signIn(phone, visitor);
    expect(await mine.see()).toBe(200);
    expect(await mine.buy()).toBe("second_code_needed");
    const theirs = await signIn(phone, newVisitor());
    await mine.prove();
    expect(await mine.buy()).not.toBe("second_code_needed");
    expect(await theirs.buy()).toBe("second_code_needed");
    const back = await signIn(phone, visitor);
    expect(await back.buy()).not.toBe("second_code_needed");
    expect((await back.leave()).status).toBe(200);
    const afterLeaving = await signIn(phone, visitor);
    expect(await afterLeaving.buy()).toBe("second_code_needed");
  });

  test.each(endpoints.filter((endpoint) => endpoint.needsSecondCode).map((one) => [one.path, one]))(
    "guards %s",
    async (_, endpoint) => {
      const { phone } = await shop.newShopper();
      const { call } = await signIn(phone, newVisitor());
      expect(await call(endpoint)).toMatchObject({
        status: 403,
        body: { code: "second_code_needed" },
      });
    },
  );

  test("works once, at its own session, and dies of five wrong guesses sent at once", async () => {
    const { phone } = await shop.newShopper();
    const mine = await signIn(phone, newVisitor());
    const theirs = await signIn(phone, newVisitor());
    const { body } = await mine.send();
    expect(body.phone).toMatch(/^۰\d{3}•••\d{4}$|^۰[۰-۹]{3}•••[۰-۹]{4}$/);
    expect((await mine.send()).body.code).toBe("code_sent_recently");
    const [message] = await shop.sandbox.messages(phone);
    const code = message?.code ?? "";
    expect((await theirs.type(code)).body.code).toBe("wrong_code");
    const right = await Promise.all(Array.from({ length: 5 }, () => mine.type(code)));
    expect(right.filter(({ status }) => status === 200)).toHaveLength(1);

    await theirs.send();
    const [second] = await shop.sandbox.messages(phone);
    const guesses = await Promise.all(
      Array.from({ length: 20 }, () => theirs.type(wrong(second?.code ?? ""))),
    );
    expect(guesses.filter(({ body: answer }) => answer.code === "wrong_code")).toHaveLength(5);
    expect((await theirs.type(second?.code ?? "")).body.code).toBe("dead_code");
    expect(await theirs.buy()).toBe("second_code_needed");
  });

  test("is sent five times a day to a session, and tried once after fifteen wrong guesses", async () => {
    const { phone } = await shop.newShopper();
    const thief = await signIn(phone, newVisitor());
    const guess = async (times: number) => {
      const [message] = await shop.sandbox.messages(phone);
      const codes = [];
      for (let count = 0; count < times; count++)
        codes.push((await thief.type(wrong(message?.code ?? ""))).body.code);
      return codes;
    };
    for (let sent = 0; sent < 5; sent++) {
      expect((await thief.send()).status).toBe(200);
      const [first, second] = await guess(sent < 3 ? 5 : 2);
      expect([first, second]).toEqual(["wrong_code", sent < 3 ? "wrong_code" : "dead_code"]);
      await shop.turnClock((aheadMs += 2 * MINUTE));
    }
    expect((await thief.send()).body.code).toBe("too_many");
    // Another session of the same person has codes left.
    const owner = await signIn(phone, newVisitor());
    expect((await owner.send()).status).toBe(200);
  });
});
