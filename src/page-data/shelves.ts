import type { Category, Product, Subcategory } from "../../contract/catalogue.ts";

/** The products that work in one region. `id` is a number: a region's name is Persian text, which makes a poor anchor. */
export interface Shelf {
  region: { id: number; name: string };
  items: Product[];
}

/** A listing by region, since a code of the wrong region is worth nothing; the region with most to choose from comes first. */
export function shelveByRegion(products: readonly Product[]): Shelf[] {
  const regions = Map.groupBy(products, (product) => product.region);
  return [...regions]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([name, items], index) => ({ region: { id: index + 1, name }, items }));
}

const OTHERS = 5;

/** The subcategories that come after this one, and from the start again after the last. */
export function othersAfter(
  categories: readonly Category[],
  subcategory: Subcategory,
): Subcategory[] {
  const all = categories.flatMap((category) => category.subcategories);
  const place = all.findIndex(({ id }) => id === subcategory.id);
  return [...all.slice(place + 1), ...all.slice(0, place)].slice(0, OTHERS);
}
