import { expect } from "vitest";
import { addBankCard } from "../../contract/bank-card.ts";
import { applyDiscount } from "../../contract/cart.ts";
import { decideBankCard } from "../../contract/desk/bank-card.ts";
import { replaceCode, revealCode } from "../../contract/desk/code.ts";
import { beginDelivery, deliver } from "../../contract/desk/delivery.ts";
import { decideIdentityRequest } from "../../contract/desk/identity.ts";
import { refundItem } from "../../contract/desk/refund.ts";
import { byTwo } from "./second-person.ts";
import { exportBatch } from "../../contract/desk/stock.ts";
import { endReview } from "../../contract/desk/review.ts";
import { answerTicket } from "../../contract/desk/ticket.ts";
import { makePayout, settlePayout } from "../../contract/desk/payout.ts";
import { decideWithdrawal } from "../../contract/desk/withdrawal.ts";
import { callGiftBack, giveCode, openGift } from "../../contract/gift.ts";
import { createIdentityRequest } from "../../contract/identity.ts";
import {
  cancelOrder,
  createOrder,
  getOrder,
  getOrderItemContent,
  markCode,
} from "../../contract/order.ts";
import { initiatePayment } from "../../contract/payment.ts";
import { createRating } from "../../contract/rating.ts";
import { requestCode, verifyCode } from "../../contract/sign-in.ts";
import { closeTicket, createTicket, replyToTicket } from "../../contract/ticket.ts";
import { requestWithdrawal, takeBackWithdrawal } from "../../contract/withdrawal.ts";
import { withCheckDigit } from "./people.ts";
import { png } from "./images.ts";
import { bring, newBatch, newCodes } from "./import.ts";
import { type TestShop, type TestShopper, authorityOf } from "./shop.ts";
import { upload } from "./upload.ts";
import { newReference, takeInHand } from "./withdrawal.ts";
import { HOUR } from "./time.ts";

/** Takes orders, money and codes through every state at least once, using only calls. */

export async function liveInShop(shop: TestShop, { topups }: { topups: number }): Promise<void> {
  await signIn(shop);
  const { buyer, delivered, kept } = await buyFromWallet(shop);
  await payAtGateway(shop, topups);
  await refundOrders(shop);
  await withdraw(shop);
  await reportAndRate(shop, buyer, kept);
  await verifyCardAndIdentity(shop);
  await handleCodes(shop);
  await giveCodes(shop);
  await payEarnings(shop, delivered);
  await leaveThingsOpen(shop);
  await bringCodes(shop);
}

/** An invitee buys, rates and reports; the earnings are paid, and one is taken back by a refund. */
export async function buyAndEarn(shop: TestShop): Promise<void> {
  const { buyer, delivered, kept } = await buyFromWallet(shop);
  await reportAndRate(shop, buyer, kept);
  await payEarnings(shop, delivered);
}

/** Pays the earnings after the problem window; a refund takes those of one item back. */
async function payEarnings(shop: TestShop, delivered: string): Promise<void> {
  await shop.turnClock(25 * HOUR);
  await shop.runJobs();
  await must(
    byTwo(shop, refundItem, {
      params: { orderItemId: delivered },
      body: { opened: true, reason: "کد کار نمی‌کند" },
    }),
  );
  await shop.turnClock(0);
}

/** Asserts that a call succeeds. */
async function must<Given extends { status: number; body: object }>(
  answering: Promise<Given>,
): Promise<Given> {
  const answer = await answering;
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  return answer;
}

async function signIn(shop: TestShop) {
  const browser = { "X-Visitor": "a-visitor-of-the-busy-shop", "X-Client-Address": "10.9.0.1" };
  const phone = "9350000001";
  await must(
    shop.ask(requestCode, {
      body: { username: phone, referralCode: "ARMAGHAN" },
      headers: browser,
    }),
  );
  const [message] = await shop.sandbox.messages(phone);
  await must(
    shop.ask(verifyCode, { body: { username: phone, otp: message?.code ?? "" }, headers: browser }),
  );
}

async function buy(
  shop: TestShop,
  shopper: TestShopper,
  products: string[],
): Promise<{ orderId: string; items: string[] }> {
  for (const product of products) await shopper.put(product, 2);
  const { orderId } = (await must(shopper.ask(createOrder, { body: {} }))).body;
  return { orderId, items: await shop.itemsOf(orderId) };
}

/**
 * Buys items that end up delivered, delivered by hand, in progress, waiting, or refunded with their
 * codes read or unread.
 */
