import { Hono } from "hono";
import { mayReadCost } from "../../../contract/desk/caller.ts";
import {
  type DeskProductSupply,
  type DeskSupplier,
  type DeskSupplierOrder,
  listSupplierOrders,
  setProductSupply,
  setSupplier,
  supplyRefusals,
} from "../../../contract/desk/supply.ts";
import { type Refusal, refusals } from "../../../contract/endpoint.ts";
import { readTogether, runBatch, readFirst } from "../../base/batch.ts";
import { type Shop, body, query, refuse } from "../../base/context.ts";
import { noteDecision } from "../../base/decisions.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { NEWEST, readPage } from "../../base/page.ts";
import { fromMicros, toMicros } from "../../outside/decimal.ts";
import { readBalances } from "../../buying/supply/balance.ts";
import { canAsk } from "../../buying/supply/cancelling.ts";
import * as statements from "../../buying/supply/supplier-statements.ts";
import { BALANCE_GOOD_MS } from "../../goods/stock/supplied.ts";
import { findSupply } from "../../buying/supply/statements.ts";
import { takeTurn, toToman } from "../../buying/supply/work.ts";
import { toIso, toIsoOrNull } from "../../base/time.ts";

export const deskSupply = new Hono<OperatorEnv>();

deskSupply.get("/", async (c) => {
  const { shop } = c.var;
  const moment = shop.now();
  const [suppliers, products] = await readTogether(shop.db, [
    statements.findSuppliers(shop.db, null, moment),
    statements.findSuppliedProducts(shop.db, moment),
  ]);
  return c.json({
    suppliers: suppliers.map((row) => showSupplier(shop, row)),
    products: products.map(showProduct),
  });
});

deskSupply.get("/orders", query(listSupplierOrders.query), async (c) => {
  const { page, nextCursor } = await readPage(
    c.var,
    statements.findSupplierOrders,
    ({ created_at: at, ref: id }) => ({ at, id }),
    NEWEST,
  );
  return c.json({ orders: page.map(showOrder), nextCursor });
});

deskSupply.put("/suppliers/:name", body(setSupplier.body), async (c) => {
  const { shop, operator, body: wish } = c.var;
  const { db } = shop;
  const name = c.req.param("name");
  const before = await findSupplier(shop, name);
  if (!before) return refuse(c, refusals.notFound);
  const rate = wish.followsRate ? null : wish.rate;
  const lowMicros = Number(toMicros(wish.lowBalance));
  const isSet = await runBatch(db, [
    statements.claimRate(db, wish.currency, rate),
    statements.updateSupplier(db, name, { ...wish, rate, lowMicros }),
    noteDecision({ db, operator, moment: shop.now() }, "supplier", name, "changed", {
      before: termsOf(before),
      after: `${wish.currency} ${String(rate ?? "follows")} · ${limitOf(wish.ceilingDay)}`,
    }),
  ]);
  if (!isSet) return refuse(c, supplyRefusals.noRate);
  await readBalances(shop);
  const after = await findSupplier(shop, name);
  if (!after) throw new Error("A supplier went away");
  return c.json({ message: "تأمین‌کننده تنظیم شد.", supplier: showSupplier(shop, after) });
});

deskSupply.put("/products/:productId", body(setProductSupply.body), async (c) => {
  const { shop, operator, body: wish } = c.var;
  const { db } = shop;
  const productId = c.req.param("productId");
  const before = await findProduct(shop, productId);
  if (!before) return refuse(c, refusals.notFound);
  if (before.delivery_type !== "instant") return refuse(c, supplyRefusals.notInstant);
  const priced = wish.source === "shelf" ? null : await price(shop, wish);
  if (priced !== null && "refusal" in priced) return refuse(c, priced.refusal);
  const moment = shop.now();
  const isSet = await runBatch(db, [
    ...statements.setSupplyRule(db, productId, wish, moment),
    noteDecision({ db, operator, moment }, "product_supply", productId, "changed", {
      before: before.source === null ? "shelf" : ruleOf(before),
      after: ruleOf({
        ...wish,
        face_currency: wish.faceCurrency,
        ceiling_code_toman: wish.ceilingCode,
        ceiling_day_toman: wish.ceilingDay,
      }),
    }),
  ]);
  const after = await findProduct(shop, productId);
  if (!isSet || !after) return refuse(c, supplyRefusals.notInstant);
  return c.json({
    message: "شیوهٔ تأمین این محصول تنظیم شد.",
    product: showProduct(after),
    unitCost: priced?.unitCost ?? null,
  });
});

