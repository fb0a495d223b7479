import { expect } from "vitest";
import { decideEarning } from "../../../contract/desk/earning.ts";
import { refundItem } from "../../../contract/desk/refund.ts";
import { createOrder } from "../../../contract/order.ts";
import { createTicket } from "../../../contract/ticket.ts";
import { buyAndEarn } from "../../support/busy-shop.ts";
import type { TestShop, TestShopper } from "../../support/shop.ts";
import { shopRequest } from "../../support/wire-request.ts";
import { row, withCart } from "../faults/handler.ts";
import { one } from "../plant.ts";
import { expectRefused, type Guard, sql, where } from "./guard.ts";
import { checks, lived, OF_ITEM, refused, set } from "./schema.ts";

/** Makes an earning that is due. */
async function dueEarning(shop: TestShop) {
  const inviter = await shop.newShopper();
  const product = await shop.newProduct({ stock: 2 });
  const buyer = await shop.newShopper({ balanceToman: 100_000, inviterId: inviter.id });
  await buyer.buy(product);
  await shop.sql("UPDATE earning SET due_at = 0 WHERE buyer_id = ?1", buyer.id);
  const { order_item_id: itemId } = await row(
    shop,
    "SELECT order_item_id FROM earning WHERE buyer_id = ?1",
    buyer.id,
  );
  return { inviter, buyer, itemId: String(itemId) };
}

/** Lets the jobs pay what a purchase earned, as soon as it is due. */
async function payOut(shop: TestShop, buyer: TestShopper) {
  await shop.sql("UPDATE earning SET due_at = 0 WHERE buyer_id = ?1", buyer.id);
  await shop.runJobs();
}

async function buyAs(shop: TestShop, inviterId: string) {
  const buyer = await shop.newShopper({ balanceToman: 100_000, inviterId });
  await buyer.buy(await shop.newProduct());
  return buyer;
}

