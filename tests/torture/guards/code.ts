import { expect } from "vitest";
import { replaceCode, revealCode } from "../../../contract/desk/code.ts";
import { refundItem } from "../../../contract/desk/refund.ts";
import { exportBatch } from "../../../contract/desk/stock.ts";
import { createOrder } from "../../../contract/order.ts";
import { handleCodes } from "../../support/busy-shop.ts";
import { newBatch, newCodes } from "../../support/import.ts";
import type { TestShop } from "../../support/shop.ts";
import { deskRequest, shopRequest } from "../../support/wire-request.ts";
import { row } from "../faults/handler.ts";
import { one } from "../plant.ts";
import { expectRefused, type Guard, sql, where } from "./guard.ts";
import { checks, lived, refused } from "./schema.ts";

const reason = "کد کار نمی‌کند";

/** Makes an item with two codes, and `spare` more codes in stock. */
async function twoCodes(shop: TestShop, spare: number) {
  const shopper = await shop.newShopper({ balanceToman: 500_000 });
  const product = await shop.newProduct({ stock: 2 + spare });
  await shopper.buy(product, 2);
  const codes = await shop.sql<{ id: string; order_item_id: string }>(
    "SELECT id, order_item_id FROM code WHERE product_id = ?1 AND status = 'sold' ORDER BY position",
    product,
  );
  const [first = "", second = ""] = codes.map(({ id }) => id);
  return { shopper, product, itemId: codes[0]?.order_item_id ?? "", first, second };
}

const replacing = (codeId: string) => ({ params: { codeId }, body: { reason } });
const refunding = (orderItemId: string, codeIds: string[]) => ({
  params: { orderItemId },
  body: { reason, codeIds },
});

/** SQL text: records that an operator knows a code. */
const know = (where: string, way = "operator") =>
  `INSERT INTO code_knower (code_id, way, who, known_at, last_at)
   SELECT id, '${way}', 'raha', 1, 1 FROM code WHERE id = ${one("code", where)}`;

/** A batch of new codes in a person's cart, and an export of it. */
async function cartAndExport(shop: TestShop, stock: number) {
  const shopper = await shop.newShopper({ balanceToman: 500_000 });
  const product = await shop.newProduct({ stock: 0 });
  const id = await newBatch(shop, product, newCodes(stock));
  await shopper.put(product);
  const take = () => shop.desk(exportBatch, { params: { id }, body: { reason } });
  return { shopper, take };
}

