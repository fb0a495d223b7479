import type { Category, Product, Subcategory } from "../../contract/catalogue.ts";

/** The products of one region. `id` is a number, because Persian text makes a poor anchor. */
export interface Shelf {
  region: { id: number; name: string };
  items: Product[];
}

/**
 * Groups products by region, because a code works in its region only. The region with the most
 * products comes first.
 */
export function shelveByRegion(products: readonly Product[]): Shelf[] {
  const regions = Map.groupBy(products, (product) => product.region);
  return [...regions]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([name, items], index) => ({ region: { id: index + 1, name }, items }));
}

const OTHERS = 5;

/** Returns the subcategories after this one, and continues with the first after the last. */
export function othersAfter(
  categories: readonly Category[],
  subcategory: Subcategory,
): Subcategory[] {
  const all = categories.flatMap((category) => category.subcategories);
  const index = all.findIndex(({ id }) => id === subcategory.id);
  return [...all.slice(index + 1), ...all.slice(0, index)].slice(0, OTHERS);
}
