import { z } from "zod";
import type { DeskEndpoint } from "./endpoint.ts";

/**
 * Inquiries about identities and cards: what the provider is asked, and the results. Section 10.38.
 */

const Count = z.int().nonnegative();
const Sums = z.object({
  approved: Count.describe("Checks in which every answer was a clear yes"),
  doubtful: Count.describe(
    "Checks with a no, another name, or an answer that an operator must judge",
  ),
  failed: Count.describe("Checks without a readable answer, or beyond a limit"),
  decided: Count.describe("Checks that ended because an operator decided first"),
});

export const showInquiries = {
  method: "GET",
  path: "/inquiries",
  role: "owner",
  area: "settings",
  trace: "list",
  summary:
    "Get the settings of the automatic checks of identities and cards, and sums of their results",
  answer: z.object({
    provider: z.enum(["zibal"]),
    facts: z
      .array(z.enum(["phone", "card", "iban"]))
      .describe("Facts that the provider is asked for; empty when it is asked nothing"),
    canApprove: z
      .boolean()
      .describe("True when these facts are enough to approve an identity or a card"),
    origin: z.string(),
    hasToken: z.boolean(),
    perPersonDay: Count,
    questionsPerDay: Count,
    questionsToday: Count.describe(
      "Number of questions asked since the daily limit was last reset",
    ),
    questionsAnewAt: z.iso.datetime().describe("When the daily limit is reset next"),
    waiting: Count.describe("Number of checks that have not ended"),
    today: Sums,
    week: Sums.describe("The last seven days, including today"),
  }),
  refusals: [],
} as const satisfies DeskEndpoint;