/** Guards of single codes: replacing, refunding, showing and exporting them. */
export const guardsOfCode: Guard[] = [
  {
    name: "must: no refund of it waits for a second person",
    async attack({ shop, meanwhile }) {
      const { itemId, first } = await twoCodes(shop, 2);
      const ask = sql(
        `INSERT INTO proposal (id, action, subject_id, details, asked_by, created_at, expires_at)
         VALUES ('asked', 'refund_opened', ?1, '{}', 'local', 1, 9000000000000)`,
        itemId,
      );
      expectRefused(
        await meanwhile("'no refund of it waits for a second person'", [ask], () =>
          shop.desk(replaceCode, replacing(first)),
        ),
        "waits_for_second",
      );
    },
  },
  {
    name: "must: the code is in hand",
    heldAlsoBy: ["index code_at_place", "must: the new code is free", "trigger code_sold_for_good"],
    async attack({ shop, meanwhile }) {
      const { first } = await twoCodes(shop, 2);
      const rival = deskRequest(shop, replaceCode, replacing(first));
      expectRefused(
        await meanwhile("'the code is in hand'", [rival], () =>
          shop.desk(replaceCode, replacing(first)),
        ),
        "code_gone",
      );
    },
  },
  {
    name: "must: the new code is free",
    heldAlsoBy: ["trigger code_sold_for_good"],
    async attack({ shop, meanwhile }) {
      const { product, first } = await twoCodes(shop, 1);
      const rival = await shop.newShopper({ balanceToman: 500_000 });
      await rival.put(product);
      const buys = shopRequest(rival, createOrder, { body: {} });
      expectRefused(
        await meanwhile("'the new code is free'", [buys], () =>
          shop.desk(replaceCode, replacing(first)),
        ),
        "out_of_stock",
      );
    },
  },
  {
    name: "must: the codes are in hand",
    async attack({ shop, meanwhile }) {
      const { itemId, first } = await twoCodes(shop, 1);
      const rival = deskRequest(shop, replaceCode, replacing(first));
      expectRefused(
        await meanwhile("'the codes are in hand'", [rival], () =>
          shop.desk(refundItem, refunding(itemId, [first])),
        ),
        "code_gone",
      );
    },
  },
  {
    name: "must: the code may be shown",
    async attack({ shop, meanwhile }) {
      const { itemId, first } = await twoCodes(shop, 0);
      const closes = sql(
        `UPDATE orders SET profile_due_at = 9e15
         WHERE id = (SELECT order_id FROM order_item WHERE id = ?1)`,
        itemId,
      );
      const answer = await meanwhile("'the code may be shown'", [closes], () =>
        shop.desk(revealCode, { params: { codeId: first }, body: { why: "test" } }),
      );
      await shop.sql("UPDATE orders SET profile_due_at = NULL WHERE profile_due_at = 9e15");
      expectRefused(answer, "code_closed");
    },
  },
  {
    name: "must: the codes are unsold",
    async attack({ shop, meanwhile }) {
      const { shopper, take } = await cartAndExport(shop, 2);
      const buys = shopRequest(shopper, createOrder, { body: {} });
      const { text } = (await meanwhile("'the codes are unsold'", [buys], take)).body;
      // The file has a header line and the code that nobody bought.
      expect(text.trim().split("\r\n")).toHaveLength(2);
    },
  },
  where(
    "codes that somebody knows",
    " AND known_at IS NULL",
    "",
    async ({ shop }) => {
      const { shopper, take } = await cartAndExport(shop, 1);
      expect((await take()).status).toBe(200);
      expectRefused(await shopper.ask(createOrder, { body: {} }), "out_of_stock");
    },
    "trigger known_code_is_not_sold",
  ),
  ...checks("code_knower", {
    "(way IN ('buyer', 'email', 'receiver', 'operator', 'export', 'replacement', 'restore'))": know(
      "status = 'sold'",
      "pigeon",
    ),
    "(json_type(networks) = 'array')": "UPDATE code_knower SET networks = '{}'",
  }),
  ...lived(handleCodes, "code_becomes_known"),
  refused("trigger code_knower_stays", "UPDATE code_knower SET known_at = known_at + 1"),
  refused("trigger code_knower_never_goes", "DELETE FROM code_knower"),
  refused("trigger held_code_stays_unknown", know("status = 'held'")),
  refused(
    "trigger code_seen_before_is_not_sold",
    "INSERT INTO code_seen_before (fingerprint, order_item_id, seen_at) VALUES ('seen', NULL, 1)",
    `INSERT INTO code (id, product_id, batch_id, sealed, fingerprint, status, order_item_id, sold_at)
     SELECT 'again', product_id, batch_id, sealed, 'seen', 'sold', order_item_id, sold_at
     FROM code WHERE status = 'sold' LIMIT 1`,
  ),
  refused(
    "trigger known_code_is_not_sold",
    `UPDATE code SET status = 'held', held_until = 9e15,
       order_item_id = ${one("order_item", "true")}
     WHERE id = ${one("code", "status = 'free' AND known_at IS NOT NULL")}`,
  ),
  ...checks("refunded_unit", {
    "(position BETWEEN 1 AND 10)": `INSERT INTO refunded_unit (order_item_id, position, refund_id)
       SELECT order_item_id, 11, id FROM refund LIMIT 1`,
  }),
  // The statement changes the unit of a refund that has only one. With several units it would be
  // refused anyway, because two units of an item cannot have the same number.
  refused(
    "trigger refunded_unit_never_changes",
    `UPDATE refunded_unit SET position = 10
     WHERE refund_id = (SELECT refund_id FROM refunded_unit GROUP BY 1 HAVING count(*) = 1 LIMIT 1)`,
  ),
  refused("trigger refunded_unit_never_goes", "DELETE FROM refunded_unit"),
  ...checks("ticket_code", { "(is_open IN (0, 1))": "UPDATE ticket_code SET is_open = 2" }),
  refused(
    "index ticket_code_open",
    `INSERT INTO ticket_code (ticket_id, code_id)
     SELECT ${one("ticket", "status = 'Closed'")}, code_id FROM ticket_code WHERE is_open = 1
     LIMIT 1`,
  ),
  ...lived(handleCodes, "ticket_codes_let_go", "code_leaves_tickets", "referral_partly_cancelled"),
  {
    name: "where: codes that are given back one by one",
    rewrites: [
      {
        find: "position IN (SELECT position FROM refunded_unit WHERE refund_id = ?2)",
        replace: "(true OR ?2 = '')",
      },
    ],
    heldAlsoBy: ["trigger code_sold_for_good"],
    async attack({ shop }) {
      const { itemId, first, second } = await twoCodes(shop, 0);
      expect((await shop.desk(refundItem, refunding(itemId, [first]))).status).toBe(200);
      expect(await row(shop, "SELECT status FROM code WHERE id = ?1", second)).toEqual({
        status: "sold",
      });
    },
  },
];
