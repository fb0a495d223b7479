import { z } from "zod";
import { refusals } from "../endpoint.ts";
import { NextCursor, PageQuery } from "../page.ts";
import { Id } from "../field.ts";
import type { DeskEndpoint } from "./endpoint.ts";
import { PersianDay } from "./figures.ts";
import { OperatorName } from "./operator.ts";

/** The log of the desk: what operators decided and looked at, masked for others than owners. Section 10.13. */

/** Which lines of the log. */
const WANTED = {
  operator: OperatorName.or(z.literal("inquiry:zibal")).optional(),
  since: z.iso.date().optional().describe("Midnight in UTC; a week ago when it is left out"),
  until: z.iso.date().optional().describe("The last day, until its end in UTC"),
  from: PersianDay.optional().describe("Its midnight in Tehran; wins over `since`"),
  to: PersianDay.optional().describe("The last day in Tehran; wins over `until`"),
  subject: z
    .string()
    .regex(/^[a-z_]{1,40}$/)
    .optional(),
  verdict: z
    .string()
    .regex(/^[\w ]{1,40}$/)
    .optional(),
  about: Id.optional().describe("A person with all that is theirs, or the id of a thing"),
};

/** Lines in one table that is given out. */
export const EXPORTED_LINES_MAX = 5_000;

export const listDecisions = {
  method: "GET",
  path: "/decisions",
  role: "viewer",
  area: "log",
  trace: "list",
  summary:
    "What operators decided and looked at, newest first. A page may be short, or empty, although more follow: each call reads a bounded number of lines, and `nextCursor` goes on",
  query: PageQuery.extend({
    ...WANTED,
    sums: z
      .literal("days")
      .optional()
      .describe("Also counts all wanted lines by day, operator and verdict, which reads them all"),
  }),
  answer: z.object({
    decisions: z.array(
      z.object({
        id: z.string(),
        operator: z.string(),
        subject: z.string(),
        subjectId: z.string(),
        verdict: z.string(),
        before: z.string().nullable().describe("For others than owners only a state or a number"),
        after: z.string().nullable(),
        note: z.string().nullable().describe("Owners alone read it"),
        network: z
          .string()
          .describe("Empty in lines from before networks were kept, and for others than owners"),
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
      .describe("Of the first page alone, where `sums` asks for it, newest day first"),
  }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;

export const exportDecisions = {
  method: "GET",
  path: "/decisions/export",
  role: "viewer",
  area: "log",
  needsFresh: true,
  trace: "view",
  summary: "Lines of the log as a table, newest first; asking for it is a line too",
  query: z.object(WANTED),
  answer: z.object({
    name: z.string(),
    text: z.string().describe("CSV with a head"),
    isWhole: z.boolean().describe("False when older lines were left out"),
  }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;
