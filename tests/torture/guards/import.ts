import { expect } from "vitest";
import {
  OPEN_IMPORTS_MAX,
  addImport,
  correctLines,
  openImport,
  sendLines,
} from "../../../contract/desk/import.ts";
import { recallBatch, restoreBatch } from "../../../contract/desk/stock.ts";
import { createOrder } from "../../../contract/order.ts";
import { handleCodes } from "../../support/busy-shop.ts";
import { BOUGHT, bring, newBatch, newCodes } from "../../support/import.ts";
import { type TestShop, authorityOf } from "../../support/shop.ts";
import { row, withCart, withOrder } from "../faults/handler.ts";
import { one } from "../plant.ts";
import { type Guard, expectRefused, sql, where } from "./guard.ts";
import { checks, leaves, lived, refused, set } from "./schema.ts";

/** Guards of files of codes, of batches and of stock. */

const open = (id: string, values = "'open', NULL, NULL") =>
  `INSERT INTO code_import (id, product_id, operator, file_name, header_rows, line_count, shapes,
     created_at, state, batch_id, ended_at)
   SELECT '${id}', product_id, 'local', 'a.csv', 0, 1, '[]', 1, ${values}
   FROM code_batch WHERE id GLOB 'seed-*' ORDER BY id LIMIT 1`;
const OPEN = open("attacked");
const BATCH = "(SELECT id FROM code_batch WHERE id GLOB 'seed-*' ORDER BY id LIMIT 1)";
const EMPTY_BATCH = `INSERT INTO code_batch (id, product_id, unit_cost_toman, created_at)
  SELECT 'empty', product_id, 1, 1 FROM code_batch WHERE id = ${BATCH}`;
const line = (values: string) =>
  `INSERT INTO code_import_line (id, import_id, line, finding, sealed, fingerprint)
   VALUES (${values})`;

const ofImport = (check: string, statement: string) =>
  refused(`check code_import ${check}`, OPEN, statement);
const ofLine = (check: string, values: string) =>
  refused(`check code_import_line ${check}`, OPEN, line(values));

const FREE = one("code", "status = 'free'", "batch_id");
const RECALLED = `UPDATE code_batch SET recalled_at = 1, recall_reason = 'باطل' WHERE id = ${FREE}`;

const recall = (shop: TestShop, id: string) =>
  shop.desk(recallBatch, { params: { id }, body: { reason: "باطل شده است" } });

async function begun(shop: TestShop, count: number) {
  const productId = await shop.newProduct({ stock: 0 });
  const codes = newCodes(count);
  const id = crypto.randomUUID();
  const body = { id, productId, fileName: "a.csv", lines: count };
  expect((await shop.desk(openImport, { body })).status).toBe(200);
  const send = (first: number, lines: string[]) =>
    shop.desk(sendLines, { params: { id }, body: { first, lines } });
  const add = (expected: number) =>
    shop.desk(addImport, { params: { id }, body: { ...BOUGHT, takes: ["first"], expected } });
  return { id, codes, send, add };
}

