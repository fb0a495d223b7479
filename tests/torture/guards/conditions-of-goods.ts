import { expect } from "vitest";
import { setQuantity } from "../../../contract/cart.ts";
import { refundItem } from "../../../contract/desk/refund.ts";
import { createOrder, getOrderItemContent } from "../../../contract/order.ts";
import { createTicket } from "../../../contract/ticket.ts";
import type { TestShop, TestShopper } from "../../support/shop.ts";
import { deskRequest } from "../../support/wire-request.ts";
import { row, withCart, withOrder } from "../faults/handler.ts";
import { type Guard, type Rewrite, expectRefused, where } from "./guard.ts";

/** Conditions on the state of goods, money and messages. */

const FREE = "(status = 'free' OR held_until <= ?1)";
/** Codes are shown only of items that are paid, delivered and not refunded. */
const SHOWN: Rewrite[] = [
  { find: "o.user_id = ?1 AND o.state = 'paid'", replace: "o.user_id = ?1" },
  {
    find: "o.user_id = ?3 AND o.state = 'paid' AND i.delivery_status = 'delivered'",
    replace: "o.user_id = ?3",
  },
  { find: "AND i.delivery_status = 'delivered' AND c.status", replace: "AND c.status" },
];

async function buyForRefund(shop: TestShop, shopper: TestShopper, productId: string) {
  await shopper.put(productId);
  const { orderId } = (await shopper.ask(createOrder, { body: {} })).body;
  const { id } = await row(shop, "SELECT id FROM order_item WHERE order_id = ?1", orderId);
  const content = () =>
    shopper.ask(getOrderItemContent, { params: { orderId, orderItemId: String(id) } });
  return {
    content,
    itemId: String(id),
    refund: () =>
      shop.desk(refundItem, {
        params: { orderItemId: String(id) },
        body: { reason: "کد کار نمی‌کند" },
      }),
  };
}

