import { regionOf } from "../art/regions.ts";
import type { Category, Product, Subcategory } from "../../contract/catalogue.ts";

/** The products of one region. `id` identifies the region in URLs and attributes. */
export interface Shelf {
  region: { id: string; name: string };
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
    .map(([name, items], index) => {
      const { flag } = regionOf(name);
      return { region: { id: flag === "plain" ? `r${String(index)}` : flag, name }, items };
    });
}

const WIDEST = 5;

/** Returns how many columns leave the fewest places empty in the last row: 5, 4 or 3. */
export function columnsFor(count: number): number {
  const empty = (columns: number) => (columns - (count % columns)) % columns;
  return [WIDEST, 4, 3].toSorted((one, other) => empty(one) - empty(other))[0] ?? WIDEST;
}

const OTHERS = 4;

/**
 * Returns the next subcategories after this one. After the last subcategory, the first one follows.
 */
export function othersAfter(
  categories: readonly Category[],
  subcategory: Subcategory,
): Subcategory[] {
  const all = categories.flatMap((category) => category.subcategories);
  const index = all.findIndex(({ id }) => id === subcategory.id);
  return [...all.slice(index + 1), ...all.slice(0, index)].slice(0, OTHERS);
}
