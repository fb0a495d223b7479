import { z } from "zod";
import { DeliveryType } from "../catalogue.ts";
import { Message, refusals } from "../endpoint.ts";
import { Id } from "../field.ts";
import { HelpPicture, Questions, ShownQuestion } from "../question.ts";
import { type DeskEndpoint, deskRefusals } from "./endpoint.ts";
import {
  Made,
  PriceFacts,
  ProductFacts,
  Reason,
  Units,
  Version,
  catalogueRefusals,
  fitting,
} from "./goods.ts";
import { IsSureOfCost, givingRefusals } from "./giving.ts";

/** Products with their prices, as operators make and change them. Section 10.30. */

export const DeskProduct = z.object({
  id: z.string(),
  subcategoryId: z.string(),
  name: z.string(),
  region: z.string(),
  denomination: z.string(),
  deliveryType: DeliveryType,
  imageUrl: z.string(),
  price: z.number().int().describe("Toman"),
  priceAfterDiscount: z.number().int().nullable().describe("Toman; null without a sale"),
  reward: z.number().int().describe("Toman"),
  unitCost: z
    .number()
    .int()
    .nullable()
    .describe(
      "The dearest of the next units on the shelf, toman; null when there is none, and where costs are closed",
    ),
  stock: z.number().int().describe("Units that can be bought now, counted up to 100"),
  isShown: z.boolean().describe("False when an operator hid it"),
  isOnSale: z.boolean().describe("True when its subcategory and category are shown too"),
});
export type DeskProduct = z.infer<typeof DeskProduct>;

const PriceChange = z.object({
  number: z.number().int().describe("1 is what the product began with"),
  price: z.number().int(),
  priceAfterDiscount: z.number().int().nullable(),
  reward: z.number().int(),
  operator: z.string().nullable().describe("Null when it was not changed at the desk"),
  reason: z.string().nullable(),
  rate: z.number().int().nullable().describe("Toman for one unit of currency; null by hand"),
  changedAt: z.iso.datetime(),
});
export type PriceChange = z.infer<typeof PriceChange>;

/** Prices of the past that one answer carries. */
export const PRICE_CHANGES_SHOWN_MAX = 100;

const DeskProductPage = DeskProduct.extend({
  version: z.string().describe("To be sent with a change"),
  type: z.string(),
  categoryName: z.string(),
  subcategoryName: z.string(),
  subcategoryUrlName: z.string(),
  isListed: z.boolean().describe("False when its subcategory or category is hidden"),
  manualStock: z.number().int().describe("Units of a manual product, held ones too"),
  heldUnits: z.number().int().describe("Of these, held for payments under way"),
  manualUnitCost: z.number().int().nullable().describe("Null where costs are closed"),
  isUsed: z.boolean().describe("True when it has codes or orders; then its delivery is fixed"),
  questions: z.array(ShownQuestion).describe("What it asks its buyer"),
  questionsVersion: z.string().describe("To be sent with a change of them"),
  helpPictures: z.record(z.string(), HelpPicture).describe("By the id of their question"),
  helpVersion: z.string().describe("To be sent with a change of a help picture"),
  prices: z.array(PriceChange).describe("Newest first, a hundred at most"),
});
export type DeskProductPage = z.infer<typeof DeskProductPage>;

export const makeProduct = {
  method: "POST",
  path: "/products",
  role: "finance",
  area: "goods",
  trace: "decision",
  summary: "Make a product",
  body: fitting(
    ProductFacts.extend({
      ...PriceFacts.shape,
      subcategoryId: Id,
      stock: Units.describe("Units of a manual product; an instant one has its codes"),
      isShown: z.boolean().default(true),
    }),
  ),
  answer: Made,
  refusals: [refusals.invalid, refusals.notFound, catalogueRefusals.productExists],
} as const satisfies DeskEndpoint;

export const getDeskProduct = {
  method: "GET",
  path: "/products/:id",
  role: "viewer",
  area: "goods",
  trace: "view",
  summary: "A product with its prices so far",
  answer: z.object({ product: DeskProductPage }),
  refusals: [refusals.notFound],
} as const satisfies DeskEndpoint;

export const changeProduct = {
  method: "PUT",
  path: "/products/:id",
  role: "finance",
  area: "goods",
  trace: "decision",
  summary: "Change what a product is called and how it is delivered",
  body: ProductFacts.extend({ version: Version, isSure: IsSureOfCost }),
  answer: Message,
  refusals: [
    refusals.invalid,
    refusals.notFound,
    catalogueRefusals.stale,
    catalogueRefusals.productExists,
    catalogueRefusals.deliveryFixed,
    givingRefusals.costFar,
    deskRefusals.personNeeded,
    deskRefusals.askedSecond,
    deskRefusals.alreadyProposed,
  ],
} as const satisfies DeskEndpoint;

export const changePrice = {
  method: "PUT",
  path: "/products/:id/price",
  role: "finance",
  area: "goods",
  isPersonal: true,
  needsFresh: true,
  trace: "decision",
  summary: "Change the price, sale price and reward of a product by hand, or restore earlier ones",
  body: fitting(
    PriceFacts.extend({
      reason: Reason,
      seen: z
        .object({
          price: z.number().int(),
          priceAfterDiscount: z.number().int().nullable(),
          reward: z.number().int(),
        })
        .describe("The prices that the operator saw; others by now refuse the change"),
    }),
  ),
  answer: Message,
  refusals: [
    refusals.invalid,
    refusals.notFound,
    catalogueRefusals.stale,
    deskRefusals.askedSecond,
    deskRefusals.alreadyProposed,
  ],
} as const satisfies DeskEndpoint;

export const changeQuestions = {
  method: "PUT",
  path: "/products/:id/questions",
  role: "finance",
  area: "goods",
  trace: "decision",
  summary:
    "Say what a product asks its buyer: all of it, in the order of the screen. Orders keep what was answered",
  body: z.strictObject({ questions: Questions, version: Version }),
  answer: Message,
  refusals: [refusals.invalid, refusals.notFound, catalogueRefusals.stale],
} as const satisfies DeskEndpoint;

export const changeManualStock = {
  method: "PUT",
  path: "/products/:id/stock",
  role: "finance",
  area: "goods",
  trace: "decision",
  summary: "Say how many units of a manual product there are",
  body: z.strictObject({
    stock: Units,
    seen: z.number().int().describe("The units that the operator saw; a sale since refuses it"),
  }),
  answer: Message,
  refusals: [
    refusals.invalid,
    refusals.notFound,
    catalogueRefusals.stale,
    catalogueRefusals.unitsHeld,
    catalogueRefusals.notManual,
    deskRefusals.personNeeded,
    deskRefusals.askedSecond,
    deskRefusals.alreadyProposed,
  ],
} as const satisfies DeskEndpoint;
