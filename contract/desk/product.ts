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

/** Products with their prices, as operators create and change them. Section 10.30. */

export const DeskProduct = z.object({
  id: z.string(),
  subcategoryId: z.string(),
  name: z.string(),
  region: z.string(),
  denomination: z.string(),
  deliveryType: DeliveryType,
  imageUrl: z.string(),
  price: z.number().int().describe("Price of one unit in toman, before a sale"),
  priceAfterDiscount: z
    .number()
    .int()
    .nullable()
    .describe("Sale price in toman; null without a sale"),
  reward: z.number().int().describe("Cashback for one unit in toman"),
  unitCost: z
    .number()
    .int()
    .nullable()
    .describe(
      "The highest cost among the next units in stock, toman; null without such units, and for operators who may not see costs",
    ),
  stock: z.number().int().describe("Units that can be bought now, counted to 100 at most"),
  isShown: z.boolean().describe("False when an operator has hidden the product"),
  isOnSale: z.boolean().describe("True when it, its subcategory and its category are all shown"),
});
export type DeskProduct = z.infer<typeof DeskProduct>;

const PriceChange = z.object({
  number: z.number().int().describe("Starts at 1 with the first price of the product"),
  price: z.number().int(),
  priceAfterDiscount: z.number().int().nullable(),
  reward: z.number().int(),
  operator: z.string().nullable().describe("Null for a change that no operator made"),
  reason: z.string().nullable(),
  rate: z
    .number()
    .int()
    .nullable()
    .describe("The rate in toman for one unit of the currency; null for a price set by hand"),
  changedAt: z.iso.datetime(),
});
export type PriceChange = z.infer<typeof PriceChange>;

/** The most former prices in one response. */
export const PRICE_CHANGES_SHOWN_MAX = 100;

const DeskProductPage = DeskProduct.extend({
  version: z.string().describe("Send it with a change; an outdated version is refused"),
  type: z.string(),
  categoryName: z.string(),
  subcategoryName: z.string(),
  subcategoryUrlName: z.string(),
  isListed: z.boolean().describe("False when its subcategory or category is hidden"),
  manualStock: z.number().int().describe("Units of a manual product, including held ones"),
  heldUnits: z.number().int().describe("Units of a manual product that are held for open payments"),
  manualUnitCost: z.number().int().nullable().describe("Null for operators who may not see costs"),
  isUsed: z
    .boolean()
    .describe("True when it has codes or orders; then its delivery type cannot change"),
  questions: z.array(ShownQuestion).describe("The product's questions to its buyer"),
  questionsVersion: z.string().describe("Send it as `version` with a change of the questions"),
  helpPictures: z
    .record(z.string(), HelpPicture)
    .describe("Help pictures by the ids of the questions"),
  helpVersion: z.string().describe("Send it as `version` with a change of a help picture"),
  prices: z
    .array(PriceChange)
    .describe("Present and former prices, newest first, at most a hundred"),
});
export type DeskProductPage = z.infer<typeof DeskProductPage>;

export const makeProduct = {
  method: "POST",
  path: "/products",
  role: "finance",
  area: "goods",
  trace: "decision",
  summary: "Create a product with its prices",
  body: fitting(
    ProductFacts.extend({
      ...PriceFacts.shape,
      subcategoryId: Id,
      stock: Units.describe(
        "Units of a manual product; the stock of an instant product is its codes",
      ),
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
  summary: "Get a product with its present and former prices",
  answer: z.object({ product: DeskProductPage }),
  refusals: [refusals.notFound],
} as const satisfies DeskEndpoint;

export const changeProduct = {
  method: "PUT",
  path: "/products/:id",
  role: "finance",
  area: "goods",
  trace: "decision",
  summary: "Change name, region, denomination, delivery type and unit cost of a product",
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
  summary:
    "Change the price, sale price and cashback of a product by hand, or restore earlier ones",
  body: fitting(
    PriceFacts.extend({
      reason: Reason,
      seen: z
        .object({
          price: z.number().int(),
          priceAfterDiscount: z.number().int().nullable(),
          reward: z.number().int(),
        })
        .describe(
          "The prices that the operator saw; the change is refused if they have changed since",
        ),
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
    "Set the questions of a product to its buyer: the full list, in the order of the screen. Orders keep their answers",
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
  summary: "Set the number of units of a product that is delivered by hand",
  body: z.strictObject({
    stock: Units,
    seen: z
      .number()
      .int()
      .describe(
        "Number of units that the operator saw; the change is refused if it has changed since",
      ),
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
