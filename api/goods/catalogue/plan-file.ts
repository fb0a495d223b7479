import type { CatalogueFile } from "../../../contract/desk/catalogue-file.ts";
import type { PriceFacts, ProductFacts } from "../../../contract/desk/goods.ts";
import { type Changing, type Plan, differences, newProductId, subcategoryId } from "./change.ts";
import type * as rows from "./stored.ts";

/** The catalogue as it is stored now. */
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
  /**
   * Mistakes by their place in the file, such as `categories.0.type`. If there are any, there is no
   * plan.
   */
  mistakes: Record<string, string>;
  /** The number of things in the file that need no change. */
  unchanged: number;
};

interface Options {
  /** True for the demo shop, whose products keep the ids of the file. */
  keepsIds?: boolean;
}

/** A plan in progress, with what was read from the file so far. */
interface Draft {
  stored: Stored;
  plan: FilePlan;
  keepsIds: boolean;
  /** The ids of subcategories, by their URL name. */
  addresses: Map<string, string>;
  types: Set<string>;
  /**
   * The products that were read from the file so far: `products` contains their subcategory, region
   * and denomination, `rows` the stored products that match them.
   */
  products: Set<string>;
  rows: Set<rows.ProductRow>;
}

/**
 * Returns the changes that a file makes: new things are added after the existing ones, and facts
 * that differ are changed. Nothing is deleted, hidden or reordered; things that are not in the file
 * stay as they are.
 */
export function planFile(
  file: CatalogueFile,
  stored: Stored,
  { keepsIds = false }: Options = {},
): FilePlan {
  const draft: Draft = {
    stored,
    plan: { made: [], changed: [], mistakes: {}, unchanged: 0 },
    keepsIds,
    addresses: new Map(stored.subcategories.map(({ url_name: name, id }) => [name, id])),
    types: new Set(),
    products: new Set(),
    rows: new Set(),
  };
  for (const [index, category] of file.categories.entries())
    planCategory(draft, category, `categories.${String(index)}`);
  return draft.plan;
}

function planCategory(
  draft: Draft,
  { type, displayName, subcategories }: FileCategory,
  place: string,
): void {
  const { stored, plan, types } = draft;
  if (types.has(type)) addMistake(plan, `${place}.type`, "این دسته دو بار در پرونده است.");
  types.add(type);
  const row = stored.categories.find((known) => known.type === type);
  const facts = { displayName };
  if (row) change(plan, { kind: "category", id: type, name: displayName, seen: row.facts, facts });
  else plan.made.push({ kind: "category", id: type, name: displayName, isShown: true, facts });
  const here = new Set<string>();
  for (const [at, subcategory] of subcategories.entries()) {
    const below = `${place}.subcategories.${String(at)}`;
    if (here.has(subcategory.urlName))
      addMistake(plan, `${below}.urlName`, "این زیردسته دو بار در پرونده است.");
    here.add(subcategory.urlName);
    planSubcategory(draft, subcategory, type, below);
  }
}

function planSubcategory(draft: Draft, one: FileSubcategory, type: string, place: string): void {
  const { stored, plan, addresses } = draft;
  const { urlName, displayName, latinName, hue, tagline, regionNotice, redeem } = one;
  const id = subcategoryId(type, urlName);
  const row = stored.subcategories.find(
    (known) => known.type === type && known.url_name === urlName,
  );
  const taken = addresses.get(urlName);
  if (taken !== undefined && taken !== row?.id)
    addMistake(plan, `${place}.urlName`, "زیردستهٔ دیگری همین نام نشانی را دارد.");
  addresses.set(urlName, id);
  if (one.tutorial != null && stored.tutorials.every(({ slug }) => slug !== one.tutorial))
    addMistake(plan, `${place}.tutorial`, "آموزشی با این نام نیست.");
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
  const named = { kind: "subcategory", name: displayName, facts } as const;
  if (row) change(plan, { ...named, id: row.id, seen: row.facts });
  else plan.made.push({ ...named, id, type, urlName, isShown: true });
  for (const [index, product] of one.products.entries())
    planProduct(
      draft,
      product,
      { id: row?.id ?? id, urlName },
      `${place}.products.${String(index)}`,
    );
}

