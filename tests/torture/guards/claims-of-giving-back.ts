import { expect } from "vitest";
import { beginDelivery, deliver } from "../../../contract/desk/delivery.ts";
import { refundItem } from "../../../contract/desk/refund.ts";
import { endReview } from "../../../contract/desk/review.ts";
import { decideWithdrawal } from "../../../contract/desk/withdrawal.ts";
import { cancelOrder, createOrder } from "../../../contract/order.ts";
import { createTicket } from "../../../contract/ticket.ts";
import { updateProfile } from "../../../contract/user.ts";
import { OPEN_WITHDRAWALS_MAX, requestWithdrawal } from "../../../contract/withdrawal.ts";
import { paymentInReview } from "../../support/busy-shop.ts";
import { type TestShop, type TestShopper, authorityOf } from "../../support/shop.ts";
import { deskRequest, shopRequest } from "../../support/wire-request.ts";
import { row, withCart, withOrder } from "../faults/handler.ts";
import { type Guard, type Stage, expectRefused, sql } from "./guard.ts";

/** Claims in the batches of refunds, deliveries, withdrawals and earnings. */

const OVERDRAFT =
  "check account (kind NOT IN ('shopper', 'hold', 'clearing') OR credits_toman >= debits_toman)";
const withdraw = (shopper: TestShopper) =>
  shopper.ask(requestWithdrawal, { body: { amount: 100_000 } });
const refund = (shop: TestShop, itemId: string) =>
  shop.desk(refundItem, { params: { orderItemId: itemId }, body: { reason: "کد کار نمی‌کند" } });
const codesFor = (itemId: string, batch: string) => ({ codes: [`${batch}-${itemId}`] });
const NAMELESS = "UPDATE user SET first_name = '' WHERE id = ?1";

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

const waitingItem = (shop: TestShop) => withOrder(shop, 100_000, { deliveryType: "manual" });

/** Makes a waiting item that was free, so that no transfer refuses a double delivery or refund. */
async function freeItem(shop: TestShop, code: string) {
  await shop.sql(
    `INSERT INTO discount_code (id, code, type, value, created_at)
     VALUES (?1, ?1, 'percentage', 100, 0)`,
    code,
  );
  const { shopper } = await withCart(shop, 0, { deliveryType: "manual" });
  await shop.sql("UPDATE cart SET discount_code_id = ?2 WHERE user_id = ?1", shopper.id, code);
  const { orderId } = (await shopper.ask(createOrder, { body: {} })).body;
  const { id } = await row(shop, "SELECT id FROM order_item WHERE order_id = ?1", orderId);
  return { shopper, orderId, itemId: String(id) };
}

/** Delivers an item whose buyer turns out at the last moment to have no name. */
async function withoutName({ shop, meanwhile }: Stage) {
  const { shopper, itemId, orderId } = await waitingItem(shop);
  const nameless = [
    sql(NAMELESS, shopper.id),
    sql("UPDATE orders SET profile_due_at = 9000000000000 WHERE id = ?1", orderId),
  ];
  expectRefused(
    await meanwhile("'the buyer has a name'", nameless, () =>
      shop.desk(deliver, { params: { orderItemId: itemId }, body: codesFor(itemId, "N") }),
    ),
  );
}

/** Makes an earning that is due. */
async function dueEarning(shop: TestShop) {
  const inviter = await shop.newShopper();
  const product = await shop.newProduct({ stock: 2 });
  const buyer = await shop.newShopper({ balanceToman: 100_000, inviterId: inviter.id });
  await buyer.put(product);
  expect((await buyer.ask(createOrder, { body: {} })).status).toBe(200);
  await shop.sql("UPDATE earning SET due_at = 0 WHERE buyer_id = ?1", buyer.id);
  const { order_item_id: itemId } = await row(
    shop,
    "SELECT order_item_id FROM earning WHERE buyer_id = ?1",
    buyer.id,
  );
  return { inviter, buyer, itemId: String(itemId) };
}

