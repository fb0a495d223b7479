import { afterEach, describe, expect, test } from "vitest";
import { signOut, signOutEverywhere } from "../../../contract/sign-in.ts";
import {
  type Endpoint,
  type Operation,
  needsSecondCode,
  refusals,
} from "../../../contract/endpoint.ts";
import { BASE_PATH, operations } from "../../../contract/endpoints.ts";
import { deleteBankCard, getBankCards } from "../../../contract/bank-card.ts";
import { getProductCount } from "../../../contract/cart.ts";
import { createNameRequest } from "../../../contract/name-request.ts";
import { endSession, getSessions } from "../../../contract/session.ts";
import { createTicket, getTickets } from "../../../contract/ticket.ts";
import { getTransactions } from "../../../contract/transaction.ts";
import { getProfile, requestEmailVerification, updateProfile } from "../../../contract/user.ts";
import { getBalance } from "../../../contract/wallet.ts";
import { getGifts } from "../../../contract/gift.ts";
import { createOrder, getOrders } from "../../../contract/order.ts";
import { sendSecondCode, verifySecondCode } from "../../../contract/second-code.ts";
import { png } from "../../support/images.ts";
import { anyParams } from "../../support/operator.ts";
import { typeSecondCode } from "../../support/second-code.ts";
import { upload } from "../../support/upload.ts";
import { useSharedShop } from "../../support/use-shop.ts";
import { MINUTE } from "../../support/time.ts";

const shop = useSharedShop();
let numbers = 0;
let aheadMs = 0;
afterEach(async () => {
  await shop.turnClock((aheadMs = 0));
});

