import { expect } from "vitest";
import {
  applyDiscount,
  CART_LINES_MAX,
  emptyCart,
  getCart,
  getProductCount,
  removeItem,
  setQuantity,
} from "../../../contract/cart.ts";
import { createOrder } from "../../../contract/order.ts";
import type { TestShop, TestShopper } from "../../support/shop.ts";
import { row } from "../faults/handler.ts";
import { one } from "../plant.ts";
import { fillCarts } from "../races/scenario.ts";
import { expectRefused, type Guard, newcomer, sql, succeeds, type Traces, where } from "./guard.ts";
import { owner } from "./owners.ts";
import { checks, leaves } from "./schema.ts";

/** Makes two people with the same product in their carts. */
async function twoCarts(shop: TestShop) {
  const product = await shop.newProduct({ stock: 5 });
  const [one, other] = (await shop.newShoppers(2, { balanceToman: 500_000 })) as [
    TestShopper,
    TestShopper,
  ];
  await shop.put(...fillCarts([one, other], product, 1));
  const cartOf = async ({ id }: TestShopper) => [
    await shop.sql("SELECT product_id, quantity FROM cart_item WHERE user_id = ?1", id),
    await row(shop, "SELECT discount_code_id FROM cart WHERE user_id = ?1", id),
  ];
  return { product, one, other, cartOf };
}

/** Asserts that a change of one person's cart does not change another's. */
const othersCartStays =
  (act: (one: TestShopper, product: string) => ReturnType<TestShop["call"]>): Guard["attack"] =>
  async ({ shop }) => {
    const { product, one, other, cartOf } = await twoCarts(shop);
    await shop.put(
      sql(
        `INSERT INTO discount_code (id, code, type, value, uses_per_user_max, created_at)
         VALUES ('CARTS', 'CARTS', 'fixed', 1000, 9, 0), ('OTHER', 'OTHER', 'fixed', 1000, 9, 0)`,
      ),
      sql("UPDATE cart SET discount_code_id = 'OTHER' WHERE user_id IN (?1, ?2)", one.id, other.id),
      sql("UPDATE cart SET version = 777 WHERE user_id IN (?1, ?2)", one.id, other.id),
    );
    const before = await cartOf(other);
    await succeeds(act(one, product));
    expect(await cartOf(other)).toEqual(before);
  };

const onlyThis = `UPDATE cart SET version = 2 WHERE version = 1`;

const CART = "(SELECT user_id FROM cart_item ORDER BY user_id LIMIT 1)";

const restart = `UPDATE cart SET version = 1 WHERE user_id = ${CART}`;

const another = `INSERT INTO cart_item SELECT ${CART}, id, 1, 0 FROM product
  WHERE id NOT IN (SELECT product_id FROM cart_item) LIMIT 1`;

const unchanged =
  "SELECT user_id FROM cart WHERE version = 1 AND user_id IN (SELECT user_id FROM cart_item)";

