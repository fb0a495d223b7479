import { z } from "zod";
import { Message, refusals } from "../endpoint.ts";
import { Id } from "../field.ts";
import type { DeskEndpoint } from "./endpoint.ts";
import {
  CategoryFacts,
  Made,
  NewSubcategoryName,
  NewType,
  SubcategoryFacts,
  Version,
  catalogueRefusals,
} from "./goods.ts";
import { DeskProduct } from "./product.ts";

/** The catalogue: operators create, change, sort and hide its parts. Section 10.30. */

export const DeskSubcategory = z.object({
  id: z.string(),
  type: z.string(),
  urlName: z.string(),
  displayName: z.string(),
  latinName: z.string(),
  hue: z.number().int(),
  tagline: z.string(),
  regionNotice: z.string(),
  redeemUrl: z.string().nullable(),
  redeemSteps: z.array(z.string()),
  tutorial: z.string().nullable(),
  words: z.array(z.string()),
  ownPicture: z
    .string()
    .nullable()
    .describe("Path of the operator's own picture that replaces the drawn card; null without one"),
  artVersion: z
    .string()
    .describe("Changes with the names, colour and picture that the share picture shows"),
  hasSharePicture: z
    .boolean()
    .describe("True while the stored share picture shows the present names, colour and picture"),
  isShown: z.boolean(),
  version: z
    .string()
    .describe("Send it as `version` with a change; an outdated version is refused"),
  products: z.array(DeskProduct),
});
export type DeskSubcategory = z.infer<typeof DeskSubcategory>;

export const DeskCategory = z.object({
  type: z.string(),
  displayName: z.string(),
  isShown: z.boolean(),
  version: z
    .string()
    .describe("Send it as `version` with a change; an outdated version is refused"),
  subcategories: z.array(DeskSubcategory),
});
export type DeskCategory = z.infer<typeof DeskCategory>;

export const getDeskCatalogue = {
  method: "GET",
  path: "/catalogue",
  role: "viewer",
  area: "goods",
  trace: "list",
  summary: "List all categories, subcategories and products, including hidden ones, in their order",
  answer: z.object({
    categories: z.array(DeskCategory),
    tutorials: z.array(z.object({ slug: z.string(), title: z.string() })),
  }),
  refusals: [],
} as const satisfies DeskEndpoint;

export const makeCategory = {
  method: "POST",
  path: "/categories",
  role: "finance",
  area: "goods",
  trace: "decision",
  summary: "Create a category",
  body: CategoryFacts.extend({ type: NewType, isShown: z.boolean().default(true) }),
  answer: Made,
  refusals: [refusals.invalid, catalogueRefusals.nameTaken],
} as const satisfies DeskEndpoint;

export const changeCategory = {
  method: "PUT",
  path: "/categories/:type",
  role: "finance",
  area: "goods",
  trace: "decision",
  summary: "Change the displayed name of a category; its name in URLs does not change",
  body: CategoryFacts.extend({ version: Version }),
  answer: Message,
  refusals: [refusals.invalid, refusals.notFound, catalogueRefusals.stale],
} as const satisfies DeskEndpoint;

export const makeSubcategory = {
  method: "POST",
  path: "/subcategories",
  role: "finance",
  area: "goods",
  trace: "decision",
  summary: "Create a subcategory",
  body: SubcategoryFacts.extend({
    type: NewType,
    urlName: NewSubcategoryName,
    isShown: z.boolean().default(true),
  }),
  answer: Made,
  refusals: [refusals.invalid, refusals.notFound, catalogueRefusals.nameTaken],
} as const satisfies DeskEndpoint;

export const changeSubcategory = {
  method: "PUT",
  path: "/subcategories/:id",
  role: "finance",
  area: "goods",
  trace: "decision",
  summary: "Change the texts of a subcategory; its name in URLs does not change",
  body: SubcategoryFacts.extend({ version: Version }),
  answer: Message,
  refusals: [refusals.invalid, refusals.notFound, catalogueRefusals.stale],
} as const satisfies DeskEndpoint;

const Kind = z.enum(["category", "subcategory", "product"]);
export type GoodsKind = z.infer<typeof Kind>;

export const showGoods = {
  method: "PUT",
  path: "/catalogue/shown",
  role: "finance",
  area: "goods",
  trace: "decision",
  summary: "Hide a category, subcategory or product from shoppers, or show it again",
  body: z.strictObject({ kind: Kind, id: Id, isShown: z.boolean() }),
  answer: Message,
  refusals: [refusals.invalid, refusals.notFound, catalogueRefusals.stale],
} as const satisfies DeskEndpoint;

export const orderGoods = {
  method: "PUT",
  path: "/catalogue/order",
  role: "finance",
  area: "goods",
  trace: "decision",
  summary: "Sort all categories, the subcategories of a category, or the products of a subcategory",
  body: z.strictObject({
    kind: Kind,
    within: Id.nullable().describe(
      "The category or subcategory that contains them; null for categories",
    ),
    ids: z
      .array(Id)
      .min(1)
      .max(1_000)
      .describe("The ids of all of them in the new order, each once"),
  }),
  answer: Message,
  refusals: [refusals.invalid, refusals.notFound, catalogueRefusals.stale],
} as const satisfies DeskEndpoint;
