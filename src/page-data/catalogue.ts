import * as contract from "../../contract/catalogue.ts";
import type { Category, Product, Subcategory } from "../../contract/catalogue.ts";

/** What the pages read from the shop. A failing shop throws: the error page says so, never an empty list. */

const asked = new WeakMap<App.Locals, Promise<Category[]>>();

/** All categories; page and header of one request share one call. */
export function readCategories(locals: App.Locals): Promise<Category[]> {
  const earlier = asked.get(locals);
  if (earlier) return earlier;
  const categories = read(locals, "/categories").then(
    (answer) => contract.getCategories.answer.parse(answer).categories,
  );
  asked.set(locals, categories);
  return categories;
}

/** The products of one subcategory, cheapest first. */
export async function readListing(
  locals: App.Locals,
  { type, urlName }: Subcategory,
): Promise<Product[]> {
  const query = new URLSearchParams({ type, subcategory: urlName });
  return contract.getProducts.answer.parse(await read(locals, `/products?${query.toString()}`))
    .products;
}

/** Every product there is. */
export async function readProducts(locals: App.Locals): Promise<Product[]> {
  return contract.getProducts.answer.parse(await read(locals, "/products")).products;
}

/** A subcategory by the two parts of its address. */
export function findSubcategory(
  categories: readonly Category[],
  type: string,
  urlName: string,
): Subcategory | undefined {
  return categories
    .find((category) => category.type === type)
    ?.subcategories.find((one) => one.urlName === urlName);
}

async function read(locals: App.Locals, path: string): Promise<unknown> {
  const response = await locals.shop(path);
  if (!response.ok) throw new Error(`The shop answered ${path} with ${String(response.status)}`);
  return await response.json();
}
