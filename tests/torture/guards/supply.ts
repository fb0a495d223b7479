import { expect } from "vitest";
import { refundItem } from "../../../contract/desk/refund.ts";
import { askSupplierAgain, setProductSupply, setSupplier } from "../../../contract/desk/supply.ts";
import { createOrder } from "../../../contract/order.ts";
import type { TestShop } from "../../support/shop.ts";
import { withBrought, withSupplied, withUnsent } from "../../support/supply.ts";
import { deskRequest } from "../../support/wire-request.ts";
import { newSupply } from "../plant.ts";
import { type Guard, NAMELESS, expectRefused, sql, succeeds } from "./guard.ts";
import { checks, leaves, lived, refused } from "./schema.ts";

/** Guards of codes that come from a supplier. */

const ofSupply = (rows: Record<string, Record<string, string>>) =>
  checks(
    "supplier_order",
    Object.fromEntries(Object.entries(rows).map(([check, changes]) => [check, newSupply(changes)])),
  );

function newRule(changes: Record<string, string> = {}): string {
  const values: Record<string, string> = {
    source: "'shelf'",
    supplier: "'reloadly'",
    sku: "'120'",
    face: "'10'",
    face_currency: "'USD'",
    ceiling_code_toman: "5",
    updated_at: "1",
    ...changes,
  };
  return `INSERT INTO product_supply (product_id, ${Object.keys(values).join(", ")})
    SELECT id, ${Object.values(values).join(", ")} FROM product
    WHERE id NOT IN (SELECT product_id FROM product_supply) LIMIT 1`;
}

const supplier = (changes: string) => `UPDATE supplier SET ${changes}`;

/** A statement about bought codes that the tables refuse. */
const ofCodes = (name: string, statement: string): Guard => ({
  name,
  async attack({ shop }) {
    await withBrought(shop);
    await expect(shop.sql(statement)).rejects.toThrow(/SQLITE_CONSTRAINT/);
  },
});
const newCode = (position: string, code: string) =>
  `INSERT INTO supplier_code (supplier, remote_id, position, ref, code_id)
   SELECT supplier, remote_id, ${position}, ref, ${code} FROM supplier_code LIMIT 1`;
const ANOTHER_CODE =
  "(SELECT id FROM code WHERE id NOT IN (SELECT code_id FROM supplier_code) LIMIT 1)";

const refunds = (shop: TestShop, orderItemId: string) =>
  deskRequest(shop, refundItem, { params: { orderItemId }, body: { reason: "خریدار خواست" } });
const salesOf = async (shop: TestShop, ref: string) => (await shop.sandbox.sales([ref])).length;

/** An order whose price the supplier refused. */
async function withRefused(shop: TestShop) {
  const here = await withUnsent(shop);
  await shop.sandbox.plan({ provider: "reloadly", call: "order", kind: "code", code: 1 });
  await shop.runJobs("supplies");
  return here;
}

