import { expect } from "vitest";
import { beginDelivery } from "../../../contract/desk/delivery.ts";
import { refundItem } from "../../../contract/desk/refund.ts";
import { cancelOrder, createOrder, getOrderItemContent } from "../../../contract/order.ts";
import { updateProfile } from "../../../contract/user.ts";
import { requestWithdrawal } from "../../../contract/withdrawal.ts";
import { refundOrders } from "../../support/busy-shop.ts";
import { authorityOf, type TestShop, type TestShopper } from "../../support/shop.ts";
import { confirmAsSecond } from "../../support/second-person.ts";
import { deskRequest, shopRequest } from "../../support/wire-request.ts";
import { row, withOrder } from "../faults/handler.ts";
import { one } from "../plant.ts";
import {
  expectRefused,
  type Guard,
  NAMELESS,
  type Rewrite,
  sql,
  succeeds,
  waitingItem,
  where,
} from "./guard.ts";
import { confirming } from "./four-eyes.ts";
import { owner, stranger } from "./owners.ts";
import { checks, lived, OF_ITEM, refused, set } from "./schema.ts";

/** Makes an order paid at the bank, and returns its items. */
async function paidAtBank(shop: TestShop, products: string[], balanceToman = 0) {
  const shopper = await shop.newShopper({ balanceToman });
  for (const product of products) await shopper.put(product);
  const authority = authorityOf(await shopper.initiate({ isUsedWallet: true }));
  await shop.sandbox.pay(authority);
  expect((await shopper.verify(authority)).status).toBe(200);
  const items = await shop.sql<{ id: string; order_id: string }>(
    `SELECT i.id, i.order_id FROM order_item i JOIN orders o ON o.id = i.order_id
     WHERE o.user_id = ?1 ORDER BY position`,
    shopper.id,
  );
  return { shopper, items: items.map(({ id }) => id), orderId: items[0]?.order_id ?? "" };
}

const refund = (shop: TestShop, itemId: string) =>
  shop.desk(refundItem, {
    params: { orderItemId: itemId },
    body: { opened: true, reason: "کد کار نمی‌کند" },
  });

/** Removes the condition that codes are shown only of paid, delivered and not refunded items. */
const SHOWN: Rewrite[] = [
  { find: "o.user_id = ?1 AND o.state = 'paid'", replace: "o.user_id = ?1" },
  {
    find: "o.user_id = ?3 AND o.state = 'paid' AND i.delivery_status = 'delivered'",
    replace: "o.user_id = ?3",
  },
  { find: "AND i.delivery_status = 'delivered' AND (?3", replace: "AND (?3" },
  {
    find: "WHERE order_item_id = c.order_item_id AND position = c.position))",
    replace: "WHERE order_item_id = c.order_item_id AND position = 0))",
  },
];

async function buyForRefund(shop: TestShop, shopper: TestShopper, productId: string) {
  const orderId = await shopper.buy(productId);
  const { id } = await row(shop, "SELECT id FROM order_item WHERE order_id = ?1", orderId);
  const content = () =>
    shopper.ask(getOrderItemContent, { params: { orderId, orderItemId: String(id) } });
  return {
    content,
    itemId: String(id),
    refund: () =>
      shop.desk(refundItem, {
        params: { orderItemId: String(id) },
        body: { opened: true, reason: "کد کار نمی‌کند" },
      }),
  };
}

const UNREFUNDED = "i.id NOT IN (SELECT order_item_id FROM refund)";

