import { expect } from "vitest";
import type { z } from "zod";
import { setQuantity } from "../../../contract/cart.ts";
import { freeze } from "../../../contract/desk/freeze.ts";
import { makePayout } from "../../../contract/desk/payout.ts";
import { decideWithdrawal, holdWithdrawal } from "../../../contract/desk/withdrawal.ts";
import { takeInHand } from "../../support/withdrawal.ts";
import { requestWithdrawal, takeBackWithdrawal } from "../../../contract/withdrawal.ts";
import type { TestShop, TestShopper } from "../../support/shop.ts";
import { deskRequest, shopRequest } from "../../support/wire-request.ts";
import { AT_ONCE, type Scenario, buy, each, fillCarts, ofStatus, tally } from "./scenario.ts";

/** Requests that compete for the money of one wallet. */

const withdraw = (shopper: TestShopper, amount: number) =>
  shopRequest(shopper, requestWithdrawal, { body: { amount } });

/** Counts a shopper's paid orders, withdrawals and codes. */
async function taken(shop: TestShop, { id }: TestShopper) {
  const [row] = await shop.sql<{ orders: number; withdrawals: number; codes: number }>(
    `SELECT (SELECT count(*) FROM orders WHERE user_id = ?1 AND paid_at IS NOT NULL) AS orders,
       (SELECT count(*) FROM withdrawal WHERE user_id = ?1) AS withdrawals,
       (SELECT count(*) FROM code c JOIN order_item i ON i.id = c.order_item_id
         JOIN orders o ON o.id = i.order_id WHERE o.user_id = ?1) AS codes`,
    id,
  );
  return row ?? { orders: -1, withdrawals: -1, codes: -1 };
}