deskSupply.post("/orders/:ref/again", async (c) => {
  const { shop, operator } = c.var;
  const { db } = shop;
  const ref = c.req.param("ref");
  const before = await findOrder(db, ref);
  if (!before) return refuse(c, refusals.notFound);
  if (!canAskAgain(before)) return refuse(c, supplyRefusals.notAskable);
  const moment = shop.now();
  const isMoved = await runBatch(db, [
    ...statements.askAgain(db, before, moment),
    noteDecision({ db, operator, moment }, "supplier_order", ref, "asked_supplier", {
      before: before.state,
    }),
  ]);
  const row = isMoved ? await readFirst(findSupply(db, ref)) : null;
  if (!row) return refuse(c, supplyRefusals.notAskable);
  await takeTurn(shop, row);
  const order = await findOrder(db, ref);
  if (!order) throw new Error("An order at a supplier went away");
  const shown = mayReadCost(operator) ? showOrder(order) : null;
  return c.json({ message: "از تأمین‌کننده پرسیده شد.", order: shown });
});

const findSupplier = (shop: Shop, name: string) =>
  readFirst(statements.findSuppliers(shop.db, name, shop.now()));
const findProduct = (shop: Shop, id: string) =>
  readFirst(statements.findProductSupply(shop.db, id, shop.now()));
const findOrder = (db: D1Database, ref: string) => readFirst(statements.findSupplierOrder(db, ref));

/**
 * Returns the present cost of one code, which is null when it is unknown. Returns a refusal when
 * the supplier does not sell the code, or sells it above the limit.
 */
async function price(
  shop: Shop,
  wish: statements.SupplyWish,
): Promise<{ unitCost: number | null } | { refusal: Refusal }> {
  const priced = await shop.suppliers.of(wish.supplier).price(wish);
  if (priced.kind === "gone") return { refusal: supplyRefusals.notSold };
  const supplier = await findSupplier(shop, wish.supplier);
  if (
    priced.kind === "unknown" ||
    supplier?.rate_toman == null ||
    priced.currency !== supplier.currency
  )
    return { unitCost: null };
  const unitCost = toToman(priced.cost, supplier.rate_toman, 1);
  return unitCost > wish.ceilingCode ? { refusal: supplyRefusals.tooDear } : { unitCost };
}

const canAskAgain = (row: statements.SupplierOrderRow) =>
  canAsk(row.state) && (row.state !== "refused" || row.delivery_status === "processing");

function showSupplier({ suppliers, now }: Shop, row: statements.DeskSupplierRow): DeskSupplier {
  const isKnown = row.balance_micros !== null && row.balance_at !== null;
  const isOld = (row.balance_at ?? 0) <= now() - BALANCE_GOOD_MS;
  return {
    name: row.name,
    isConfigured: suppliers.names.includes(row.name),
    currency: row.currency,
    rate: row.rate_toman,
    followsRate: row.follows_rate === 1,
    ceilingDay: row.ceiling_day_toman,
    committedToday: row.committed_toman,
    underWay: row.open_toman,
    balance: isKnown ? writeMicros(row.balance_micros ?? 0) : null,
    balanceAt: toIsoOrNull(row.balance_at),
    lowBalance: writeMicros(row.low_micros),
    isLow: !isKnown || isOld || (row.balance_micros ?? 0) < row.low_micros,
  };
}

/** Writes an amount in micros as a decimal number; a negative amount as 0. */
const writeMicros = (micros: number) => fromMicros(BigInt(Math.max(0, micros)));

function showProduct(row: statements.ProductSupplyRow): DeskProductSupply {
  return {
    productId: row.product_id,
    productName: row.product_name,
    source: row.source ?? "shelf",
    supplier: row.supplier,
    sku: row.sku,
    face: row.face,
    faceCurrency: row.face_currency,
    ceilingCode: row.ceiling_code_toman,
    ceilingDay: row.ceiling_day_toman,
    shelf: row.shelf,
    available: row.available,
  };
}

function showOrder(row: statements.SupplierOrderRow): DeskSupplierOrder {
  return {
    ref: row.ref,
    orderItemId: row.order_item_id,
    orderId: row.order_id,
    orderNumber: row.order_number,
    productName: row.product_name,
    quantity: row.quantity,
    supplier: row.supplier,
    state: row.state,
    reason: row.reason,
    remoteId: row.remote_id,
    cost: row.cost,
    costCurrency: row.cost_currency,
    rate: row.rate_toman,
    unitCost: row.unit_cost_toman,
    waitsFor: row.waits_for,
    canAskAgain: canAskAgain(row),
    createdAt: toIso(row.created_at),
  };
}

/** The terms of a supplier, and a supply rule, in the form of the log. */
const limitOf = (toman: number | null) => (toman === null ? "∞" : String(toman));
const termsOf = (row: statements.DeskSupplierRow) =>
  `${row.currency} ${row.follows_rate === 1 ? "follows" : String(row.rate_toman ?? "—")} · ${limitOf(row.ceiling_day_toman)}`;
const ruleOf = (
  row: Pick<
    statements.ProductSupplyRow,
    "source" | "sku" | "face" | "face_currency" | "ceiling_code_toman" | "ceiling_day_toman"
  >,
) =>
  `${String(row.source)} ${row.sku} ${row.face} ${row.face_currency} · ${String(row.ceiling_code_toman)} · ${limitOf(row.ceiling_day_toman)}`;
