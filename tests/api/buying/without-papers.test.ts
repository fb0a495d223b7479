import { afterEach, describe, expect, test } from "vitest";
import { numberContext } from "../../../api/base/open-number.ts";
import { addBankCard, getBankCards } from "../../../contract/bank-card.ts";
import { getCategories } from "../../../contract/catalogue.ts";
import { endReview } from "../../../contract/desk/review.ts";
import { decideIdentityRequest } from "../../../contract/desk/identity.ts";
import { createIdentityRequest } from "../../../contract/identity.ts";
import { cancelOrder, createOrder } from "../../../contract/order.ts";
import { getAllowance, initiatePayment } from "../../../contract/payment.ts";
import { requestWithdrawal } from "../../../contract/withdrawal.ts";
import { newCardNumber } from "../../support/card-number.ts";
import { png } from "../../support/images.ts";
import { type TestShopper, authorityOf } from "../../support/shop.ts";
import { upload } from "../../support/upload.ts";
import { useShop } from "../../support/use-shop.ts";
import { HOUR, MINUTE } from "../../support/time.ts";

/** Buying without papers, where the operator allows a sum for it. */

const PER_DAY = 250_000;

const shop = useShop({ audit: true, shopVars: { BUY_WITHOUT_PAPERS_TOMAN: String(PER_DAY) } });
afterEach(async () => {
  await shop.turnClock(0);
  await shop.sandbox.clearFaults();
  await shop.sql("UPDATE refund SET next_attempt_at = NULL");
});

const newcomer = () => shop.newShopper({ isVerified: false, cardStatus: "none" });
const start = (shopper: TestShopper, cardNumber: string, isUsedWallet = false) =>
  shopper.ask(initiatePayment, { body: { purpose: "cart_checkout", cardNumber, isUsedWallet } });
const allowance = async (shopper: TestShopper) => (await shopper.ask(getAllowance)).body;

/** A person without papers, at the bank with one product of this price. */
async function atTheBank(priceToman: number, cardNumber = newCardNumber(), product?: string) {
  const shopper = await newcomer();
  const id = product ?? (await shop.newProduct({ priceToman, stock: 9, rewardToman: 1_000 }));
  await shopper.put(id);
  const started = await start(shopper, cardNumber);
  expect(started).toMatchObject({ status: 200, body: { walletDeduction: 0 } });
  return { shopper, product: id, cardNumber, authority: authorityOf(started) };
}

/** The id of the payment or refund of a shopper that is in review. */
const inReview = async (shopper: TestShopper, table: "payment" | "refund") =>
  (
    await shop.sql<{ id: string }>(
      `SELECT id FROM ${table} WHERE user_id = ?1 AND state = 'review'`,
      shopper.id,
    )
  )[0]?.id ?? "";
const end = (id: string, moneyIs: "on_card" | "in_shop") =>
  shop.desk(endReview, { params: { id }, body: { moneyIs, note: "در پنل درگاه دیده شد" } });

