import { expect } from "vitest";
import { addItems, answerLine, getCart } from "../../../contract/cart.ts";
import { giveCode, openGift } from "../../../contract/gift.ts";
import {
  cancelOrder,
  createOrder,
  getOrderItemContent,
  markCode,
} from "../../../contract/order.ts";
import { initiatePayment } from "../../../contract/payment.ts";
import { createRating } from "../../../contract/rating.ts";
import { getProfile } from "../../../contract/user.ts";
import { requestCode, signOutEverywhere, verifyCode } from "../../../contract/sign-in.ts";
import { createTicket } from "../../../contract/ticket.ts";
import { requestWithdrawal, takeBackWithdrawal } from "../../../contract/withdrawal.ts";
import { png } from "../../support/images.ts";
import { authorityOf } from "../../support/shop.ts";
import { upload } from "../../support/upload.ts";
import { giftOf, unreadCode } from "../gifts.ts";
import { QUESTIONS } from "../guards/question.ts";
import { type Handler, expectBought, row, withCart, withOrder } from "./handler.ts";

/** Calls of shoppers that could lose or double money, codes or words. */
export const shopperHandlers: Handler[] = [
  {
    name: "buying from the wallet",
    async arrange(shop) {
      const { shopper } = await withCart(shop, 150_000);
      return {
        ask: () => shopper.ask(createOrder, { body: {}, idempotencyKey: "one" }),
        check: () => expectBought(shop, shopper, { orders: 1, balance: 50_000 }),
      };
    },
  },
  {
    name: "answering the questions of a product",
    async arrange(shop) {
      const { shopper, productId } = await withCart(shop, 150_000);
      await shop.sql("UPDATE product SET questions = ?2 WHERE id = ?1", productId, QUESTIONS);
      const answers = [{ questionId: "player-id", text: "123456" }];
      return {
        ask: () => shopper.ask(answerLine, { body: { productId, answers } }),
        async check() {
          const { CartItems: lines } = (await shopper.ask(getCart)).body.cart;
          expect(lines[0]?.questions).toMatchObject([{ answer: "123456", mistake: "" }]);
        },
      };
    },
  },
  {
    name: "buying a product with questions",
    async arrange(shop) {
      const { shopper, productId } = await withCart(shop, 150_000);
      await shop.sql("UPDATE product SET questions = ?2 WHERE id = ?1", productId, QUESTIONS);
      const answers = [{ questionId: "player-id", text: "123456" }];
      await shopper.ask(answerLine, { body: { productId, answers } });
      return {
        ask: () => shopper.ask(createOrder, { body: {}, idempotencyKey: "one" }),
        async check() {
          await expectBought(shop, shopper, { orders: 1, balance: 50_000 });
          const kept = await row(
            shop,
            `SELECT count(*) AS orders, (SELECT count(*) FROM cart_answer WHERE user_id = ?1) AS carts
             FROM orders o JOIN order_item i ON i.order_id = o.id
             JOIN order_answer a ON a.id = i.id WHERE o.user_id = ?1`,
            shopper.id,
          );
          expect(kept).toEqual({ orders: 1, carts: 0 });
        },
      };
    },
  },
  {
    name: "starting to pay partly at the bank and partly from the wallet",
    retryAfterMs: 16_000,
    async arrange(shop) {
      const { shopper } = await withCart(shop, 40_000);
      return {
        ask: () => shopper.initiate({ isUsedWallet: true, key: "one" }),
        async check() {
          const found = await shop.sql(
            "SELECT state, amount_toman FROM payment WHERE user_id = ?1",
            shopper.id,
          );
          expect(found).toEqual([{ state: "pending", amount_toman: 60_000 }]);
          expect(await shopper.balance()).toBe(0);
        },
      };
    },
  },
  {
    name: "starting to pay without papers",
    retryAfterMs: 16_000,
    async arrange(shop) {
      const shopper = await shop.newShopper({ isVerified: false, cardStatus: "none" });
      await shopper.put(await shop.newProduct());
      const { cardNumber } = shopper;
      const body = { purpose: "cart_checkout" as const, cardNumber, isUsedWallet: false };
      return {
        ask: () => shopper.ask(initiatePayment, { body, idempotencyKey: "one" }),
        check: async () =>
          expect(
            await shop.sql(
              `SELECT p.state, c.is_named FROM bank_card c LEFT JOIN payment p ON p.id = c.id
               WHERE c.user_id = ?1`,
              shopper.id,
            ),
          ).toEqual([{ state: "pending", is_named: 1 }]),
      };
    },
  },
  {
    name: "starting a top-up",
    retryAfterMs: 16_000,
    async arrange(shop) {
      const shopper = await shop.newShopper();
      const body = {
        purpose: "wallet_topup" as const,
        amount: 70_000,
        cardNumber: shopper.cardNumber,
      };
      return {
        ask: () => shopper.ask(initiatePayment, { body, idempotencyKey: "one" }),
        check: async () =>
          expect(
            await shop.sql("SELECT state FROM payment WHERE user_id = ?1", shopper.id),
          ).toEqual([{ state: "pending" }]),
      };
    },
  },
  {
    name: "coming back from the bank with a paid cart",
    async arrange(shop) {
      const { shopper } = await withCart(shop, 40_000);
      const authority = authorityOf(await shopper.initiate({ isUsedWallet: true }));
      await shop.sandbox.pay(authority);
      return {
        ask: () => shopper.verify(authority),
        check: () => expectBought(shop, shopper, { orders: 1, balance: 0 }),
      };
    },
  },
  {
    name: "coming back from Zibal with a paid cart",
    async arrange(shop) {
      const { shopper } = await withCart(shop, 40_000);
      const started = await shopper.initiate({ isUsedWallet: true, gateway: "zibal" });
      const authority = authorityOf(started);
      await shop.sandbox.pay(authority);
      return {
        ask: () => shopper.verify(authority),
        async check() {
          await expectBought(shop, shopper, { orders: 1, balance: 0 });
          const income = await shop.sql(
            `SELECT t.debit_account_id AS source FROM transfer t JOIN payment p ON p.id = t.payment_id
             WHERE p.authority = ?1 AND t.kind = 'order_gateway'`,
            authority,
          );
          expect(income).toEqual([{ source: "gateway:zibal" }]);
        },
      };
    },
  },
  {
    name: "coming back from the bank with a top-up",
    async arrange(shop) {
      const shopper = await shop.newShopper();
      const body = {
        purpose: "wallet_topup" as const,
        amount: 70_000,
        cardNumber: shopper.cardNumber,
      };
      const authority = authorityOf(await shopper.ask(initiatePayment, { body }));
      await shop.sandbox.pay(authority);
      return {
        ask: () => shopper.verify(authority),
        check: async () => expect(await shopper.balance()).toBe(70_000),
      };
    },
  },
  {
    name: "coming back from the bank without having paid",
    async arrange(shop) {
      const { shopper, productId } = await withCart(shop, 40_000);
      const authority = authorityOf(await shopper.initiate({ isUsedWallet: true }));
      await shop.sandbox.cancel(authority);
      return {
        ask: () => shopper.verify(authority),
        async check() {
          await expectBought(shop, shopper, { orders: 0, balance: 40_000 });
          const free = await shop.sql(
            "SELECT 1 FROM code WHERE product_id = ?1 AND status = 'free'",
            productId,
          );
          expect(free).toHaveLength(2);
        },
      };
    },
  },
  {
    name: "requesting a withdrawal",
    async arrange(shop) {
      const shopper = await shop.newShopper({ balanceToman: 350_000 });
      return {
        ask: () =>
          shopper.ask(requestWithdrawal, { body: { amount: 100_000 }, idempotencyKey: "one" }),
        check: async () => expect(await shopper.balance()).toBe(250_000),
      };
    },
  },
  {
    name: "taking a withdrawal back",
    async arrange(shop) {
      const shopper = await shop.newShopper({ balanceToman: 350_000 });
      const asked = await shopper.ask(requestWithdrawal, { body: { amount: 100_000 } });
      const { id } = asked.body.withdrawal;
      return {
        ask: () => shopper.ask(takeBackWithdrawal, { params: { id } }),
        check: async () => expect(await shopper.balance()).toBe(350_000),
      };
    },
  },
  {
    name: "cancelling an order",
    retryRefusals: /nothing_to_cancel/,
    async arrange(shop) {
      const { shopper, orderId, itemId } = await withOrder(shop, 40_000, {
        deliveryType: "manual",
      });
      return {
        ask: () => shopper.ask(cancelOrder, { params: { orderId }, body: {} }),
        async check() {
          expect(await shopper.balance()).toBe(40_000);
          expect(
            await row(
              shop,
              "SELECT wallet_toman, gateway_toman FROM refund WHERE order_item_id = ?1",
              itemId,
            ),
          ).toEqual({ wallet_toman: 40_000, gateway_toman: 60_000 });
        },
      };
    },
  },
  {
    name: "handing a guest's cart over",
    async arrange(shop) {
      const { shopper, productId } = await withCart(shop);
      return {
        ask: () => shopper.ask(addItems, { body: { items: [{ productId, quantity: 2 }] } }),
        check: async () =>
          expect(
            await row(shop, "SELECT quantity FROM cart_item WHERE user_id = ?1", shopper.id),
          ).toEqual({ quantity: 2 }),
      };
    },
  },
  {
    name: "rating an item",
    retryRefusals: /already_rated|rated/,
    async arrange(shop) {
      const { shopper, itemId, productId } = await withOrder(shop, 100_000);
      return {
        ask: () =>
          shopper.ask(createRating, {
            body: { orderItemId: itemId, stars: 4, comment: "کد زود رسید و درست بود" },
          }),
        check: async () =>
          expect(
            await row(
              shop,
              "SELECT rating_count, rating_stars FROM product WHERE id = ?1",
              productId,
            ),
          ).toEqual({ rating_count: 1, rating_stars: 4 }),
      };
    },
  },
  {
    name: "opening a ticket",
    async arrange(shop) {
      const shopper = await shop.newShopper();
      const body = { title: "پرسش", description: "کد من کار نمی‌کند" };
      return {
        ask: () => shopper.ask(createTicket, { body, idempotencyKey: "one" }),
        check: async () =>
          expect(
            await shop.sql("SELECT 1 FROM ticket WHERE user_id = ?1", shopper.id),
          ).toHaveLength(1),
      };
    },
  },
  {
    name: "uploading an image",
    async arrange(shop) {
      const shopper = await shop.newShopper();
      return {
        ask: () => upload(shop, shopper, png()),
        async check() {
          // Each attempt may have left a row; every row must have its image.
          const rows = await shop.sql<{ id: string }>(
            "SELECT id FROM upload WHERE user_id = ?1",
            shopper.id,
          );
          expect(rows.length).toBeGreaterThan(0);
          for (const { id } of rows) {
            const seen = await fetch(`${shop.stack.url}/api/v1/uploads/${id}`, {
              headers: { Authorization: `Bearer ${shopper.token}` },
            });
            expect([seen.status, (await seen.bytes()).length > 0]).toEqual([200, true]);
          }
        },
      };
    },
  },
  {
    name: "reading codes",
    async arrange(shop) {
      const { shopper, orderId, itemId } = await withOrder(shop, 100_000);
      return {
        ask: () => shopper.ask(getOrderItemContent, { params: { orderId, orderItemId: itemId } }),
        check: async () =>
          // A reading is recorded before the codes are shown.
          expect(
            (await shop.sql("SELECT 1 FROM content_reading WHERE order_item_id = ?1", itemId))
              .length,
          ).toBeGreaterThanOrEqual(1),
      };
    },
  },
  {
    name: "giving a code",
    retryRefusals: /gift_already_given/,
    async arrange(shop) {
      const { shopper, codeId } = await unreadCode(shop);
      return {
        ask: () => shopper.ask(giveCode, { body: giftOf(codeId) }),
        check: async () =>
          expect(await shop.sql("SELECT state FROM gift WHERE code_id = ?1", codeId)).toEqual([
            { state: "sealed" },
          ]),
      };
    },
  },
  {
    name: "marking a code as used",
    async arrange(shop) {
      const { shopper, orderId, itemId } = await withOrder(shop, 100_000);
      const { id } = await row(shop, "SELECT id FROM code WHERE order_item_id = ?1", itemId);
      const params = { orderId, orderItemId: itemId, codeId: String(id) };
      await shopper.askUntyped(getOrderItemContent, { params });
      return {
        ask: () => shopper.ask(markCode, { params, body: { isUsed: true } }),
        check: async () =>
          expect(
            await row(shop, "SELECT used_at IS NOT NULL AS is_used FROM code WHERE id = ?1", id),
          ).toEqual({ is_used: 1 }),
      };
    },
  },
  {
    name: "opening a gift",
    async arrange(shop) {
      const { shopper, codeId } = await unreadCode(shop);
      const { gift } = (await shopper.ask(giveCode, { body: giftOf(codeId) })).body;
      const token = gift.link?.split("#")[1] ?? "";
      return {
        // The retry after a lost answer has the same key.
        ask: () => shop.ask(openGift, { body: { token, openerKey: "k".repeat(32) } }),
        check: async () =>
          expect(
            await shop.sql("SELECT channel FROM content_reading WHERE gift_id = ?1", gift.id),
          ).toEqual([{ channel: "gift" }]),
      };
    },
  },
  {
    name: "ending all sessions",
    retryRefusals: /invalid_token/,
    async arrange(shop) {
      const shopper = await shop.newShopper();
      return {
        ask: () => shopper.ask(signOutEverywhere),
        check: async () =>
          expect((await shopper.ask(getProfile)).body).toMatchObject({ code: "invalid_token" }),
      };
    },
  },
  {
    name: "signing in",
    retryRefusals: /wrong_code/,
    async arrange(shop) {
      const { phone, id } = await shop.newShopper();
      const number = Number(id.slice("shopper-".length));
      const network = {
        "X-Client-Address": `198.51.${String(number >> 8)}.${String(number & 255)}`,
      };
      expect(
        (await shop.ask(requestCode, { body: { username: phone }, headers: network })).status,
      ).toBe(200);
      const [message] = await shop.sandbox.messages(phone);
      return {
        ask: () => shop.ask(verifyCode, { body: { username: phone, otp: message?.code ?? "" } }),
        check: async () =>
          // One session was made for the test, and the code opened the other.
          expect(await shop.sql("SELECT 1 FROM session WHERE user_id = ?1", id)).toHaveLength(2),
      };
    },
  },
];
