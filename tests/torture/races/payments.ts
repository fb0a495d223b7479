import { expect } from "vitest";
import { initiatePayment, verifyPayment } from "../../../contract/payment.ts";
import { requestWithdrawal } from "../../../contract/withdrawal.ts";
import { type TestShop, type TestShopper, authorityOf } from "../../support/shop.ts";
import { type WireRequest, shopRequest } from "../../support/wire-request.ts";
import { AT_ONCE, type Scenario, buy, each, fillCarts, ofStatus, tally } from "./scenario.ts";
import { MINUTE } from "../../support/time.ts";

/** Payments at the bank that many requests and jobs confirm at once. */

/** A young account may buy two of these in an hour; a third order is held for a look. */
const PART = 8_000_000;
const verify = (shopper: TestShopper, authority: string) =>
  shopRequest(shopper, verifyPayment, { body: { authority } });
const runJobs: WireRequest = { method: "POST", path: "/test/jobs?only=payments,unverified" };

/** Pays a shopper's cart at the bank without telling the shop. */
async function paid(shop: TestShop, shopper: TestShopper, product: string): Promise<string> {
  await shop.put(...fillCarts([shopper], product, 1));
  const authority = authorityOf(await shopper.initiate());
  await shop.sandbox.pay(authority);
  return authority;
}

async function boughtOnce(shop: TestShop, shopper: TestShopper) {
  const [row] = await shop.sql<{ codes: number; payments: number }>(
    `SELECT (SELECT count(*) FROM code c JOIN order_item i ON i.id = c.order_item_id
         JOIN orders o ON o.id = i.order_id
         WHERE o.user_id = ?1 AND o.state = 'paid' AND c.status = 'sold') AS codes,
       (SELECT count(*) FROM transfer t JOIN payment p ON p.id = t.payment_id
         WHERE p.user_id = ?1) AS payments`,
    shopper.id,
  );
  expect(row).toEqual({ codes: 1, payments: 1 });
}

function verified(
  name: string,
  callsOf: (shopper: TestShopper, authority: string) => WireRequest[],
): Scenario {
  return {
    name,
    async prepare({ shop }, rounds) {
      const [product = ""] = await shop.newProducts(1, { stock: rounds + AT_ONCE });
      const shoppers = await shop.newShoppers(rounds);
      return shoppers.map((shopper) => async (random) => {
        const authority = await paid(shop, shopper, product);
        return {
          calls: random.shuffle(callsOf(shopper, authority)),
          async check(answers) {
            const { "200": known = 0, "503 payment_unknown": late = 0 } = tally(answers);
            expect(known + late).toBe(AT_ONCE);
            // On a busy machine the bank may be late, and then a retry gets the answer.
            if (late > 0) expect((await shopper.verify(authority)).status).toBe(200);
            await boughtOnce(shop, shopper);
            expect(await shopper.balance()).toBe(0);
          },
        };
      });
    },
  };
}

export const paymentRaces: Scenario[] = [
  verified("one payment is confirmed twenty times", (shopper, authority) =>
    each(AT_ONCE, () => verify(shopper, authority)),
  ),
  verified("one payment is confirmed by browsers and found by the jobs", (shopper, authority) => [
    ...each(AT_ONCE - 4, () => verify(shopper, authority)),
    ...each(4, () => runJobs),
  ]),
  {
    name: "three orders of a newcomer at once, two of which are below the limit for a look",
    async prepare({ shop }, rounds) {
      const [product = ""] = await shop.newProducts(1, {
        stock: 3 * rounds + 50,
        priceToman: PART,
      });
      const shoppers = await shop.newShoppers(rounds, { balanceToman: PART });
      return shoppers.map((shopper) => async (random) => {
        const payments = [
          await paid(shop, shopper, product),
          await paid(shop, shopper, product),
        ] as const;
        await shop.put(...fillCarts([shopper], product, 1));
        return {
          calls: random.shuffle([
            ...payments.flatMap((authority) => each(4, () => verify(shopper, authority))),
            ...each(AT_ONCE - 8, () => buy(shopper)),
          ]),
          async check() {
            for (const authority of payments)
              expect((await shopper.verify(authority)).body.success).toBe(true);
            const rows = await shop.sql<{ held: number }>(
              `SELECT look_due_at IS NOT NULL AS held FROM orders
               WHERE user_id = ?1 AND paid_at IS NOT NULL ORDER BY held`,
              shopper.id,
            );
            expect(rows.map(({ held }) => held)).toEqual([0, 0, 1]);
            expect(await shopper.balance()).toBe(0);
          },
        };
      });
    },
  },
  {
    name: "a top-up is confirmed while it is spent",
    async prepare({ shop }, rounds) {
      const shoppers = await shop.newShoppers(rounds);
      return shoppers.map((shopper) => async (random) => {
        const body = {
          purpose: "wallet_topup" as const,
          amount: 150_000,
          cardNumber: shopper.cardNumber,
        };
        const authority = authorityOf(await shopper.ask(initiatePayment, { body }));
        await shop.sandbox.pay(authority);
        return {
          calls: random.shuffle([
            ...each(AT_ONCE / 2, () => verify(shopper, authority)),
            ...each(AT_ONCE / 2, () =>
              shopRequest(shopper, requestWithdrawal, { body: { amount: 100_000 } }),
            ),
          ]),
          async check(answers) {
            const withdrawn = ofStatus(answers, 200).filter(
              ({ body }) => body.withdrawal !== undefined,
            ).length;
            expect(withdrawn).toBeLessThanOrEqual(1);
            expect(await shopper.balance()).toBe(150_000 - withdrawn * 100_000);
          },
        };
      });
    },
  },
  {
    name: "a payment is confirmed when its hold ends and somebody else wants the code",
    async prepare({ shop }, rounds) {
      const products = await shop.newProducts(rounds, { stock: 1 });
      const [shoppers, rivals] = [
        await shop.newShoppers(rounds),
        await shop.newShoppers(rounds, { balanceToman: 100_000 }),
      ];
      return products.map((product, index) => async (random) => {
        const [shopper, rival] = [shoppers[index], rivals[index]] as [TestShopper, TestShopper];
        const authority = await paid(shop, shopper, product);
        await shop.put(...fillCarts([rival], product, 1));
        await shop.turnClock((index + 1) * 16 * MINUTE);
        return {
          calls: random.shuffle([
            ...each(AT_ONCE / 2, () => verify(shopper, authority)),
            ...each(AT_ONCE / 2 - 2, () => buy(rival)),
            ...each(2, () => runJobs),
          ]),
          async check() {
            const [row] = await shop.sql<{ owner: string; sold: number }>(
              `SELECT o.user_id AS owner, count(*) AS sold FROM code c
               JOIN order_item i ON i.id = c.order_item_id JOIN orders o ON o.id = i.order_id
               WHERE c.product_id = ?1 AND c.status = 'sold'`,
              product,
            );
            expect(row?.sold).toBe(1);
            // Only the owner of the code has paid for it.
            expect(await shopper.balance()).toBe(row?.owner === shopper.id ? 0 : 100_000);
            expect(await rival.balance()).toBe(row?.owner === rival.id ? 0 : 100_000);
          },
        };
      });
    },
    after: async ({ shop }) => void (await shop.turnClock(0)),
  },
];
