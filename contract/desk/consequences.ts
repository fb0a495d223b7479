import { z } from "zod";
import { refusals } from "../endpoint.ts";
import type { DeskEndpoint } from "./endpoint.ts";

/** The figures of each solution of a problem with an item, before one is chosen. Section 10.17. */

/** The refusal that the call would answer; null when the operator may do it. */
const Hindrance = z.object({ code: z.string(), message: z.string() }).nullable();

export const Consequences = z.object({
  replace: z
    .object({
      hindrance: Hindrance,
      isByHand: z.boolean().describe("True when the operator has to enter the new code"),
      batchId: z.string().nullable().describe("Batch of the code that would be used"),
      batchName: z
        .string()
        .nullable()
        .describe("Day of the batch in Tehran; its supplier too for operators who may see costs"),
      cost: z
        .number()
        .int()
        .nullable()
        .describe("Cost of that code, toman; null for operators who may not see costs"),
      freeCount: z.number().int(),
      oldBatchId: z.string(),
      oldBatchName: z.string(),
      oldCost: z.number().int().nullable(),
    })
    .nullable()
    .describe("Null unless exactly one code is named"),
  refund: z.object({
    hindrance: Hindrance,
    toCard: z.number().int(),
    toWallet: z.number().int(),
    cardEnd: z.string().nullable().describe("Last four digits of the card that paid"),
    rewardCancelled: z.number().int().describe("Pending earnings that would be cancelled, toman"),
    rewardTakenBack: z
      .number()
      .int()
      .describe("Paid earnings that would be taken out of wallets again, toman"),
    codesToShelf: z.number().int().describe("Unread codes that would be for sale again"),
    codesLost: z.number().int().describe("Codes that somebody has seen, which stay sold"),
    lostCost: z
      .number()
      .int()
      .nullable()
      .describe("Cost of these codes, toman; null for operators who may not see costs"),
    needsSecondPerson: z.boolean().describe("True when a code of it was opened"),
  }),
});
export type Consequences = z.infer<typeof Consequences>;

export const getConsequences = {
  method: "GET",
  path: "/order-items/:orderItemId/consequences",
  role: "support",
  area: "tickets",
  trace: "view",
  summary:
    "The effects that a replacement of a code, or a refund of an item or some of its codes, would have now. They are computed by the code that would do it; nothing is changed",
  query: z.object({
    codes: z
      .string()
      .max(800)
      .regex(/^[A-Za-z0-9_-]{1,64}(,[A-Za-z0-9_-]{1,64}){0,9}$/)
      .optional()
      .describe(
        "Ids of codes, separated by commas; when absent, all codes that are not given back",
      ),
  }),
  answer: z.object({ consequences: Consequences }),
  refusals: [refusals.invalid, refusals.notFound],
} as const satisfies DeskEndpoint;
