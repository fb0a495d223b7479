import { z } from "zod";
import { refusals } from "../endpoint.ts";
import { NextCursor, PageQuery } from "../page.ts";
import type { DeskEndpoint } from "./endpoint.ts";
import { OperatorName } from "./operator.ts";

/** The log of the desk: what operators decided and looked at. Section 10.13. */

export const listDecisions = {
  method: "GET",
  path: "/decisions",
  role: "owner",
  trace: "list",
  summary:
    "What operators decided and looked at, newest first, with sums per day, operator and verdict",
  query: PageQuery.extend({
    operator: OperatorName.optional(),
    since: z.iso.date().optional().describe("Midnight in UTC; a week ago when it is left out"),
  }),
  answer: z.object({
    decisions: z.array(
      z.object({
        id: z.string(),
        operator: z.string(),
        subject: z.string(),
        subjectId: z.string(),
        verdict: z.string(),
        before: z.string().nullable(),
        after: z.string().nullable(),
        note: z.string().nullable(),
        network: z.string().describe("Empty in lines from before networks were kept"),
        createdAt: z.iso.datetime(),
      }),
    ),
    nextCursor: NextCursor,
    days: z
      .array(
        z.object({
          day: z.iso.date(),
          operator: z.string(),
          subject: z.string(),
          verdict: z.string(),
          count: z.number().int(),
        }),
      )
      .describe("Of the first page alone, newest day first"),
  }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;
