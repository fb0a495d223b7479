import type { CatalogueFile } from "../../../contract/desk/catalogue-file.ts";
import type { PriceFacts, ProductFacts } from "../../../contract/desk/goods.ts";
import { type Changing, type Plan, differences, newProductId, subcategoryId } from "./change.ts";
import type * as rows from "./stored.ts";

/** The catalogue as it is. */
export interface Stored {
  categories: rows.CategoryRow[];
  subcategories: rows.SubcategoryRow[];
  products: rows.ProductRow[];
  tutorials: rows.TutorialRow[];
}

type FileCategory = CatalogueFile["categories"][number];
type FileSubcategory = FileCategory["subcategories"][number];
type FileProduct = FileSubcategory["products"][number];

export type FilePlan = Plan & {
  /** Sentences by the place in the file, as in `categories.0.type`; then there is no plan. */
  mistakes: Record<string, string>;
  /** Things of the file that are as it says. */
  unchanged: number;
};

interface Options {
  /** True for the demo shop, whose products keep the ids of the file. */
  keepsIds?: boolean;
}

/**
 * Returns what a file changes: what is missing is made behind what is there, and what differs is
 * changed. Nothing is deleted, hidden or put in another order, and what the file leaves out stays.
 */
export function planFile(
  file: CatalogueFile,
  stored: Stored,
  { keepsIds = false }: Options = {},
): FilePlan {
  const plan: FilePlan = { made: [], changed: [], mistakes: {}, unchanged: 0 };
  const wrong = (place: string, sentence: string) => {
    plan.mistakes[place] ??= sentence;
  };
  const change = (changing: Changing) => {
    if (differences(changing.seen, changing.facts).length > 0) plan.changed.push(changing);
    else plan.unchanged += 1;
  };
  const types = new Set<string>();
  const addresses = new Map(stored.subcategories.map(({ url_name: name, id }) => [name, id]));
  const seenHere = new Set<string>();
  const used = new Set<string>();

  const planProduct = (one: FileProduct, sub: FileSubcategory, id: string, place: string) => {
    const { name, region, denomination, deliveryType, price, priceAfterDiscount, reward } = one;
    const siblings = stored.products
      .filter(({ subcategory_id: parent }) => parent === id)
      .map((row) => ({ row, facts: JSON.parse(row.facts) as ProductFacts }));
    const named = stored.products.find((row) => row.id === one.id);
    if (named && named.subcategory_id !== id)
      wrong(`${place}.id`, "کالایی با این شناسه در زیردستهٔ دیگری است.");
    const alike = siblings
      .filter(({ facts }) => facts.region === region && facts.denomination === denomination)
      .map(({ row }) => row);
    if (named && alike.some((row) => row !== named))
      wrong(place, "این زیردسته کالای دیگری با همین ریجن و همین ارزش دارد.");
    if (named === undefined && alike.length > 1)
      wrong(place, "فروشگاه دو کالا با این ریجن و ارزش دارد؛ شناسهٔ یکی را بنویسید.");
    const row = named ?? alike[0];
    const prices: PriceFacts = { price, priceAfterDiscount, reward };
    const key = `${id} ${region} ${denomination}`;
    if (seenHere.has(key)) wrong(place, "این کالا، با همین ریجن و ارزش، دو بار در پرونده است.");
    seenHere.add(key);
    if (row === undefined) {
      const newId = keepsIds && one.id !== undefined ? one.id : newProductId(sub.urlName);
      const { stock = 0, unitCost = 0 } = one;
      const isManual = deliveryType === "manual";
      const own = { name, region, denomination, deliveryType, unitCost: isManual ? unitCost : 0 };
      plan.made.push({
        kind: "product",
        id: newId,
        name,
        subcategoryId: id,
        stock: isManual ? stock : 0,
        isShown: true,
        facts: { ...own, ...prices, ...(one.questions && { questions: one.questions }) },
      });
      return;
    }
    if (used.has(row.id)) wrong(place, "این کالا دو بار در پرونده است.");
    used.add(row.id);
    const before = JSON.parse(row.facts) as ProductFacts;
    if (row.is_used === 1 && before.deliveryType !== deliveryType)
      wrong(`${place}.deliveryType`, "این کالا کد یا سفارش دارد و شیوهٔ تحویلش عوض نمی‌شود.");
    const unitCost =
      deliveryType === "manual" ? (one.unitCost ?? before.unitCost) : before.unitCost;
    const facts = { name, region, denomination, deliveryType, unitCost };
    change({ kind: "product", id: row.id, name, seen: row.facts, facts });
    change({ kind: "price", id: row.id, name, seen: row.price, facts: prices });
    const { questions } = one;
    if (questions)
      change({ kind: "questions", id: row.id, name, seen: row.questions, facts: { questions } });
  };

  const planSubcategory = (one: FileSubcategory, type: string, place: string) => {
    const { urlName, displayName, latinName, hue, tagline, regionNotice, redeem } = one;
    const id = subcategoryId(type, urlName);
    const row = stored.subcategories.find(
      (known) => known.type === type && known.url_name === urlName,
    );
    const taken = addresses.get(urlName);
    if (taken !== undefined && taken !== row?.id)
      wrong(`${place}.urlName`, "زیردستهٔ دیگری همین نام نشانی را دارد.");
    addresses.set(urlName, id);
    if (one.tutorial != null && stored.tutorials.every(({ slug }) => slug !== one.tutorial))
      wrong(`${place}.tutorial`, "آموزشی با این نام نیست.");
    const before = row && (JSON.parse(row.facts) as Partial<Record<string, never>>);
    const facts = {
      displayName,
      latinName,
      hue,
      tagline,
      regionNotice,
      redeemUrl: redeem ? redeem.url : (before?.["redeemUrl"] ?? null),
      redeemSteps: redeem ? redeem.steps : (before?.["redeemSteps"] ?? []),
      tutorial: one.tutorial === undefined ? (before?.["tutorial"] ?? null) : one.tutorial,
      words: one.words ?? before?.["words"] ?? [],
    };
    if (row) change({ kind: "subcategory", id: row.id, name: displayName, seen: row.facts, facts });
    else
      plan.made.push({
        kind: "subcategory",
        id,
        name: displayName,
        type,
        urlName,
        isShown: true,
        facts,
      });
    for (const [index, product] of one.products.entries())
      planProduct(product, one, row?.id ?? id, `${place}.products.${String(index)}`);
  };

  for (const [index, { type, displayName, subcategories }] of file.categories.entries()) {
    const place = `categories.${String(index)}`;
    if (types.has(type)) wrong(`${place}.type`, "این دسته دو بار در پرونده است.");
    types.add(type);
    const row = stored.categories.find((known) => known.type === type);
    const facts = { displayName };
    if (row) change({ kind: "category", id: type, name: displayName, seen: row.facts, facts });
    else plan.made.push({ kind: "category", id: type, name: displayName, isShown: true, facts });
    const here = new Set<string>();
    for (const [at, subcategory] of subcategories.entries()) {
      const below = `${place}.subcategories.${String(at)}`;
      if (here.has(subcategory.urlName))
        wrong(`${below}.urlName`, "این زیردسته دو بار در پرونده است.");
      here.add(subcategory.urlName);
      planSubcategory(subcategory, type, below);
    }
  }
  return plan;
}