async function buyFromWallet(shop: TestShop) {
  const inviter = await shop.newShopper();
  const buyer = await shop.newShopper({ balanceToman: 9_000_000, inviterId: inviter.id });
  const instant = await shop.newProduct({ priceToman: 300_000, stock: 20, rewardToman: 2_000 });
  const manual = await shop.newProduct({
    priceToman: 90_000,
    stock: 20,
    rewardToman: 500,
    deliveryType: "manual",
  });
  await buyer.put(instant, 2);
  await must(buyer.ask(applyDiscount, { body: { code: "ARMAGHAN10" } }));
  const first = await buy(shop, buyer, [manual]);
  const [kept = "", byHand = ""] = first.items;
  await must(
    shop.desk(beginDelivery, { params: { orderItemId: byHand }, body: { status: "processing" } }),
  );
  await must(
    shop.desk(deliver, {
      params: { orderItemId: byHand },
      body: { codes: [1, 2].map((unit) => `BUSY-${byHand}-${String(unit)}`) },
    }),
  );
  await must(
    buyer.ask(getOrderItemContent, { params: { orderId: first.orderId, orderItemId: kept } }),
  );
  const {
    items: [delivered = ""],
  } = await buy(shop, buyer, [instant]);
  const {
    items: [unseen = "", begun = ""],
  } = await buy(shop, buyer, [instant, manual]);
  await must(
    byTwo(shop, refundItem, {
      params: { orderItemId: unseen },
      body: { opened: true, reason: "اشتباه خریده شد" },
    }),
  );
  await must(
    shop.desk(beginDelivery, { params: { orderItemId: begun }, body: { status: "processing" } }),
  );
  await buy(shop, buyer, [manual]);
  return { buyer, delivered, kept };
}

async function topUp(shopper: TestShopper, amount: number): Promise<string> {
  const { cardNumber } = shopper;
  const started = await must(
    shopper.ask(initiatePayment, { body: { purpose: "wallet_topup", amount, cardNumber } }),
  );
  return authorityOf(started);
}

async function pay(shop: TestShop, shopper: TestShopper, authority: string): Promise<void> {
  await shop.sandbox.pay(authority);
  await must(shopper.verify(authority));
}

/** Payments that are paid, cancelled, expired, paid too late, and paid with another amount. */
export async function payAtGateway(shop: TestShop, topups: number): Promise<void> {
  await Promise.all(
    Array.from({ length: topups }, async (_, index) => {
      const shopper = await shop.newShopper();
      await pay(shop, shopper, await topUp(shopper, 50_000 + index * 1_000));
    }),
  );
  const refused = await shop.newShopper();
  const authority = await topUp(refused, 70_000);
  await shop.sandbox.cancel(authority);
  await must(refused.verify(authority));
  await endReviews(shop);

  const last = await shop.newProduct({ priceToman: 120_000, stock: 1 });
  const late = await shop.newShopper({ balanceToman: 40_000 });
  await late.put(last);
  const lateAuthority = authorityOf(await must(late.initiate({ isUsedWallet: true })));
  await shop.turnClock(HOUR);
  await shop.runJobs();
  const faster = await shop.newShopper();
  await faster.put(last);
  await pay(shop, faster, authorityOf(await must(faster.initiate())));
  await pay(shop, late, lateAuthority);
  await shop.turnClock(0);
}

/** Ends two reviews of payments with a wrong amount: money goes to the card and to the wallet. */
export async function endReviews(shop: TestShop): Promise<void> {
  for (const moneyIs of ["on_card", "in_shop"] as const) {
    const { id } = await paymentInReview(shop);
    await must(
      shop.desk(endReview, { params: { id }, body: { moneyIs, note: "در پنل درگاه دیده شد" } }),
    );
  }
}

/** A top-up of 80,000 toman in review, because the gateway states another amount. */
export async function paymentInReview(shop: TestShop) {
  const shopper = await shop.newShopper();
  const authority = await topUp(shopper, 80_000);
  await shop.sandbox.pay(authority);
  await shop.sandbox.plan({ provider: "zarinpal", call: "verify", kind: "wrong_amount" });
  await must(shopper.verify(authority));
  const [payment] = await shop.sql<{ id: string }>(
    "SELECT id FROM payment WHERE authority = ?1",
    authority,
  );
  return { shopper, authority, id: payment?.id ?? "" };
}

/**
 * Refunds orders to wallet and card: with an agreeing gateway, with a refusing one, and with one
 * whose answer is lost.
 */
