import { z } from "zod";
import { Message, type Refusal, refusals } from "../endpoint.ts";
import { readDecimal } from "../../persian/sum.ts";
import { typedDigits } from "../../persian/characters.ts";
import { AmountToman, ShortNumber } from "../field.ts";
import { NextCursor, PageQuery } from "../page.ts";
import type { DeskEndpoint } from "./endpoint.ts";
import { SupplyReason, SupplyState } from "./supply-state.ts";

/**
 * Codes that are ordered from a wholesale supplier after a shopper has paid for them. Section
 * 10.26.
 */

export const supplyRefusals = {
  notInstant: {
    code: "not_instant",
    status: 409,
    message: "تأمین‌کننده تنها محصول‌های آنی را می‌آورد.",
  },
  noRate: {
    code: "no_rate",
    status: 409,
    message: "نرخ این ارز هنوز در «نرخ و قیمت» نوشته نشده است.",
  },
  notSold: {
    code: "not_sold",
    status: 409,
    message: "تأمین‌کننده این محصول را با این مبلغ نمی‌فروشد.",
  },
  tooDear: {
    code: "too_dear",
    status: 409,
    message: "قیمت تأمین‌کننده اکنون از سقف هر کد بیشتر است.",
  },
  notAskable: {
    code: "not_askable",
    status: 409,
    message: "این سفارش پایان یافته است یا هم‌اکنون پرسیده می‌شود.",
  },
} as const satisfies Record<string, Refusal>;

export const SupplierName = z.enum(["reloadly"]);
const Source = z.enum(["shelf", "both", "supplier"]);
const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/, { error: "واحد پول سه حرف بزرگ لاتین است، مانند USD." });
const Decimal = z
  .string()
  .transform((value) => readDecimal(value) ?? "")
  .pipe(
    z
      .string()
      .regex(/^\d{1,9}(?:\.\d{1,6})?$/, { error: "مبلغ را با رقم بنویسید، مانند 25 یا 12.50." }),
  );
const Ceiling = AmountToman.pipe(z.number().int().min(1).max(1_000_000_000));
const CeilingOfDay = AmountToman.pipe(z.number().int().min(1).max(1_000_000_000_000));

export const DeskSupplier = z.object({
  name: SupplierName,
  isConfigured: z.boolean(),
  currency: z.string(),
  rate: z.number().int().nullable().describe("Toman for one unit of the currency"),
  followsRate: z.boolean().describe("True when the rate is always the rate of the currency"),
  ceilingDay: z.number().int().nullable().describe("Toman per day; null without a limit"),
  committedToday: z
    .number()
    .int()
    .describe(
      "Cost of today's orders, toman; orders that are not finished count with the highest possible cost",
    ),
  underWay: z
    .number()
    .int()
    .describe("Highest possible cost of orders that the supplier has not accepted yet, toman"),
  balance: z.string().nullable().describe("In the currency of the supplier; null while unknown"),
  balanceAt: z.iso.datetime().nullable(),
  lowBalance: z.string(),
  isLow: z
    .boolean()
    .describe("True when the balance is below `lowBalance`, or could not be read lately"),
});
export type DeskSupplier = z.infer<typeof DeskSupplier>;

export const DeskProductSupply = z.object({
  productId: z.string(),
  productName: z.string(),
  source: Source.describe("shelf: only from stock; supplier: only ordered; both: from stock first"),
  supplier: SupplierName,
  sku: z.string(),
  face: z.string(),
  faceCurrency: z.string(),
  ceilingCode: z.number().int(),
  ceilingDay: z.number().int().nullable(),
  shelf: z.number().int().describe("Free codes in stock, counted to 100 at most"),
  available: z.number().int().describe("Units that shoppers can buy now"),
});
export type DeskProductSupply = z.infer<typeof DeskProductSupply>;

