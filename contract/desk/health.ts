import { z } from "zod";
import { DeskClosure } from "./closure.ts";
import type { DeskEndpoint } from "./endpoint.ts";

/** The details of the shop's health, for operators. Section 10.8. */

const Seconds = z
  .number()
  .int()
  .nullable()
  .describe("Seconds since the oldest due payment or message became due; null when none is due");

export const getHealthDetails = {
  method: "GET",
  path: "/health",
  role: "viewer",
  area: "own",
  isBeforePasskey: true,
  trace: "list",
  summary:
    "Get the last successful run of each job, overdue work, the version and the database size",
  answer: z.object({
    status: z.enum(["ok", "late"]),
    version: z.string(),
    migration: z.string().describe("The last migration that was applied"),
    databaseBytes: z.number().int(),
    jobs: z.array(
      z.object({
        name: z.string(),
        lastOkAt: z.iso.datetime().nullable().describe("Null when it never ran without an error"),
      }),
    ),
    oldestDuePaymentSeconds: Seconds,
    oldestDueMessageSeconds: Seconds,
    messagesGivenUp: z
      .number()
      .int()
      .describe("Number of messages that the shop stopped trying to send in the last 24 hours"),
    alertChannelsInTrouble: z
      .number()
      .int()
      .describe("Number of channels whose last alert did not arrive"),
    dollar: z
      .object({
        toman: z.number().int(),
        madeWithToman: z
          .number()
          .int()
          .nullable()
          .describe("Rate in toman by which the present prices were computed"),
      })
      .nullable()
      .describe("Last accepted rate of the dollar; null before the first one"),
    closure: DeskClosure.nullable().describe("Null while the shop is open"),
    server: z
      .object({
        copiedAt: z.iso.datetime().nullable().describe("When the newest copy was made"),
        provenAt: z.iso.datetime().nullable().describe("When a copy was last checked"),
        findings: z.number().int().describe("Number of invariants that this copy breaks"),
        certificateEndsAt: z.iso
          .datetime()
          .nullable()
          .describe("When the certificate that visitors get ends"),
        isTrouble: z.boolean().describe("True when an operator must look at one of these"),
      })
      .nullable()
      .describe("Copies and certificate of a server of one's own; null elsewhere"),
    isDemo: z.boolean().describe("True when the history of the shop is demo data"),
  }),
  refusals: [],
} as const satisfies DeskEndpoint;
