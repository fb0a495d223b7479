import { z } from "zod";
import { Message, type Refusal, refusals } from "../endpoint.ts";
import { Id, text } from "../field.ts";
import { type DeskEndpoint, deskRefusals } from "./endpoint.ts";
import { Currency } from "./rate.ts";

/** Prices that are computed from exchange rates. Section 10.34. */

/** The most products in one request, more than a shop of gift cards has. */
const PRODUCTS_MAX = 1_000;
/** Days for which prices may be planned ahead; nobody knows the rate of a later day. */
export const PLAN_DAYS_MAX = 7;

export const priceRefusals = {
  /** The preview has changed and must be read again. */
  moved: {
    code: "prices_moved",
    status: 409,
    message: "نرخ، بها یا قیمتی در این میان عوض شد. پیش‌نمایش تازه را ببینید و دوباره منتشر کنید.",
  },
  unsure: {
    code: "prices_unsure",
    status: 409,
    message:
      "قیمتی بیش از ۵ درصد جابه‌جا می‌شود، زیر بهای خرید است یا حراجش تمام می‌شود، و تیک جدا ندارد.",
  },
  oldRate: {
    code: "rate_old",
    status: 409,
    message: "نرخ این قیمت‌ها کهنه است. اگر باز هم با همین نرخ منتشر می‌کنید، تأیید کنید.",
  },
  noRate: { code: "no_rate", status: 409, message: "نرخ این ارز هنوز نوشته نشده است." },
  wrongTime: {
    code: "wrong_time",
    status: 409,
    message: "زمان انتشار باید از اکنون تا هفت روز دیگر باشد.",
  },
  ended: { code: "plan_ended", status: 409, message: "این انتشار پیش‌تر انجام یا لغو شده است." },
} as const satisfies Record<string, Refusal>;

const MARGIN = "حاشیه عددی از -۵۰ تا ۲۰۰ درصد است.";
const MarginBasisPoints = z
  .number({ error: MARGIN })
  .int({ error: MARGIN })
  .min(-5_000, { error: MARGIN })
  .max(20_000, { error: MARGIN })
  .describe("Margin in hundredths of a percent");
const Margins = z
  .array(z.strictObject({ productId: Id, marginBasisPoints: MarginBasisPoints }))
  .max(PRODUCTS_MAX)
  .default([])
  .describe("Margins to use instead of the stored ones");
const Ids = z.array(Id).max(PRODUCTS_MAX);

const Prices = z.object({
  price: z.number().int(),
  sale: z.number().int().nullable(),
  reward: z.number().int(),
});

export const PriceRow = z.object({
  productId: z.string(),
  name: z.string(),
  subcategory: z.string(),
  imageUrl: z.string(),
  currency: Currency,
  faceCents: z.number().int().describe("Face value in hundredths of the currency"),
  marginBasisPoints: z
    .number()
    .int()
    .nullable()
    .describe("Null for operators who may not see costs"),
  isFixed: z.boolean(),
  isOnSale: z.boolean(),
  stock: z.number().int().describe("Units that can be bought now, counted to 100 at most"),
  cost: z
    .number()
    .int()
    .nullable()
    .describe("The highest cost among the next units in stock, toman"),
  now: Prices,
  next: Prices.nullable().describe("Null while the currency has no rate"),
  flags: z
    .array(z.enum(["below_cost", "jump", "sale_ends"]))
    .describe("Warnings about the new price; accept them by sending the product's id in `sureIds`"),
});
export type PriceRow = z.infer<typeof PriceRow>;

const Plan = z.object({
  id: z.string(),
  operator: z.string(),
  reason: z.string(),
  count: z.number().int(),
  publishAt: z.iso.datetime(),
});
export type PricePlan = z.infer<typeof Plan>;

export const previewPrices = {
  method: "POST",
  path: "/prices/preview",
  role: "viewer",
  area: "goods",
  trace: "list",
  summary: "Compute the prices that today's rates would give; nothing is changed",
  body: z.strictObject({ margins: Margins }),
  answer: z.object({
    rows: z.array(PriceRow),
    byHand: z.number().int().describe("Number of products whose price is set by hand"),
    readable: z
      .array(z.object({ currency: Currency, products: z.number().int() }))
      .describe(
        "Products with a price set by hand whose denomination states an amount of this currency",
      ),
    openCarts: z.number().int().describe("Number of carts with a product whose price would change"),
    paymentsUnderWay: z
      .number()
      .int()
      .describe(
        "Number of open payments for such products; they keep the price that the shopper saw",
      ),
    plans: z.array(Plan).describe("Prices that will be published at a later time"),
    fingerprint: z
      .string()
      .describe("Identifies this preview; send it when the prices are published"),
  }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;

export const publishPrices = {
  method: "POST",
  path: "/prices",
  role: "finance",
  area: "goods",
  isPersonal: true,
  needsFresh: true,
  trace: "decision",
  summary:
    "Publish prices as they were previewed, now or at a given time. A repeated call publishes them only once",
  body: z.strictObject({
    fingerprint: z.string().max(64),
    margins: Margins,
    productIds: Ids.min(1, { error: "هیچ قیمتی برگزیده نشده است." }),
    sureIds: Ids.default([]).describe(
      "Those of `productIds` whose warnings (`flags`) the operator accepts",
    ),
    acceptsOldRate: z.boolean().default(false),
    reason: text(0, 200).default(""),
    at: z.iso.datetime().nullable().default(null),
  }),
  answer: Message.extend({ published: z.number().int(), planId: z.string().nullable() }),
  refusals: [
    refusals.invalid,
    deskRefusals.askedSecond,
    deskRefusals.alreadyProposed,
    priceRefusals.moved,
    priceRefusals.unsure,
    priceRefusals.oldRate,
    priceRefusals.noRate,
    priceRefusals.wrongTime,
  ],
} as const satisfies DeskEndpoint;

export const cancelPricePlan = {
  method: "DELETE",
  path: "/prices/plans/:id",
  role: "finance",
  area: "goods",
  trace: "decision",
  summary: "Cancel a plan, so that its prices are not published at the later time",
  answer: Message,
  refusals: [refusals.notFound, priceRefusals.ended],
} as const satisfies DeskEndpoint;

export const followRates = {
  method: "POST",
  path: "/prices/rules",
  role: "finance",
  area: "goods",
  trace: "decision",
  summary:
    "Let hand-priced products with an amount in this currency follow its rate, at today's margin",
  body: z.strictObject({ currency: Currency }),
  answer: Message.extend({ products: z.number().int() }),
  refusals: [refusals.invalid, priceRefusals.noRate],
} as const satisfies DeskEndpoint;

export const setPriceRule = {
  method: "PUT",
  path: "/prices/rules/:id",
  role: "finance",
  area: "goods",
  trace: "decision",
  summary:
    "Set how a product's price follows a rate; with `rule` null, operators set the price by hand",
  body: z.strictObject({
    rule: z
      .strictObject({
        currency: Currency,
        faceCents: z
          .number()
          .int()
          .min(1)
          .max(10_000_000)
          .describe("Face value in hundredths of the currency"),
        marginBasisPoints: MarginBasisPoints,
        isFixed: z.boolean().default(false),
      })
      .nullable(),
  }),
  answer: Message,
  refusals: [refusals.invalid, refusals.notFound],
} as const satisfies DeskEndpoint;