export const walletRaces: Scenario[] = [
  {
    name: "ten orders compete for a wallet that pays for two",
    async prepare({ shop }, rounds) {
      const [product = ""] = await shop.newProducts(1, { stock: rounds * 2 + AT_ONCE });
      const shoppers = await shop.newShoppers(rounds, { balanceToman: 250_000 });
      return shoppers.map((shopper) => (random) => ({
        before: fillCarts([shopper], product, 1),
        calls: random.shuffle([
          ...each(AT_ONCE / 2, (index) => buy(shopper, `cart-${String(index)}`)),
          ...each(AT_ONCE / 2, () =>
            shopRequest(shopper, setQuantity, { body: { productId: product, quantity: 1 } }),
          ),
        ]),
        async check() {
          const { orders, codes } = await taken(shop, shopper);
          expect(orders).toBeGreaterThan(0);
          expect(orders).toBeLessThanOrEqual(2);
          expect(codes).toBe(orders);
          expect(await shopper.balance()).toBe(250_000 - orders * 100_000);
        },
      }));
    },
  },
  {
    name: "a wallet is spent and withdrawn at once",
    async prepare({ shop }, rounds) {
      const [product = ""] = await shop.newProducts(1, { stock: rounds + AT_ONCE });
      const shoppers = await shop.newShoppers(rounds, { balanceToman: 150_000 });
      return shoppers.map((shopper) => (random) => ({
        before: fillCarts([shopper], product, 1),
        calls: random.shuffle([
          ...each(AT_ONCE / 2, () => buy(shopper)),
          ...each(AT_ONCE / 2, () => withdraw(shopper, 100_000)),
        ]),
        async check() {
          const { orders, withdrawals } = await taken(shop, shopper);
          expect(orders + withdrawals).toBe(1);
          expect(await shopper.balance()).toBe(50_000);
        },
      }));
    },
  },
  {
    name: "somebody is frozen while they buy and withdraw",
    async prepare({ shop }, rounds) {
      const [product = ""] = await shop.newProducts(1, { stock: rounds * 2 });
      const shoppers = await shop.newShoppers(rounds, { balanceToman: 500_000 });
      return shoppers.map((shopper) => (random) => ({
        before: fillCarts([shopper], product, 1),
        calls: random.shuffle([
          deskRequest(shop, freeze, { body: { kind: "person", id: shopper.id, reason: "بررسی" } }),
          ...each(AT_ONCE / 2, () => buy(shopper)),
          ...each(AT_ONCE / 2 - 1, () => withdraw(shopper, 100_000)),
        ]),
        async check(answers) {
          const isAllowed =
            /^(200|403 account_frozen|404 no_active_cart|409 (too_many_withdrawals|balance_too_low|in_progress)|429.*)$/;
          expect(Object.keys(tally(answers)).filter((name) => !isAllowed.test(name))).toEqual([]);
          const { orders, withdrawals } = await taken(shop, shopper);
          expect(await shopper.balance()).toBe(500_000 - 100_000 * (orders + withdrawals));
          const late = await shopper.ask(requestWithdrawal, { body: { amount: 100_000 } });
          expect(late).toMatchObject({ status: 403, body: { code: "account_frozen" } });
        },
      }));
    },
  },
  {
    name: "twenty withdrawals compete for a wallet that pays for three",
    async prepare({ shop }, rounds) {
      const shoppers = await shop.newShoppers(rounds, { balanceToman: 350_000 });
      return shoppers.map((shopper) => () => ({
        calls: each(AT_ONCE, () => withdraw(shopper, 100_000)),
        async check(answers) {
          expect(tally(answers)).toEqual({ "200": 3, "409 balance_too_low": AT_ONCE - 3 });
          expect(await shopper.balance()).toBe(50_000);
        },
      }));
    },
  },
  {
    name: "one cart is paid twenty times",
    async prepare({ shop }, rounds) {
      const [product = ""] = await shop.newProducts(1, { stock: rounds * 2 + AT_ONCE });
      const shoppers = await shop.newShoppers(rounds, { balanceToman: 5_000_000 });
      return shoppers.map((shopper) => () => ({
        before: fillCarts([shopper], product, 2),
        calls: each(AT_ONCE, () => buy(shopper)),
        async check(answers) {
          const ids = new Set(ofStatus(answers, 200).map(({ body }) => body.orderId));
          expect(ids.size).toBe(1);
          expect(await taken(shop, shopper)).toEqual({ orders: 1, withdrawals: 0, codes: 2 });
        },
      }));
    },
  },
  {
    name: "one withdrawal goes into several bank files and is taken back",
    async prepare({ shop }, rounds) {
      const shoppers = await shop.newShoppers(rounds, { balanceToman: 150_000 });
      return shoppers.map((shopper) => async (random) => {
        const asked = await shopper.ask(requestWithdrawal, { body: { amount: 100_000 } });
        const { id } = asked.body.withdrawal;
        const body = { withdrawalIds: [id], format: "card_list" as const };
        return {
          calls: random.shuffle([
            ...each(AT_ONCE / 2, () => deskRequest(shop, makePayout, { body })),
            ...each(AT_ONCE / 2, () =>
              shopRequest(shopper, takeBackWithdrawal, { params: { id } }),
            ),
          ]),
          async check() {
            const files = await shop.sql("SELECT 1 FROM payout_row WHERE withdrawal_id = ?1", id);
            const [row] = await shop.sql<{ state: string }>(
              "SELECT state FROM withdrawal WHERE id = ?1",
              id,
            );
            expect([files.length, row?.state]).toEqual(
              files.length === 0 ? [0, "taken_back"] : [1, "pending"],
            );
          },
        };
      });
    },
  },
  {
    name: "one withdrawal is approved and rejected by several operators",
    async prepare({ shop }, rounds) {
      const shoppers = await shop.newShoppers(rounds, { balanceToman: 150_000 });
      return shoppers.map((shopper) => async (random) => {
        const asked = await shopper.ask(requestWithdrawal, { body: { amount: 100_000 } });
        const { id } = asked.body.withdrawal;
        await takeInHand(shop, id);
        const decide = (body: z.input<typeof decideWithdrawal.body>) =>
          deskRequest(shop, decideWithdrawal, { params: { id }, body });
        return {
          calls: random.shuffle([
            ...each(AT_ONCE / 2, () => decide({ status: "paid", reference: `bank-${id}` })),
            ...each(AT_ONCE / 2, () =>
              decide({ status: "rejected", rejectionReason: "کارت بسته است" }),
            ),
          ]),
          async check(answers) {
            expect(tally(answers)).toEqual({ "200": 1, "409 decided": AT_ONCE - 1 });
            const [row] = await shop.sql<{ state: string }>(
              "SELECT state FROM withdrawal WHERE id = ?1",
              id,
            );
            expect(await shopper.balance()).toBe(row?.state === "paid" ? 50_000 : 150_000);
          },
        };
      });
    },
  },
  {
    name: "an operator takes a withdrawal in hand and pays it while its owner takes it back",
    async prepare({ shop }, rounds) {
      const shoppers = await shop.newShoppers(rounds, { balanceToman: 150_000 });
      return shoppers.map((shopper) => async (random) => {
        const asked = await shopper.ask(requestWithdrawal, { body: { amount: 100_000 } });
        const { id } = asked.body.withdrawal;
        const params = { id };
        const body = { status: "paid", reference: `bank-${id}` } as const;
        return {
          calls: random.shuffle([
            ...each(AT_ONCE / 4, () =>
              deskRequest(shop, holdWithdrawal, { params, body: { inHand: true } }),
            ),
            ...each(AT_ONCE / 4, () => deskRequest(shop, decideWithdrawal, { params, body })),
            ...each(AT_ONCE / 2, () => shopRequest(shopper, takeBackWithdrawal, { params })),
          ]),
          async check() {
            const [row] = await shop.sql<{ state: string }>(
              "SELECT state FROM withdrawal WHERE id = ?1",
              id,
            );
            const returns = await shop.sql(
              "SELECT 1 FROM transfer WHERE id = 'withdrawal_return:' || ?1",
              id,
            );
            expect(returns).toHaveLength(row?.state === "taken_back" ? 1 : 0);
            expect(await shopper.balance()).toBe(row?.state === "taken_back" ? 150_000 : 50_000);
          },
        };
      });
    },
  },
];
