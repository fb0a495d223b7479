import { z } from "zod";
import { toPersianDigits } from "../persian/digits.ts";
import { Product, UrlName } from "./catalogue.ts";
import { type Endpoint, refusals } from "./endpoint.ts";

/** Search over products, subcategories, tutorials and help. Sections 2 and 5. */

/**
 * These characters change the direction of the text after them, and are often copied from chats.
 */
const DIRECTION_MARKS = /[\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g;

/**
 * Returns a query in the form that pages show and caches use: without control characters, direction
 * marks and repeated spaces.
 */
export function normaliseQuery(text: string): string {
  return text
    .normalize("NFC")
    .replace(DIRECTION_MARKS, "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
}

/** True for a query that search accepts. */
export function isSearchable(query: string): boolean {
  return [...query].length <= QUERY_MAX;
}

/** In code points; longer than any name in the shop. */
export const QUERY_MAX = 100;
export const FOUND_PRODUCTS_MAX = 20;
export const FOUND_SUBCATEGORIES_MAX = 10;
export const FOUND_TUTORIALS_MAX = 10;
export const FOUND_HELP_MAX = 6;
export const SUGGESTED_MAX = 6;

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

export const FoundHelp = z.object({
  address: z.string().describe("Path of a help page, or of a section in it"),
  title: z.string(),
  summary: z.string(),
});
export type FoundHelp = z.infer<typeof FoundHelp>;

export const SearchResult = z.object({
  products: z.array(Product).max(FOUND_PRODUCTS_MAX),
  subcategories: z.array(FoundSubcategory).max(FOUND_SUBCATEGORIES_MAX),
  tutorials: z.array(FoundTutorial).max(FOUND_TUTORIALS_MAX),
  help: z.array(FoundHelp).max(FOUND_HELP_MAX),
  asksHow: z
    .boolean()
    .describe("True when the query asks how to do something; then show tutorials and help first"),
  notice: z
    .string()
    .nullable()
    .describe("Persian note when the query names a region or service that the shop does not sell"),
  suggestions: z
    .array(FoundSubcategory)
    .max(SUGGESTED_MAX)
    .describe("Subcategories to view instead when nothing was found; otherwise empty"),
});
export type SearchResult = z.infer<typeof SearchResult>;

export const search = {
  method: "GET",
  path: "/search",
  summary:
    "Find everything whose names contain all words of the query, or if nothing does, most of them. An empty query finds nothing and suggests popular services",
  access: "anyone",
  query: z.object({
    query: z
      .string()
      .trim()
      .refine(isSearchable, {
        error: `این فیلد باید حداکثر ${toPersianDigits(QUERY_MAX)} کاراکتر باشد.`,
      })
      .default(""),
  }),
  answer: SearchResult,
  refusals: [refusals.invalid, refusals.tooMany],
} as const satisfies Endpoint;
