import { z } from "zod";
import { type Endpoint, refusals } from "./endpoint.ts";
import { Id } from "./field.ts";

/** The catalogue: categories, their subcategories and the products in them. Sections 1 and 2. */

export const DeliveryType = z.enum(["instant", "manual"]);
export type DeliveryType = z.infer<typeof DeliveryType>;

/** A name in URLs: lower-case words joined by dashes. */
export const UrlName = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  .max(60);

const OwnPicture = z
  .string()
  .optional()
  .describe("Path of a picture that an operator uploaded; it replaces the drawn card");

export const Subcategory = z.object({
  id: z.string(),
  displayName: z.string().describe("Persian name to show"),
  latinName: z.string(),
  urlName: UrlName,
  type: UrlName.describe("The category's name in URLs: the listing is /products/{type}/{urlName}"),
  imageUrl: z
    .string()
    .describe("Path of the small picture for lists: the drawn card, or an operator's own picture"),
  ownPicture: OwnPicture,
  shareImage: z
    .string()
    .optional()
    .describe(
      "Path of the picture for shared links to the listing; absent when operators stored none",
    ),
  hue: z
    .number()
    .int()
    .min(0)
    .max(359)
    .describe("Colour of the drawn card: the hue in the colour space oklch, in degrees"),
  tagline: z.string().describe("One Persian sentence about what these cards pay for"),
  regionNotice: z
    .string()
    .describe("Persian text about the region that the buyer's account must have"),
  tutorial: UrlName.optional().describe("Name in URLs of the tutorial that the listing links to"),
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
  region: z.string().describe("Persian name of the region whose accounts can redeem the code"),
  denomination: z
    .string()
    .describe("Face value as printed on the card, in Latin characters, for example $10"),
  deliveryType: DeliveryType,
  price: z.number().int().describe("Price of one unit in toman, before a sale"),
  priceAfterDiscount: z.number().int().describe("Present price of one unit in toman"),
  reward: z.number().int().describe("Cashback for one unit in toman"),
  productQuantity: z.number().int().describe("Units that can be bought now"),
  rating: z
    .object({ average: z.number().describe("1 to 5, with one decimal"), count: z.number().int() })
    .nullable()
    .describe("Ratings of buyers, except those with a ready-made text; null when there are none"),
  asks: z
    .string()
    .optional()
    .describe("Label of the product's first question to its buyer; absent when it asks nothing"),
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
      "Percentage of recent instant orders delivered within a minute; null for too few orders",
    ),
  ratings: z
    .array(
      z.object({ stars: z.number().int(), productId: z.string(), createdAt: z.iso.datetime() }),
    )
    .describe("Newest ratings of products on sale, except those with a ready-made text"),
});
export type Experience = z.infer<typeof Experience>;

export const getCategories = {
  method: "GET",
  path: "/categories",
  summary: "List all categories with their subcategories",
  access: "anyone",
  answer: z.object({
    categories: z.array(Category),
    withoutPapersToman: z
      .number()
      .int()
      .optional()
      .describe(
        "Toman that shoppers may spend in 24 hours without a verified identity; absent means 0",
      ),
  }),
  refusals: [],
} as const satisfies Endpoint;

export const getProducts = {
  method: "GET",
  path: "/products",
  summary: "List the products of one subcategory, or of all subcategories, cheapest first",
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
  summary: "Get the data for drawing the card of a subcategory or product, even if it is hidden",
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
  summary: "Get the description of this API as an OpenAPI document",
  access: "anyone",
  answer: z.looseObject({ openapi: z.string() }),
  refusals: [],
} as const satisfies Endpoint;
