import { z } from "zod";
import type { DeskEndpoint } from "./endpoint.ts";

/** The details of the shop's health, for operators. Section 10.8. */

const Seconds = z
  .number()
  .int()
  .nullable()
  .describe("Seconds since the oldest of them became due; null when none is due");

export const getHealthDetails = {
  method: "GET",
  path: "/health",
  role: "viewer",
  area: "own",
  isBeforePasskey: true,
  trace: "list",
  summary:
    "The last run without an error of each job, what is overdue, the version and the database's size",
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
    messagesGivenUp: z.number().int().describe("Messages given up in the last day"),
    alertChannelsInTrouble: z.number().int().describe("Channels whose last alert did not arrive"),
    dollar: z
      .object({
        toman: z.number().int(),
        madeWithToman: z
          .number()
          .int()
          .nullable()
          .describe("The rate by which the present prices were computed"),
      })
      .nullable()
      .describe("The last good rate of the dollar; null before the first"),
    isDemo: z.boolean().describe("True when the history of the shop is demo data"),
  }),
  refusals: [],
} as const satisfies DeskEndpoint;
