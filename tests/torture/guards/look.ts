import { expect } from "vitest";
import { decideLook } from "../../../contract/desk/look.ts";
import { refundItem } from "../../../contract/desk/refund.ts";
import { createOrder } from "../../../contract/order.ts";
import type { TestShop, TestShopper } from "../../support/shop.ts";
import { deskRequest } from "../../support/wire-request.ts";
import { row, withCart } from "../faults/handler.ts";
import { type Guard, count, expectRefused, sql, succeeds } from "./guard.ts";
import { owner } from "./owners.ts";
import { checks, set } from "./schema.ts";

/** Guards of orders that are held for a look. A young account may buy for 20,000,000 in an hour. */

const TOMAN = 15_000_000;
const REASON = "به صاحب کارت زنگ زدیم";

const balances = { balanceToman: 4 * TOMAN, priceToman: TOMAN };
const buys = async (shopper: TestShopper) =>
  (await shopper.ask(createOrder, { body: {} })).body.orderId;
const dueAt = async (shop: TestShop, orderId: string) =>
  (await row(shop, "SELECT look_due_at FROM orders WHERE id = ?1", orderId))["look_due_at"];
const decision = (orderId: string, status: "released" | "refunded") => ({
  params: { orderId },
  body: { status, reason: REASON },
});

/** Makes a shopper with a held order of two products. */
export async function heldOrder(shop: TestShop) {
  const { shopper } = await withCart(shop, balances.balanceToman, { priceToman: TOMAN });
  await shopper.put(await shop.newProduct({ priceToman: TOMAN, stock: 2 }));
  const orderId = await buys(shopper);
  expect(await dueAt(shop, orderId)).not.toBeNull();
  return { shopper, orderId };
}

export const guardsOfLook: Guard[] = [
  ...checks("orders", {
    "(look_due_at IS NULL OR state = 'paid')": set("orders", "look_due_at = 1", "state <> 'paid'"),
    "(look_rule IN ('hour', 'day', 'unusual'))": set("orders", "look_rule = 'mood'"),
  }),
  {
    name: "trigger held_order_stays_closed",
    async attack({ shop }) {
      const { orderId } = await heldOrder(shop);
      await expect(
        shop.sql(
          `UPDATE order_item SET delivery_status = 'delivered', delivered_at = 1
           WHERE order_id = ?1`,
          orderId,
        ),
      ).rejects.toThrow(/SQLITE_CONSTRAINT/);
    },
  },
  {
    name: "must: the order waits for a look",
    async attack({ shop, meanwhile }) {
      const { orderId } = await heldOrder(shop);
      const overdue = sql("UPDATE orders SET look_due_at = 1 WHERE id = ?1", orderId);
      expectRefused(
        await meanwhile("'the order waits for a look'", [overdue], () =>
          shop.desk(decideLook, decision(orderId, "released")),
        ),
        "overdue",
      );
    },
  },
  {
    name: "must: nothing of the held order was refunded",
    heldAlsoBy: [
      "check account (kind NOT IN ('shopper', 'hold', 'clearing') OR credits_toman >= debits_toman)",
    ],
    async attack({ shop, meanwhile }) {
      const { orderId } = await heldOrder(shop);
      const item = await row(
        shop,
        "SELECT id FROM order_item WHERE order_id = ?1 AND position = 0",
        orderId,
      );
      const orderItemId = String(item["id"]);
      const refunds = deskRequest(shop, refundItem, {
        params: { orderItemId },
        body: { reason: REASON },
      });
      await succeeds(
        meanwhile("'nothing of the held order was refunded'", [refunds], () =>
          shop.desk(decideLook, decision(orderId, "released")),
        ),
      );
      expect(
        await shop.sql("SELECT 1 FROM transfer WHERE order_id = ?1 AND kind = 'sale'", orderId),
      ).toHaveLength(1);
    },
  },
  {
    name: "must: other orders did not change whether this one is held",
    async attack({ shop, meanwhile }) {
      const { shopper } = await withCart(shop, balances.balanceToman, { priceToman: 2 * TOMAN });
      const born = "UPDATE user SET created_at = ?2 WHERE id = ?1";
      await shop.sql(born, shopper.id, 1);
      const { body } = await meanwhile(
        "'other orders did not change whether this one is held'",
        [sql(born, shopper.id, Date.now())],
        () => shopper.ask(createOrder, { body: {} }),
      );
      expect(await dueAt(shop, body.orderId)).not.toBeNull();
    },
  },
  owner(
    "what a person bought in a day before",
    ["WHERE user_id = ?2 AND paid_at <= ?1", "WHERE o.user_id = ?2 AND o.paid_at >= first.paid_at"],
    async ({ shop }) => {
      const usual = await withCart(shop, TOMAN, { priceToman: TOMAN });
      await buys(usual.shopper);
      await shop.turnClock(2 * 86_400_000);
      const { shopper } = await withCart(shop, 4 * TOMAN, { priceToman: 4 * TOMAN });
      await shop.sql("UPDATE user SET created_at = 1 WHERE id = ?1", shopper.id);
      expect(await dueAt(shop, await buys(shopper))).not.toBeNull();
    },
  ),
  owner(
    "what a person bought today, and before, when a large purchase is told",
    ["WHERE user_id = ?1 AND paid_at > ?2", "FROM orders WHERE user_id = ?1 AND paid_at <= ?2"],
    async ({ shop }) => {
      const toldAfter = async (priceToman: number) => {
        const { shopper } = await withCart(shop, priceToman, { priceToman });
        await buys(shopper);
        return count(shop, "SELECT 1 FROM outbox WHERE user_id = ?1", shopper.id);
      };
      expect([await toldAfter(5_000_000), await toldAfter(100_000)]).toEqual([1, 0]);
      await shop.turnClock(2 * 86_400_000);
      expect(await toldAfter(3_000_000)).toBe(1);
    },
  ),
  owner(
    "the sum above which an order is held",
    "WHERE o.user_id = ?2 AND o.paid_at > ?1",
    async ({ shop }) => {
      for (let people = 0; people < 2; people++) {
        const { shopper } = await withCart(shop, balances.balanceToman, { priceToman: TOMAN });
        expect(await dueAt(shop, await buys(shopper))).toBeNull();
      }
    },
  ),
];