function planProduct(draft: Draft, one: FileProduct, parent: Parent, place: string): void {
  const { plan, products, rows: used } = draft;
  const row = findProduct(draft, one, parent, place);
  const key = `${parent.id} ${one.region} ${one.denomination}`;
  if (products.has(key))
    addMistake(plan, place, "این کالا، با همین ریجن و ارزش، دو بار در پرونده است.");
  products.add(key);
  if (row === undefined) {
    makeProduct(draft, one, parent);
    return;
  }
  if (used.has(row)) addMistake(plan, place, "این کالا دو بار در پرونده است.");
  used.add(row);
  changeProduct(plan, one, row, place);
}

/** The subcategory of a product. */
interface Parent {
  id: string;
  urlName: string;
}

/**
 * Finds the stored product that a product of the file means: the product with its id, or else the
 * product with the same subcategory, region and denomination.
 */
function findProduct(
  { stored, plan }: Draft,
  { id, region, denomination }: FileProduct,
  parent: Parent,
  place: string,
): rows.ProductRow | undefined {
  const named = stored.products.find((row) => row.id === id);
  if (named && named.subcategory_id !== parent.id)
    addMistake(plan, `${place}.id`, "کالایی با این شناسه در زیردستهٔ دیگری است.");
  const alike = stored.products.filter((row) => {
    if (row.subcategory_id !== parent.id) return false;
    const facts = JSON.parse(row.facts) as ProductFacts;
    return facts.region === region && facts.denomination === denomination;
  });
  if (named && alike.some((row) => row !== named))
    addMistake(plan, place, "این زیردسته کالای دیگری با همین ریجن و همین ارزش دارد.");
  if (named === undefined && alike.length > 1)
    addMistake(plan, place, "فروشگاه دو کالا با این ریجن و ارزش دارد؛ شناسهٔ یکی را بنویسید.");
  return named ?? alike[0];
}

const pricesOf = ({ price, priceAfterDiscount, reward }: FileProduct): PriceFacts => ({
  price,
  priceAfterDiscount,
  reward,
});

function makeProduct({ plan, keepsIds }: Draft, one: FileProduct, parent: Parent): void {
  const { name, region, denomination, deliveryType, stock = 0, unitCost = 0, questions } = one;
  const isManual = deliveryType === "manual";
  const own = { name, region, denomination, deliveryType, unitCost: isManual ? unitCost : 0 };
  plan.made.push({
    kind: "product",
    id: keepsIds && one.id !== undefined ? one.id : newProductId(parent.urlName),
    name,
    subcategoryId: parent.id,
    stock: isManual ? stock : 0,
    isShown: true,
    facts: { ...own, ...pricesOf(one), ...(questions && { questions }) },
  });
}

function changeProduct(
  plan: FilePlan,
  one: FileProduct,
  row: rows.ProductRow,
  place: string,
): void {
  const { name, region, denomination, deliveryType, questions } = one;
  const { id } = row;
  const before = JSON.parse(row.facts) as ProductFacts;
  if (row.is_used === 1 && before.deliveryType !== deliveryType)
    addMistake(
      plan,
      `${place}.deliveryType`,
      "این کالا کد یا سفارش دارد و شیوهٔ تحویلش عوض نمی‌شود.",
    );
  const unitCost = deliveryType === "manual" ? (one.unitCost ?? before.unitCost) : before.unitCost;
  const facts = { name, region, denomination, deliveryType, unitCost };
  change(plan, { kind: "product", id, name, seen: row.facts, facts });
  change(plan, { kind: "price", id, name, seen: row.price, facts: pricesOf(one) });
  if (questions)
    change(plan, { kind: "questions", id, name, seen: row.questions, facts: { questions } });
}

/** Notes a mistake at a place of the file; only the first one at each place is kept. */
function addMistake(plan: FilePlan, place: string, sentence: string): void {
  plan.mistakes[place] ??= sentence;
}

function change(plan: FilePlan, changing: Changing): void {
  if (differences(changing.seen, changing.facts).length > 0) plan.changed.push(changing);
  else plan.unchanged += 1;
}
