import { setQuantity } from "../../../contract/cart.ts";
import { refundItem } from "../../../contract/desk/refund.ts";
import { decideWithdrawal } from "../../../contract/desk/withdrawal.ts";
import { createOrder } from "../../../contract/order.ts";
import { initiatePayment } from "../../../contract/payment.ts";
import { requestWithdrawal } from "../../../contract/withdrawal.ts";
import { type TestShop, type TestShopper, authorityOf } from "../../support/shop.ts";
import type { Action } from "./journal.ts";

/**
 * Actions of people and operators while the server is killed. The kill may also hit the preparation
 * of an action (a cart, a payment at the bank): then no action follows, and the audit checks the
 * rest.
 */
type Maker = (shopper: TestShopper, name: string) => Promise<Action | null>;

export const createMakers = (shop: TestShop, productId: string): Record<string, Maker> => ({
  async checkout(shopper, name) {
    await shopper.ask(setQuantity, { body: { productId, quantity: 1 } });
    return {
      name,
      ask: () => shopper.ask(createOrder, { body: {}, idempotencyKey: name }),
      effect: {
        text: `SELECT 1 FROM orders o JOIN order_item i ON i.order_id = o.id
          JOIN code c ON c.order_item_id = i.id
          WHERE o.user_id = ?1 AND o.idempotency_key = ?2 AND o.state = 'paid'`,
        values: [shopper.id, name],
      },
    };
  },
  async deposit(shopper, name) {
    const body = {
      purpose: "wallet_topup" as const,
      amount: 20_000,
      cardNumber: shopper.cardNumber,
    };
    const started = await shopper.ask(initiatePayment, { body, idempotencyKey: name });
    if (started.status !== 200) return null;
    const authority = authorityOf(started);
    await shop.sandbox.pay(authority);
    return {
      name,
      ask: () => shopper.verify(authority),
      effect: {
        text: `SELECT 1 FROM transfer t JOIN payment p ON p.id = t.payment_id
          WHERE p.authority = ?1 AND p.state = 'paid'`,
        values: [authority],
      },
    };
  },
  async withdrawal(shopper, name) {
    return {
      name,
      ask: () =>
        shopper.ask(requestWithdrawal, { body: { amount: 100_000 }, idempotencyKey: name }),
      effect: {
        text: `SELECT 1 FROM withdrawal w JOIN transfer t ON t.id = 'withdrawal:' || w.id
          WHERE w.user_id = ?1 AND w.idempotency_key = ?2`,
        values: [shopper.id, name],
      },
    };
  },
  async decision(shopper, name) {
    const asked = await shopper.ask(requestWithdrawal, {
      body: { amount: 100_000 },
      idempotencyKey: name,
    });
    if (asked.status !== 200) return null;
    const { id } = asked.body.withdrawal;
    return {
      name,
      ask: () =>
        shop.desk(decideWithdrawal, {
          params: { id },
          body: { status: "rejected", rejectionReason: "کارت بسته است" },
        }),
      done: /decided/,
      effect: {
        text: "SELECT 1 FROM transfer WHERE id = 'withdrawal_return:' || ?1",
        values: [id],
      },
    };
  },
  async refund(shopper, name) {
    await shopper.ask(setQuantity, { body: { productId, quantity: 1 } });
    const bought = await shopper.ask(createOrder, { body: {}, idempotencyKey: name });
    if (bought.status !== 200) return null;
    const [itemId = ""] = await shop.itemsOf(bought.body.orderId);
    return {
      name,
      ask: () =>
        shop.desk(refundItem, {
          params: { orderItemId: itemId },
          body: { opened: true, reason: "کد کار نمی‌کند" },
        }),
      done: /refunded/,
      effect: { text: "SELECT 1 FROM refund WHERE order_item_id = ?1", values: [itemId] },
    };
  },
});
