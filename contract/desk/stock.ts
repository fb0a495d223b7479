import { z } from "zod";
import { Message, type Refusal, refusals } from "../endpoint.ts";
import { wholeNumber } from "../field.ts";
import { NextCursor, PageQuery } from "../page.ts";
import { type DeskEndpoint, Note, deskRefusals } from "./endpoint.ts";

/** The stock: products with their remaining codes, and the batches of codes. Section 10.28. */

/** Days of sales for which the default threshold is enough. */
export const COVER_DAYS = 7;
/** Days of sales from which the cover is computed. */
export const SALES_DAYS = 30;
/** The most codes in one file of an export; the next call continues after them. */
export const EXPORT_CODES_MAX = 5_000;
/** The highest threshold, more than any product has in stock. */
const THRESHOLD_MAX = 100_000;

export const stockRefusals = {
  recalled: {
    code: "batch_recalled",
    status: 409,
    message: "این بسته پیش‌تر فراخوانده شده است. صفحه را تازه کنید.",
  },
  notRecalled: {
    code: "batch_not_recalled",
    status: 409,
    message: "این بسته فراخوانده نیست. صفحه را تازه کنید.",
  },
  noneFree: { code: "none_free", status: 409, message: "این بسته کد آزادی ندارد." },
  unreadable: {
    code: "code_unreadable",
    status: 409,
    message: "کدی از این بسته با کلیدهای کنونی خوانده نمی‌شود.",
  },
} as const satisfies Record<string, Refusal>;

const Count = z.number().int();
/** Numbers of codes by their state. */
const Counts = z.object({
  free: Count.describe("Codes that can be sold"),
  held: Count.describe("Codes reserved for open payments"),
  sold: Count,
  recalled: Count.describe("Free codes that are not sold, because their batch was recalled"),
  known: Count.describe(
    "Unsold codes that are never sold, because somebody knows them, mostly from an export",
  ),
  bad: Count.describe(
    "Sold codes that were replaced, or refunded by an operator after somebody knew them",
  ),
});

export const StockProduct = Counts.extend({
  id: z.string(),
  name: z.string(),
  region: z.string(),
  price: z.number().int().describe("The present selling price, toman"),
  isActive: z.boolean(),
  sold30: Count.describe("Number of codes sold in the last thirty days, without today"),
  coverDays: z
    .number()
    .nullable()
    .describe(
      "Days for which `free` lasts at the sales of the last thirty days; null without sales",
    ),
  threshold: Count.describe("The stock is low when fewer free codes than this are left; 0: never"),
  isOwnThreshold: z.boolean().describe("True when an operator set the threshold"),
  lowSince: z.iso
    .datetime()
    .nullable()
    .describe("Since when the stock is low; null when it is not low"),
  waiting: Count.describe("Number of people who asked for an SMS when the product is back"),
});
export type StockProduct = z.infer<typeof StockProduct>;

export const StockSupplier = z.object({
  name: z.string(),
  batches: Count,
  sold: Count,
  bad: Count,
});
export type StockSupplier = z.infer<typeof StockSupplier>;

export const CodeBatch = Counts.extend({
  id: z.string(),
  supplier: z.string().nullable().describe("Null for a batch that was not imported at the desk"),
  invoice: z.string().nullable(),
  unitCost: z.number().int(),
  dollar: z.number().int().nullable(),
  createdAt: z.iso.datetime(),
  recalledAt: z.iso.datetime().nullable(),
  recallReason: z.string().nullable(),
});
export type CodeBatch = z.infer<typeof CodeBatch>;

export const listStock = {
  method: "GET",
  path: "/stock",
  role: "viewer",
  area: "codes",
  trace: "list",
  summary: "List the products sold from stock, those that run out soonest first, and the suppliers",
  answer: z.object({
    products: z.array(StockProduct),
    suppliers: z
      .array(StockSupplier)
      .describe("Suppliers of codes, those with the highest share of bad codes first"),
  }),
  refusals: [],
} as const satisfies DeskEndpoint;

export const getStock = {
  method: "GET",
  path: "/stock/:productId",
  role: "viewer",
  area: "codes",
  trace: "list",
  summary: "Get the numbers of a product's codes, and its batches, newest first",
  query: PageQuery,
  answer: z.object({
    product: StockProduct,
    batches: z.array(CodeBatch),
    nextCursor: NextCursor,
    days: z
      .array(z.object({ day: z.string(), sold: Count }))
      .describe("The last thirty days (Persian calendar) without today, oldest first"),
  }),
  refusals: [refusals.invalid, refusals.notFound],
} as const satisfies DeskEndpoint;

export const setThreshold = {
  method: "PUT",
  path: "/stock/:productId",
  role: "finance",
  area: "codes",
  trace: "decision",
  summary:
    "Set the threshold below which the stock of a product is low; null computes it from the sales",
  body: z.object({
    threshold: wholeNumber(0, 99_999_999, "شماری از ۰ به بالا بنویسید.")
      .pipe(z.number().max(THRESHOLD_MAX, { error: "این شمار بیش از اندازه است." }))
      .nullable(),
  }),
  answer: Message,
  refusals: [refusals.invalid, refusals.notFound],
} as const satisfies DeskEndpoint;

export const recallBatch = {
  method: "POST",
  path: "/batches/:id/recall",
  role: "finance",
  area: "codes",
  trace: "decision",
  summary:
    "Recall a batch: its free codes are not sold any more. Held codes can still be paid in time; sold codes stay sold",
  body: z.object({ reason: Note }),
  answer: Message.extend({ batch: CodeBatch }),
  refusals: [refusals.invalid, refusals.notFound, stockRefusals.recalled],
} as const satisfies DeskEndpoint;

export const restoreBatch = {
  method: "DELETE",
  path: "/batches/:id/recall",
  role: "finance",
  area: "codes",
  trace: "decision",
  summary: "Put the codes of a recalled batch on sale again",
  answer: Message.extend({ batch: CodeBatch }),
  refusals: [refusals.notFound, stockRefusals.notRecalled],
} as const satisfies DeskEndpoint;

export const exportBatch = {
  method: "POST",
  path: "/batches/:id/export",
  role: "finance",
  area: "codes",
  isPersonal: true,
  needsFresh: true,
  isOpening: true,
  trace: "decision",
  summary:
    "Export the unsold codes of a batch in plain text, as a table; from then on they are never sold. `next` continues with the next page",
  body: z.object({
    reason: Note,
    after: z
      .string()
      .max(64)
      .default("")
      .describe("`next` of the page before; empty for the first page"),
  }),
  answer: z.object({
    name: z.string(),
    text: z.string().describe("CSV; the first page has a header row"),
    next: z.string().nullable(),
  }),
  refusals: [
    refusals.invalid,
    refusals.notFound,
    refusals.unavailable,
    stockRefusals.noneFree,
    stockRefusals.unreadable,
    deskRefusals.askedSecond,
    deskRefusals.alreadyProposed,
  ],
} as const satisfies DeskEndpoint;
