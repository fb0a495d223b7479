import { Hono } from "hono";
import {
  type CodeBatch,
  SALES_DAYS,
  type StockProduct,
  exportBatch,
  getStock,
  recallBatch,
  setThreshold,
  stockRefusals,
} from "../../../contract/desk/stock.ts";
import { refusals } from "../../../contract/endpoint.ts";
import { tehranDay, writePersian } from "../../../persian/calendar.ts";
import { readTogether, runBatch, readFirst } from "../../base/batch.ts";
import { type Shop, body, query, refuse } from "../../base/context.ts";
import { writeCsv } from "../../../persian/write-csv.ts";
import { noteDecision } from "../../base/decisions.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { NEWEST, byCreation, cutPage, readCursor } from "../../base/page.ts";
import * as batches from "../../buying/code/batch-statements.ts";
import { keepThreshold } from "../../goods/stock/watch.ts";
import * as statements from "./statements.ts";
import { takeOut } from "./take-out.ts";
import { markLow } from "../../goods/stock/watch.ts";
import { toIso, toIsoOrNull } from "../../base/time.ts";

/** The stock and its batches. Section 10.28. */
export const deskStock = new Hono<OperatorEnv>();
export const deskBatches = new Hono<OperatorEnv>();

deskStock.get("/", async (c) => {
  const { db, now } = c.var.shop;
  const [rows, suppliers] = await readTogether(db, [
    statements.findStock(db, tehranDay(now())),
    statements.findSuppliers(db),
  ]);
  return c.json({ products: rows.map(showProduct).toSorted(compareCover), suppliers });
});

deskStock.get("/:productId", query(getStock.query), async (c) => {
  const { db, now } = c.var.shop;
  const { limit, cursor } = c.var.query;
  const productId = c.req.param("productId");
  const today = tehranDay(now());
  const [[row], batches, sales] = await readTogether(db, [
    statements.findStockOf(db, productId, today),
    statements.findBatches(db, productId, readCursor(cursor) ?? NEWEST, limit + 1),
    statements.findSales(db, productId, today),
  ]);
  if (!row) return refuse(c, refusals.notFound);
  const { page, nextCursor } = cutPage(batches, limit, byCreation);
  const sold = new Map(sales.map(({ day, units }) => [day, units]));
  const days = Array.from({ length: SALES_DAYS }, (_, index) => today - SALES_DAYS + index);
  return c.json({
    product: showProduct(row),
    batches: page.map(showBatch),
    nextCursor,
    days: days.map((day) => ({ day: writePersian(day), sold: sold.get(day) ?? 0 })),
  });
});

deskStock.put("/:productId", body(setThreshold.body), async (c) => {
  const { shop, operator } = c.var;
  const { db } = shop;
  const { threshold } = c.var.body;
  const moment = shop.now();
  const row = await readFirst(
    statements.findStockOf(db, c.req.param("productId"), tehranDay(moment)),
  );
  if (!row) return refuse(c, refusals.notFound);
  const say = (value: number | null) => (value === null ? "by sales" : String(value));
  await db.batch([
    keepThreshold(db, row.id, threshold),
    markLow(db, moment),
    noteDecision({ db, operator, moment }, "product", row.id, "threshold_set", {
      before: say(row.threshold),
      after: say(threshold),
    }),
  ]);
  return c.json({ message: "مرز هشدار ثبت شد." });
});

deskBatches.post("/:id/recall", body(recallBatch.body), async (c) => {
  const { shop, operator } = c.var;
  const { db } = shop;
  const { reason } = c.var.body;
  const moment = shop.now();
  const id = c.req.param("id");
  const batch = await find(shop, id);
  if (!batch) return refuse(c, refusals.notFound);
  const isRecalled = await runBatch(db, [
    ...batches.recallBatch(db, id, reason, moment),
    noteDecision({ db, operator, moment }, "code_batch", id, "recalled", { note: reason }),
  ]);
  if (!isRecalled) return refuse(c, stockRefusals.recalled);
  return c.json({
    message: "بسته فراخوانده شد و کدهای آزادش دیگر فروخته نمی‌شود.",
    batch: showBatch((await find(shop, id)) ?? batch),
  });
});

