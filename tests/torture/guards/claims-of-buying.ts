import { expect } from "vitest";
import { CART_LINES_MAX, setQuantity } from "../../../contract/cart.ts";
import { createOrder } from "../../../contract/order.ts";
import { OPEN_TOPUPS_MAX, initiatePayment } from "../../../contract/payment.ts";
import { requestWithdrawal } from "../../../contract/withdrawal.ts";
import { type TestShop, type TestShopper, authorityOf } from "../../support/shop.ts";
import { shopRequest } from "../../support/wire-request.ts";
import { withCart } from "../faults/handler.ts";
import { fillCarts } from "../races/scenario.ts";
import { type Guard, type Stage, expectRefused, sql } from "./guard.ts";

/** Claims in the batches of purchases and payments. */

const FAR = 9_000_000_000_000;
const buy = (shopper: TestShopper) => shopper.ask(createOrder, { body: {} });
const topUp = (shopper: TestShopper) =>
  shopper.ask(initiatePayment, {
    body: {
      purpose: "wallet_topup",
      amount: 50_000,
      cardNumber: shopper.cardNumber,
    },
  });
const count = async (shop: TestShop, query: string, ...values: unknown[]) =>
  (await shop.sql(query, ...values)).length;

async function withDiscount(shop: TestShop, code: string) {
  await shop.sql(
    `INSERT INTO discount_code (id, code, type, value, uses_max, created_at)
     VALUES (?1, ?1, 'fixed', 10000, 1, 0)`,
    code,
  );
  const cart = await withCart(shop, 500_000);
  await shop.sql("UPDATE cart SET discount_code_id = ?2 WHERE user_id = ?1", cart.shopper.id, code);
  return cart;
}

/** Opens a third hold while one of two earlier holds seems to have expired. */
async function askForThirdHold({ shop, meanwhile }: Stage) {
  const products = await shop.newProducts(3, { stock: 20 });
  const shopper = await shop.newShopper();
  const [first = "", second = "", third = ""] = products;
  for (const product of [first, second]) {
    await shop.put(...fillCarts([shopper], product, 1));
    expect((await shopper.initiate()).status).toBe(200);
  }
  await shop.put(...fillCarts([shopper], third, 1));
  const lapsed = sql(
    `UPDATE orders SET hold_expires_at = 1
     WHERE id = (SELECT id FROM orders WHERE user_id = ?1 LIMIT 1)`,
    shopper.id,
  );
  await shop.put(lapsed);
  await meanwhile(
    "'no other hold was opened'",
    [sql("UPDATE orders SET hold_expires_at = ?2 WHERE user_id = ?1", shopper.id, FAR)],
    () => shopper.initiate(),
  );
  expect(
    await count(shop, "SELECT 1 FROM orders WHERE user_id = ?1 AND state = 'awaiting'", shopper.id),
  ).toBe(2);
}

/** Confirms a top-up that comes into review at the last moment. */
async function whileReviewed(
  { shop, meanwhile }: Stage,
  claim: string,
  decide: (authority: string) => Promise<unknown>,
) {
  const shopper = await shop.newShopper();
  const authority = authorityOf(await topUp(shopper));
  await decide(authority);
  const review = sql(
    `UPDATE payment SET state = 'review', settled_at = 1, next_check_at = NULL
     WHERE authority = ?1`,
    authority,
  );
  await meanwhile(claim, [review], () => shopper.verify(authority));
  expect(await shop.sql("SELECT state FROM payment WHERE authority = ?1", authority)).toEqual([
    { state: "review" },
  ]);
  expect(await shopper.balance()).toBe(0);
}

