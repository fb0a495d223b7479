import { z } from "zod";
import { refusals } from "../endpoint.ts";
import type { DeskEndpoint } from "./endpoint.ts";

/** The figures of each way out of a problem with an item, before it is chosen. Section 10.17. */

/** Something that an operator may not do about an item, as the call would refuse it. */
const Hindrance = z.object({ code: z.string(), message: z.string() }).nullable();

export const Consequences = z.object({
  replace: z
    .object({
      hindrance: Hindrance,
      isByHand: z.boolean().describe("True when the operator has to bring the other code"),
      batchId: z.string().nullable().describe("Of the code that would be taken"),
      batchName: z
        .string()
        .nullable()
        .describe("Its day in Tehran, and its supplier for who reads costs"),
      cost: z.number().int().nullable().describe("Toman that it cost; null where costs are closed"),
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
    rewardCancelled: z.number().int().describe("Toman of earnings that are not paid any more"),
    rewardTakenBack: z.number().int().describe("Toman of earnings taken out of wallets again"),
    codesToShelf: z.number().int().describe("Unread codes that are for sale again"),
    codesLost: z.number().int().describe("Codes that were seen and stay sold"),
    lostCost: z
      .number()
      .int()
      .nullable()
      .describe("Toman that these cost; null where costs are closed"),
    needsSecondPerson: z.boolean().describe("True when something of it was opened"),
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
    "What replacing a code of an item, or refunding it or some of its codes, would do now. Computed by what would do it; nothing is done",
  query: z.object({
    codes: z
      .string()
      .max(800)
      .regex(/^[A-Za-z0-9_-]{1,64}(,[A-Za-z0-9_-]{1,64}){0,9}$/)
      .optional()
      .describe("Ids of codes, with commas; without them all that is left"),
  }),
  answer: z.object({ consequences: Consequences }),
  refusals: [refusals.invalid, refusals.notFound],
} as const satisfies DeskEndpoint;