export const claimsOfGivingBack: Guard[] = [
  {
    name: "must: nothing else was given back",
    async attack({ shop, meanwhile }) {
      const products = await shop.newProducts(2, { stock: 2 });
      const { items, orderId } = await paidAtBank(shop, products, 100_000);
      const [one = "", other = ""] = items;
      const rival = deskRequest(shop, refundItem, {
        params: { orderItemId: other },
        body: { reason: "کد کار نمی‌کند" },
      });
      const answer = await meanwhile("'nothing else was given back'", [rival], () =>
        refund(shop, one),
      );
      expect(answer.status).toBe(200);
      expect(
        await row(
          shop,
          "SELECT sum(gateway_toman) AS toman FROM refund WHERE order_id = ?1",
          orderId,
        ),
      ).toEqual({
        toman: 100_000,
      });
    },
  },
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
          shopper.ask(cancelOrder, { params: { orderId } }),
        ),
        "nothing_to_cancel",
      );
    },
  },
  {
    name: "must: nobody has begun with the item",
    async attack({ shop, meanwhile }) {
      const { itemId } = await waitingItem(shop);
      const begin = {
        params: { orderItemId: itemId },
        body: { status: "processing" as const },
      };
      const rival = deskRequest(shop, beginDelivery, begin);
      expectRefused(
        await meanwhile("'nobody has begun with the item'", [rival], () =>
          shop.desk(beginDelivery, begin),
        ),
        "not_waiting",
      );
    },
  },
  {
    name: "must: the item waits",
    async attack({ shop, meanwhile }) {
      const { shopper, itemId, orderId } = await freeItem(shop, "GIFT1");
      const cancels = shopRequest(shopper, cancelOrder, { params: { orderId } });
      // Codes that are delivered into a cancelled order are lost to the shop.
      expectRefused(
        await meanwhile("'the item waits'", [cancels], () =>
          shop.desk(deliver, { params: { orderItemId: itemId }, body: codesFor(itemId, "A") }),
        ),
      );
    },
  },
  {
    name: "must: every unit has its code (by hand)",
    heldAlsoBy: ["must: the item waits"],
    async attack({ shop, meanwhile }) {
      const { itemId } = await freeItem(shop, "GIFT2");
      const rival = deskRequest(shop, deliver, {
        params: { orderItemId: itemId },
        body: codesFor(itemId, "A"),
      });
      expectRefused(
        await meanwhile("'the item waits'", [rival], () =>
          shop.desk(deliver, { params: { orderItemId: itemId }, body: codesFor(itemId, "B") }),
        ),
      );
    },
  },
  { name: "must: the buyer has a name", attack: withoutName },
  {
    name: "must: the profile is incomplete",
    async attack({ shop, meanwhile }) {
      const { shopper, orderId } = await withOrder(shop, 100_000, { deliveryType: "manual" });
      await shop.put(
        sql(NAMELESS, shopper.id),
        sql("UPDATE orders SET profile_due_at = 1 WHERE id = ?1", orderId),
      );
      const completes = shopRequest(shopper, updateProfile, {
        body: { firstName: "سارا", lastName: "کریمی" },
      });
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
    name: "must: the payment is in review",
    heldAlsoBy: ["trigger payment_reviewed_once"],
    async attack({ shop, meanwhile }) {
      const { id } = await paymentInReview(shop);
      const credited = deskRequest(shop, endReview, {
        params: { id },
        body: { moneyIs: "in_shop", note: "در پنل دیده شد" },
      });
      await meanwhile("'the payment is in review'", [credited], () =>
        shop.desk(endReview, {
          params: { id },
          body: { moneyIs: "on_card", note: "در پنل دیده شد" },
        }),
      );
      expect(
        await row(
          shop,
          "SELECT count(*) AS decisions FROM desk_decision WHERE subject_id = ?1",
          id,
        ),
      ).toEqual({
        decisions: 1,
      });
    },
  },
  {
    name: "must: the withdrawal is open",
    heldAlsoBy: ["trigger withdrawal_path", OVERDRAFT],
    async attack({ shop, meanwhile }) {
      const shopper = await shop.newShopper({ balanceToman: 150_000 });
      const { id } = (await withdraw(shopper)).body.withdrawal;
      const paid = deskRequest(shop, decideWithdrawal, {
        params: { id },
        body: { status: "paid", reference: "123456" },
      });
      await meanwhile("'the withdrawal is open'", [paid], () =>
        shop.desk(decideWithdrawal, {
          params: { id },
          body: {
            status: "rejected",
            rejectionReason: "کارت بسته است",
          },
        }),
      );
      expect(await shopper.balance()).toBe(50_000);
    },
  },
  {
    name: "must: not too many withdrawals are open",
    async attack({ shop, meanwhile }) {
      const shopper = await shop.newShopper({ balanceToman: 1_000_000 });
      for (let open = 1; open < OPEN_WITHDRAWALS_MAX; open++)
        expect((await withdraw(shopper)).status).toBe(200);
      const rival = shopRequest(shopper, requestWithdrawal, { body: { amount: 100_000 } });
      expectRefused(
        await meanwhile("'not too many withdrawals are open'", [rival], () => withdraw(shopper)),
      );
    },
  },
  {
    name: OVERDRAFT,
    async attack({ shop, meanwhile }) {
      const shopper = await shop.newShopper({ balanceToman: 150_000 });
      const rival = shopRequest(shopper, requestWithdrawal, { body: { amount: 100_000 } });
      expectRefused(
        await meanwhile("'the card is verified'", [rival], () => withdraw(shopper)),
        "balance_too_low",
      );
    },
  },
  {
    name: OVERDRAFT,
    async attack({ shop, meanwhile }) {
      const { shopper, productId } = await withCart(shop, 150_000, { stock: 5 });
      const rival = shopRequest(shopper, requestWithdrawal, { body: { amount: 100_000 } });
      expectRefused(
        await meanwhile("'the cart is unchanged'", [rival], () =>
          shopper.ask(createOrder, { body: {} }),
        ),
        "balance_too_low",
      );
      expect(productId).not.toBe("");
    },
  },
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
];