describe("without papers", () => {
  test("everybody can see the sum that is allowed in a day", async () => {
    const { body } = await shop.ask(getCategories);
    expect(body.withoutPapersToman).toBe(PER_DAY);
  });

  test("a card is named by its number, pays once, and is not in the list of cards", async () => {
    const { shopper, cardNumber, authority } = await atTheBank(150_000);
    expect(await allowance(shopper), "this cart's hold is not counted").toEqual({
      perDay: PER_DAY,
      left: PER_DAY,
    });
    expect(authorityOf(await start(shopper, cardNumber)), "the same payment").toBe(authority);
    await shop.sandbox.pay(authority, cardNumber);
    expect((await shopper.verify(authority)).body).toMatchObject({ success: true });
    expect(await shopper.orders()).toMatchObject([{ totalAmount: 150_000, walletAmount: 0 }]);
    expect(await allowance(shopper)).toEqual({ perDay: PER_DAY, left: 100_000 });
    expect((await shopper.ask(getBankCards)).body.bankCards).toEqual([]);
    await shop.turnClock(24 * HOUR + MINUTE);
    await shop.runJobs("earnings");
    expect(await shopper.balance(), "cashback waits for the papers").toBe(0);
    expect(await allowance(shopper)).toEqual({ perDay: PER_DAY, left: PER_DAY });
  });

  test("wallet, top-up and withdrawal are refused", async () => {
    const shopper = await shop.newShopper({
      isVerified: false,
      cardStatus: "none",
      balanceToman: 900_000,
    });
    await shopper.put(await shop.newProduct());
    const cardNumber = newCardNumber();
    expect((await start(shopper, cardNumber, true)).body).toMatchObject({ code: "card_not_found" });
    expect((await shopper.ask(createOrder, { body: {} })).body).toMatchObject({
      code: "identity_needed",
    });
    for (const answer of [
      await shopper.ask(initiatePayment, {
        body: { purpose: "wallet_topup", amount: 50_000, cardNumber },
      }),
      await shopper.ask(requestWithdrawal, { body: { amount: 100_000 } }),
    ])
      expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await shopper.balance()).toBe(900_000);
  });

  test("a verified person still needs a verified card", async () => {
    const shopper = await shop.newShopper({ cardStatus: "pending" });
    await shopper.put(await shop.newProduct());
    expect((await shopper.initiate()).body).toMatchObject({ code: "card_not_verified" });
  });

  test("money from another card goes to review, and can only be refunded to that card", async () => {
    const { shopper, cardNumber, authority } = await atTheBank(150_000);
    await shop.sandbox.pay(authority, cardNumber);
    // The bank itself refuses other cards, so the test changes the card that the shop remembers.
    const [named] = await shop.sql<{ id: string }>(
      "SELECT id FROM bank_card WHERE user_id = ?1",
      shopper.id,
    );
    const id = named?.id ?? "";
    const other = await shop.vault.seal(newCardNumber(), numberContext("bank_card", id));
    await shop.sql("UPDATE bank_card SET number_sealed = ?2 WHERE id = ?1", id, other);
    expect((await shopper.verify(authority)).body).toMatchObject({
      success: false,
      details: expect.not.stringContaining("کیف پول"),
    });
    expect(await inReview(shopper, "payment")).toBe(id);
    expect(await end(id, "in_shop")).toMatchObject({ status: 409, body: { code: "card_only" } });
    expect((await end(id, "on_card")).status).toBe(200);
    expect(await shopper.balance()).toBe(0);
  });
});

describe("the sum of a day", () => {
  test("is never exceeded by simultaneous checkouts of one person, or with one card in many accounts", async () => {
    const product = await shop.newProduct({ priceToman: 150_000, stock: 50 });
    const many = await Promise.all(Array.from({ length: 5 }, newcomer));
    for (const shopper of many) await shopper.put(product);
    const cardNumber = newCardNumber();
    const ofCard = await Promise.all(many.map((shopper) => start(shopper, cardNumber)));
    expect(ofCard.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403, 403]);

    const shopper = await newcomer();
    await shopper.put(product);
    const ofPerson = await Promise.all(
      Array.from({ length: 4 }, () => start(shopper, newCardNumber())),
    );
    expect(ofPerson.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await start(shopper, newCardNumber())).body).toMatchObject({
      code: "beyond_allowance",
      message: "این مبلغ از سقف خرید بدون مدرک بیشتر است. برای خرید، هویت خود را تأیید کنید.",
    });
  });

  test("is free again when a hold lapses, and a late payment then buys only what the sum still allows", async () => {
    const { shopper, product, cardNumber, authority } = await atTheBank(150_000);
    await shop.turnClock(16 * MINUTE);
    expect(await allowance(shopper)).toMatchObject({ left: PER_DAY });
    const second = await start(shopper, cardNumber);
    await shop.sandbox.pay(authorityOf(second), cardNumber);
    expect((await shopper.verify(authorityOf(second))).body).toMatchObject({ success: true });
    await shop.sandbox.pay(authority, cardNumber);
    expect((await shopper.verify(authority)).body).toMatchObject({ success: false });
    expect(await inReview(shopper, "payment")).not.toBe("");
    expect(await shopper.orders()).toHaveLength(1);
    expect(await shopper.balance()).toBe(0);

    const late = await atTheBank(150_000, newCardNumber(), product);
    await shop.turnClock(32 * MINUTE);
    await shop.sandbox.pay(late.authority, late.cardNumber);
    expect((await late.shopper.verify(late.authority)).body).toMatchObject({ success: true });
  });

  test("counts a payment and its own hold once, and then refuses a second purchase", async () => {
    const one = await atTheBank(200_000);
    await shop.sandbox.pay(one.authority, one.cardNumber);
    expect((await one.shopper.verify(one.authority)).body).toMatchObject({ success: true });
    await one.shopper.put(one.product);
    expect((await start(one.shopper, one.cardNumber)).body).toMatchObject({
      code: "beyond_allowance",
    });
  });
});

