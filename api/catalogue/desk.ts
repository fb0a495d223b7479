import { Hono } from "hono";
import {
  type GoodsKind,
  PRICE_CHANGES_SHOWN_MAX,
  catalogueRefusals,
  changeCategory,
  changeManualStock,
  changePrice,
  changeProduct,
  changeSubcategory,
  importCatalogue,
  makeCategory,
  makeProduct,
  makeSubcategory,
  orderGoods,
  previewCatalogue,
  showGoods,
} from "../../contract/desk/catalogue.ts";
import { refusals } from "../../contract/endpoint.ts";
import { readTogether, runBatch } from "../base/batch.ts";
import { type Shop, body, refuse } from "../base/context.ts";
import { noteDecision, noteLook } from "../base/decisions.ts";
import type { Operator, OperatorEnv } from "../base/operator.ts";
import { sha256 } from "../base/vault.ts";
import {
  type Changing,
  type Plan,
  differences,
  newProductId,
  subcategoryId,
  versionOf,
} from "./change.ts";
import * as rows from "./desk-statements.ts";
import { type Stored, planFile } from "./plan-file.ts";
import { showCatalogue, showProductPage } from "./show-goods.ts";

/** The catalogue at the desk. Section 10.30. */
export const deskCatalogue = new Hono<OperatorEnv>();
export const deskCategories = new Hono<OperatorEnv>();
export const deskSubcategories = new Hono<OperatorEnv>();
export const deskProducts = new Hono<OperatorEnv>();

deskCatalogue.get("/", async (c) => {
  const stored = await readStored(c.var.shop);
  return c.json({ categories: await showCatalogue(stored), tutorials: stored.tutorials });
});

deskCategories.post("/", body(makeCategory.body), async (c) => {
  const { type, isShown, ...facts } = c.var.body;
  const made = { kind: "category", id: type, name: facts.displayName, isShown, facts } as const;
  const isMade = await decide(c.var, { made: [made], changed: [] });
  if (!isMade) return refuse(c, catalogueRefusals.nameTaken, fieldOf("type", "nameTaken"));
  return c.json({ message: "دسته ساخته شد.", id: type });
});

deskCategories.put("/:type", body(changeCategory.body), async (c) => {
  const { version, ...facts } = c.var.body;
  const id = c.req.param("type");
  const { categories } = await readStored(c.var.shop);
  const seen = categories.find(({ type }) => type === id)?.facts;
  if (seen === undefined) return refuse(c, refusals.notFound);
  const changing = { kind: "category", id, name: facts.displayName, seen, facts } as const;
  if (!(await change(c.var, changing, version))) return refuse(c, catalogueRefusals.stale);
  return c.json({ message: "دسته عوض شد." });
});

deskSubcategories.post("/", body(makeSubcategory.body), async (c) => {
  const { type, urlName, isShown, ...facts } = c.var.body;
  const stored = await readStored(c.var.shop);
  if (!stored.categories.some((one) => one.type === type)) return refuse(c, refusals.notFound);
  if (!hasTutorial(stored, facts.tutorial)) return refuse(c, refusals.invalid, NO_TUTORIAL);
  const id = subcategoryId(type, urlName);
  const name = facts.displayName;
  const made = { kind: "subcategory", id, name, type, urlName, isShown, facts } as const;
  const isMade = await decide(c.var, { made: [made], changed: [] });
  if (!isMade) return refuse(c, catalogueRefusals.nameTaken, fieldOf("urlName", "nameTaken"));
  return c.json({ message: "زیردسته ساخته شد.", id });
});

deskSubcategories.put("/:id", body(changeSubcategory.body), async (c) => {
  const { version, ...facts } = c.var.body;
  const id = c.req.param("id");
  const stored = await readStored(c.var.shop);
  const seen = stored.subcategories.find((one) => one.id === id)?.facts;
  if (seen === undefined) return refuse(c, refusals.notFound);
  if (!hasTutorial(stored, facts.tutorial)) return refuse(c, refusals.invalid, NO_TUTORIAL);
  const changing = { kind: "subcategory", id, name: facts.displayName, seen, facts } as const;
  if (!(await change(c.var, changing, version))) return refuse(c, catalogueRefusals.stale);
  return c.json({ message: "زیردسته عوض شد." });
});

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
  const [[row], prices] = await readTogether<[rows.ProductPageRow, rows.PriceRow]>(shop.db, [
    rows.findProductPage(shop.db, id, moment),
    rows.findPrices(shop.db, id, PRICE_CHANGES_SHOWN_MAX),
  ]);
  if (!row) return refuse(c, refusals.notFound);
  await noteLook(shop.db, { operator, subject: "product", subjectId: id }, moment).run();
  return c.json({ product: await showProductPage(row, prices) });
});

