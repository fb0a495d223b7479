import { afterEach, describe, expect, test } from "vitest";
import { addBankCard, getBankCards } from "../../../contract/bank-card.ts";
import { decideBankCard } from "../../../contract/desk/bank-card.ts";
import { deliver } from "../../../contract/desk/delivery.ts";
import {
  freeze,
  listFreezes,
  releaseFreeze,
  revokeBankCard,
  revokeIdentity,
} from "../../../contract/desk/freeze.ts";
import { endReview } from "../../../contract/desk/review.ts";
import { exportPerson, forgetPerson } from "../../../contract/desk/user.ts";
import { decideWithdrawal } from "../../../contract/desk/withdrawal.ts";
import { giveCode, lookAtGift, openGift } from "../../../contract/gift.ts";
import { createIdentityRequest } from "../../../contract/identity.ts";
import { createOrder, getOrderItemContent } from "../../../contract/order.ts";
import { initiatePayment } from "../../../contract/payment.ts";
import { createTicket } from "../../../contract/ticket.ts";
import { getProfile } from "../../../contract/user.ts";
import { byTwo } from "../../support/second-person.ts";
import { requestWithdrawal } from "../../../contract/withdrawal.ts";
import { png } from "../../support/images.ts";
import { type TestShopper, authorityOf } from "../../support/shop.ts";
import { upload } from "../../support/upload.ts";
import { useShop } from "../../support/use-shop.ts";
import { deskRequest } from "../../support/wire-request.ts";
import { payWithdrawal, takeInHand } from "../../support/withdrawal.ts";
import { HOUR } from "../../support/time.ts";

const REASON = "کارت این حساب دزدیده گزارش شده است.";

const shop = useShop({ audit: true });
afterEach(() => shop.turnClock(0));

type Kind = "person" | "card" | "identity" | "device";
const freezeIt = async (kind: Kind, id: string) => {
  const answer = await shop.desk(freeze, { body: { kind, id, reason: REASON } });
  expect(answer.status).toBe(200);
  return answer.body.freezeId;
};
const release = (id: string) =>
  shop.desk(releaseFreeze, { params: { id }, body: { reason: "اشتباه بود" } });
const reasonOf = async (shopper: TestShopper) =>
  (await shopper.ask(getProfile)).body.user.frozenReason;

/** A shopper with money and an order of two codes. */
async function buyer(rewardToman = 0) {
  const shopper = await shop.newShopper({ balanceToman: 2_000_000 });
  const product = await shop.newProduct({ stock: 20, priceToman: 100_000, rewardToman });
  const orderId = await shopper.buy(product, 2);
  const order = await shopper.order(orderId);
  const [item] = order.OrderItems;
  return { shopper, product, orderId, orderItemId: item?.id ?? "", codes: item?.codes ?? [] };
}

/** Makes every call that is closed to a frozen person, and returns the answers. */
async function tryAll({
  shopper,
  product,
  orderId,
  orderItemId,
  codes,
}: Awaited<ReturnType<typeof buyer>>) {
  const { cardNumber } = shopper;
  await shopper.put(product);
  const answers = {
    content: await shopper.ask(getOrderItemContent, {
      params: { orderId, orderItemId },
      query: { code: codes[0]?.id ?? "" },
    }),
    gift: await shopper.ask(giveCode, {
      body: {
        codeId: codes[1]?.id ?? "",
        occasion: "none",
        recipient: "مهدی",
        message: "",
        signature: "سارا",
        sendsSms: false,
        isPhoneRequired: false,
      },
    }),
    payment: await shopper.ask(initiatePayment, {
      body: { purpose: "cart_checkout", cardNumber, isUsedWallet: false },
    }),
    topup: await shopper.ask(initiatePayment, {
      body: { purpose: "wallet_topup", cardNumber, amount: 100_000 },
    }),
    order: await shopper.ask(createOrder, { body: {} }),
    withdrawal: await shopper.ask(requestWithdrawal, { body: { amount: 200_000 } }),
  };
  return Object.entries(answers).map(([name, { status, body }]) => [name, status, body]);
}

