import { z } from "zod";
import { toPersianDigits } from "../persian/digits.ts";
import { UrlName } from "./catalogue.ts";
import { type Endpoint, refusals } from "./endpoint.ts";

/** Search over products, subcategories and tutorials. Sections 2 and 5. */

/** In code points; longer than any name in the shop. */
export const QUERY_MAX = 100;
export const FOUND_PRODUCTS_MAX = 20;
export const FOUND_SUBCATEGORIES_MAX = 10;
export const FOUND_TUTORIALS_MAX = 10;

export const FoundProduct = z.object({
  id: z.string(),
  name: z.string(),
  imageUrl: z.string(),
  productType: UrlName,
  subcategoryUrlName: UrlName,
});
export type FoundProduct = z.infer<typeof FoundProduct>;

export const FoundSubcategory = z.object({
  id: z.string(),
  displayName: z.string(),
  urlName: UrlName,
  type: UrlName,
  imageUrl: z.string(),
});
export type FoundSubcategory = z.infer<typeof FoundSubcategory>;

export const FoundTutorial = z.object({
  id: z.string(),
  title: z.string(),
  slug: UrlName,
  coverUrl: z.string(),
});
export type FoundTutorial = z.infer<typeof FoundTutorial>;

export const SearchResult = z.object({
  products: z.array(FoundProduct).max(FOUND_PRODUCTS_MAX),
  subcategories: z.array(FoundSubcategory).max(FOUND_SUBCATEGORIES_MAX),
  tutorials: z.array(FoundTutorial).max(FOUND_TUTORIALS_MAX),
});
export type SearchResult = z.infer<typeof SearchResult>;

export const search = {
  method: "GET",
  path: "/search",
  summary:
    "Find everything that has all words of the query, or else most of them, in its names; an empty query finds nothing",
  access: "anyone",
  query: z.object({
    query: z
      .string()
      .trim()
      .refine((value) => [...value].length <= QUERY_MAX, {
        error: `این فیلد باید حداکثر ${toPersianDigits(QUERY_MAX)} کاراکتر باشد.`,
      })
      .default(""),
  }),
  answer: SearchResult,
  refusals: [refusals.invalid],
} as const satisfies Endpoint;
