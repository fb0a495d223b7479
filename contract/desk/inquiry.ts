import { z } from "zod";
import type { DeskEndpoint } from "./endpoint.ts";

/** Inquiries about identities and cards: what is asked, and how it ended. Section 10.38. */

const Count = z.int().nonnegative();
const Sums = z.object({
  approved: Count.describe("Every answer was a clear yes"),
  doubtful: Count.describe("A no, another name, or something that a person would look at twice"),
  failed: Count.describe("Silence, a ceiling, or what could not be read"),
  decided: Count.describe("A person decided first"),
});

export const showInquiries = {
  method: "GET",
  path: "/inquiries",
  role: "owner",
  area: "settings",
  trace: "list",
  summary:
    "What is asked about identities and cards by the shop's settings, and how it ended in sums",
  answer: z.object({
    provider: z.enum(["zibal"]),
    facts: z.array(z.enum(["phone", "card", "iban"])).describe("Empty: nothing is asked"),
    canApprove: z.boolean().describe("True when enough is asked to approve anything"),
    origin: z.string(),
    hasToken: z.boolean(),
    perPersonDay: Count,
    questionsPerDay: Count,
    questionsToday: Count.describe("Asked in this day of the ceiling"),
    questionsAnewAt: z.iso.datetime().describe("When the ceiling begins anew"),
    waiting: Count.describe("Inquiries that have not ended"),
    today: Sums,
    week: Sums.describe("The last seven days, today among them"),
  }),
  refusals: [],
} as const satisfies DeskEndpoint;
