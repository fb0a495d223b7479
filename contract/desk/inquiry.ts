import { z } from "zod";
import type { DeskEndpoint } from "./endpoint.ts";

/**
 * Inquiries about identities and cards: what the provider is asked, and the results. Section 10.38.
 */

const Count = z.int().nonnegative();
const Sums = z.object({
  approved: Count.describe("Every answer was a clear yes"),
  doubtful: Count.describe("A no, another name, or an answer that a person must check"),
  failed: Count.describe("No answer, a reached limit, or an unreadable answer"),
  decided: Count.describe("An operator decided before the answer came"),
});

export const showInquiries = {
  method: "GET",
  path: "/inquiries",
  role: "owner",
  area: "settings",
  trace: "list",
  summary:
    "The questions about identities and cards that the shop's settings allow, and the sums of the results",
  answer: z.object({
    provider: z.enum(["zibal"]),
    facts: z
      .array(z.enum(["phone", "card", "iban"]))
      .describe("Facts that the provider is asked for; empty when it is asked nothing"),
    canApprove: z.boolean().describe("True when the facts are enough to approve anything"),
    origin: z.string(),
    hasToken: z.boolean(),
    perPersonDay: Count,
    questionsPerDay: Count,
    questionsToday: Count.describe("Questions asked since the daily limit was last reset"),
    questionsAnewAt: z.iso.datetime().describe("When the daily limit is reset"),
    waiting: Count.describe("Inquiries that have not ended"),
    today: Sums,
    week: Sums.describe("The last seven days, including today"),
  }),
  refusals: [],
} as const satisfies DeskEndpoint;
