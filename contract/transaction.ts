import { z } from "zod";
import { type Endpoint, refusals } from "./endpoint.ts";
import { ShortNumber } from "./field.ts";
import { NextCursor, PageQuery } from "./page.ts";

/** The wallet's history. Sections 2 and 3. */

export const TransactionType = z.enum(["deposit", "withdrawal", "purchase", "refund"]);
export type TransactionType = z.infer<typeof TransactionType>;
export const TransactionStatus = z.enum(["pending", "completed", "failed"]);
export type TransactionStatus = z.infer<typeof TransactionStatus>;

export const Transaction = z.object({
  id: z.string(),
  type: TransactionType,
  status: TransactionStatus,
  amount: z.number().int().describe("Toman, always positive"),
  description: z.string(),
  order: z
    .object({ id: z.string(), number: ShortNumber })
    .nullable()
    .describe("The shopper's paid order that caused the transaction; null without one"),
  withdrawalId: z
    .string()
    .nullable()
    .describe(
      "Id of a withdrawal that can still be cancelled, because nobody is paying it yet; or null",
    ),
  dueAt: z.iso
    .datetime()
    .nullable()
    .describe(
      "A pending withdrawal is not paid before this time, because its card or IBAN is new; or null",
    ),
  createdAt: z.iso.datetime(),
});
export type Transaction = z.infer<typeof Transaction>;

export const getTransactions = {
  method: "GET",
  path: "/transactions",
  summary: "List the transactions of the shopper's wallet, newest first",
  access: "shopper",
  query: PageQuery,
  answer: z.object({ transactions: z.array(Transaction), nextCursor: NextCursor }),
  refusals: [refusals.invalid],
} as const satisfies Endpoint;
