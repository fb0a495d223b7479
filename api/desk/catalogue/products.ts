import { Hono } from "hono";
import { mayReadCost } from "../../../contract/desk/caller.ts";
import { type ProductFacts, catalogueRefusals } from "../../../contract/desk/goods.ts";
import {
  PRICE_CHANGES_SHOWN_MAX,
  changeManualStock,
  changePrice,
  changeProduct,
  changeQuestions,
  makeProduct,
} from "../../../contract/desk/product.ts";
import { refusals } from "../../../contract/endpoint.ts";
import { readTogether, runBatch, readFirst } from "../../base/batch.ts";
import { type Shop, body, refuse } from "../../base/context.ts";
import { noteDecision, noteView } from "../../base/decisions.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { costsIn, differences, newProductId, versionOf } from "../../goods/catalogue/change.ts";
import { change, decide, fieldOf, readStored } from "../../goods/catalogue/decide.ts";
import { mayNameCosts } from "../giving/costs.ts";
import { maySetPrices, paidPrice } from "../giving/prices.ts";
import * as rows from "../../goods/catalogue/stored.ts";
import { setManualStock } from "../../goods/catalogue/shown-statements.ts";
import { showProductPage } from "../../goods/catalogue/show-goods.ts";

/** Products and their prices at the desk. Section 10.30. */
export const deskProducts = new Hono<OperatorEnv>();

deskProducts.post("/", body(makeProduct.body), async (c) => {
  const { subcategoryId: parent, stock, isShown, ...facts } = c.var.body;
  const stored = await readStored(c.var.shop);
  const subcategory = stored.subcategories.find(({ id }) => id === parent);
  if (!subcategory) return refuse(c, refusals.notFound);
  const id = newProductId(subcategory.url_name);
  const isManual = facts.deliveryType === "manual";
  const made = {
    kind: "product",
    id,
    name: facts.name,
    subcategoryId: parent,
    stock: isManual ? stock : 0,
    isShown,
    facts: { ...facts, unitCost: isManual ? facts.unitCost : 0 },
  } as const;
  const isMade = await decide(c.var, { made: [made], changed: [] });
  if (!isMade)
    return refuse(c, catalogueRefusals.productExists, fieldOf("denomination", "productExists"));
  return c.json({ message: "کالا ساخته شد.", id });
});

deskProducts.get("/:id", async (c) => {
  const { shop, operator } = c.var;
  const id = c.req.param("id");
  const moment = shop.now();
  const [[row], prices] = await readTogether(shop.db, [
    rows.findProductPage(shop.db, id, moment),
    rows.findPrices(shop.db, id, PRICE_CHANGES_SHOWN_MAX),
  ]);
  if (!row) return refuse(c, refusals.notFound);
  await noteView({ db: shop.db, operator, moment }, "product", id).run();
  return c.json({ product: await showProductPage(row, prices, mayReadCost(operator)) });
});

deskProducts.put("/:id", body(changeProduct.body), async (c) => {
  const { version, isSure, ...facts } = c.var.body;
  const id = c.req.param("id");
  const row = await findProduct(c.var.shop, id);
  if (!row) return refuse(c, refusals.notFound);
  const { facts: seen, is_used: isUsed } = row;
  const changing = { kind: "product", id, name: facts.name, seen, facts } as const;
  if ((await versionOf(seen)) === version && isUsed === 1 && isOtherDelivery(seen, facts))
    return refuse(c, catalogueRefusals.deliveryFixed, fieldOf("deliveryType", "deliveryFixed"));
  const giving = await mayNameCosts(
    c.var,
    costsIn([changing]),
    { isSure, subject: "product", subjectId: id, asked: facts.unitCost, note: facts.name },
    c.var.shop.now(),
  );
  if ("refusal" in giving) return refuse(c, giving.refusal, giving.extra);
  if (await change(c.var, changing, version, giving.statements))
    return c.json({ message: "کالا عوض شد." });
  const now = await findProduct(c.var.shop, id);
  if (now?.facts !== seen || (await versionOf(seen)) !== version)
    return refuse(c, catalogueRefusals.stale);
  return refuse(c, catalogueRefusals.productExists, fieldOf("denomination", "productExists"));
});

