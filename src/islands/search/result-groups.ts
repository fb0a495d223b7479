import { listingAddress, productAddress } from "../../../contract/address.ts";
import type { FoundSubcategory, SearchResult } from "../../../contract/search.ts";
import { formatToman } from "../../../persian/toman.ts";

export type Kind = "products" | "subcategories" | "tutorials" | "help" | "recent" | "suggestions";

export interface Result {
  id: string;
  name: string;
  href: string;
  /** Null for a result without a picture. */
  imageUrl: string | null;
  /** The region of a product. */
  region?: string;
  /** The stock of a product, or the subject of a page. */
  detail?: string;
  price?: string;
}

export interface ResultGroup {
  kind: Kind;
  label: string;
  results: Result[];
}

/**
 * Returns the groups that have results, each result with its address. Tutorials and help come first
 * when the search asks how to do something.
 */
export function toGroups(found: SearchResult): ResultGroup[] {
  const answers: ResultGroup[] = [
    {
      kind: "tutorials",
      label: "آموزش‌ها",
      results: found.tutorials.map(({ id, title, slug, coverUrl }) => {
        return { id, name: title, imageUrl: coverUrl, href: `/tutorials/${slug}` };
      }),
    },
    {
      kind: "help",
      label: "راهنما",
      results: found.help.map(({ address, title, summary }) => {
        return { id: address, name: title, detail: summary, imageUrl: null, href: address };
      }),
    },
  ];
  const cards: ResultGroup[] = [
    { kind: "products", label: "محصولات", results: found.products.map(toProductResult) },
    {
      kind: "subcategories",
      label: "دسته‌بندی‌ها",
      results: found.subcategories.map(toSubcategoryResult),
    },
  ];
  const groups = found.asksHow ? [...answers, ...cards] : [...cards, ...answers];
  return groups.filter(({ results }) => results.length > 0);
}

/** Returns suggestions for a search without results. */
export function toSuggestions({ suggestions }: SearchResult): ResultGroup {
  return {
    kind: "suggestions",
    label: "شاید این‌ها",
    results: suggestions.map(toSubcategoryResult),
  };
}

function toProductResult(product: SearchResult["products"][number]): Result {
  const { id, name, imageUrl, productType, subcategoryUrlName, region, productQuantity } = product;
  const listing = listingAddress({ type: productType, urlName: subcategoryUrlName });
  return {
    id,
    name,
    imageUrl,
    href: productAddress(listing, id),
    region,
    detail: productQuantity === 0 ? "ناموجود" : "موجود",
    price: formatToman(product.priceAfterDiscount),
  };
}

function toSubcategoryResult({
  id,
  displayName,
  type,
  urlName,
  imageUrl,
}: FoundSubcategory): Result {
  return { id, name: displayName, imageUrl, href: listingAddress({ type, urlName }) };
}