describe("a refund of what was bought without papers", () => {
  /** An order that an operator has not begun, cancelled by its buyer. */
  async function cancelled(priceToman: number) {
    const product = await shop.newProduct({ priceToman, deliveryType: "manual", stock: 9 });
    const bought = await atTheBank(priceToman, newCardNumber(), product);
    await shop.sandbox.pay(bought.authority, bought.cardNumber);
    await bought.shopper.verify(bought.authority);
    const [order] = await bought.shopper.orders();
    const id = order?.id ?? "";
    return {
      ...bought,
      cancel: () => bought.shopper.ask(cancelOrder, { params: { orderId: id }, body: {} }),
    };
  }

  test("goes to the card", async () => {
    const { authority, cancel } = await cancelled(80_000);
    expect((await cancel()).status).toBe(200);
    await shop.runJobs("refunds");
    expect(await shop.sandbox.refunds(authority)).toMatchObject([{ amountRial: 800_000 }]);
  });

  test.each([
    ["that the gateway refuses", 80_000, true],
    ["too small for the gateway", 1_500, false],
  ])("%s waits for an operator, and never goes to the wallet", async (_, priceToman, isPlanned) => {
    const { shopper, cancel } = await cancelled(priceToman);
    if (isPlanned)
      await shop.sandbox.plan({ provider: "zarinpal", call: "refund", kind: "code", code: -1 });
    expect((await cancel()).status).toBe(200);
    await shop.runJobs("refunds");
    const id = await inReview(shopper, "refund");
    expect(id).not.toBe("");
    expect(await end(id, "in_shop")).toMatchObject({ status: 409, body: { code: "card_only" } });
    expect((await end(id, "on_card")).status).toBe(200);
    expect(await shopper.balance()).toBe(0);
  });
});

describe("the named card", () => {
  test("may be added and verified later by the same person, and then nobody else can pay with it", async () => {
    const { shopper, cardNumber } = await atTheBank(150_000);
    const { imageUrl } = (await upload(shop, shopper, png())).body;
    const body = { cardNumber, cardOwner: "سارا کریمی" };
    expect(
      (await shopper.ask(addBankCard, { body: { ...body, cardImage: imageUrl } })).status,
    ).toBe(200);
    const papers = (await upload(shop, shopper, png())).body.imageUrl;
    const filed = await shopper.ask(createIdentityRequest, {
      body: { ...body, IdentificationDocumentImage: papers },
    });
    const decided = await shop.desk(decideIdentityRequest, {
      params: { id: filed.body.authorization.id },
      body: { status: "verified" },
    });
    expect(decided.status).toBe(200);
    expect((await shopper.ask(getBankCards)).body.bankCards).toMatchObject([
      { cardNumber, status: "verified" },
    ]);

    const stranger = await newcomer();
    await stranger.put(await shop.newProduct());
    expect(await start(stranger, cardNumber)).toMatchObject({
      status: 409,
      body: { code: "card_used" },
    });
  });
});
