import { z } from "zod";
import { Message, type Refusal, refusals } from "../endpoint.ts";
import { wholeNumber } from "../field.ts";
import { NextCursor, PageQuery } from "../page.ts";
import { type DeskEndpoint, Note, deskRefusals } from "./endpoint.ts";

/** The shelf: products with what is left of them, and the batches of codes. Section 10.28. */

/** Days of sales that the usual threshold covers. */
export const COVER_DAYS = 7;
/** Days of sales that count. */
export const SALES_DAYS = 30;
/** Codes in one file of an export; the next call goes on behind them. */
export const EXPORT_CODES_MAX = 5_000;
/** Above what any shelf holds. */
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
/** Codes by what became of them. */
const Counts = z.object({
  free: Count.describe("That can be sold"),
  held: Count.describe("For payments under way"),
  sold: Count,
  recalled: Count.describe("Free codes that are not sold, because their batch was recalled"),
  left: Count.describe("Unsold codes that somebody knows, most of them by an export: never sold"),
  bad: Count.describe("Sold codes that were replaced, or given back by an operator once known"),
});

export const StockProduct = Counts.extend({
  id: z.string(),
  name: z.string(),
  region: z.string(),
  price: z.number().int().describe("Toman, as it is sold now"),
  isActive: z.boolean(),
  sold30: Count.describe("In thirty days, without today"),
  coverDays: z
    .number()
    .nullable()
    .describe("How long the free codes last at the sales of thirty days; null without sales"),
  threshold: Count.describe("Fewer free codes than this are few; 0: never"),
  isOwnThreshold: z.boolean().describe("True when an operator set it"),
  lowSince: z.iso.datetime().nullable().describe("Since when the free codes are few"),
  waiting: Count.describe("People who wait for it"),
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
  supplier: z.string().nullable().describe("Null when it was not bought at the desk"),
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
  summary: "Products that are sold from the shelf, those that run out first first; and suppliers",
  answer: z.object({
    products: z.array(StockProduct),
    suppliers: z.array(StockSupplier).describe("The worst share of bad codes first"),
  }),
  refusals: [],
} as const satisfies DeskEndpoint;

export const getStock = {
  method: "GET",
  path: "/stock/:productId",
  role: "viewer",
  area: "codes",
  trace: "list",
  summary: "What is left of a product, and its batches, newest first",
  query: PageQuery,
  answer: z.object({
    product: StockProduct,
    batches: z.array(CodeBatch),
    nextCursor: NextCursor,
    days: z
      .array(z.object({ day: z.string(), sold: Count }))
      .describe("Thirty days by the Persian calendar, oldest first, without today"),
  }),
  refusals: [refusals.invalid, refusals.notFound],
} as const satisfies DeskEndpoint;

export const setThreshold = {
  method: "PUT",
  path: "/stock/:productId",
  role: "finance",
  area: "codes",
  trace: "decision",
  summary: "Say how few free codes of a product are few; null lets the sales decide",
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
    "Recall a batch: its free codes are not sold any more. Held ones may be paid for in time, sold ones stay",
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
    "The unsold codes of a batch in plain text, as a table; from then on they are not sold. The next page goes on behind it",
  body: z.object({
    reason: Note,
    after: z.string().max(64).default("").describe("`next` of the page before"),
  }),
  answer: z.object({
    name: z.string(),
    text: z.string().describe("CSV; the first page has the heads of the columns"),
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
