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
  since: z.iso
    .date()
    .optional()
    .describe("First day, from midnight in UTC; when absent, a week ago"),
  until: z.iso.date().optional().describe("Last day, including its whole 24 hours in UTC"),
  from: PersianDay.optional().describe(
    "First day in Tehran, Persian calendar; takes precedence over `since`",
  ),
  to: PersianDay.optional().describe(
    "Last day in Tehran, Persian calendar; takes precedence over `until`",
  ),
  subject: z
    .string()
    .regex(/^[a-z_]{1,40}$/)
    .optional(),
  verdict: z
    .string()
    .regex(/^[\w ]{1,40}$/)
    .optional(),
  about: Id.optional().describe(
    "Id of one thing, or of a person: then also lines about things of that person",
  ),
};

/** The most lines of one exported table. */
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
      .describe("`days`: also count all matching lines by day, operator and verdict, in `days`"),
  }),
  answer: z.object({
    decisions: z.array(
      z.object({
        id: z.string(),
        operator: z.string(),
        subject: z.string(),
        subjectId: z.string(),
        verdict: z.string(),
        before: z
          .string()
          .nullable()
          .describe(
            "State before the decision; unless the caller is an owner, only a state or a number",
          ),
        after: z.string().nullable(),
        note: z.string().nullable().describe("Null unless the caller is an owner"),
        network: z
          .string()
          .describe(
            "Network of the request; empty in old lines, and unless the caller is an owner",
          ),
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
      .describe("Only on the first page, and only when `sums` requests it; newest day first"),
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
  summary: "Export lines of the log as a CSV table, newest first; the log also records the export",
  query: z.object(FILTERS),
  answer: z.object({
    name: z.string(),
    text: z.string().describe("CSV with a header row"),
    isWhole: z.boolean().describe("False when the table is full and older lines were left out"),
  }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;
