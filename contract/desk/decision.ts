import { z } from "zod";
import { refusals } from "../endpoint.ts";
import { NextCursor, PageQuery } from "../page.ts";
import { Id } from "../field.ts";
import type { DeskEndpoint } from "./endpoint.ts";
import { PersianDay } from "./figures.ts";
import { OperatorName } from "./operator.ts";

/**
 * The log of the desk: what operators decided and viewed. Only owners read it unmasked. Section
 * 10.13.
 */

/** Filters of the log. */
const FILTERS = {
  operator: OperatorName.or(z.literal("inquiry:zibal")).optional(),
  since: z.iso.date().optional().describe("From midnight in UTC; a week ago when absent"),
  until: z.iso.date().optional().describe("The last day, to its end in UTC"),
  from: PersianDay.optional().describe("From midnight in Tehran; takes precedence over `since`"),
  to: PersianDay.optional().describe("The last day in Tehran; takes precedence over `until`"),
  subject: z
    .string()
    .regex(/^[a-z_]{1,40}$/)
    .optional(),
  verdict: z
    .string()
    .regex(/^[\w ]{1,40}$/)
    .optional(),
  about: Id.optional().describe(
    "Id of a person, for all lines about them and what is theirs, or id of one thing",
  ),
};

/** Lines in one exported table. */
export const EXPORTED_LINES_MAX = 5_000;

export const listDecisions = {
  method: "GET",
  path: "/decisions",
  role: "viewer",
  area: "log",
  trace: "list",
  summary:
    "Decisions and views of operators, newest first. A page may be short or empty although more follow, because each call reads a limited number of lines; continue with `nextCursor`",
  query: PageQuery.extend({
    ...FILTERS,
    sums: z
      .literal("days")
      .optional()
      .describe(
        "Also counts all lines that match, by day, operator and verdict; reads all of them",
      ),
  }),
  answer: z.object({
    decisions: z.array(
      z.object({
        id: z.string(),
        operator: z.string(),
        subject: z.string(),
        subjectId: z.string(),
        verdict: z.string(),
        before: z.string().nullable().describe("For all but owners, only a state or a number"),
        after: z.string().nullable(),
        note: z.string().nullable().describe("Only for owners"),
        network: z
          .string()
          .describe("Empty in old lines without a network, and for all but owners"),
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
      .describe("Only on the first page and when `sums` requests it, newest day first"),
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
  summary: "Lines of the log as a table, newest first; the export is recorded in the log too",
  query: z.object(FILTERS),
  answer: z.object({
    name: z.string(),
    text: z.string().describe("CSV with a header row"),
    isWhole: z.boolean().describe("False when older lines were left out"),
  }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;
