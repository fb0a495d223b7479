import { listingAddress, productAddress } from "../../../contract/address.ts";
import type { SearchResult } from "../../../contract/search.ts";

export type Kind = "products" | "subcategories" | "tutorials";

export interface Result {
  id: string;
  name: string;
  imageUrl: string;
  href: string;
}

export interface ResultGroup {
  kind: Kind;
  label: string;
  results: Result[];
}

/** Returns the groups that have results. Each result has the address it links to. */
export function toGroups({ products, subcategories, tutorials }: SearchResult): ResultGroup[] {
  const groups: ResultGroup[] = [
    {
      kind: "products",
      label: "محصولات",
      results: products.map(({ id, name, imageUrl, productType, subcategoryUrlName }) => {
        const listing = listingAddress({ type: productType, urlName: subcategoryUrlName });
        return { id, name, imageUrl, href: productAddress(listing, id) };
      }),
    },
    {
      kind: "subcategories",
      label: "دسته‌بندی‌ها",
      results: subcategories.map(({ id, displayName, type, urlName, imageUrl }) => {
        return { id, name: displayName, imageUrl, href: listingAddress({ type, urlName }) };
      }),
    },
    {
      kind: "tutorials",
      label: "آموزش‌ها",
      results: tutorials.map(({ id, title, slug, coverUrl }) => {
        return { id, name: title, imageUrl: coverUrl, href: `/tutorials/${slug}` };
      }),
    },
  ];
  return groups.filter(({ results }) => results.length > 0);
}