describe("a frozen person", () => {
  test("cannot buy, pay, read, give or withdraw, is told why, and can be released", async () => {
    const one = await buyer();
    const { shopper } = one;
    const id = await freezeIt("person", shopper.id);
    const refused = { code: "account_frozen", details: REASON };
    for (const [name, status, body] of await tryAll(one))
      expect([name, status, body]).toMatchObject([name, 403, refused]);
    expect(await reasonOf(shopper)).toBe(REASON);
    expect(
      (
        await shopper.ask(createTicket, {
          body: { title: "اعتراض", description: "کارت مال من است" },
        })
      ).status,
      "a frozen person can object",
    ).toBe(200);
    const { freezes } = (await shop.desk(listFreezes)).body;
    expect(freezes).toMatchObject([{ id, reason: REASON, people: [{ id: shopper.id }], cards: 1 }]);

    expect((await release(id)).status).toBe(200);
    expect(await release(id)).toMatchObject({ status: 409, body: { code: "released" } });
    expect(await reasonOf(shopper)).toBeNull();
    for (const [name, status] of await tryAll(one)) expect([name, status]).toEqual([name, 200]);
    expect((await shop.desk(listFreezes)).body.freezes).toEqual([]);
    await shop.runJobs("sms");
    expect((await shop.sandbox.messages(shopper.phone)).map(({ text }) => text)).toEqual([
      expect.stringContaining("برداشت از کیف پول شما درخواست شد"),
      expect.stringContaining("دوباره باز است"),
      expect.stringContaining("موقتاً مسدود شد"),
    ]);
    const exported = (await shop.desk(exportPerson, { params: { id: shopper.id } })).body;
    expect(JSON.stringify(exported)).toContain(REASON);
  });

  test("is stopped by the database too, when frozen between the check and the batch", async () => {
    const { shopper, orderItemId, codes } = await buyer();
    await freezeIt("person", shopper.id);
    for (const [text, ...values] of [
      [
        `INSERT INTO content_reading (id, order_item_id, user_id, read_at, code_id)
         VALUES ('late', ?1, ?2, 1, ?3)`,
        orderItemId,
        shopper.id,
        codes[0]?.id,
      ],
      [
        `INSERT INTO withdrawal (id, user_id, card_id, amount_toman, request_hash, created_at)
         VALUES ('late', ?1, ?2, 100000, '', 1)`,
        shopper.id,
        shopper.cardId,
      ],
    ] as const)
      await expect(shop.sql(text, ...values)).rejects.toThrow("the account is frozen");
  });

  test("is told about the freeze when frozen in the middle of a purchase", async () => {
    const shopper = await shop.newShopper({ balanceToman: 500_000 });
    await shopper.put(await shop.newProduct({ priceToman: 100_000, stock: 3 }));
    const rival = deskRequest(shop, freeze, {
      body: { kind: "person", id: shopper.id, reason: REASON },
    });
    for (const buy of [() => shopper.ask(createOrder, { body: {} }), () => shopper.initiate()]) {
      await shop.trouble({ meanwhile: { before: "'the cart is unchanged'", rivals: [rival] } });
      expect(await buy()).toMatchObject({
        status: 403,
        body: { code: "account_frozen", details: REASON },
      });
      await shop.trouble({});
      const { freezes } = (await shop.desk(listFreezes)).body;
      for (const { id } of freezes) await release(id);
    }
    expect(await shopper.balance()).toBe(500_000);
  });

  test("gets no money and no goods: payments go to review, payout and delivery are refused", async () => {
    const { shopper, product } = await buyer();
    await shopper.put(product);
    const started = await shopper.initiate();
    const { withdrawal } = (await shopper.ask(requestWithdrawal, { body: { amount: 300_000 } }))
      .body;
    await takeInHand(shop, withdrawal.id);
    const manual = await shop.newProduct({ deliveryType: "manual", stock: 3, priceToman: 50_000 });
    const other = await shop.newShopper({ balanceToman: 500_000 });
    const orderId = await other.buy(manual);
    const [waiting] = (await other.order(orderId)).OrderItems;

    const ids = [await freezeIt("person", shopper.id), await freezeIt("person", other.id)];
    await shop.sandbox.pay(authorityOf(started));
    expect((await shopper.verify(authorityOf(started))).body).toMatchObject({ success: false });
    const [payment] = await shop.sql<{ id: string; review_reason: string }>(
      "SELECT id, review_reason FROM payment WHERE user_id = ?1 AND state = 'review'",
      shopper.id,
    );
    expect(payment?.review_reason).toBe("paid, and the account is frozen");
    expect(
      await shop.desk(decideWithdrawal, {
        params: { id: withdrawal.id },
        body: { status: "paid", reference: "123456" },
      }),
    ).toMatchObject({ status: 409, body: { code: "frozen" } });
    expect(
      await shop.desk(deliver, {
        params: { orderItemId: waiting?.id ?? "" },
        body: { codes: ["FROZEN-CODE-1"] },
      }),
    ).toMatchObject({ status: 409, body: { code: "frozen" } });
    // An operator may still decide about the money.
    expect(
      await shop.desk(endReview, {
        params: { id: payment?.id ?? "" },
        body: { moneyIs: "in_shop", note: "در پنل درگاه دیده شد" },
      }),
    ).toMatchObject({ status: 200 });
    for (const id of ids) await release(id);
    expect((await payWithdrawal(shop, withdrawal.id)).status).toBe(200);
  });

  test("has the gifts that they gave paused: the receiver cannot open them", async () => {
    const { shopper, codes } = await buyer();
    const { gift } = (
      await shopper.ask(giveCode, {
        body: {
          codeId: codes[0]?.id ?? "",
          occasion: "none",
          recipient: "مهدی",
          message: "",
          signature: "سارا",
          sendsSms: false,
          isPhoneRequired: false,
        },
      })
    ).body;
    const token = gift.link?.split("#")[1] ?? "";
    const body = { token, openerKey: "an-opener-of-this-gift-0" };
    const id = await freezeIt("person", shopper.id);
    expect(await shop.ask(openGift, { body })).toMatchObject({ body: { code: "gift_paused" } });
    expect((await shop.ask(lookAtGift, { body: { token } })).body.gift.state).toBe("paused");
    await release(id);
    expect((await shop.ask(openGift, { body })).status).toBe(200);
  });

  test("has the problem window and their held income paused", async () => {
    const { shopper, orderItemId, orderId } = await buyer(5_000);
    const balance = await shopper.balance();
    await shop.turnClock(20 * HOUR);
    const id = await freezeIt("person", shopper.id);
    await shop.turnClock(60 * HOUR);
    await shop.runJobs("earnings");
    expect(await shopper.balance(), "cashback waits").toBe(balance);
    await release(id);
    await shop.turnClock(63 * HOUR);
    await shop.runJobs("earnings");
    expect(await shopper.balance(), "23 hours without the freeze").toBe(balance);
    const [item] = (await shopper.order(orderId)).OrderItems;
    expect(Date.parse(item?.codes[0]?.reportUntil ?? "")).toBeGreaterThan(Date.now() + 63 * HOUR);
    await shop.turnClock(65 * HOUR);
    await shop.runJobs("earnings");
    expect(await shopper.balance()).toBe(balance + 10_000);
    expect(
      await shopper.ask(createTicket, {
        body: { title: "کد خراب", description: "این کد کار نمی‌کند.", orderItemId },
      }),
    ).toMatchObject({ body: { code: "problem_too_late" } });
  });

  test("has window and income paused during several freezes, also when two overlap", async () => {
    const { shopper, orderItemId, orderId, codes } = await buyer(5_000);
    const balance = await shopper.balance();
    const untilAtFirst = Date.parse(codes[0]?.reportUntil ?? "");
    const during = async (from: number, until: number, work = async () => {}) => {
      await shop.turnClock(from * HOUR);
      const id = await freezeIt("person", shopper.id);
      await work();
      await shop.turnClock(until * HOUR);
      await release(id);
    };
    await during(10, 50);
    // Two overlapping freezes last from hour 52 to hour 70. Without the pauses the window would be
    // over by then.
    await shop.turnClock(52 * HOUR);
    const other = await freezeIt("person", shopper.id);
    await during(55, 70, async () => {
      await shop.turnClock(60 * HOUR);
      await release(other);
    });
    await shop.turnClock(81 * HOUR);
    await shop.runJobs("earnings");
    expect(await shopper.balance()).toBe(balance);
    const [item] = (await shopper.order(orderId)).OrderItems;
    const later = Date.parse(item?.codes[0]?.reportUntil ?? "") - untilAtFirst;
    expect(Math.round(later / HOUR)).toBe(58);
    await shop.turnClock(83 * HOUR);
    await shop.runJobs("earnings");
    expect(await shopper.balance()).toBe(balance + 10_000);
    await during(90, 120);
    expect(
      await shopper.ask(createTicket, {
        body: { title: "کد خراب", description: "این کد کار نمی‌کند.", orderItemId },
      }),
      "a later freeze does not extend it",
    ).toMatchObject({ body: { code: "problem_too_late" } });
  });

  test("is still frozen when forgotten and then signed in with the same phone or card", async () => {
    const shopper = await shop.newShopper();
    const id = await freezeIt("person", shopper.id);
    expect(
      (
        await byTwo(shop, forgetPerson, {
          params: { id: shopper.id },
          body: { reason: "خواست خودش" },
        })
      ).status,
    ).toBe(200);
    const again = await signIn(shopper.phone, "the-browser-of-somebody-new");
    expect((await again.ask(getProfile)).body.user.frozenReason).toBe(REASON);
    const cardImage = (await upload(shop, again, png())).body.imageUrl;
    expect(
      await again.ask(addBankCard, {
        body: { cardNumber: shopper.cardNumber, cardOwner: "آزمون آزمون", cardImage },
      }),
    ).toMatchObject({ status: 409, body: { code: "card_taken" } });
    await release(id);
    expect((await again.ask(getProfile)).body.user.frozenReason).toBeNull();
  });
});