export const guardsOfEarning: Guard[] = [
  {
    name: "must: the earning can be paid",
    async attack({ shop, meanwhile }) {
      const { buyer, inviter, itemId } = await dueEarning(shop);
      const complains = shopRequest(buyer, createTicket, {
        body: { title: "کد کار نمی‌کند", description: "پیام خطا می‌دهد.", orderItemId: itemId },
      });
      await meanwhile("'the earning can be paid'", [complains], () => shop.runJobs());
      expect(await inviter.balance()).toBe(0);
    },
  },
  {
    name: "must: buyer and inviter are two people",
    async attack({ shop, meanwhile }) {
      const { buyer, inviter } = await dueEarning(shop);
      const sameCard = sql(
        `INSERT INTO bank_card
           (id, user_id, number_sealed, number_fingerprint, owner, status, created_at, deleted_at)
         SELECT 'same-card', ?2, '', number_fingerprint, '', 'verified', 1, 1
         FROM bank_card WHERE user_id = ?1`,
        buyer.id,
        inviter.id,
      );
      await meanwhile("'buyer and inviter are two people'", [sameCard], () => shop.runJobs());
      expect(await inviter.balance()).toBe(0);
    },
  },
  {
    name: "must: the income waits for a look",
    async attack({ shop }) {
      const { buyer } = await dueEarning(shop);
      const { id } = await row(shop, "SELECT id FROM earning WHERE buyer_id = ?1", buyer.id);
      expectRefused(
        await shop.desk(decideEarning, {
          params: { id: String(id) },
          body: { status: "refused", reason: "یک نفر است" },
        }),
        "decided",
      );
    },
  },
  where(
    "income waits for a look, however late its marks come",
    "e.kind = 'referral' AND e.look IS NULL",
    "0",
    async ({ shop }) => {
      const { buyer, inviter } = await dueEarning(shop);
      for (const { id } of [buyer, inviter])
        await shop.sql(
          `INSERT INTO person_mark (user_id, kind, fingerprint, created_at)
           VALUES (?1, 'browser', 'same', 1), (?1, 'picture', 'same', 1)`,
          id,
        );
      await shop.runJobs();
      expect(await inviter.balance()).toBe(0);
    },
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
      await payOut(shop, buyer);
      expect(await inviter.balance()).toBe(0);
    },
  ),
  where(
    "an inviter's earnings wait for a verified identity",
    "EXISTS (SELECT 1 FROM identity_request\n    WHERE user_id = e.user_id AND status = 'verified')",
    "1",
    async ({ shop }) => {
      const inviter = await shop.newShopper({ isVerified: false });
      const buyer = await buyAs(shop, inviter.id);
      await payOut(shop, buyer);
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
    ", a.credits_toman - a.debits_toman),",
    ", 99999999),",
    async ({ shop }) => {
      const inviter = await shop.newShopper();
      const buyer = await buyAs(shop, inviter.id);
      await payOut(shop, buyer);
      const earned = await inviter.balance();
      // The inviter spends nearly all of the earning.
      await shop.sql(
        `INSERT INTO discount_code (id, code, type, value, created_at, may_sell_below_cost)
         VALUES ('NEARLY', 'NEARLY', 'fixed', ?1, 0, 1)`,
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
            body: { opened: true, reason: "کد کار نمی‌کند" },
          })
        ).status,
      ).toBe(200);
      expect(await inviter.balance()).toBe(0);
    },
  ),
  ...checks("person_mark", {
    "(kind IN ('browser', 'picture', 'name', 'card'))":
      "INSERT INTO person_mark SELECT id, 'shoe', 'x', 1 FROM user LIMIT 1",
  }),
  ...checks("earning", {
    "(look IS NULL OR (kind = 'referral' AND look IN ('waiting', 'released')))": set(
      "earning",
      "look = 'maybe'",
      "kind = 'referral' AND state = 'held'",
    ),
    "(kind IN ('reward', 'referral'))": set("earning", "kind = 'gift'", "kind = 'referral'"),
    "(amount_toman >= 1)": set(
      "earning",
      "amount_toman = 0",
      "state = 'held' AND cancelled_toman = 0",
    ),
    "(state IN ('held', 'paid', 'cancelled', 'taken_back'))": `INSERT INTO earning
       (id, kind, user_id, buyer_id, order_item_id, amount_toman, state, due_at, created_at)
       SELECT 'reward:' || i.id, 'reward', o.user_id, o.user_id, i.id, 1, 'lost', 1, 1 ${OF_ITEM}
       WHERE i.id NOT IN (SELECT order_item_id FROM earning) LIMIT 1`,
    "(taken_back_toman BETWEEN 0 AND amount_toman)": set(
      "earning",
      "taken_back_toman = amount_toman + 1",
      "state = 'taken_back'",
    ),
    "(cancelled_toman BETWEEN 0 AND amount_toman)": set(
      "earning",
      "cancelled_toman = amount_toman + 1",
      "kind = 'reward' AND state = 'paid'",
    ),
    "((kind = 'reward') = (user_id = buyer_id))": set(
      "earning",
      "user_id = buyer_id",
      "kind = 'referral' AND state = 'held'",
    ),
  }),
  refused(
    "unique earning (kind, order_item_id)",
    `INSERT INTO earning
     (id, kind, user_id, buyer_id, order_item_id, amount_toman, due_at, created_at)
     SELECT 'twin', kind, user_id, buyer_id, order_item_id, amount_toman, 1, 1 FROM earning
     WHERE state = 'held' LIMIT 1`,
  ),
  refused(
    "trigger earning_path",
    `UPDATE earning SET state = 'held', settled_at = NULL
     WHERE id = ${one("earning", "state = 'paid'")}`,
  ),
  ...lived(
    buyAndEarn,
    "earning_taken_back",
    "referral_held",
    "referral_settled",
    "referral_taken_back",
    "rating_counts",
  ),
];