/** Signs in to a phone from a browser, which is known by its visitor mark. */
async function signIn(phone: string, visitor: string) {
  await shop.turnClock((aheadMs += 2 * MINUTE));
  const headers = {
    "X-Visitor": visitor,
    "X-Client-Address": `10.21.${String(++numbers % 250)}.${String(Math.floor(numbers / 250))}`,
  };
  const token = await shop.signIn(phone, headers);
  const { ask, askUntyped } = shop.withToken(token);
  return {
    phone,
    token,
    headers,
    /**
     * Buys the cart. Returns true, or the refusal: a second code is needed, or the cart is empty.
     */
    buy: async () => {
      const { status, body: answer } = await ask(createOrder, { body: {}, headers });
      return status === 200 || answer.code;
    },
    call: (endpoint: Endpoint) =>
      askUntyped(endpoint, {
        headers,
        params: anyParams(endpoint),
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
  test("is never needed in an account's first browser, whatever the account is worth later", async () => {
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
    // Another browser needs the second code, and the first browser still does not.
    const elsewhere = await signIn(phone, newVisitor());
    expect(await elsewhere.buy()).toBe("second_code_needed");
    expect(await again.buy()).not.toBe("second_code_needed");
  });

  test("is needed once in a browser that signs in to a valuable account, until it signs out", async () => {
    const { phone } = await shop.newShopper();
    const visitor = newVisitor();
    const mine = await signIn(phone, visitor);
    expect(await mine.see()).toBe(403);
    expect(await mine.buy()).toBe("second_code_needed");
    const theirs = await signIn(phone, newVisitor());
    await mine.prove();
    expect(await mine.see()).toBe(200);
    expect(await mine.buy()).not.toBe("second_code_needed");
    expect(await theirs.buy()).toBe("second_code_needed");
    const back = await signIn(phone, visitor);
    expect(await back.buy()).not.toBe("second_code_needed");
    expect((await back.leave()).status).toBe(200);
    const afterLeaving = await signIn(phone, visitor);
    expect(await afterLeaving.buy()).toBe("second_code_needed");
  });

  test("is needed for every call of a shopper, except those that the contract leaves open", async () => {
    const { phone } = await shop.newShopper();
    const unproven = await signIn(phone, newVisitor());
    /** Makes the calls, and returns the names of those that were refused without the code. */
    const walk = async (calls: readonly Operation<Endpoint>[]) => {
      const answers = await Promise.all(
        calls.map(async ({ name, endpoint }) => {
          const { status, body } = await unproven.call(endpoint);
          return { name, isRefused: status === 403 && body.code === "second_code_needed" };
        }),
      );
      return answers.filter(({ isRefused }) => isRefused).map(({ name }) => name);
    };
    const shoppers = operations.filter(({ endpoint }) => endpoint.access === "shopper");
    const closed = shoppers.filter(({ endpoint }) => needsSecondCode(endpoint));
    expect(await walk(shoppers)).toEqual(closed.map(({ name }) => name));
    // A further open call needs a decision, and its reason belongs in the contract.
    expect(
      shoppers
        .filter((call) => !closed.includes(call))
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual([
      "addItems",
      "addRestockAlert",
      "applyDiscount",
      "emptyCart",
      "getCart",
      "getGateways",
      "getProductCount",
      "removeDiscount",
      "removeItem",
      "sendSecondCode",
      "setQuantity",
      "verifySecondCode",
    ]);
    const [code] = await shop.sandbox.messages(phone);
    expect((await unproven.type(code?.code ?? "")).status).toBe(200);
    const ending = shoppers.filter(({ name }) => name === "signOutEverywhere");
    expect(await walk(shoppers.filter((call) => !ending.includes(call)))).toEqual([]);
    expect(await walk(ending)).toEqual([]);
  });

  test("prevents a person who guessed only the first code from reading, changing and ending anything", async () => {
    const owner = await shop.newShopper({ balanceToman: 300_000 });
    const imageUrl = (await upload(shop, owner, png())).body.imageUrl;
    const cards = (await owner.ask(getBankCards)).body.bankCards;
    const { sessions } = (await owner.ask(getSessions)).body;
    const thief = await signIn(owner.phone, newVisitor());
    const { headers } = thief;
    const ofThief = shop.withToken(thief.token, headers);
    const names = { firstName: "دزد", lastName: "شب", reason: "نامم را اشتباه نوشته‌ام" };
    const ticket = { title: "کارت تازه", description: "لطفاً کارت تازهٔ من را تأیید کنید" };
    const answers = [
      await ofThief.call("GET", imageUrl.replace(BASE_PATH, "")),
      await ofThief.ask(getBankCards),
      await ofThief.ask(getBalance),
      await ofThief.ask(getTransactions),
      await ofThief.ask(getSessions),
      await ofThief.ask(getProfile),
      await ofThief.ask(updateProfile, { body: { email: "thief@armaghan.example" } }),
      await ofThief.ask(requestEmailVerification),
      await ofThief.ask(deleteBankCard, { params: { id: owner.cardId } }),
      await ofThief.ask(createNameRequest, { body: names }),
      await ofThief.ask(createTicket, { body: ticket }),
      await ofThief.ask(endSession, { params: { sessionId: sessions[0]?.id ?? "" } }),
      await ofThief.ask(signOutEverywhere),
      await upload(shop, { token: thief.token, visitor: headers["X-Visitor"] }, png()),
    ];
    const { code, message } = refusals.secondCodeNeeded;
    for (const { status, body } of answers)
      expect({ status, body }).toEqual({ status: 403, body: { code, message } });
    expect((await owner.ask(getBankCards)).body.bankCards).toEqual(cards);
    expect((await owner.ask(getProfile)).body.user).toMatchObject({ email: "", nameRequest: null });
    expect((await owner.ask(getTickets)).body.tickets).toEqual([]);
    expect(await owner.balance()).toBe(300_000);

    // The owner ends all sessions from a browser that is new as well.
    const back = await signIn(owner.phone, newVisitor());
    await back.prove();
    const ofOwner = shop.withToken(back.token, back.headers);
    expect((await ofOwner.ask(signOutEverywhere)).status).toBe(200);
    expect((await ofThief.ask(getProductCount)).status).toBe(401);
  });

  test("works once, in its own session, and is void after five wrong guesses sent at once", async () => {
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

  test("is sent five times a day to a session, and after fifteen wrong guesses each code allows one try", async () => {
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