deskBatches.delete("/:id/recall", async (c) => {
  const { shop, operator } = c.var;
  const { db, now } = shop;
  const id = c.req.param("id");
  const batch = await find(shop, id);
  if (!batch) return refuse(c, refusals.notFound);
  const isRestored = await runBatch(db, [
    ...batches.restoreBatch(db, id),
    noteDecision({ db, operator, moment: now() }, "code_batch", id, "restored"),
  ]);
  if (!isRestored) return refuse(c, stockRefusals.notRecalled);
  return c.json({
    message: "کدهای آزاد این بسته دوباره فروخته می‌شود.",
    batch: showBatch((await find(shop, id)) ?? batch),
  });
});

deskBatches.post("/:id/export", body(exportBatch.body), async (c) => {
  const { shop, operator } = c.var;
  const { after, reason } = c.var.body;
  const id = c.req.param("id");
  const taken = await takeOut(shop, operator, { id, after, reason });
  if ("refusal" in taken) return refuse(c, taken.refusal, taken.extra);
  const { batch, texts, next } = taken;
  const table = texts.map((text) => [text]);
  const text = writeCsv(after === "" ? [["کد"], ...table] : table);
  c.header("Cache-Control", "no-store");
  return c.json({
    name: `codes-${writePersian(tehranDay(batch.created_at))}-${id.slice(0, 4)}.csv`,
    text: after === "" ? text : text.replace("\ufeff", ""),
    next,
  });
});

const find = ({ db }: Shop, id: string) => readFirst(statements.findBatch(db, id));

function showProduct(row: statements.StockRow): StockProduct {
  return {
    id: row.id,
    name: row.name,
    region: row.region,
    price: row.price_toman,
    isActive: row.is_active === 1,
    free: row.free,
    held: row.held,
    sold: row.sold,
    recalled: row.recalled,
    known: row.known,
    bad: row.bad,
    sold30: row.sold30,
    coverDays: row.sold30 === 0 ? null : Math.round((row.free * SALES_DAYS * 10) / row.sold30) / 10,
    threshold: row.threshold ?? row.usual ?? 1,
    isOwnThreshold: row.threshold !== null,
    lowSince: toIsoOrNull(row.low_since),
    waiting: row.waiting,
  };
}

/**
 * Compares products for the list: those on sale first, then those that run out first. A product
 * without sales is urgent only when its stock is empty. Products that are equal in this are ordered
 * by sales, then by the number of people who wait for them.
 */
function compareCover(one: StockProduct, other: StockProduct): number {
  const cover = ({ coverDays, free }: StockProduct) => (free === 0 ? 0 : (coverDays ?? Infinity));
  return (
    Number(other.isActive) - Number(one.isActive) ||
    compare(cover(one), cover(other)) ||
    other.sold30 - one.sold30 ||
    other.waiting - one.waiting ||
    one.name.localeCompare(other.name, "fa")
  );
}

const compare = (one: number, other: number) => (one === other ? 0 : one < other ? -1 : 1);

function showBatch(row: statements.BatchRow): CodeBatch {
  const isRecalled = row.recalled_at !== null;
  return {
    id: row.id,
    supplier: row.supplier,
    invoice: row.invoice,
    unitCost: row.unit_cost_toman,
    dollar: row.dollar_toman,
    createdAt: toIso(row.created_at),
    recalledAt: toIsoOrNull(row.recalled_at),
    recallReason: row.recall_reason,
    free: isRecalled ? 0 : row.free_count,
    held: row.held_count,
    sold: row.sold_count,
    recalled: isRecalled ? row.free_count : 0,
    known: row.known_count,
    bad: row.bad_count,
  };
}
