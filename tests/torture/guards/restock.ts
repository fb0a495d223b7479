import { expect } from "vitest";
import { addRestockAlert, OPEN_ALERTS_MAX, removeRestockAlert } from "../../../contract/restock.ts";
import { one } from "../plant.ts";
import { expectRefused, type Guard, sql, succeeds, type Traces } from "./guard.ts";
import { owner } from "./owners.ts";
import { ANYBODY, refused, twice } from "./schema.ts";

export const guardsOfRestock: Guard[] = [
  {
    name: "must: not too many alerts are open",
    async attack({ shop }) {
      const products = await shop.newProducts(OPEN_ALERTS_MAX + 1, { stock: 0 });
      const shopper = await shop.newShopper();
      const [wished = "", ...others] = products;
      const alert = `INSERT INTO restock_alert (id, user_id, product_id, created_at)
        SELECT 'alert-' || value, ?1, value, 1 FROM json_each(?2)`;
      await shop.put(sql(alert, shopper.id, JSON.stringify(others)));
      expectRefused(await shopper.ask(addRestockAlert, { body: { productId: wished } }));
    },
  },
  {
    name: "must: the alerts are still open",
    async attack({ shop, meanwhile }) {
      const [product, shopper] = [await shop.newProduct({ stock: 1 }), await shop.newShopper()];
      await shop.sql(
        `INSERT INTO restock_alert (id, user_id, product_id, created_at)
         VALUES ('waits', ?1, ?2, 1)`,
        shopper.id,
        product,
      );
      await shop.put(
        sql("INSERT INTO restock_shelf (product_id, free_since) VALUES (?1, 1)", product),
      );
      const withdraws = sql("DELETE FROM restock_alert WHERE id = 'waits'");
      await meanwhile("'the alerts are still open'", [withdraws], () => shop.runJobs());
      expect(await shop.sandbox.messages(shopper.phone)).toEqual([]);
    },
  },
  owner(
    "the number of open alerts",
    "FROM restock_alert WHERE user_id = ?1 AND told_at IS NULL",
    async ({ shop, things }) => {
      const [wished = "", ...others] = await shop.newProducts(OPEN_ALERTS_MAX + 1, { stock: 0 });
      const alerts = `INSERT INTO restock_alert (id, user_id, product_id, created_at)
        SELECT 'alert-' || value, ?1, value, 1 FROM json_each(?2)`;
      await shop.sql(alerts, things.owner.id, JSON.stringify(others));
      await succeeds(
        (await shop.newShopper()).ask(addRestockAlert, { body: { productId: wished } }),
      );
    },
  ),
  owner(
    "removing an alert",
    "WHERE product_id = ?2 AND user_id = ?1 AND told_at IS NULL",
    async ({ shop, things }) => {
      const product = await shop.newProduct({ stock: 0 });
      await shop.sql(
        `INSERT INTO restock_alert (id, user_id, product_id, created_at)
         VALUES ('kept', ?1, ?2, 1)`,
        things.owner.id,
        product,
      );
      await succeeds(
        (await shop.newShopper()).ask(removeRestockAlert, { params: { productId: product } }),
      );
      expect(await shop.sql("SELECT 1 FROM restock_alert WHERE id = 'kept'")).toHaveLength(1);
    },
  ),
  refused(
    "index restock_alert_open",
    `INSERT INTO restock_alert (id, user_id, product_id, created_at)
     ${twice((id) => `${id}, ${ANYBODY}, ${one("product", "true")}, 1`)}`,
  ),
  refused(
    "trigger restock_alert_told_once",
    `INSERT INTO restock_alert (id, user_id, product_id, created_at, told_at)
     VALUES ('told', ${ANYBODY}, ${one("product", "true")}, 1, 1)`,
    "UPDATE restock_alert SET told_at = NULL WHERE id = 'told'",
  ),
];

export const tracesOfRestock: Traces = ({ id }) => [
  sql(
    `INSERT INTO restock_alert (id, user_id, product_id, created_at, told_at)
     SELECT 'told-before', ?1, id, 1, 1 FROM product LIMIT 1`,
    id,
  ),
];