export const claimsOfBuying: Guard[] = [
  {
    name: "must: the cart is unchanged",
    async attack({ shop, meanwhile }) {
      const { shopper } = await withCart(shop, 500_000, { stock: 5 });
      await meanwhile(
        "'the cart is unchanged'",
        [sql("UPDATE cart_item SET quantity = 2 WHERE user_id = ?1", shopper.id)],
        () => buy(shopper),
      );
      expect(await shopper.balance()).toBe(300_000);
    },
  },
  {
    name: "must: prices are unchanged",
    async attack({ shop, meanwhile }) {
      const { shopper, productId } = await withCart(shop, 500_000);
      await meanwhile(
        "'prices are unchanged'",
        [sql("UPDATE product SET price_toman = 150000 WHERE id = ?1", productId)],
        () => buy(shopper),
      );
      expect(await shopper.balance()).toBe(350_000);
    },
  },
  {
    name: "must: the identity is verified",
    async attack({ shop, meanwhile }) {
      const { shopper } = await withCart(shop, 500_000);
      const rejected = sql(
        "UPDATE identity_request SET status = 'rejected' WHERE user_id = ?1",
        shopper.id,
      );
      expectRefused(await meanwhile("'the identity is verified'", [rejected], () => buy(shopper)));
    },
  },
  {
    name: "must: the discount code is valid",
    async attack({ shop, meanwhile }) {
      const { shopper } = await withDiscount(shop, "ENDED");
      await meanwhile(
        "'the discount code is valid'",
        [sql("UPDATE discount_code SET is_active = 0 WHERE id = 'ENDED'")],
        () => buy(shopper),
      );
      expect(await count(shop, "SELECT 1 FROM discount_use WHERE discount_code_id = 'ENDED'")).toBe(
        0,
      );
    },
  },
  {
    name: "must: the offer stands",
    async attack({ shop }) {
      const { shopper, productId } = await withCart(shop, 0);
      const authority = authorityOf(await shopper.initiate());
      await shopper.verify(authority);
      await shop.sql("UPDATE product SET price_toman = 900000 WHERE id = ?1", productId);
      await shop.sandbox.pay(authority);
      await shopper.verify(authority);
      expect(await shopper.balance()).toBe(100_000);
    },
  },
  {
    name: "must: the discount code is not used up",
    async attack({ shop, meanwhile }) {
      const { shopper } = await withDiscount(shop, "SCARCE");
      const { shopper: rival } = await withCart(shop, 500_000);
      await shop.sql("UPDATE cart SET discount_code_id = 'SCARCE' WHERE user_id = ?1", rival.id);
      const buys = shopRequest(rival, createOrder, { body: {} });
      await meanwhile("'the discount code is not used up'", [buys], () => buy(shopper));
      expect(
        await count(shop, "SELECT 1 FROM discount_use WHERE discount_code_id = 'SCARCE'"),
      ).toBe(1);
    },
  },
  {
    name: "must: units are left",
    async attack({ shop, meanwhile }) {
      const { shopper, productId } = await withCart(shop, 0, { deliveryType: "manual", stock: 1 });
      const gone = sql("UPDATE product SET manual_stock = 0 WHERE id = ?1", productId);
      expectRefused(await meanwhile("'units are left'", [gone], () => shopper.initiate()));
    },
  },
  {
    name: "must: every unit has its code (out of stock)",
    async attack({ shop, meanwhile }) {
      const { shopper, productId } = await withCart(shop, 500_000, { stock: 1 });
      const gone = sql("DELETE FROM code WHERE product_id = ?1", productId);
      expectRefused(await meanwhile("'every unit has its code'", [gone], () => buy(shopper)));
    },
  },
  { name: "must: no other hold was opened", attack: askForThirdHold },
  {
    name: "must: not too many top-ups",
    async attack({ shop, meanwhile }) {
      const shopper = await shop.newShopper();
      for (let open = 0; open < OPEN_TOPUPS_MAX; open++)
        expect((await topUp(shopper)).status).toBe(200);
      const openUntil = (expiresAt: number) =>
        sql(
          `UPDATE payment SET expires_at = ?2
           WHERE id = (SELECT id FROM payment WHERE user_id = ?1 LIMIT 1)`,
          shopper.id,
          expiresAt,
        );
      await shop.put(openUntil(1));
      expectRefused(
        await meanwhile("'not too many top-ups'", [openUntil(FAR)], () => topUp(shopper)),
      );
    },
  },
  ...(["paying", "withdrawing"] as const).map((kind): Guard => ({
    name: `must: the card is verified (${kind})`,
    async attack({ shop, meanwhile }) {
      const shopper = await shop.newShopper({ balanceToman: 200_000 });
      const rejected = sql(
        "UPDATE bank_card SET status = 'rejected' WHERE user_id = ?1",
        shopper.id,
      );
      const ask = async (): Promise<{ status: number; body: { code?: string } }> =>
        kind === "paying"
          ? topUp(shopper)
          : shopper.ask(requestWithdrawal, { body: { amount: 100_000 } });
      expectRefused(await meanwhile("'the card is verified'", [rejected], ask));
    },
  })),
  {
    name: "must: the payment is not settled",
    heldAlsoBy: ["trigger payment_path"],
    attack: (stage) =>
      whileReviewed(stage, "'the payment is not settled'", (authority) =>
        stage.shop.sandbox.pay(authority),
      ),
  },
  {
    name: "must: the payment is awaited",
    heldAlsoBy: ["trigger payment_path"],
    attack: (stage) =>
      whileReviewed(stage, "'the payment is awaited'", (authority) =>
        stage.shop.sandbox.cancel(authority),
      ),
  },
  {
    name: "must: the cart is not too long",
    async attack({ shop }) {
      const products = await shop.newProducts(CART_LINES_MAX + 1, { stock: 1 });
      const shopper = await shop.newShopper();
      const [one = "", ...others] = products;
      await shop.put(
        sql(
          `INSERT INTO cart_item (user_id, product_id, quantity, added_at)
           SELECT ?1, value, 1, 0 FROM json_each(?2)`,
          shopper.id,
          JSON.stringify(others),
        ),
      );
      expectRefused(
        await shopper.ask(setQuantity, { body: { productId: one, quantity: 1 } }),
        "cart_full",
      );
    },
  },
];