deskProducts.put("/:id/price", body(changePrice.body), async (c) => {
  const { seen, reason, ...facts } = c.var.body;
  const id = c.req.param("id");
  const row = await findProduct(c.var.shop, id);
  if (!row) return refuse(c, refusals.notFound);
  const { name } = JSON.parse(row.facts) as { name: string };
  const isAsSeen = differences(row.price, seen).length === 0;
  const changing = { kind: "price", id, name, seen: row.price, facts } as const;
  // Prices that are already as requested need no change, so a repeated request does nothing more.
  if (differences(row.price, facts).length === 0) return c.json({ message: "قیمت همین است." });
  if (!isAsSeen) return refuse(c, catalogueRefusals.stale);
  const giving = await maySetPrices(
    c.var,
    [paidPrice(id, facts)],
    { isForTwo: true, subject: "product", subjectId: id, note: reason },
    c.var.shop.now(),
  );
  if ("refusal" in giving) return refuse(c, giving.refusal, giving.extra);
  const isChanged = await decide(
    c.var,
    { made: [], changed: [changing] },
    reason,
    giving.statements,
  );
  return isChanged ? c.json({ message: "قیمت عوض شد." }) : refuse(c, catalogueRefusals.stale);
});

deskProducts.put("/:id/questions", body(changeQuestions.body), async (c) => {
  const { questions, version } = c.var.body;
  const id = c.req.param("id");
  const row = await findProduct(c.var.shop, id);
  if (!row) return refuse(c, refusals.notFound);
  const { name } = JSON.parse(row.facts) as { name: string };
  const changing = {
    kind: "questions",
    id,
    name,
    seen: row.questions,
    facts: { questions },
  } as const;
  if (!(await change(c.var, changing, version))) return refuse(c, catalogueRefusals.stale);
  return c.json({ message: "پرسش‌ها نوشته شد." });
});

deskProducts.put("/:id/stock", body(changeManualStock.body), async (c) => {
  const { shop, operator, body: requested } = c.var;
  const { db } = shop;
  const id = c.req.param("id");
  const moment = shop.now();
  const row = await findProduct(shop, id);
  if (!row) return refuse(c, refusals.notFound);
  const { name, deliveryType, unitCost } = JSON.parse(row.facts) as ProductFacts;
  if (deliveryType !== "manual") return refuse(c, catalogueRefusals.notManual);
  const { stock, seen } = requested;
  if (row.manual_stock === stock) return c.json({ message: "موجودی همین است." });
  const more = { productId: id, unitCost, units: Math.max(0, stock - row.manual_stock) };
  const giving = await mayNameCosts(
    c.var,
    [more],
    { isSure: true, subject: "product", subjectId: id, asked: more, note: name },
    moment,
  );
  if ("refusal" in giving) return refuse(c, giving.refusal, giving.extra);
  const isSet = await runBatch(db, [
    ...giving.statements,
    ...setManualStock(db, id, requested, moment),
    noteDecision({ db, operator, moment }, "product", id, "stocked", {
      note: name,
      before: String(seen),
      after: String(stock),
    }),
  ]);
  if (isSet) return c.json({ message: "موجودی نوشته شد." });
  const now = await findProduct(shop, id);
  return refuse(
    c,
    now?.manual_stock === seen && now.held_units > stock
      ? catalogueRefusals.unitsHeld
      : catalogueRefusals.stale,
  );
});

const findProduct = ({ db, now }: Shop, id: string) =>
  readFirst(rows.findProductPage(db, id, now()));

const isOtherDelivery = (seen: string, facts: object) =>
  differences(seen, facts).some(({ name }) => name === "deliveryType");
