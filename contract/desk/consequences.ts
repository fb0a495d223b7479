import { z } from "zod";
import { refusals } from "../endpoint.ts";
import type { DeskEndpoint } from "./endpoint.ts";

/**
 * The effects of replacing a code or refunding an item, shown before the operator chooses. Section
 * 10.17.
 */

/** The refusal that the operator's call would get; null when it is allowed. */
const Obstacle = z.object({ code: z.string(), message: z.string() }).nullable();

export const Consequences = z.object({
  replace: z
    .object({
      obstacle: Obstacle,
      isByHand: z.boolean().describe("True when the operator has to enter the new code"),
      batchId: z.string().nullable().describe("Id of the batch of the new code"),
      batchName: z
        .string()
        .nullable()
        .describe("Day of the batch in Tehran, and its supplier for operators who may see costs"),
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
    .describe("Effects of replacing the code; null unless `codes` contains exactly one id"),
  refund: z.object({
    obstacle: Obstacle,
    toCard: z.number().int(),
    toWallet: z.number().int(),
    cardEnd: z.string().nullable().describe("Last four digits of the card that paid"),
    rewardCancelled: z.number().int().describe("Pending earnings that would be cancelled, toman"),
    rewardTakenBack: z
      .number()
      .int()
      .describe("Paid earnings that would be taken back from wallets, toman"),
    codesToShelf: z
      .number()
      .int()
      .describe("Number of unopened codes that would be for sale again"),
    codesLost: z
      .number()
      .int()
      .describe("Number of codes that somebody has seen and that cannot be sold again"),
    lostCost: z
      .number()
      .int()
      .nullable()
      .describe(
        "Cost of the codes of `codesLost`, toman; null for operators who may not see costs",
      ),
    needsSecondPerson: z
      .boolean()
      .describe(
        "True when another operator must confirm the refund, because somebody has seen a code",
      ),
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
    "Compute the effects of replacing a code, or refunding an item or its codes; changes nothing",
  query: z.object({
    codes: z
      .string()
      .max(800)
      .regex(/^[A-Za-z0-9_-]{1,64}(,[A-Za-z0-9_-]{1,64}){0,9}$/)
      .optional()
      .describe("Ids of codes, separated by commas; when absent, all codes that were not refunded"),
  }),
  answer: z.object({ consequences: Consequences }),
  refusals: [refusals.invalid, refusals.notFound],
} as const satisfies DeskEndpoint;