/** Signs in with a phone, in the browser with this visitor id. */
async function signIn(phone: string, visitor: string) {
  const headers = { "X-Visitor": visitor, "X-Client-Address": "10.8.7.6" };
  const token = await shop.signIn(phone, headers);
  const calls = shop.withToken(token, { "X-Visitor": visitor });
  return { token, visitor, ...calls };
}

test("a frozen card freezes its owner, cannot be added to another account and proves no identity", async () => {
  const owner = await shop.newShopper();
  const other = await shop.newShopper({ isVerified: false, cardStatus: "none" });
  const id = await freezeIt("card", owner.cardId);
  expect(await reasonOf(owner)).toBe(REASON);
  const image = (await upload(shop, other, png())).body.imageUrl;
  const card = { cardNumber: owner.cardNumber, cardOwner: "آزمون آزمون" };
  expect(await other.ask(addBankCard, { body: { ...card, cardImage: image } })).toMatchObject({
    body: { code: "card_taken" },
  });
  expect(
    await other.ask(createIdentityRequest, {
      body: { ...card, IdentificationDocumentImage: image },
    }),
  ).toMatchObject({ body: { code: "card_used" } });
  expect(await reasonOf(other)).toBeNull();
  await release(id);
  expect(await reasonOf(owner)).toBeNull();
  expect(
    await shop.desk(freeze, { body: { kind: "card", id: "no-such-card", reason: REASON } }),
  ).toMatchObject({ status: 404 });
});

