import { expect } from "vitest";
import { createOrder } from "../../../contract/order.ts";
import { authorityOf, type TestShop, type TestShopper } from "../../support/shop.ts";
import { shopRequest } from "../../support/wire-request.ts";
import { row, withCart, withOrder } from "../faults/handler.ts";
import { count, expectRefused, type Guard, sql, type Stage, where } from "./guard.ts";
import { KEY, owner, sameKey } from "./owners.ts";

const buy = (shopper: TestShopper) => shopper.ask(createOrder, { body: {} });

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

async function cartThenBuy(shopper: TestShopper, { shop }: Stage) {
  await shopper.put(await shop.newProduct({ stock: 2 }));
  return shopper.ask(createOrder, { body: {}, idempotencyKey: KEY });
}

/**
 * Buys a cart that changes meanwhile, after another person bought a cart with the same version
 * number.
 */
async function sameVersion({ shop, meanwhile }: Stage) {
  const [{ shopper: other }, { shopper }] = [
    await withCart(shop, 500_000),
    await withCart(shop, 500_000),
  ];
  const setVersion = "UPDATE cart SET version = 4321 WHERE user_id = ?1";
  await shop.put(sql(setVersion, other.id), sql(setVersion, shopper.id));
  expect((await other.ask(createOrder, { body: {} })).status).toBe(200);
  const changes = sql("UPDATE cart_item SET quantity = 2 WHERE user_id = ?1", shopper.id);
  const { body } = await meanwhile("'the cart is unchanged'", [changes], () =>
    shopper.ask(createOrder, { body: {} }),
  );
  expect(await row(shop, "SELECT user_id FROM orders WHERE id = ?1", body.orderId)).toEqual({
    user_id: shopper.id,
  });
}

export const guardsOfCheckout: Guard[] = [
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
    name: "must: no discount goes below the cost",
    async attack({ shop, meanwhile }) {
      const { shopper, productId } = await withDiscount(shop, "CHEAPER");
      const dearer = sql(
        "UPDATE code_batch SET unit_cost_toman = 95000 WHERE product_id = ?1",
        productId,
      );
      await meanwhile("'no discount goes below the cost'", [dearer], () => buy(shopper));
      expect(await shopper.balance()).toBe(405_000);
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
  where(
    "no more codes than units",
    "WHERE place <= lacking",
    "WHERE place > 0",
    async ({ shop }) => {
      const { shopper } = await withOrder(shop, 0, { stock: 5 });
      expect(await shopper.orders()).toHaveLength(1);
    },
    "must: every unit has its code (out of stock)",
  ),
  owner(
    "an order by its idempotency key",
    "FROM orders WHERE user_id = ?1 AND idempotency_key = ?2",
    sameKey(cartThenBuy, ({ orderId }) => orderId),
  ),
  owner(
    "an order by its cart version",
    "FROM orders WHERE user_id = ?1 AND state IN ('paid', 'refunded') AND cart_version IN",
    sameVersion,
  ),
  owner(
    "using a personal discount code",
    "(owner_id IS NULL OR owner_id = ?3)",
    async ({ shop, things, meanwhile }) => {
      const { shopper } = await withCart(shop, 500_000);
      await shop.sql(
        `INSERT INTO discount_code (id, code, type, value, created_at)
         VALUES ('SOON', 'SOON', 'fixed', 10000, 0)`,
      );
      await shop.sql("UPDATE cart SET discount_code_id = 'SOON' WHERE user_id = ?1", shopper.id);
      const given = sql(
        "UPDATE discount_code SET owner_id = ?1 WHERE id = 'SOON'",
        things.owner.id,
      );
      await meanwhile("'the discount code is valid'", [given], () =>
        shopper.ask(createOrder, { body: {} }),
      );
      expect(await shop.sql("SELECT 1 FROM discount_use WHERE discount_code_id = 'SOON'")).toEqual(
        [],
      );
    },
  ),
];