export const guardsOfSupply: Guard[] = [
  ...checks("supplier", {
    "(length(currency) = 3)": supplier("currency = 'dollar'"),
    "(rate_toman BETWEEN 1 AND 100000000)": supplier("rate_toman = 0"),
    "(ceiling_day_toman >= 1)": supplier("ceiling_day_toman = 0"),
    "(low_micros >= 0)": supplier("low_micros = -1"),
    "(follows_rate IN (0, 1))": supplier("follows_rate = 2"),
  }),
  leaves(
    "supplier_follows_rate",
    [
      supplier("follows_rate = 1, rate_toman = 1"),
      "UPDATE rate SET toman = 77000, read_at = 1 WHERE currency = 'USD'",
    ],
    "SELECT name FROM supplier WHERE rate_toman <> 77000",
  ),
  {
    name: "must: the rate to follow is known",
    async attack({ shop }) {
      const body = { currency: "CHF", rate: null, followsRate: true, ceilingDay: null };
      expectRefused(
        await shop.desk(setSupplier, { params: { name: "reloadly" }, body }),
        "no_rate",
      );
    },
  },
  ...checks("product_supply", {
    "(source IN ('shelf', 'both', 'supplier'))": newRule({ source: "'moon'" }),
    "(length(face_currency) = 3)": newRule({ face_currency: "'dollar'" }),
    "(ceiling_code_toman BETWEEN 1 AND 1000000000)": newRule({ ceiling_code_toman: "0" }),
    "(ceiling_day_toman >= 1)": newRule({ ceiling_day_toman: "0" }),
  }),
  ...ofSupply({
    "(quantity BETWEEN 1 AND 10)": { quantity: "0" },
    "(state IN ('held', 'due', 'asking', 'working', 'failed', 'review', 'refused', 'done', 'dropped', 'returned'))":
      { state: "'gone'" },
    "(unit_cost_toman >= 1)": { unit_cost_toman: "0", remote_id: "'1'" },
    "(state NOT IN ('working', 'failed', 'done') OR (remote_id IS NOT NULL AND unit_cost_toman IS NOT NULL))":
      { state: "'working'", next_attempt_at: "1" },
    "(unit_cost_toman IS NULL OR remote_id IS NOT NULL)": { unit_cost_toman: "5" },
    "((state IN ('done', 'returned')) = (settled_at IS NOT NULL))": { settled_at: "1" },
    "((state IN ('due', 'asking', 'working', 'failed')) = (next_attempt_at IS NOT NULL))": {
      next_attempt_at: "1",
    },
  }),
  refused(
    "unique supplier_order (order_item_id)",
    newSupply(),
    newSupply({ ref: "'another ref'" }),
  ),
  refused(
    "index supplier_order_of_remote",
    newSupply({ remote_id: "'9'" }),
    newSupply({ remote_id: "'9'" }, 1),
  ),
  refused(
    "trigger supplier_order_path",
    newSupply(),
    "UPDATE supplier_order SET state = 'due', next_attempt_at = 1 WHERE ref = 'guard-0'",
  ),
  refused(
    "trigger supplier_order_stands",
    newSupply(),
    "UPDATE supplier_order SET face = '50' WHERE ref = 'guard-0'",
  ),
  refused(
    "trigger supplier_order_never_goes",
    newSupply(),
    "DELETE FROM supplier_order WHERE ref = 'guard-0'",
  ),
  ofCodes("check supplier_code (position >= 1)", newCode("0", ANOTHER_CODE)),
  ofCodes("unique supplier_code (code_id)", newCode("99", "code_id")),
  ofCodes("trigger supplier_code_stands", "UPDATE supplier_code SET position = 98"),
  ofCodes("trigger supplier_code_never_goes", "DELETE FROM supplier_code"),
  ...lived(withBrought, "supplier_order_counts", "supplier_order_counts_anew"),
  ...lived(async (shop) => {
    const { shopper } = await withSupplied(shop);
    expect((await shopper.initiate()).status).toBe(200);
    await shop.turnClock(20 * 60_000);
    await shop.runJobs("payments");
  }, "supplier_order_uncounted"),
  ...lived(async (shop) => {
    const { itemId } = await withUnsent(shop);
    const body = { reason: "خریدار خواست" };
    await succeeds(shop.desk(refundItem, { params: { orderItemId: itemId }, body }));
  }, "item_ends_its_supply"),
  {
    name: "must: the suppliers may bring it",
    async attack({ shop, meanwhile }) {
      const { shopper, productId } = await withSupplied(shop);
      const answer = await meanwhile(
        "'the suppliers may bring it'",
        [sql(supplier("balance_micros = 0"))],
        () => shopper.ask(createOrder, { body: {} }),
      );
      // Purchases that succeed must not continue while the database is restored.
      const underWay = "product_id = ?1 AND state IN ('due', 'asking', 'working')";
      await expect
        .poll(() => shop.sql(`SELECT 1 FROM supplier_order WHERE ${underWay}`, productId))
        .toEqual([]);
      expectRefused(answer);
    },
  },
  {
    name: "must: the supplier order is as it was read",
    async attack({ shop, meanwhile }) {
      const { ref } = await withUnsent(shop);
      const takesTurn = sql(
        "UPDATE supplier_order SET next_attempt_at = next_attempt_at + 600000 WHERE ref = ?1",
        ref,
      );
      await meanwhile("'the supplier order is as it was read'", [takesTurn], () =>
        shop.runJobs("supplies"),
      );
      expect(await salesOf(shop, ref)).toBe(0);
    },
  },
  {
    name: "must: the supplier order may be sent",
    async attack({ shop, meanwhile }) {
      const { shopper, orderId, ref } = await withUnsent(shop);
      const waits = sql("UPDATE orders SET profile_due_at = 9000000000000 WHERE id = ?1", orderId);
      await meanwhile("'the supplier order may be sent'", [sql(NAMELESS, shopper.id), waits], () =>
        shop.runJobs("supplies"),
      );
      expect(await salesOf(shop, ref)).toBe(0);
    },
  },
  {
    name: "must: the item waits for these codes",
    heldAlsoBy: [
      "check account (kind NOT IN ('shopper', 'hold', 'clearing') OR credits_toman >= debits_toman)",
    ],
    async attack({ shop, meanwhile }) {
      const { itemId, productId } = await withUnsent(shop);
      await meanwhile("'the item waits for these codes'", [refunds(shop, itemId)], () =>
        shop.runJobs("supplies"),
      );
      expect(await shop.sql("SELECT status FROM code WHERE product_id = ?1", productId)).toEqual([
        { status: "free" },
      ]);
    },
  },
  {
    name: "must: a supplier brings only what is instant",
    async attack({ shop, meanwhile }) {
      const productId = await shop.newProduct();
      const turns = sql("UPDATE product SET delivery_type = 'manual' WHERE id = ?1", productId);
      const body = {
        source: "both" as const,
        sku: "120",
        face: "10",
        ceilingCode: 1_000_000_000,
        ceilingDay: null,
      };
      expectRefused(
        await meanwhile("'a supplier brings only what is instant'", [turns], () =>
          shop.desk(setProductSupply, { params: { productId }, body }),
        ),
        "not_instant",
      );
    },
  },
  {
    name: "must: the order is as it was",
    heldAlsoBy: ["trigger supplier_order_path"],
    async attack({ shop, meanwhile }) {
      const { ref, itemId } = await withRefused(shop);
      expectRefused(
        await meanwhile("'the order is as it was'", [refunds(shop, itemId)], () =>
          shop.deskUntyped(askSupplierAgain, { params: { ref } }),
        ),
        "not_askable",
      );
    },
  },
];
