import { expect } from "vitest";
import { createOrder } from "../../../contract/order.ts";
import { withCart } from "../faults/handler.ts";
import { one } from "../plant.ts";
import { expectRefused, type Guard, where } from "./guard.ts";
import { checks, refused, set } from "./schema.ts";

const FREE = "status = 'free' OR held_until <= ?1";

const ITEM = "(SELECT id FROM order_item ORDER BY id LIMIT 1)";

export const guardsOfStock: Guard[] = [
  where("codes held by others", FREE, "status = 'free' OR ?1 > 0", async ({ shop }) => {
    const { shopper: holder, productId } = await withCart(shop, 0, { stock: 1 });
    const rival = await shop.newShopper({ balanceToman: 100_000 });
    await rival.put(productId);
    expect((await holder.initiate()).status).toBe(200);
    expectRefused(await rival.ask(createOrder, { body: {} }), "out_of_stock");
  }),
  where(
    "units held by others",
    "held_until > ?1 AND delivery_type = 'manual'",
    "held_until > ?1 AND delivery_type = 'none'",
    async ({ shop }) => {
      const { shopper: holder, productId } = await withCart(shop, 0, {
        deliveryType: "manual",
        stock: 1,
      });
      const rival = await shop.newShopper({ balanceToman: 100_000 });
      await rival.put(productId);
      expect((await holder.initiate()).status).toBe(200);
      expectRefused(await rival.ask(createOrder, { body: {} }), "out_of_stock");
    },
  ),
  ...checks("code", {
    "(status IN ('free', 'held', 'sold'))": set(
      "code",
      `status = 'lost', order_item_id = ${ITEM}`,
      "status = 'free'",
    ),
    "((status = 'free') = (order_item_id IS NULL))": set(
      "code",
      `order_item_id = ${ITEM}`,
      "status = 'free'",
    ),
    "((status = 'held') = (held_until IS NOT NULL))": set(
      "code",
      "held_until = 1",
      "status = 'free'",
    ),
    "((status = 'sold') = (sold_at IS NOT NULL))": set("code", "sold_at = 1", "status = 'free'"),
    "(position IS NULL OR (status = 'sold' AND position BETWEEN 1 AND 10))": set(
      "code",
      "position = 1",
      "status = 'free'",
    ),
    "(read_at IS NULL OR status = 'sold')": set("code", "read_at = 1", "status = 'free'"),
    "(used_at IS NULL OR read_at IS NOT NULL)": set(
      "code",
      "used_at = 1",
      "status = 'sold' AND read_at IS NULL",
    ),
    "(withdrawn_at IS NULL OR status = 'sold')": set("code", "withdrawn_at = 1", "status = 'free'"),
  }),
  ...checks("code_batch", { "(unit_cost_toman >= 0)": set("code_batch", "unit_cost_toman = -1") }),
  refused(
    "unique code (fingerprint)",
    `UPDATE code SET fingerprint = (SELECT fingerprint FROM code WHERE status = 'sold' LIMIT 1)
     WHERE id = ${one("code", "status = 'free'")}`,
  ),
  refused(
    "index code_at_place",
    `INSERT INTO code
       (id, product_id, batch_id, sealed, fingerprint, status, order_item_id, sold_at, position)
     SELECT 'twin', product_id, batch_id, sealed, 'twin', 'sold', order_item_id, 1, position
     FROM code WHERE status = 'sold' AND withdrawn_at IS NULL LIMIT 1`,
  ),
  refused(
    "trigger code_sold_stays",
    `DELETE FROM code WHERE id = ${one("code", "status = 'sold'")}`,
  ),
  refused(
    "trigger code_sold_for_good",
    `UPDATE code SET order_item_id = (SELECT i.id FROM order_item i
       WHERE i.product_id = code.product_id AND i.id <> code.order_item_id LIMIT 1)
     WHERE id = (SELECT c.id FROM code c
       JOIN order_item i ON i.product_id = c.product_id AND i.id <> c.order_item_id
       WHERE c.status = 'sold' LIMIT 1)`,
  ),
];