const ofGoods: Guard[] = [
  where("codes held by others", FREE, "(status = 'free' OR ?1 > 0)", async ({ shop }) => {
    const { shopper: holder, productId } = await withCart(shop, 0, { stock: 1 });
    const rival = await shop.newShopper({ balanceToman: 100_000 });
    await rival.put(productId);
    expect((await holder.initiate()).status).toBe(200);
    expectRefused(await rival.ask(createOrder, { body: {} }), "out_of_stock");
  }),
  where(
    "units held by others",
    "held_until > ?1 AND delivery_type = 'manual'",
    "held_until > ?1 AND delivery_type = 'none'",
    async ({ shop }) => {
      const { shopper: holder, productId } = await withCart(shop, 0, {
        deliveryType: "manual",
        stock: 1,
      });
      const rival = await shop.newShopper({ balanceToman: 100_000 });
      await rival.put(productId);
      expect((await holder.initiate()).status).toBe(200);
      expectRefused(await rival.ask(createOrder, { body: {} }), "out_of_stock");
    },
  ),
  where(
    "inactive products",
    "WHERE p.is_active = 1 AND p.id IN",
    "WHERE p.id IN",
    async ({ shop }) => {
      const product = await shop.newProduct();
      await shop.sql("UPDATE product SET is_active = 0 WHERE id = ?1", product);
      expectRefused(
        await (
          await shop.newShopper()
        ).ask(setQuantity, { body: { productId: product, quantity: 1 } }),
        "product_not_found",
      );
    },
  ),
  {
    name: "where: codes of a refunded item",
    rewrites: SHOWN,
    async attack({ shop, meanwhile }) {
      const shopper = await shop.newShopper({ balanceToman: 100_000 });
      const { content, itemId } = await buyForRefund(shop, shopper, await shop.newProduct());
      // Codes that were read stay sold. They are read again while the item is refunded.
      expect((await content()).status).toBe(200);
      const rival = deskRequest(shop, refundItem, {
        params: { orderItemId: itemId },
        body: { reason: "کد کار نمی‌کند" },
      });
      expectRefused(await meanwhile("INSERT INTO content_reading", [rival], content));
    },
  },
  where(
    "codes that were read are not sold again",
    "AND NOT EXISTS (SELECT 1 FROM content_reading WHERE order_item_id = ?1)",
    "",
    async ({ shop }) => {
      const shopper = await shop.newShopper({ balanceToman: 100_000 });
      const product = await shop.newProduct({ stock: 1 });
      const { content, refund } = await buyForRefund(shop, shopper, product);
      expect((await content()).status).toBe(200);
      expect((await refund()).status).toBe(200);
      expect(await shop.sql("SELECT status FROM code WHERE product_id = ?1", product)).toEqual([
        { status: "sold" },
      ]);
    },
    "trigger code_sold_for_good",
  ),
  where("earnings are paid when due", "e.due_at <= ?1", "?1 > 0", async ({ shop }) => {
    const inviter = await shop.newShopper();
    await buyAs(shop, inviter.id);
    await shop.runJobs();
    expect(await inviter.balance()).toBe(0);
  }),
  where(
    "earnings wait while a ticket about the item is open",
    "SELECT 1 FROM ticket WHERE order_item_id = e.order_item_id",
    "SELECT 1 FROM ticket WHERE false",
    async ({ shop }) => {
      const inviter = await shop.newShopper();
      const buyer = await buyAs(shop, inviter.id);
      const { order_item_id: orderItemId } = await row(
        shop,
        "SELECT order_item_id FROM earning WHERE buyer_id = ?1",
        buyer.id,
      );
      const words = { title: "کد کار نمی‌کند", description: "پیام خطا می‌دهد.", orderItemId };
      expect((await buyer.askUntyped(createTicket, { body: words })).status).toBe(200);
      await shop.sql("UPDATE earning SET due_at = 0 WHERE buyer_id = ?1", buyer.id);
      await shop.runJobs();
      expect(await inviter.balance()).toBe(0);
    },
  ),
  where(
    "an inviter's earnings wait for a verified identity",
    "(e.kind = 'reward' OR EXISTS (SELECT 1 FROM identity_request",
    "(1 OR EXISTS (SELECT 1 FROM identity_request",
    async ({ shop }) => {
      const inviter = await shop.newShopper({ isVerified: false });
      const buyer = await buyAs(shop, inviter.id);
      await shop.sql("UPDATE earning SET due_at = 0 WHERE buyer_id = ?1", buyer.id);
      await shop.runJobs();
      expect(await inviter.balance()).toBe(0);
    },
  ),
  where(
    "people who invited themselves earn nothing",
    "AND NOT EXISTS (\n    SELECT 1 FROM (",
    "AND 1 OR EXISTS (\n    SELECT 1 FROM (",
    async ({ shop }) => {
      const [inviter, { shopper: buyer }] = [
        await shop.newShopper(),
        await withCart(shop, 100_000),
      ];
      await shop.sql("UPDATE user SET inviter_id = ?2 WHERE id = ?1", buyer.id, inviter.id);
      await shop.sql("UPDATE user SET invitees_count = 1 WHERE id = ?1", inviter.id);
      await shop.sql(
        `INSERT INTO bank_card
           (id, user_id, number_sealed, number_fingerprint, owner, status, created_at, deleted_at)
         SELECT 'same-card', ?2, '', number_fingerprint, '', 'verified', 1, 1
         FROM bank_card WHERE user_id = ?1`,
        buyer.id,
        inviter.id,
      );
      expect((await buyer.ask(createOrder, { body: {} })).status).toBe(200);
      expect(await shop.sql("SELECT 1 FROM earning WHERE buyer_id = ?1", buyer.id)).toEqual([]);
    },
  ),
  where(
    "taking an earning back stops at an empty wallet",
    "min(e.amount_toman, a.credits_toman - a.debits_toman)",
    "e.amount_toman",
    async ({ shop }) => {
      const inviter = await shop.newShopper();
      const buyer = await buyAs(shop, inviter.id);
      await shop.sql("UPDATE earning SET due_at = 0 WHERE buyer_id = ?1", buyer.id);
      await shop.runJobs();
      const earned = await inviter.balance();
      // The inviter spends nearly all of the earning.
      await shop.sql(
        `INSERT INTO discount_code (id, code, type, value, created_at)
         VALUES ('NEARLY', 'NEARLY', 'fixed', ?1, 0)`,
        100_000 - earned + 5_000,
      );
      await inviter.put(await shop.newProduct());
      await shop.sql("UPDATE cart SET discount_code_id = 'NEARLY' WHERE user_id = ?1", inviter.id);
      expect((await inviter.ask(createOrder, { body: {} })).status).toBe(200);
      const { order_item_id: itemId } = await row(
        shop,
        "SELECT order_item_id FROM earning WHERE buyer_id = ?1",
        buyer.id,
      );
      expect(
        (
          await shop.desk(refundItem, {
            params: { orderItemId: String(itemId) },
            body: {
              reason: "کد کار نمی‌کند",
            },
          })
        ).status,
      ).toBe(200);
      expect(await inviter.balance()).toBe(0);
    },
  ),
];