export async function refundOrders(shop: TestShop): Promise<void> {
  const product = await shop.newProduct({ priceToman: 85_000, stock: 50, deliveryType: "manual" });
  const faults = [
    null,
    { call: "refund", kind: "code" },
    { call: "refund", kind: "lost_answer" },
  ] as const;
  for (const fault of faults) {
    const shopper = await shop.newShopper({ balanceToman: 20_000 });
    await shopper.put(product);
    await pay(shop, shopper, authorityOf(await must(shopper.initiate({ isUsedWallet: true }))));
    const [order] = await shopper.orders();
    if (fault) await shop.sandbox.plan({ provider: "zarinpal", ...fault });
    await must(shopper.ask(cancelOrder, { params: { orderId: order?.id ?? "" }, body: {} }));
    await shop.runJobs();
  }
  await shop.sandbox.clearFaults();
}

export async function withdraw(shop: TestShop): Promise<void> {
  const shopper = await shop.newShopper({ balanceToman: 1_500_000 });
  for (const verdict of [
    { status: "paid", reference: newReference() },
    { status: "rejected", rejectionReason: "شماره شبا درست نیست" },
    null,
  ] as const) {
    const answer = await must(shopper.ask(requestWithdrawal, { body: { amount: 150_000 } }));
    const { id } = answer.body.withdrawal;
    if (verdict?.status === "paid") await must(takeInHand(shop, id));
    if (verdict) await must(shop.desk(decideWithdrawal, { params: { id }, body: verdict }));
  }
  const ask = async () =>
    (await must(shopper.ask(requestWithdrawal, { body: { amount: 150_000 } }))).body.withdrawal.id;
  await must(shopper.ask(takeBackWithdrawal, { params: { id: await ask() } }));
  // Makes two bank files: the bank has answered one of them completely, the other one waits.
  const [paid, back, sent] = [await ask(), await ask(), await ask()];
  for (const ids of [[paid, back], [sent]]) {
    const made = await must(
      shop.desk(makePayout, { body: { withdrawalIds: ids, format: "card_list" } }),
    );
    if (ids.includes(sent)) continue;
    const rows = [
      { withdrawalId: paid, status: "paid", reference: newReference() } as const,
      { withdrawalId: back, status: "returned", words: "حساب مقصد مسدود است" } as const,
    ];
    await must(shop.desk(settlePayout, { params: { id: made.body.payout.id }, body: { rows } }));
  }
}

/** Opens a ticket about an item with an image, answers and closes it, and rates the item. */
async function reportAndRate(shop: TestShop, buyer: TestShopper, itemId: string): Promise<void> {
  const { imageUrl } = (await must(upload(shop, buyer, png()))).body;
  const words = {
    title: "کد کار نمی‌کند",
    description: "پیام خطا می‌دهد.",
    imageUrl,
    orderItemId: itemId,
  };
  const { id } = (await must(buyer.ask(createTicket, { body: words }))).body.ticket;
  await must(shop.desk(answerTicket, { params: { id }, body: { content: "بررسی می‌کنیم." } }));
  await must(
    buyer.ask(replyToTicket, { params: { id }, body: { content: "سپاسگزارم.", imageUrl } }),
  );
  await must(buyer.ask(closeTicket, { params: { id } }));
  await must(
    buyer.ask(createRating, {
      body: { orderItemId: itemId, stars: 4, comment: "کد بی‌درنگ رسید و فعال شد." },
    }),
  );
}

async function verifyCardAndIdentity(shop: TestShop): Promise<void> {
  const shopper = await shop.newShopper({ cardStatus: "none", isVerified: false });
  const { cardNumber } = shopper;
  const image = (await must(upload(shop, shopper, png()))).body.imageUrl;
  const about = { cardNumber, cardOwner: "سارا کریمی" };
  await must(shopper.ask(addBankCard, { body: { ...about, cardImage: image } }));
  const asked = await must(
    shopper.ask(createIdentityRequest, { body: { ...about, IdentificationDocumentImage: image } }),
  );
  await must(
    shop.desk(decideIdentityRequest, {
      params: { id: asked.body.authorization.id },
      body: { status: "verified" },
    }),
  );
  const another = await must(
    shopper.ask(addBankCard, {
      body: { ...about, cardNumber: withCheckDigit("603799000000077"), cardImage: image },
    }),
  );
  await must(
    shop.desk(decideBankCard, {
      params: { id: another.body.bankCard.id },
      body: { status: "verified" },
    }),
  );
}

/**
 * Makes an item whose codes are marked as used, replaced, refunded, refunded unread, and reported.
 */
