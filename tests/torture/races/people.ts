import { expect } from "vitest";
import { addItems } from "../../../contract/cart.ts";
import { decideBankCard } from "../../../contract/desk/bank-card.ts";
import { deliver } from "../../../contract/desk/delivery.ts";
import { refundItem } from "../../../contract/desk/refund.ts";
import { answerTicket } from "../../../contract/desk/ticket.ts";
import { cancelOrder, createOrder, getOrderItemContent } from "../../../contract/order.ts";
import { requestCode, verifyCode } from "../../../contract/sign-in.ts";
import { closeTicket, createTicket, replyToTicket } from "../../../contract/ticket.ts";
import type { TestShopper } from "../../support/shop.ts";
import { type WireRequest, deskRequest, guest, shopRequest } from "../../support/wire-request.ts";
import { AT_ONCE, type Scenario, each, fillCarts, ofStatus, tally } from "./scenario.ts";

const payEarnings: WireRequest = { method: "POST", path: "/test/jobs?only=earnings" };

/** Signing in, merging carts, tickets and decisions. */

export const peopleRaces: Scenario[] = [
  {
    name: "a one-time code is guessed and used at the same time",
    async prepare({ shop }, rounds) {
      return each(rounds, (index) => async (random) => {
        const phone = `9${String(360_000_000 + index)}`;
        // Each round has its own network, so that no rate limit ends the race.
        const network = { "X-Client-Address": `2001:db8:${index.toString(16)}::1` };
        expect(
          (await shop.ask(requestCode, { body: { username: phone }, headers: network })).status,
        ).toBe(200);
        const [message] = await shop.sandbox.messages(phone);
        const right = message?.code ?? "";
        const wrong = right === "1111" ? "2222" : "1111";
        const isGuessed = index % 2 === 1;
        const guess = (otp: string) =>
          shopRequest(guest, verifyCode, { body: { username: phone, otp } });
        return {
          calls: random.shuffle([
            ...each(isGuessed ? 3 : AT_ONCE, () => guess(right)),
            ...each(isGuessed ? AT_ONCE - 3 : 0, () => guess(wrong)),
          ]),
          async check(answers) {
            const opened = ofStatus(answers, 200).length;
            if (isGuessed) expect(opened).toBeLessThanOrEqual(1);
            else expect(opened).toBe(1);
            const [row] = await shop.sql<{ tries: number; sessions: number }>(
              `SELECT (SELECT max(tries) FROM sign_in_code WHERE phone = ?1) AS tries,
                 (SELECT count(*) FROM session s JOIN user u ON u.id = s.user_id
                   WHERE u.phone = ?1) AS sessions`,
              phone,
            );
            expect(row?.sessions).toBe(opened);
            expect(row?.tries).toBeLessThanOrEqual(5);
          },
        };
      });
    },
  },
  {
    name: "a guest's cart is merged twenty times",
    async prepare({ shop }, rounds) {
      const [one = "", other = ""] = await shop.newProducts(2, { stock: 9 });
      const shoppers = await shop.newShoppers(rounds);
      return shoppers.map((shopper) => () => ({
        before: fillCarts([shopper], one, 2),
        calls: each(AT_ONCE, () =>
          shopRequest(shopper, addItems, {
            body: {
              items: [
                { productId: one, quantity: 3 },
                { productId: other, quantity: 1 },
              ],
            },
          }),
        ),
        async check(answers) {
          expect(tally(answers)).toEqual({ "200": AT_ONCE });
          const rows = await shop.sql(
            "SELECT product_id, quantity FROM cart_item WHERE user_id = ?1 ORDER BY quantity",
            shopper.id,
          );
          expect(rows).toEqual([
            { product_id: other, quantity: 1 },
            { product_id: one, quantity: 3 },
          ]);
        },
      }));
    },
  },
  {
    name: "a ticket is closed while both sides answer",
    async prepare({ shop }, rounds) {
      const shoppers = await shop.newShoppers(rounds);
      return shoppers.map((shopper) => async (random) => {
        const made = await shopper.ask(createTicket, {
          body: { title: "پرسش", description: "کد من کار نمی‌کند" },
        });
        const params = { id: made.body.ticket.id };
        return {
          calls: random.shuffle([
            ...each(6, () => shopRequest(shopper, closeTicket, { params })),
            ...each(7, () =>
              shopRequest(shopper, replyToTicket, {
                params,
                body: { content: "هنوز منتظر پاسخ شما هستم" },
              }),
            ),
            ...each(7, () =>
              deskRequest(shop, answerTicket, { params, body: { content: "در حال بررسی هستیم" } }),
            ),
          ]),
          async check(answers) {
            const written = ofStatus(answers, 200).length + ofStatus(answers, 201).length;
            const [row] = await shop.sql<{ status: string; messages: number }>(
              `SELECT status, (SELECT count(*) FROM ticket_message WHERE ticket_id = ?1) AS messages
               FROM ticket WHERE id = ?1`,
              params.id,
            );
            expect(row?.status).toBe("Closed");
            expect(
              Object.keys(tally(answers)).filter(
                (status) => !/^(200|201|409 ticket_closed)$/.test(status),
              ),
            ).toEqual([]);
            // Every acknowledged message exists. Up to six of the acknowledged calls only close the
            // ticket.
            expect(row?.messages).toBeLessThan(written);
            expect(written - (row?.messages ?? 0)).toBeLessThanOrEqual(6);
          },
        };
      });
    },
  },
  {
    name: "two operators decide one card",
    async prepare({ shop }, rounds) {
      const shoppers = await shop.newShoppers(rounds, { cardStatus: "pending" });
      await Promise.all(shoppers.map(({ cardId }) => shop.look(decideBankCard, cardId)));
      return shoppers.map(({ cardId }) => (random) => ({
        calls: random.shuffle([
          ...each(AT_ONCE / 2, () =>
            deskRequest(shop, decideBankCard, {
              params: { id: cardId },
              body: { status: "verified" },
            }),
          ),
          ...each(AT_ONCE / 2, () =>
            deskRequest(shop, decideBankCard, {
              params: { id: cardId },
              body: { status: "rejected", rejectionReason: "تصویر ناخواناست" },
            }),
          ),
        ]),
        async check(answers) {
          expect(tally(answers)).toEqual({ "200": 1, "409 decided": AT_ONCE - 1 });
          expect(
            await shop.sql(
              "SELECT 1 FROM desk_decision WHERE subject_id = ?1 AND verdict <> 'viewed'",
              cardId,
            ),
          ).toHaveLength(1);
        },
      }));
    },
  },
  {
    name: "several jobs pay an inviter's earning while the order is refunded",
    async prepare({ shop }, rounds) {
      const [product = ""] = await shop.newProducts(1, { stock: rounds + AT_ONCE });
      const [inviter] = (await shop.newShoppers(1)) as [TestShopper];
      const buyers = await shop.newShoppers(rounds, {
        balanceToman: 100_000,
        inviterId: inviter.id,
      });
      return buyers.map((buyer) => async (random) => {
        await shop.put(...fillCarts([buyer], product, 1));
        const { orderId } = (await buyer.ask(createOrder, { body: {} })).body;
        await shop.sql("UPDATE earning SET due_at = 0 WHERE buyer_id = ?1", buyer.id);
        const [itemId = ""] = await shop.itemsOf(orderId);
        const isRefunded = random.next() < 0.7;
        const refund = deskRequest(shop, refundItem, {
          params: { orderItemId: itemId },
          body: { opened: true, reason: "کد کار نمی‌کند" },
        });
        return {
          calls: random.shuffle([
            ...each(isRefunded ? 4 : 0, () => refund),
            ...each(AT_ONCE - (isRefunded ? 4 : 0), () => payEarnings),
          ]),
          async check(answers) {
            if (isRefunded) expect(ofStatus(answers, 409)).toHaveLength(3);
            const [row] = await shop.sql<{ state: string; times: number }>(
              `SELECT e.state,
                 (SELECT count(*) FROM transfer WHERE kind = 'referral' AND order_id = ?2) AS times
               FROM earning e WHERE e.buyer_id = ?1 AND e.kind = 'referral'`,
              buyer.id,
              orderId,
            );
            if (isRefunded) expect(["cancelled", "taken_back"]).toContain(row?.state);
            else expect(row).toEqual({ state: "paid", times: 1 });
            expect(row?.times).toBeLessThanOrEqual(1);
            expect(await buyer.balance()).toBe(isRefunded ? 100_000 : 0);
          },
        };
      });
    },
  },
  {
    name: "an item is delivered, refunded, cancelled and read at once",
    async prepare({ shop }, rounds) {
      const [product = ""] = await shop.newProducts(1, {
        stock: rounds + AT_ONCE,
        deliveryType: "manual",
      });
      const buyers = await shop.newShoppers(rounds, { balanceToman: 100_000 });
      return buyers.map((buyer, index) => async (random) => {
        await shop.put(...fillCarts([buyer], product, 1));
        const { orderId } = (await buyer.ask(createOrder, { body: {} })).body;
        const [itemId = ""] = await shop.itemsOf(orderId);
        return {
          calls: random.shuffle([
            ...each(7, () =>
              deskRequest(shop, deliver, {
                params: { orderItemId: itemId },
                body: { codes: [`BY-HAND-${String(index)}`] },
              }),
            ),
            ...each(5, () =>
              deskRequest(shop, refundItem, {
                params: { orderItemId: itemId },
                body: { opened: true, reason: "موجود نیست" },
              }),
            ),
            ...each(6, () => shopRequest(buyer, cancelOrder, { params: { orderId }, body: {} })),
            ...each(2, () =>
              shopRequest(buyer, getOrderItemContent, { params: { orderId, orderItemId: itemId } }),
            ),
          ]),
          async check() {
            const [row] = await shop.sql<{ status: string; codes: number; refunds: number }>(
              `SELECT i.delivery_status AS status,
                 (SELECT count(*) FROM code WHERE order_item_id = i.id) AS codes,
                 (SELECT count(*) FROM refund WHERE order_item_id = i.id) AS refunds
               FROM order_item i WHERE i.id = ?1`,
              itemId,
            );
            expect(["delivered", "cancelled"]).toContain(row?.status);
            const isRefunded = row?.refunds === 1;
            expect(row?.status === "cancelled").toBe(isRefunded);
            // A refund may follow a delivery: the code stays sold and the money is returned.
            if (!isRefunded) expect(row?.codes).toBe(1);
            expect(await buyer.balance()).toBe(isRefunded ? 100_000 : 0);
          },
        };
      });
    },
  },
];