export const guardsOfCart: Guard[] = [
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
  where(
    "inactive products",
    "WHERE p.is_active = 1 AND p.id IN",
    "WHERE p.id IN",
    async ({ shop }) => {
      const product = await shop.newProduct();
      await shop.sql("UPDATE product SET is_active = 0 WHERE id = ?1", product);
      expectRefused(
        await (
          await shop.newShopper()
        ).ask(setQuantity, { body: { productId: product, quantity: 1 } }),
        "product_not_found",
      );
    },
  ),
  owner("reading a cart", "FROM cart WHERE user_id = ?1", async ({ shop }) => {
    const { one, other } = await twoCarts(shop);
    await shop.put(sql("UPDATE cart SET version = iif(user_id = ?1, 5, 9)", one.id));
    expect((await one.ask(getCart)).body).toMatchObject({ cart: { version: 5 } });
    expect((await other.ask(getCart)).body).toMatchObject({ cart: { version: 9 } });
  }),
  owner(
    "reading the discount code of a cart",
    "SELECT discount_code_id FROM cart WHERE user_id = ?2",
    async ({ shop }) => {
      const { one, other } = await twoCarts(shop);
      await shop.put(
        sql(
          `INSERT INTO discount_code (id, code, type, value, created_at)
           VALUES ('SHOWN', 'SHOWN', 'fixed', 1000, 0)`,
        ),
        sql("UPDATE cart SET discount_code_id = iif(user_id = ?1, NULL, 'SHOWN')", one.id),
      );
      expect(JSON.stringify((await one.ask(getCart)).body)).not.toContain("SHOWN");
      expect(JSON.stringify((await other.ask(getCart)).body)).toContain("SHOWN");
    },
  ),
  owner("the lines of a cart", "WHERE i.user_id = ?2 ORDER BY i.added_at", async ({ shop }) => {
    const { product } = await twoCarts(shop);
    expect(JSON.stringify((await (await newcomer(shop)).ask(getCart)).body)).not.toContain(product);
  }),
  owner(
    "the length of a cart",
    "FROM cart_item WHERE user_id = ?1) <= ?2",
    async ({ shop, things }) => {
      const products = await shop.newProducts(51);
      const [productId = ""] = products;
      await shop.sql(
        `INSERT INTO cart_item (user_id, product_id, quantity, added_at)
         SELECT ?1, value, 1, 0 FROM json_each(?2)`,
        things.owner.id,
        JSON.stringify(products),
      );
      await succeeds(
        (await shop.newShopper()).ask(setQuantity, { body: { productId, quantity: 1 } }),
      );
    },
  ),
  owner(
    "the number of products in a cart",
    "AS count FROM cart_item WHERE user_id = ?1",
    async ({ shop }) => {
      await twoCarts(shop);
      expect((await (await newcomer(shop)).ask(getProductCount)).body).toEqual({ productCount: 0 });
    },
  ),
  owner(
    "removing a line from a cart",
    "DELETE FROM cart_item WHERE user_id = ?1 AND product_id = ?2",
    othersCartStays((one, product) => one.ask(removeItem, { params: { productId: product } })),
  ),
  owner(
    "emptying a cart",
    "DELETE FROM cart_item WHERE user_id = ?1",
    othersCartStays((one) => one.ask(emptyCart)),
  ),
  owner(
    "removing bought lines from a cart",
    "DELETE FROM cart_item WHERE user_id = ?1 AND product_id IN",
    othersCartStays((one) => one.ask(createOrder, { body: {} })),
  ),
  owner(
    "changing the discount code of a cart",
    "UPDATE cart SET discount_code_id = ?2 WHERE user_id = ?1",
    othersCartStays((one) => one.ask(applyDiscount, { body: { code: "CARTS" } })),
  ),
  owner(
    "removing the discount code of a bought cart",
    "SET discount_code_id = NULL WHERE user_id = ?1 AND version = ?2",
    othersCartStays((one) => one.ask(createOrder, { body: {} })),
  ),
  owner(
    "the uses of a discount code by one person",
    "WHERE u.discount_code_id = d.id AND u.user_id = ?2",
    async ({ shop }) => {
      const { one, other } = await twoCarts(shop);
      await shop.put(
        sql(
          `INSERT INTO discount_code (id, code, type, value, created_at)
           VALUES ('EACH', 'EACH', 'fixed', 1000, 0)`,
        ),
        sql(
          "UPDATE cart SET discount_code_id = 'EACH' WHERE user_id IN (?1, ?2)",
          one.id,
          other.id,
        ),
      );
      for (const shopper of [one, other]) await succeeds(shopper.ask(createOrder, { body: {} }));
      expect(
        await shop.sql("SELECT 1 FROM discount_use WHERE discount_code_id = 'EACH'"),
      ).toHaveLength(2);
    },
  ),
  owner(
    "what a person holds, in their cart",
    "ho.user_id = ?2 AND ho.state = 'awaiting'",
    async ({ shop }) => {
      const { product, one, other } = await twoCarts(shop);
      await shop.put(...fillCarts([one], product, 5));
      await succeeds(one.initiate());
      expect((await one.ask(getCart)).body.cart.CartItems[0]?.productQuantity).toBe(5);
      expect((await other.ask(getCart)).body.cart.CartItems[0]?.productQuantity).toBe(0);
    },
  ),
  owner(
    "the uses of a discount code by orders of one cart",
    "NOT (o.user_id = ?2 AND (?3 IS NULL OR o.cart_version = ?3))",
    async ({ shop }) => {
      const { one, other } = await twoCarts(shop);
      await shop.put(
        sql(
          `INSERT INTO discount_code (id, code, type, value, uses_max, created_at)
           VALUES ('LAST', 'LAST', 'fixed', 1000, 1, 0)`,
        ),
        sql(
          "UPDATE cart SET discount_code_id = 'LAST' WHERE user_id IN (?1, ?2)",
          one.id,
          other.id,
        ),
        sql("UPDATE cart SET version = 888 WHERE user_id IN (?1, ?2)", one.id, other.id),
      );
      await succeeds(one.initiate());
      await other.ask(createOrder, { body: {} });
      expect(
        await shop.sql("SELECT 1 FROM discount_use WHERE discount_code_id = 'LAST'"),
      ).toHaveLength(1);
    },
  ),
  ...checks("cart_item", { "(quantity BETWEEN 1 AND 10)": "UPDATE cart_item SET quantity = 11" }),
  leaves("cart_item_added", [onlyThis, restart, another], unchanged),
  leaves(
    "cart_item_changed",
    [onlyThis, restart, `UPDATE cart_item SET quantity = quantity + 1 WHERE user_id = ${CART}`],
    unchanged,
  ),
  leaves(
    "cart_item_removed",
    [
      onlyThis,
      another,
      restart,
      `DELETE FROM cart_item WHERE user_id = ${CART}
       AND product_id = (SELECT max(product_id) FROM cart_item WHERE user_id = ${CART})`,
    ],
    unchanged,
  ),
  leaves(
    "cart_discount_changed",
    [
      onlyThis,
      restart,
      `UPDATE cart SET discount_code_id = ${one("discount_code", "true")} WHERE user_id = ${CART}`,
    ],
    unchanged,
  ),
];

export const tracesOfCart: Traces = ({ id }) => [
  sql(
    `UPDATE cart SET discount_code_id = (SELECT id FROM discount_code ORDER BY id LIMIT 1)
     WHERE user_id = ?1`,
    id,
  ),
];