export async function handleCodes(shop: TestShop): Promise<void> {
  const inviter = await shop.newShopper();
  const buyer = await shop.newShopper({ balanceToman: 900_000, inviterId: inviter.id });
  await buyer.put(await shop.newProduct({ stock: 8, rewardToman: 700 }), 5);
  const { orderId } = (await must(buyer.ask(createOrder, { body: {} }))).body;
  const { order } = (await must(buyer.ask(getOrder, { params: { orderId } }))).body;
  const [item] = order.OrderItems;
  const itemId = item?.id ?? "";
  const [used = "", bad = "", lost = "", unseen = "", odd = ""] = (item?.codes ?? []).map(
    ({ id }) => id,
  );
  const params = { orderId, orderItemId: itemId };
  for (const code of [used, bad, lost, odd])
    await must(buyer.ask(getOrderItemContent, { params, query: { code } }));
  await must(buyer.ask(markCode, { params: { ...params, codeId: used }, body: { isUsed: true } }));
  const words = { title: "کد کار نمی‌کند", description: "پیام خطا می‌دهد.", orderItemId: itemId };
  const report = async (codeIds: string[]) =>
    (await must(buyer.ask(createTicket, { body: { ...words, codeIds } }))).body.ticket.id;
  const settled = await report([bad, unseen]);
  await report([odd]);
  const reason = "کد کار نمی‌کند";
  await must(shop.desk(replaceCode, { params: { codeId: bad }, body: { reason } }));
  await must(shop.desk(revealCode, { params: { codeId: odd }, body: { why: "supplier" } }));
  for (const code of [lost, unseen])
    await must(
      byTwo(shop, refundItem, {
        params: { orderItemId: itemId },
        body: { opened: true, reason, codeIds: [code] },
      }),
    );
  await must(buyer.ask(closeTicket, { params: { id: settled } }));
}

/** Adds a file of codes, drops another one, and leaves a third one as a dry run. */
async function bringCodes(shop: TestShop): Promise<void> {
  const productId = await shop.newProduct({ stock: 1 });
  await newBatch(shop, productId, newCodes(3));
  const id = await newBatch(shop, productId, newCodes(2));
  await must(shop.desk(exportBatch, { params: { id }, body: { reason: "پس دادن به پخش" } }));
  await bring(shop, productId, newCodes(2));
}

/** Leaves a mixed payment, a top-up and earnings open. */
export async function leaveThingsOpen(shop: TestShop): Promise<void> {
  const inviter = await shop.newShopper();
  const invitee = await shop.newShopper({ balanceToman: 200_000, inviterId: inviter.id });
  await buy(shop, invitee, [await shop.newProduct({ priceToman: 90_000, rewardToman: 1_000 })]);
  const shopper = await shop.newShopper({ balanceToman: 60_000 });
  await shopper.put(await shop.newProduct({ priceToman: 100_000, stock: 9 }), 2);
  await must(shopper.initiate({ isUsedWallet: true }));
  await topUp(await shop.newShopper(), 55_000);
}

/** Makes four gifts: one is opened, one called back, one waits for its hour, and one is sealed. */
async function giveCodes(shop: TestShop): Promise<void> {
  const buyer = await shop.newShopper({ balanceToman: 900_000 });
  await buyer.put(await shop.newProduct({ stock: 4 }), 4);
  const { orderId } = (await must(buyer.ask(createOrder, { body: {} }))).body;
  const { order } = (await must(buyer.ask(getOrder, { params: { orderId } }))).body;
  const [first, second, third, fourth] = (order.OrderItems[0]?.codes ?? []).map(({ id }) => id);
  const give = async (codeId = "", more: object = {}) =>
    (
      await must(
        buyer.askUntyped(giveCode, {
          body: {
            codeId,
            occasion: "birthday",
            recipient: "مهدی",
            message: "تولدت مبارک.",
            signature: "سارا",
            sendsSms: false,
            isPhoneRequired: false,
            ...more,
          },
        }),
      )
    ).body.gift;
  const opened = await give(first, { sendsSms: true, phone: "9120000003" });
  const token = opened.link?.split("#")[1] ?? "";
  await must(shop.ask(openGift, { body: { token, openerKey: "k".repeat(32) } }));
  const { id: giftId } = await give(second);
  await must(buyer.ask(callGiftBack, { params: { giftId } }));
  await give(third, { opensAt: new Date(Date.now() + 20 * HOUR).toISOString() });
  await give(fourth, { isPhoneRequired: true, phone: "9120000004" });
}