export const DeskSupplierOrder = z.object({
  ref: z.string(),
  orderItemId: z.string(),
  orderId: z.string(),
  orderNumber: ShortNumber,
  productName: z.string(),
  quantity: z.number().int(),
  supplier: SupplierName,
  state: SupplyState,
  reason: SupplyReason.nullable(),
  remoteId: z.string().nullable(),
  cost: z
    .string()
    .nullable()
    .describe("Price that the supplier charged, in `costCurrency`; null while unknown"),
  costCurrency: z.string().nullable(),
  rate: z.number().int().nullable(),
  unitCost: z.number().int().nullable().describe("Cost of one code, toman"),
  waitsFor: z
    .enum(["look", "name"])
    .nullable()
    .describe(
      "Why nothing is ordered yet. look: its order is held for a look; name: its buyer has not given the names",
    ),
  canAskAgain: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type DeskSupplierOrder = z.infer<typeof DeskSupplierOrder>;

export const getSupply = {
  method: "GET",
  path: "/supply",
  role: "viewer",
  area: "codes",
  trace: "list",
  summary: "List the suppliers with their balances, and the products that they supply",
  answer: z.object({ suppliers: z.array(DeskSupplier), products: z.array(DeskProductSupply) }),
  refusals: [],
} as const satisfies DeskEndpoint;

export const listSupplierOrders = {
  method: "GET",
  path: "/supply/orders",
  role: "viewer",
  area: "codes",
  trace: "list",
  summary: "List the orders at suppliers for items that shoppers have paid, newest first",
  query: PageQuery,
  answer: z.object({ orders: z.array(DeskSupplierOrder), nextCursor: NextCursor }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;

export const setSupplier = {
  method: "PUT",
  path: "/supply/suppliers/:name",
  role: "finance",
  area: "codes",
  trace: "decision",
  summary: "Set the rate, the daily limit and the low balance of a supplier",
  body: z
    .object({
      currency: Currency.default("USD"),
      rate: AmountToman.pipe(z.number().int().min(1).max(100_000_000))
        .nullable()
        .describe("Toman; null when it follows the rate of the currency"),
      followsRate: z.boolean().default(false),
      ceilingDay: CeilingOfDay.nullable(),
      lowBalance: Decimal.default("0"),
    })
    .refine(({ rate, followsRate }) => followsRate || rate !== null, {
      error: "نرخ را بنویسید، یا بگویید که با نرخ ارز برود.",
      path: ["rate"],
    }),
  answer: Message.extend({ supplier: DeskSupplier }),
  refusals: [refusals.invalid, refusals.notFound, supplyRefusals.noRate],
} as const satisfies DeskEndpoint;

export const setProductSupply = {
  method: "PUT",
  path: "/supply/products/:productId",
  role: "finance",
  area: "codes",
  trace: "decision",
  summary: "Set where the codes of a product come from, and what they may cost",
  body: z.object({
    source: Source,
    supplier: SupplierName.default("reloadly"),
    sku: z
      .string()
      .transform(typedDigits)
      .refine((value) => /^[1-9]\d{0,14}$/.test(value), {
        error: "شمارهٔ محصول نزد تأمین‌کننده را با رقم بنویسید.",
      }),
    face: Decimal,
    faceCurrency: Currency.default("USD"),
    ceilingCode: Ceiling,
    ceilingDay: CeilingOfDay.nullable(),
  }),
  answer: Message.extend({
    product: DeskProductSupply,
    unitCost: z
      .number()
      .int()
      .nullable()
      .describe("Present cost of one code, toman; null when unknown"),
  }),
  refusals: [
    refusals.invalid,
    refusals.notFound,
    supplyRefusals.notInstant,
    supplyRefusals.notSold,
    supplyRefusals.tooDear,
  ],
} as const satisfies DeskEndpoint;

export const askSupplierAgain = {
  method: "POST",
  path: "/supply/orders/:ref/again",
  role: "support",
  area: "tickets",
  trace: "decision",
  summary:
    "Ask a supplier again about an order, with the same ref; an order that the supplier clearly refused is sent again. Nothing is bought twice",
  answer: Message.extend({
    order: DeskSupplierOrder.nullable().describe(
      "Null for operators who may not see costs and suppliers",
    ),
  }),
  refusals: [refusals.notFound, supplyRefusals.notAskable],
} as const satisfies DeskEndpoint;
