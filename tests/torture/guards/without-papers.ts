import { expect } from "vitest";
import { initiatePayment } from "../../../contract/payment.ts";
import { newCardNumber } from "../../support/card-number.ts";
import type { TestShop, TestShopper } from "../../support/shop.ts";
import { fillCarts } from "../races/scenario.ts";
import { type Guard, expectRefused, newcomer, sql, succeeds } from "./guard.ts";
import { owner } from "./owners.ts";
import { checks, set } from "./schema.ts";

/** The shop of guards.test.ts allows this sum, and two purchases of `TOMAN` exceed it. */
export const PER_DAY_TOMAN = 250_000;
const TOMAN = 150_000;
const FAR = 9_000_000_000_000;

/** Makes people without papers, each with the same product in the cart. */
async function newcomersWithCarts(shop: TestShop, count: number): Promise<TestShopper[]> {
  const product = await shop.newProduct({ priceToman: TOMAN, stock: 20 });
  const people: TestShopper[] = [];
  for (let made = 0; made < count; made++) people.push(await newcomer(shop));
  await shop.put(...fillCarts(people, product, 1));
  return people;
}

const start = ({ ask }: TestShopper, cardNumber: string) =>
  ask(initiatePayment, { body: { purpose: "cart_checkout", cardNumber, isUsedWallet: false } });

export const guardsOfBuyingWithoutPapers: Guard[] = [
  {
    name: "must: the limit of the day allows the payment",
    async attack({ shop, meanwhile }) {
      const [first, second] = await newcomersWithCarts(shop, 2);
      if (!first || !second) throw new Error("Two people were not made");
      const cardNumber = newCardNumber();
      await succeeds(start(first, cardNumber));
      const holdUntil = (until: number) =>
        sql("UPDATE orders SET hold_expires_at = ?2 WHERE user_id = ?1", first.id, until);
      await shop.put(holdUntil(1));
      expectRefused(
        await meanwhile("'the limit of the day allows the payment'", [holdUntil(FAR)], () =>
          start(second, cardNumber),
        ),
      );
    },
  },
  {
    name: "must: no other person has the card verified",
    async attack({ shop, meanwhile }) {
      const [shopper] = await newcomersWithCarts(shop, 1);
      if (!shopper) throw new Error("Nobody was made");
      const other = await shop.newShopper({ cardStatus: "pending", isVerified: false });
      const verified = sql(
        "UPDATE bank_card SET status = 'verified', decided_at = 1 WHERE user_id = ?1",
        other.id,
      );
      expectRefused(
        await meanwhile("'no other person has the card verified'", [verified], () =>
          start(shopper, other.cardNumber),
        ),
      );
    },
  },
  owner(
    "what a person bought without papers",
    "c.is_named = 1 AND c.user_id = ?1",
    async ({ shop }) => {
      const [first, second] = await newcomersWithCarts(shop, 2);
      if (!first || !second) throw new Error("Two people were not made");
      await succeeds(start(first, newCardNumber()));
      const answer = await start(second, newCardNumber());
      expect(answer.status).toBe(200);
    },
  ),
  ...checks("bank_card", {
    "(is_named = 0 OR (is_named = 1 AND status <> 'verified' AND deleted_at IS NOT NULL))": set(
      "bank_card",
      "is_named = 1",
      "deleted_at IS NULL",
    ),
  }),
];