export const guardsOfImport: Guard[] = [
  {
    name: "must: not too many files are on their way",
    async attack({ shop }) {
      await shop.sql(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
         INSERT INTO code_import (id, product_id, operator, file_name, header_rows, line_count,
           shapes, created_at, state)
         SELECT 'many-' || i, ?2, 'local', 'a.csv', 0, 1, '[]', 1, 'open' FROM n`,
        OPEN_IMPORTS_MAX,
        await shop.newProduct({ stock: 0 }),
      );
      const body = {
        id: crypto.randomUUID(),
        productId: await shop.newProduct({ stock: 0 }),
        fileName: "a.csv",
        lines: 1,
      };
      expectRefused(await shop.desk(openImport, { body }), "too_many_imports");
    },
  },
  ofImport(
    "(sent_count BETWEEN 0 AND line_count)",
    "UPDATE code_import SET sent_count = 2 WHERE id = 'attacked'",
  ),
  ofImport(
    "(json_type(takes) = 'array')",
    "UPDATE code_import SET takes = '{}' WHERE id = 'attacked'",
  ),
  ofImport(
    "(json_type(shapes) = 'array')",
    "UPDATE code_import SET shapes = '{}' WHERE id = 'attacked'",
  ),
  ofImport(
    "(state IN ('open', 'adding', 'added', 'dropped'))",
    "UPDATE code_import SET state = 'lost' WHERE id = 'attacked'",
  ),
  ofImport(
    "((batch_id IS NOT NULL) = (state IN ('adding', 'added')))",
    `UPDATE code_import SET batch_id = ${BATCH} WHERE id = 'attacked'`,
  ),
  ofImport(
    "((ended_at IS NOT NULL) = (state IN ('added', 'dropped')))",
    "UPDATE code_import SET ended_at = 1 WHERE id = 'attacked'",
  ),
  refused(
    "index code_import_of_batch",
    EMPTY_BATCH,
    open("attacked", "'adding', 'empty', NULL"),
    open("twin", "'adding', 'empty', NULL"),
  ),
  refused(
    "trigger code_import_path",
    OPEN,
    "UPDATE code_import SET state = 'dropped', ended_at = 1 WHERE id = 'attacked'",
    "UPDATE code_import SET state = 'open', ended_at = NULL WHERE id = 'attacked'",
  ),
  ofLine(
    "(finding IN ('new', 'unusual', 'shelf', 'sold', 'twice', 'refused'))",
    "'line', 'attacked', 1, 'lost', '1.a.b', 'x'",
  ),
  ofLine("((sealed IS NULL) = (finding = 'refused'))", "'line', 'attacked', 1, 'new', NULL, NULL"),
  ofLine(
    "((fingerprint IS NULL) = (sealed IS NULL))",
    "'line', 'attacked', 1, 'new', '1.a.b', NULL",
  ),
  refused(
    "unique code_import_line (import_id, line)",
    OPEN,
    "UPDATE code_import SET sent_count = 1 WHERE id = 'attacked'",
    line("'line', 'attacked', 1, 'new', '1.a.b', 'x'"),
    line("'twin', 'attacked', 1, 'new', '1.a.c', 'y'"),
  ),
  ...checks("stock_watch", {
    "(threshold >= 0)": `INSERT INTO stock_watch (product_id, threshold, usual, counted_at)
      SELECT id, -1, 1, 1 FROM product WHERE delivery_type = 'manual' LIMIT 1`,
    "(usual >= 1)": `INSERT INTO stock_watch (product_id, usual, counted_at)
      SELECT id, 0, 1 FROM product WHERE delivery_type = 'manual' LIMIT 1`,
  }),
  ...checks("code_batch", {
    "(dollar_toman > 0)": set("code_batch", "dollar_toman = 0"),
    "((recall_reason IS NULL) = (recalled_at IS NULL))": set(
      "code_batch",
      "recall_reason = 'باطل'",
    ),
  }),
  ...checks("code", {
    "(is_recalled IN (0, 1))": set("code", "is_recalled = 2"),
    "(is_unusual IN (0, 1))": set("code", "is_unusual = 2"),
  }),
  leaves(
    "batch_marks_codes",
    [RECALLED],
    `SELECT 1 FROM code c JOIN code_batch b ON b.id = c.batch_id
     WHERE b.recalled_at IS NOT NULL AND c.is_recalled = 0`,
  ),
  refused(
    "trigger recalled_code_stays",
    RECALLED,
    `UPDATE code SET status = 'held', held_until = 9e15,
       order_item_id = (SELECT id FROM order_item ORDER BY id LIMIT 1)
     WHERE id = ${one("code", "status = 'free' AND is_recalled = 1")}`,
  ),
  ...lived((shop) => shop.newProduct({ stock: 1 }), "code_joins_batch"),
  ...lived((shop) => withOrder(shop, 100_000), "code_moves_in_batch"),
  ...lived(
    (shop) => shop.sql(`DELETE FROM code WHERE id = ${one("code", "status = 'free'")}`),
    "code_leaves_batch",
  ),
  ...lived(handleCodes, "code_turns_bad", "unit_turns_bad"),
  where(
    "recalled codes",
    "status <> 'sold' AND is_recalled = 0",
    "status <> 'sold'",
    async ({ shop }) => {
      const { shopper, productId } = await withCart(shop, 500_000, { stock: 1 });
      const { id } = await row(shop, "SELECT id FROM code_batch WHERE product_id = ?1", productId);
      expect((await recall(shop, String(id))).status).toBe(200);
      expectRefused(await shopper.ask(createOrder, { body: {} }), "out_of_stock");
    },
  ),
  where(
    "recalled codes whose hold is over",
    "is_recalled = 1 AND held_until <= ?2",
    "is_recalled = 2 AND held_until <= ?2",
    async ({ shop }) => {
      const { shopper, productId } = await withCart(shop, 0, { stock: 1 });
      const authority = authorityOf(await shopper.initiate());
      const { id } = await row(shop, "SELECT id FROM code_batch WHERE product_id = ?1", productId);
      await recall(shop, String(id));
      await newBatch(shop, productId, newCodes(1));
      await shop.turnClock(20 * 60_000);
      await shop.sandbox.pay(authority);
      await shopper.verify(authority);
      expect(await shopper.orders()).toHaveLength(1);
    },
  ),
  {
    name: "must: these lines are the next of an open import",
    async attack({ shop, meanwhile }) {
      const { id, codes, send } = await begun(shop, 2);
      const skips = sql("UPDATE code_import SET sent_count = 1 WHERE id = ?1", id);
      const answer = await meanwhile("'these lines are the next of an open import'", [skips], () =>
        send(1, codes.slice(0, 1)),
      );
      await shop.sql("UPDATE code_import SET sent_count = 0 WHERE id = ?1", id);
      expectRefused(answer, "other_lines");
    },
  },
  {
    name: "must: the import is whole and open",
    async attack({ shop, meanwhile }) {
      const { id, codes, send } = await begun(shop, 2);
      await send(1, [codes[0] ?? "", codes[0] ?? ""]);
      const drops = sql("UPDATE code_import SET state = 'dropped', ended_at = 1 WHERE id = ?1", id);
      const lines = [{ line: 2, text: codes[1] ?? "" }];
      expectRefused(
        await meanwhile("'the import is whole and open'", [drops], () =>
          shop.desk(correctLines, { params: { id }, body: { lines } }),
        ),
        "lines_changed",
      );
    },
  },
  {
    name: "must: the wrong lines are as they were read",
    async attack({ shop, meanwhile }) {
      const { id, codes, send } = await begun(shop, 2);
      await send(1, [codes[0] ?? "", codes[0] ?? ""]);
      const rival = sql(
        `UPDATE code_import_line SET finding = 'new', fingerprint = 'rival'
         WHERE import_id = ?1 AND line = 2`,
        id,
      );
      const lines = [{ line: 2, text: codes[1] ?? "" }];
      expectRefused(
        await meanwhile("'the wrong lines are as they were read'", [rival], () =>
          shop.desk(correctLines, { params: { id }, body: { lines } }),
        ),
        "lines_changed",
      );
    },
  },
  {
    name: "must: the import is open and whole",
    async attack({ shop, meanwhile }) {
      const { id, codes, send, add } = await begun(shop, 1);
      await send(1, codes);
      const grows = sql("UPDATE code_import SET line_count = 2 WHERE id = ?1", id);
      expectRefused(
        await meanwhile("'the import is open and whole'", [grows], () => add(1)),
        "shelf_changed",
      );
    },
  },
  {
    name: "must: the stock is as the dry run said",
    async attack({ shop, meanwhile }) {
      const id = await bring(shop, await shop.newProduct({ stock: 0 }), newCodes(1));
      const comes = sql(
        `INSERT INTO code (id, product_id, batch_id, sealed, fingerprint)
         SELECT 'rival-' || l.id, b.product_id, b.id, l.sealed, l.fingerprint
         FROM code_import_line l JOIN code_batch b ON b.id = ${BATCH} WHERE l.import_id = ?1`,
        id,
      );
      expectRefused(
        await meanwhile("'the stock is as the dry run said'", [comes], () =>
          shop.desk(addImport, {
            params: { id },
            body: { ...BOUGHT, takes: ["first"], expected: 1 },
          }),
        ),
        "shelf_changed",
      );
    },
  },
  {
    name: "must: the batch is on sale",
    async attack({ shop, meanwhile }) {
      const batchId = await newBatch(shop, await shop.newProduct({ stock: 0 }), newCodes(1));
      const rival = sql(
        "UPDATE code_batch SET recalled_at = 1, recall_reason = 'دیگری' WHERE id = ?1",
        batchId,
      );
      expectRefused(
        await meanwhile("'the batch is on sale'", [rival], () => recall(shop, batchId)),
        "batch_recalled",
      );
    },
  },
  {
    name: "must: the batch is recalled",
    async attack({ shop, meanwhile }) {
      const id = await newBatch(shop, await shop.newProduct({ stock: 0 }), newCodes(1));
      await recall(shop, id);
      const rival = sql(
        "UPDATE code_batch SET recalled_at = NULL, recall_reason = NULL WHERE id = ?1",
        id,
      );
      expectRefused(
        await meanwhile("'the batch is recalled'", [rival], () =>
          shop.desk(restoreBatch, { params: { id } }),
        ),
        "batch_not_recalled",
      );
    },
  },
];