deskProducts.put("/:id", body(changeProduct.body), async (c) => {
  const { version, ...facts } = c.var.body;
  const id = c.req.param("id");
  const row = await findProduct(c.var.shop, id);
  if (!row) return refuse(c, refusals.notFound);
  const { facts: seen, is_used: isUsed } = row;
  const changing = { kind: "product", id, name: facts.name, seen, facts } as const;
  if ((await versionOf(seen)) === version && isUsed === 1 && isOtherDelivery(seen, facts))
    return refuse(c, catalogueRefusals.deliveryFixed, fieldOf("deliveryType", "deliveryFixed"));
  if (await change(c.var, changing, version)) return c.json({ message: "کالا عوض شد." });
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
  // Prices that are as wished need no change: a repeated request does nothing more.
  if (differences(row.price, facts).length === 0) return c.json({ message: "قیمت همین است." });
  const isChanged = isAsSeen && (await decide(c.var, { made: [], changed: [changing] }, reason));
  return isChanged ? c.json({ message: "قیمت عوض شد." }) : refuse(c, catalogueRefusals.stale);
});

deskProducts.put("/:id/stock", body(changeManualStock.body), async (c) => {
  const { shop, operator, body: wanted } = c.var;
  const { db } = shop;
  const id = c.req.param("id");
  const moment = shop.now();
  const row = await findProduct(shop, id);
  if (!row) return refuse(c, refusals.notFound);
  const { name, deliveryType } = JSON.parse(row.facts) as { name: string; deliveryType: string };
  if (deliveryType !== "manual") return refuse(c, catalogueRefusals.notManual);
  const { stock, seen } = wanted;
  if (row.manual_stock === stock) return c.json({ message: "موجودی همین است." });
  const isSet = await runBatch(db, [
    ...rows.setManualStock(db, id, wanted, moment),
    noteDecision(
      db,
      {
        ...about(operator, "product", id),
        verdict: "stocked",
        note: name,
        before: String(seen),
        after: String(stock),
      },
      moment,
    ),
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

deskCatalogue.put("/shown", body(showGoods.body), async (c) => {
  const { shop, operator } = c.var;
  const { db } = shop;
  const { kind, id, isShown } = c.var.body;
  const moment = shop.now();
  const row = findGoods(await readStored(shop), kind, id);
  if (!row) return refuse(c, refusals.notFound);
  const [before, after] = isShown ? ["hidden", "shown"] : ["shown", "hidden"];
  const isMoved = await runBatch(db, [
    ...rows.moveShown(db, kind, id, isShown, moment),
    noteDecision(
      db,
      {
        ...about(operator, kind, id),
        verdict: isShown ? "shown" : "hidden",
        note: nameOf(row.facts),
        before: before ?? null,
        after: after ?? null,
      },
      moment,
    ),
  ]);
  if (!isMoved) return refuse(c, catalogueRefusals.stale);
  return c.json({ message: isShown ? "دوباره دیده می‌شود." : "از دید خریداران پنهان شد." });
});

deskCatalogue.put("/order", body(orderGoods.body), async (c) => {
  const { shop, operator } = c.var;
  const { db } = shop;
  const { kind, within, ids } = c.var.body;
  const moment = shop.now();
  const { results } = await rows.selectOrder(db, kind, within).all<{ id: string }>();
  if (results.length === 0) return refuse(c, refusals.notFound);
  const before = results.map(({ id }) => id);
  const isOrdered = await runBatch(db, [
    ...rows.putInOrder(db, kind, within, ids),
    noteDecision(
      db,
      {
        ...about(operator, PARENTS[kind], within ?? "catalogue"),
        verdict: "ordered",
        note: null,
        before: before.join(", "),
        after: ids.join(", "),
      },
      moment,
    ),
  ]);
  if (!isOrdered) return refuse(c, catalogueRefusals.stale);
  return c.json({ message: "ترتیب تازه نوشته شد." });
});

deskCatalogue.post("/preview", body(previewCatalogue.body), async (c) => {
  const { shop, operator } = c.var;
  const plan = planFile(c.var.body.catalogue, await readStored(shop));
  if (Object.keys(plan.mistakes).length > 0)
    return refuse(c, catalogueRefusals.wrongFile, { fields: plan.mistakes });
  const look = { operator, subject: "list", subjectId: previewCatalogue.path } as const;
  await noteLook(shop.db, look, shop.now()).run();
  const made = plan.made.map(({ kind, id, name, facts }) => ({
    kind,
    id,
    name,
    isNew: true,
    fields: differences("{}", facts),
  }));
  const changed = plan.changed.map(({ kind, id, name, seen, facts }) => ({
    kind,
    id,
    name,
    isNew: false,
    fields: differences(seen, facts),
  }));
  return c.json({
    fingerprint: await fingerprintOf(plan),
    changes: [...made, ...changed],
    unchanged: plan.unchanged,
  });
});

deskCatalogue.post("/import", body(importCatalogue.body), async (c) => {
  const { catalogue, fingerprint } = c.var.body;
  const plan = planFile(catalogue, await readStored(c.var.shop));
  if (Object.keys(plan.mistakes).length > 0)
    return refuse(c, catalogueRefusals.wrongFile, { fields: plan.mistakes });
  const changed = plan.made.length + plan.changed.length;
  // A repeated request finds everything as the file says.
  if (changed === 0) return c.json({ message: "همه‌چیز همین است که پرونده می‌گوید.", changed });
  const isDone =
    (await fingerprintOf(plan)) === fingerprint && (await decide(c.var, plan, FROM_FILE));
  if (!isDone) return refuse(c, catalogueRefusals.stale);
  return c.json({ message: "پرونده در فروشگاه نشست.", changed });
});

const FROM_FILE = "از پروندهٔ کالاها";
const NO_TUTORIAL = { fields: { tutorial: "آموزشی با این نام نیست." } };
/** What the order of things is a part of. */
const PARENTS = { category: "list", subcategory: "category", product: "subcategory" } as const;

type Vars = OperatorEnv["Variables"];

/** Carries out a plan. False when something is no longer as it was. */
function decide({ shop, operator }: Vars, plan: Plan, reason: string | null = null) {
  const by = { operator, reason, now: shop.now() };
  return runBatch(shop.db, rows.carryOut(shop.db, plan, by));
}

/**
 * Changes one thing that the operator saw in this version. What is as wished needs no change, so a
 * repeated request does nothing more.
 */
async function change(vars: Vars, changing: Changing, version: string): Promise<boolean> {
  if (differences(changing.seen, changing.facts).length === 0) return true;
  if ((await versionOf(changing.seen)) !== version) return false;
  return decide(vars, { made: [], changed: [changing] });
}

export async function readStored({ db, now }: Pick<Shop, "db" | "now">): Promise<Stored> {
  const [categories, subcategories, products, tutorials] = await readTogether<
    [rows.CategoryRow, rows.SubcategoryRow, rows.ProductRow, rows.TutorialRow]
  >(db, rows.selectCatalogue(db, now()));
  return { categories, subcategories, products, tutorials };
}

const findProduct = ({ db, now }: Shop, id: string) =>
  rows.findProductPage(db, id, now()).first<rows.ProductPageRow>();

function findGoods(stored: Stored, kind: GoodsKind, id: string) {
  if (kind === "category") return stored.categories.find(({ type }) => type === id);
  return stored[kind === "product" ? "products" : "subcategories"].find((row) => row.id === id);
}

function nameOf(facts: string): string {
  const { displayName, name } = JSON.parse(facts) as { displayName?: string; name?: string };
  return displayName ?? name ?? "";
}

const isOtherDelivery = (seen: string, facts: object) =>
  differences(seen, facts).some(({ name }) => name === "deliveryType");
const hasTutorial = ({ tutorials }: Stored, slug: string | null) =>
  slug === null || tutorials.some((one) => one.slug === slug);
const about = (operator: Operator, subject: GoodsKind | "list", subjectId: string) => ({
  operator,
  subject,
  subjectId,
});
const fieldOf = (field: string, refusal: keyof typeof catalogueRefusals) => ({
  fields: { [field]: catalogueRefusals[refusal].message },
});

/** Recognises a plan; ids that are new each time are left out. */
function fingerprintOf({ made, changed }: Plan): Promise<string> {
  const named = made.map((one) => (one.kind === "product" ? { ...one, id: "" } : one));
  return sha256(JSON.stringify([named, changed]));
}