test("a frozen identity freezes its person", async () => {
  const shopper = await shop.newShopper();
  const [request] = await shop.sql<{ id: string }>(
    "SELECT id FROM identity_request WHERE user_id = ?1",
    shopper.id,
  );
  await freezeIt("identity", request?.id ?? "");
  expect(await reasonOf(shopper)).toBe(REASON);
});

test("a frozen device freezes each person who signs in on it", async () => {
  const thief = await signIn("9350007001", "a-frozen-browser-of-a-thief");
  const [person] = await shop.sql<{ id: string }>("SELECT id FROM user WHERE phone = '9350007001'");
  const id = await freezeIt("device", person?.id ?? "");
  expect((await thief.ask(getProfile)).body.user.frozenReason).toBe(REASON);
  const victim = await signIn("9350007002", "a-frozen-browser-of-a-thief");
  expect((await victim.ask(getProfile)).body.user.frozenReason).toBe(REASON);
  const elsewhere = await signIn("9350007003", "another-browser-that-is-good");
  expect((await elsewhere.ask(getProfile)).body.user.frozenReason).toBeNull();
  await release(id);
  expect((await victim.ask(getProfile)).body.user.frozenReason).toBeNull();
});

describe("a revoked verification", () => {
  test("of a card: the card can neither pay nor receive money", async () => {
    const { shopper, product } = await buyer();
    const { withdrawal } = (await shopper.ask(requestWithdrawal, { body: { amount: 300_000 } }))
      .body;
    await takeInHand(shop, withdrawal.id);
    const revoke = () =>
      byTwo(shop, revokeBankCard, { params: { id: shopper.cardId }, body: { reason: REASON } });
    expect((await revoke()).status).toBe(200);
    expect(await revoke()).toMatchObject({ status: 409, body: { code: "not_verified" } });
    expect((await shopper.ask(getBankCards)).body.bankCards).toMatchObject([
      { status: "rejected", isDefault: false },
    ]);
    await shopper.put(product);
    expect(await shopper.initiate()).toMatchObject({ body: { code: "card_not_verified" } });
    expect(
      await shop.desk(decideWithdrawal, {
        params: { id: withdrawal.id },
        body: { status: "paid", reference: "123456" },
      }),
    ).toMatchObject({ status: 409, body: { code: "card_revoked" } });
    expect(
      await shop.desk(decideBankCard, {
        params: { id: shopper.cardId },
        body: { status: "verified" },
      }),
      "decided for good; the owner adds the card again",
    ).toMatchObject({ status: 409, body: { code: "decided" } });
    expect(
      (
        await shop.desk(decideWithdrawal, {
          params: { id: withdrawal.id },
          body: { status: "rejected", rejectionReason: "کارت معتبر نیست" },
        })
      ).status,
    ).toBe(200);
  });

  test("of an identity: the cards are revoked too, and the person is told the reason", async () => {
    const { shopper, product } = await buyer();
    const [request] = await shop.sql<{ id: string }>(
      "SELECT id FROM identity_request WHERE user_id = ?1",
      shopper.id,
    );
    const revoke = () =>
      byTwo(shop, revokeIdentity, { params: { id: request?.id ?? "" }, body: { reason: REASON } });
    expect((await revoke()).status).toBe(200);
    expect(await revoke()).toMatchObject({ status: 409, body: { code: "not_verified" } });
    expect((await shopper.ask(getProfile)).body.user).toMatchObject({
      isVerified: false,
      identity: { status: "rejected", rejectionReason: REASON },
    });
    await shopper.put(product);
    expect(await shopper.ask(createOrder, { body: {} })).toMatchObject({
      body: { code: "identity_needed" },
    });
    expect((await shopper.ask(getBankCards)).body.bankCards).toMatchObject([
      { status: "rejected" },
    ]);
    await shop.runJobs("sms");
    const [message] = await shop.sandbox.messages(shopper.phone);
    expect(message?.text).toContain(REASON);
  });
});