export const guardsOfRefund: Guard[] = [
  {
    name: "must: no other refund was made meanwhile",
    async attack({ shop, meanwhile }) {
      const products = await shop.newProducts(2, { stock: 2 });
      const { items, orderId } = await paidAtBank(shop, products, 100_000);
      const [one = "", other = ""] = items;
      const rival = deskRequest(shop, refundItem, {
        params: { orderItemId: other },
        body: { opened: true, reason: "کد کار نمی‌کند" },
      });
      const answer = await meanwhile("'no other refund was made meanwhile'", [rival], () =>
        refund(shop, one),
      );
      expect(answer.status).toBe(200);
      expect(
        await row(
          shop,
          "SELECT sum(gateway_toman) AS toman FROM refund WHERE order_id = ?1",
          orderId,
        ),
      ).toEqual({ toman: 100_000 });
    },
  },
  where(
    "a card is given back to three times a day, also at once",
    "g.order_id <> go.id) = ?5",
    "g.order_id <> go.id) >= 0",
    async ({ shop, meanwhile }) => {
      const product = await shop.newProduct({ deliveryType: "manual", stock: 9 });
      const { shopper, orderId } = await paidAtBank(shop, [product]);
      const orders = [orderId];
      while (orders.length < 4) {
        await shopper.put(product);
        await shopper.payAtBank();
        orders.push(String((await shopper.orders())[0]?.id));
      }
      const [one = "", two = "", three = "", four = ""] = orders;
      for (const id of [one, two])
        await succeeds(shopper.ask(cancelOrder, { params: { orderId: id }, body: {} }));
      const rival = shopRequest(shopper, cancelOrder, { params: { orderId: three }, body: {} });
      await meanwhile("'no other refund was made meanwhile'", [rival], () =>
        shopper.ask(cancelOrder, { params: { orderId: four }, body: {} }),
      );
      expect(await shopper.balance()).toBe(100_000);
    },
  ),
  where(
    "a refund withholds by what is left, also when another part is given back at once",
    "WHERE i.order_id = ?1) = ?4",
    "WHERE i.order_id = ?1) >= 0",
    async ({ shop, meanwhile }) => {
      await shop.sql(
        `INSERT INTO discount_code (id, code, type, value, min_purchase_toman, created_at)
         VALUES ('ATONCE', 'ATONCE', 'percentage', 10, 300000, 0)`,
      );
      const shopper = await shop.newShopper({ balanceToman: 300_000 });
      for (const deliveryType of ["instant", "instant", "manual"] as const)
        await shopper.put(await shop.newProduct({ deliveryType, stock: 2 }));
      await shop.sql("UPDATE cart SET discount_code_id = 'ATONCE' WHERE user_id = ?1", shopper.id);
      const { orderId } = (await shopper.ask(createOrder, { body: {} })).body;
      const { id } = await row(
        shop,
        "SELECT id FROM order_item WHERE order_id = ?1 AND delivery_type = 'instant' LIMIT 1",
        orderId,
      );
      const rival = deskRequest(shop, refundItem, {
        params: { orderItemId: String(id) },
        body: { reason: "کد کار نمی‌کند" },
      });
      // In the end the buyer keeps one code, and only its discount is withheld.
      await meanwhile("'no other refund was made meanwhile'", [rival], () =>
        shopper.ask(cancelOrder, { params: { orderId }, body: {} }),
      );
      expect(await shopper.balance()).toBe(200_000);
    },
  ),
  {
    name: "must: the cashback is still there",
    async attack({ shop, meanwhile }) {
      const product = await shop.newProduct({
        priceToman: 300_000,
        rewardToman: 120_000,
        stock: 2,
      });
      const { shopper, items } = await paidAtBank(shop, [product]);
      await shop.sql("UPDATE earning SET due_at = 0 WHERE buyer_id = ?1", shopper.id);
      await shop.runJobs();
      expect(await shopper.balance()).toBe(120_000);
      const spends = shopRequest(shopper, requestWithdrawal, { body: { amount: 110_000 } });
      const answer = await meanwhile("'the cashback is still there'", [spends], () =>
        refund(shop, items[0] ?? ""),
      );
      expect(answer.body).toMatchObject({ toCard: 190_000 });
    },
  },
  {
    name: "must: the item is as it was",
    async attack({ shop, meanwhile }) {
      const { shopper, itemId, orderId } = await waitingItem(shop);
      const begins = deskRequest(shop, beginDelivery, {
        params: { orderItemId: itemId },
        body: { status: "processing" },
      });
      expectRefused(
        await meanwhile("'the item is as it was'", [begins], () =>
          shopper.ask(cancelOrder, { params: { orderId }, body: {} }),
        ),
        "nothing_to_cancel",
      );
    },
  },
  {
    name: "must: the profile is incomplete",
    async attack({ shop, meanwhile }) {
      const { shopper, orderId } = await withOrder(shop, 100_000, { deliveryType: "manual" });
      await shop.put(
        sql(NAMELESS, shopper.id),
        sql("UPDATE orders SET profile_due_at = 1 WHERE id = ?1", orderId),
      );
      const completes = shopRequest(shopper, updateProfile, { body: { firstName: "آزمون" } });
      await meanwhile("'the profile is incomplete'", [completes], () => shop.runJobs());
      expect(await row(shop, "SELECT state FROM orders WHERE id = ?1", orderId)).toEqual({
        state: "paid",
      });
    },
  },
  {
    name: "must: the refund is on its way",
    async attack({ shop, meanwhile }) {
      const product = await shop.newProduct({ stock: 2 });
      const { items } = await paidAtBank(shop, [product]);
      const itemId = items[0] ?? "";
      expect((await refund(shop, itemId)).status).toBe(200);
      await shop.sandbox.plan({ provider: "zarinpal", call: "refund", kind: "code" });
      const review = sql(
        "UPDATE refund SET state = 'review', next_attempt_at = NULL WHERE order_item_id = ?1",
        itemId,
      );
      await meanwhile("'the refund is on its way'", [review], () => shop.runJobs());
      expect(await row(shop, "SELECT state FROM refund WHERE order_item_id = ?1", itemId)).toEqual({
        state: "review",
      });
    },
  },
  {
    name: "where: codes of a refunded item",
    rewrites: SHOWN,
    async attack({ shop, meanwhile }) {
      const shopper = await shop.newShopper({ balanceToman: 100_000 });
      const { content, itemId } = await buyForRefund(shop, shopper, await shop.newProduct());
      // Codes that were read stay sold. They are read again while the item is refunded.
      expect((await content()).status).toBe(200);
      const asked = await refund(shop, itemId);
      const rival = await confirming(shop, asked.body.proposalId);
      expectRefused(await meanwhile("INSERT INTO content_reading", [rival], content));
    },
  },
  where(
    "codes that somebody knows are not put back on sale",
    "AND withdrawn_at IS NULL\n             AND known_at IS NULL",
    "AND withdrawn_at IS NULL",
    async ({ shop }) => {
      const shopper = await shop.newShopper({ balanceToman: 100_000 });
      const product = await shop.newProduct({ stock: 1 });
      const { content, refund } = await buyForRefund(shop, shopper, product);
      expect((await content()).status).toBe(200);
      expect((await confirmAsSecond(shop, (await refund()).body.proposalId)).status).toBe(200);
      expect(await shop.sql("SELECT status FROM code WHERE product_id = ?1", product)).toEqual([
        { status: "sold" },
      ]);
    },
    "trigger code_sold_for_good",
  ),
  where(
    "a refund is sent to the bank by one run of the jobs",
    "SET state = 'asking', attempts = attempts + 1, next_attempt_at = ?1 + ?2",
    "SET attempts = attempts + 1, next_attempt_at = ?1 + 1000 + 0 * ?2",
    async ({ shop }) => {
      const { shopper, itemId } = await withOrder(shop, 0);
      expect(
        (
          await shop.desk(refundItem, {
            params: { orderItemId: itemId },
            body: { opened: true, reason: "کد کار نمی‌کند" },
          })
        ).status,
      ).toBe(200);
      const { authority } = await row(
        shop,
        "SELECT authority FROM payment WHERE user_id = ?1",
        shopper.id,
      );
      await shop.runJobs();
      await shop.turnClock(2_000);
      await shop.runJobs();
      await shop.turnClock(0);
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
  owner("cancelling an order", "(?2 IS NULL OR o.user_id = ?2)", stranger(cancelOrder, "orderId")),
  ...checks("refund", {
    "(wallet_toman >= 0)": set("refund", "wallet_toman = -1"),
    "(gateway_toman >= 0)": set("refund", "gateway_toman = -1"),
    "(reason IN ('profile_incomplete', 'shopper', 'operator'))": set("refund", "reason = 'mood'"),
    "(state IN ('done', 'due', 'asking', 'sent', 'fallen_back', 'review'))": `INSERT INTO refund
       (id, order_item_id, order_id, user_id, wallet_toman, gateway_toman, reason, state,
        created_at)
       SELECT 'more', i.id, o.id, o.user_id, 0, 0, 'shopper', 'lost', 1 ${OF_ITEM}
       WHERE ${UNREFUNDED} LIMIT 1`,
  }),
  refused(
    "trigger refund_path",
    `UPDATE refund SET state = 'due', settled_at = NULL
     WHERE id = ${one("refund", "state = 'fallen_back'")}`,
  ),
  ...lived(refundOrders, "refund_booked", "refund_ended", "order_refunded"),
];
