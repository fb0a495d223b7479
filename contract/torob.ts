import { z } from "zod";
import type { Endpoint } from "./endpoint.ts";

/**
 * The product feed for the price comparison Torob: its Product API, version 3. Names and formats
 * are Torob's. Source: product_api_v3.md and torob_api_token_guide.md of
 * github.com/torob/Torob-Sync.
 */

export const TOROB_API_VERSION = "torob_api_v3";
/** The headers with the signed token and the version of its format. */
export const TOROB_TOKEN_HEADER = "X-Torob-Token";
export const TOROB_TOKEN_VERSION_HEADER = "X-Torob-Token-Version";
export const TOROB_TOKEN_VERSION = "1";
/** Products per page; also the most that can be requested by URL or id. */
export const TOROB_PAGE_SIZE = 100;
export const TEXT_MAX = 500;
export const SHORT_TEXT_MAX = 200;

export const torobRefusals = {
  notTorob: { code: "torob_token", status: 401, message: "توکن ترب پذیرفته نشد." },
  badRequest: {
    code: "torob_request",
    status: 400,
    message: "بدنهٔ درخواست باید فقط یکی از page_urls، page_uniques یا page همراه با sort باشد.",
  },
} as const;

export const TorobTokenHeader = z.object({ alg: z.literal("EdDSA") });

/** Times are in seconds since 1970. */
export const TorobTokenClaims = z.object({ aud: z.string(), exp: z.number(), nbf: z.number() });

const names = (lengthMax: number) => z.array(z.string().max(lengthMax)).min(1).max(TOROB_PAGE_SIZE);

export const TorobSort = z.enum(["date_added_desc", "date_updated_desc"]);
export type TorobSort = z.infer<typeof TorobSort>;

/** Exactly one of three forms, without defaults, as Torob demands. */
export const TorobRequest = z.union([
  z.strictObject({ page_urls: names(1_500) }),
  z.strictObject({ page_uniques: names(200) }),
  z.strictObject({ page: z.number().int().min(1).max(10_000), sort: TorobSort }),
]);
export type TorobRequest = z.infer<typeof TorobRequest>;

export const TorobProduct = z.object({
  page_unique: z.string().max(SHORT_TEXT_MAX).describe("The product's id"),
  page_url: z.url().max(1_500),
  product_group_id: z
    .string()
    .max(SHORT_TEXT_MAX)
    .describe("The subcategory's id; the products in it differ in value and region"),
  title: z.string().max(TEXT_MAX),
  subtitle: z.string().max(TEXT_MAX).describe("Latin name and denomination"),
  current_price: z
    .number()
    .int()
    .describe("Present price in toman; 0 when the product cannot be bought"),
  old_price: z
    .number()
    .int()
    .optional()
    .describe("Price before the discount in toman; absent without a discount"),
  availability: z.boolean(),
  category_name: z.string().max(SHORT_TEXT_MAX),
  image_links: z.array(z.url().max(1_000)).min(1),
  spec: z.record(z.string(), z.string()),
  guarantee: z.string().max(SHORT_TEXT_MAX),
  short_desc: z.string().max(TEXT_MAX),
  date_added: z.iso.datetime({ offset: true }),
  date_updated: z.iso.datetime({ offset: true }),
});
export type TorobProduct = z.infer<typeof TorobProduct>;

export const TorobFeed = z.object({
  api_version: z.literal(TOROB_API_VERSION),
  current_page: z.number().int(),
  total: z.number().int(),
  max_pages: z.number().int(),
  products: z.array(TorobProduct).max(TOROB_PAGE_SIZE),
});
export type TorobFeed = z.infer<typeof TorobFeed>;

export const getTorobProducts = {
  method: "POST",
  path: "/torob/products",
  summary:
    "Product feed for signed requests of Torob: one page, or the products of given URLs or ids",
  access: "anyone",
  sells: true,
  body: TorobRequest,
  answer: TorobFeed,
  refusals: [torobRefusals.badRequest, torobRefusals.notTorob],
} as const satisfies Endpoint;