async function buyAs(shop: TestShop, inviterId: string) {
  const buyer = await shop.newShopper({ balanceToman: 100_000, inviterId });
  await buyer.put(await shop.newProduct());
  expect((await buyer.ask(createOrder, { body: {} })).status).toBe(200);
  return buyer;
}

const runJobs = { method: "POST", path: "/test/jobs", token: "" } as const;

/** Conditions that give a piece of work to one run only. */
const ofTurns: Guard[] = [
  where(
    "a message is sent by one run of the jobs",
    "SET attempts = attempts + 1, next_attempt_at = ?1 + ?2",
    "SET attempts = attempts + 1, next_attempt_at = ?1 + 0 * ?2",
    async ({ shop, meanwhile }) => {
      const { id, phone } = await shop.newShopper();
      await shop.sql(
        `INSERT INTO outbox (id, user_id, template, token, next_attempt_at, created_at)
         VALUES ('once', ?1, 'armaghan-back-in-stock', 'once', 1, 1)`,
        id,
      );
      await meanwhile("UPDATE outbox SET sent_at", [runJobs], () => shop.runJobs());
      expect(await shop.sandbox.messages(phone)).toHaveLength(1);
    },
  ),
  where(
    "a refund is sent to the bank by one run of the jobs",
    "SET state = 'asking', attempts = attempts + 1, next_attempt_at = ?1 + ?2",
    "SET attempts = attempts + 1, next_attempt_at = ?1 + 0 * ?2",
    async ({ shop }) => {
      const { shopper, itemId } = await withOrder(shop, 0);
      expect(
        (
          await shop.desk(refundItem, {
            params: { orderItemId: itemId },
            body: { reason: "کد کار نمی‌کند" },
          })
        ).status,
      ).toBe(200);
      const { authority } = await row(
        shop,
        "SELECT authority FROM payment WHERE user_id = ?1",
        shopper.id,
      );
      await shop.runJobs();
      expect(await shop.sandbox.refunds(String(authority))).toHaveLength(1);
      expect(
        await row(
          shop,
          "SELECT state IN ('sent', 'done') AS is_asked FROM refund WHERE order_item_id = ?1",
          itemId,
        ),
      ).toEqual({ is_asked: 1 });
    },
  ),
  where(
    "no more codes than units",
    "LIMIT max(0, ?4 - (SELECT count(*) FROM code WHERE order_item_id = ?2))",
    "LIMIT ?4",
    async ({ shop }) => {
      const { shopper } = await withOrder(shop, 0, { stock: 5 });
      expect(await shopper.orders()).toHaveLength(1);
    },
    "must: every unit has its code (out of stock)",
  ),
];

export const conditionsOfGoods: Guard[] = [...ofGoods, ...ofTurns];
