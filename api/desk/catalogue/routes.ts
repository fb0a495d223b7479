import { Hono } from "hono";
import { mayReadCost } from "../../../contract/desk/caller.ts";
import {
  type GoodsKind,
  changeCategory,
  changeSubcategory,
  makeCategory,
  makeSubcategory,
  orderGoods,
  showGoods,
} from "../../../contract/desk/catalogue.ts";
import { catalogueRefusals } from "../../../contract/desk/goods.ts";
import { refusals } from "../../../contract/endpoint.ts";
import { runBatch, readAll } from "../../base/batch.ts";
import { body, refuse } from "../../base/context.ts";
import { noteDecision } from "../../base/decisions.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { subcategoryId } from "../../goods/catalogue/change.ts";
import { change, decide, fieldOf, readStored } from "../../goods/catalogue/decide.ts";
import * as rows from "../../goods/catalogue/shown-statements.ts";
import type { Stored } from "../../goods/catalogue/plan-file.ts";
import { showCatalogue } from "../../goods/catalogue/show-goods.ts";

/** The catalogue at the desk. Section 10.30. */
export const deskCatalogue = new Hono<OperatorEnv>();
export const deskCategories = new Hono<OperatorEnv>();
export const deskSubcategories = new Hono<OperatorEnv>();

deskCatalogue.get("/", async (c) => {
  const stored = await readStored(c.var.shop);
  const categories = await showCatalogue(stored, mayReadCost(c.var.operator));
  return c.json({ categories, tutorials: stored.tutorials });
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

deskCatalogue.put("/shown", body(showGoods.body), async (c) => {
  const { shop, operator } = c.var;
  const { db } = shop;
  const { kind, id, isShown } = c.var.body;
  const moment = shop.now();
  const row = findGoods(await readStored(shop), kind, id);
  if (!row) return refuse(c, refusals.notFound);
  const [before, after] = isShown ? (["hidden", "shown"] as const) : (["shown", "hidden"] as const);
  const isMoved = await runBatch(db, [
    ...rows.setGoodsShown(db, kind, id, isShown, moment),
    noteDecision({ db, operator, moment }, kind, id, isShown ? "shown" : "hidden", {
      note: nameOf(row.facts),
      before,
      after,
    }),
  ]);
  if (!isMoved) return refuse(c, catalogueRefusals.stale);
  return c.json({ message: isShown ? "دوباره دیده می‌شود." : "از دید خریداران پنهان شد." });
});

deskCatalogue.put("/order", body(orderGoods.body), async (c) => {
  const { shop, operator } = c.var;
  const { db } = shop;
  const { kind, within, ids } = c.var.body;
  const moment = shop.now();
  const results = await readAll(rows.selectOrder(db, kind, within));
  if (results.length === 0) return refuse(c, refusals.notFound);
  const before = results.map(({ id }) => id);
  const isOrdered = await runBatch(db, [
    ...rows.putInOrder(db, kind, within, ids),
    noteDecision({ db, operator, moment }, PARENTS[kind], within ?? "catalogue", "ordered", {
      before: before.join(", "),
      after: ids.join(", "),
    }),
  ]);
  if (!isOrdered) return refuse(c, catalogueRefusals.stale);
  return c.json({ message: "ترتیب تازه نوشته شد." });
});

const NO_TUTORIAL = { fields: { tutorial: "آموزشی با این نام نیست." } };
/** The parent within which things of each kind are sorted. */
const PARENTS = { category: "list", subcategory: "category", product: "subcategory" } as const;

function findGoods(stored: Stored, kind: GoodsKind, id: string) {
  if (kind === "category") return stored.categories.find(({ type }) => type === id);
  return stored[kind === "product" ? "products" : "subcategories"].find((row) => row.id === id);
}

function nameOf(facts: string): string {
  const { displayName, name } = JSON.parse(facts) as { displayName?: string; name?: string };
  return displayName ?? name ?? "";
}

const hasTutorial = ({ tutorials }: Stored, slug: string | null) =>
  slug === null || tutorials.some((one) => one.slug === slug);
