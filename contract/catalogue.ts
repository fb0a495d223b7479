import { z } from "zod";
import { type Endpoint, refusals } from "./endpoint.ts";
import { Id } from "./field.ts";

/** The catalogue: categories, their subcategories and the products in them. Sections 1 and 2. */

export const DeliveryType = z.enum(["instant", "manual"]);
export type DeliveryType = z.infer<typeof DeliveryType>;

/** A name in addresses: lower-case words joined by dashes. */
export const UrlName = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  .max(60);

const OwnPicture = z
  .string()
  .optional()
  .describe("An operator's own picture, shown instead of the drawn card");

export const Subcategory = z.object({
  id: z.string(),
  displayName: z.string().describe("Persian name"),
  latinName: z.string(),
  urlName: UrlName,
  type: UrlName.describe("The category's type, the first part of the address"),
  imageUrl: z.string().describe("For rows: the drawn card, or an operator's own picture"),
  ownPicture: OwnPicture,
  shareImage: z
    .string()
    .optional()
    .describe(
      "The picture for shared links to the listing; when absent, the build may have drawn one",
    ),
  hue: z.number().int().min(0).max(359).describe("Colour of the drawn card, degrees of oklch"),
  tagline: z.string().describe("One sentence about what these cards pay for"),
  regionNotice: z.string().describe("The region that the buyer's account must have"),
  tutorial: UrlName.optional().describe("A tutorial that the shop chose for it"),
  productCount: z.number().int(),
});
export type Subcategory = z.infer<typeof Subcategory>;

export const Category = z.object({
  type: UrlName,
  displayName: z.string(),
  subcategories: z.array(Subcategory),
});
export type Category = z.infer<typeof Category>;

export const Product = z.object({
  id: z.string(),
  name: z.string(),
  productType: UrlName,
  subcategoryUrlName: UrlName,
  imageUrl: z.string(),
  region: z.string().describe("Region of the account the code works on, in Persian"),
  denomination: z.string().describe("Face value as printed on the card, Latin, for example $10"),
  deliveryType: DeliveryType,
  price: z.number().int().describe("Toman"),
  priceAfterDiscount: z.number().int().describe("Toman"),
  reward: z.number().int().describe("Cashback per unit, toman"),
  productQuantity: z.number().int().describe("Units that can be bought now"),
  rating: z
    .object({ average: z.number().describe("1 to 5, one decimal"), count: z.number().int() })
    .nullable()
    .describe("The buyers' ratings, without ratings that use a canned text"),
  asks: z
    .string()
    .optional()
    .describe("The label of the product's first question to its buyer; absent when it has none"),
  updatedAt: z.iso.datetime(),
});
export type Product = z.infer<typeof Product>;

/** With fewer orders or ratings than this, a percentage or an average says nothing. */
export const EXPERIENCE_MIN = 30;

/** The recent experience of buyers in the whole shop. Section 2. */
export const Experience = z.object({
  fastPercent: z
    .number()
    .int()
    .nullable()
    .describe(
      "The percentage of the latest orders with instant items that were delivered within a minute of payment",
    ),
  ratings: z
    .array(
      z.object({ stars: z.number().int(), productId: z.string(), createdAt: z.iso.datetime() }),
    )
    .describe("The newest ratings of products on sale, without canned ones; no names and no texts"),
});
export type Experience = z.infer<typeof Experience>;

export const getCategories = {
  method: "GET",
  path: "/categories",
  summary: "All categories with their subcategories",
  access: "anyone",
  answer: z.object({
    categories: z.array(Category),
    withoutPapersToman: z
      .number()
      .int()
      .optional()
      .describe(
        "Toman that a shopper may spend in 24 hours without papers; 0 or absent when papers are always needed",
      ),
  }),
  refusals: [],
} as const satisfies Endpoint;

export const getProducts = {
  method: "GET",
  path: "/products",
  summary: "The products of one subcategory, or of all, cheapest first",
  access: "anyone",
  query: z.object({ type: UrlName.optional(), subcategory: UrlName.optional() }),
  answer: z.object({
    products: z.array(Product),
    experience: Experience.nullish().describe(
      "Only present when the products of all subcategories are requested",
    ),
  }),
  refusals: [refusals.invalid, refusals.notFound],
} as const satisfies Endpoint;

export const getCard = {
  method: "GET",
  path: "/cards/:urlName",
  summary:
    "The data from which the picture of a subcategory or product is drawn. Hidden ones are answered too, because orders still show them",
  access: "anyone",
  query: z.object({ product: Id.optional() }),
  answer: z.object({
    latinName: z.string(),
    hue: z.number().int(),
    ownPicture: OwnPicture,
    denomination: z.string().optional(),
    region: z.string().optional(),
  }),
  refusals: [refusals.invalid, refusals.notFound],
} as const satisfies Endpoint;

export const getOpenApi = {
  method: "GET",
  path: "/openapi.json",
  summary: "This contract as an OpenAPI document",
  access: "anyone",
  answer: z.looseObject({ openapi: z.string() }),
  refusals: [],
} as const satisfies Endpoint;
