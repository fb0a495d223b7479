import type { z } from "zod";
import * as contract from "../../contract/catalogue.ts";
import type { Category, Experience, Product, Subcategory } from "../../contract/catalogue.ts";

/**
 * Reads the catalogue for pages. Throws when the shop fails, so that visitors get the error page
 * instead of an empty list.
 */

type Categories = z.infer<typeof contract.getCategories.answer>;
const answersByRequest = new WeakMap<App.Locals, Promise<Categories>>();

/** Returns all categories. The page and the header of one request share one call. */
export async function readCategories(locals: App.Locals): Promise<Category[]> {
  return (await readAnswer(locals)).categories;
}

/**
 * Returns the sum in toman for which a shopper may buy in a day without identity papers. Returns 0
 * when the shop does not answer, since pages that only mention the sum work without it.
 */
export function readWithoutPapers(locals: App.Locals): Promise<number> {
  return readAnswer(locals).then(
    ({ withoutPapersToman = 0 }) => withoutPapersToman,
    () => 0,
  );
}

function readAnswer(locals: App.Locals): Promise<Categories> {
  const earlier = answersByRequest.get(locals);
  if (earlier) return earlier;
  const answer = read(locals, "/categories").then((body) =>
    contract.getCategories.answer.parse(body),
  );
  answersByRequest.set(locals, answer);
  return answer;
}

/** Returns the products of one subcategory, cheapest first. */
export async function readListing(
  locals: App.Locals,
  { type, urlName }: Subcategory,
): Promise<Product[]> {
  const query = new URLSearchParams({ type, subcategory: urlName });
  return contract.getProducts.answer.parse(await read(locals, `/products?${query.toString()}`))
    .products;
}

/** Returns all products, and the recent experience of buyers. */
export async function readProducts(
  locals: App.Locals,
): Promise<{ products: Product[]; experience: Experience | null }> {
  const { products, experience } = contract.getProducts.answer.parse(
    await read(locals, "/products"),
  );
  return { products, experience: experience ?? null };
}

/** Finds a subcategory by the two parts of its address. */
export function findSubcategory(
  categories: readonly Category[],
  type: string,
  urlName: string,
): Subcategory | undefined {
  return categories
    .find((category) => category.type === type)
    ?.subcategories.find((one) => one.urlName === urlName);
}

/**
 * Finds a subcategory by another spelling of its name: «league of legends», «Free-Fire»,
 * «battle.net».
 */
export function findByOtherName(
  categories: readonly Category[],
  type: string,
  name: string,
): Subcategory | undefined {
  const requested = foldName(name);
  return categories
    .find((category) => category.type === type)
    ?.subcategories.find((one) => [one.urlName, one.latinName].map(foldName).includes(requested));
}

/**
 * Returns only the letters and digits of a name, since people write spaces, dashes and dots
 * differently.
 */
function foldName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

async function read(locals: App.Locals, path: string): Promise<unknown> {
  const response = await locals.shop(path);
  if (!response.ok) throw new Error(`The shop answered ${path} with ${String(response.status)}`);
  return await response.json();
}
