import { expect } from "vitest";
import { applyDiscount } from "../../../contract/cart.ts";
import { initiatePayment } from "../../../contract/payment.ts";
import { shopRequest } from "../../support/wire-request.ts";
import { AT_ONCE, type Scenario, buy, each, fillCarts, ofStatus, tally } from "./scenario.ts";

/** Buyers who compete for scarce codes and discounts. */

const OUT = /^409 (out_of_stock|in_progress)$/;

function crowdWants(name: string, stock: number, quantity: number): Scenario {
  return {
    name,
    async prepare({ shop, crowd }, rounds) {
      const products = await shop.newProducts(rounds, { stock });
      return products.map((product) => (random) => ({
        before: fillCarts(crowd, product, quantity),
        calls: random.shuffle(crowd).map((shopper) => buy(shopper)),
        async check(answers) {
          const { "200": won = 0, ...others } = tally(answers);
          expect(won).toBe(Math.floor(stock / quantity));
          for (const refusal of Object.keys(others)) expect(refusal).toMatch(OUT);
          const [{ sold } = { sold: -1 }] = await shop.sql<{ sold: number }>(
            "SELECT count(*) AS sold FROM code WHERE product_id = ?1 AND status = 'sold'",
            product,
          );
          expect(sold).toBe(won * quantity);
        },
      }));
    },
  };
}

export const stockRaces: Scenario[] = [
  crowdWants("twenty people want the last code", 1, 1),
  crowdWants("twenty people want three of the last ten codes", 10, 3),
  {
    name: "twenty carts compete for three uses of a discount code",
    async prepare({ shop, crowd }, rounds) {
      const products = await shop.newProducts(rounds, { stock: AT_ONCE });
      return products.map((product, index) => async (random) => {
        const code = `RACE${String(index)}`;
        await shop.sql(
          `INSERT INTO discount_code (id, code, type, value, uses_max, created_at)
           VALUES (?1, ?1, 'fixed', 10000, 3, 0)`,
          code,
        );
        return {
          before: fillCarts(crowd, product, 1, code),
          calls: random.shuffle(crowd).map((shopper) => buy(shopper)),
          async check(answers) {
            expect(tally(answers)).toMatchObject({ "200": 3 });
            expect(
              await shop.sql("SELECT 1 FROM discount_use WHERE discount_code_id = ?1", code),
            ).toHaveLength(3);
          },
        };
      });
    },
  },
  {
    name: "one person uses a single-use discount code in two tabs, with and without the bank",
    async prepare({ shop }, rounds) {
      const [product = ""] = await shop.newProducts(1, { stock: rounds * 3 });
      const shoppers = await shop.newShoppers(rounds, { balanceToman: 500_000 });
      await shop.sql(
        `INSERT INTO discount_code (id, code, type, value, created_at)
         VALUES ('ONCE', 'ONCE', 'fixed', 10000, 0)`,
      );
      return shoppers.map((shopper) => (random) => ({
        before: fillCarts([shopper], product, 1, "ONCE"),
        calls: random.shuffle([
          ...each(AT_ONCE / 2, () => buy(shopper)),
          ...each(AT_ONCE / 4, () =>
            shopRequest(shopper, initiatePayment, {
              body: {
                purpose: "cart_checkout",
                cardNumber: shopper.cardNumber,
                isUsedWallet: true,
              },
            }),
          ),
          ...each(AT_ONCE / 4, () =>
            shopRequest(shopper, applyDiscount, { body: { code: "ONCE" } }),
          ),
        ]),
        async check(answers) {
          expect(ofStatus(answers, 500)).toEqual([]);
          expect(
            await shop.sql("SELECT 1 FROM discount_use WHERE user_id = ?1", shopper.id),
          ).toHaveLength(1);
          expect(await shopper.balance()).toBe(500_000 - 90_000);
        },
      }));
    },
  },
];
