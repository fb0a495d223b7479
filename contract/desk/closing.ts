import { z } from "zod";
import { type Refusal, refusals } from "../endpoint.ts";
import { type DeskEndpoint, Note, deskRefusals } from "./endpoint.ts";
import { PersianDay, PersianMonth } from "./figures.ts";

/** The daily close: the ledger is compared with the gateway, day by day. Section 10.21. */

export const closingRefusals = {
  notOver: { code: "not_over", status: 409, message: "این روز هنوز تمام نشده است و بسته نمی‌شود." },
  gatewaySilent: {
    code: "gateway_silent",
    status: 502,
    message: "درگاه پاسخ نمی‌دهد و نمی‌توان روز را با آن سنجید. چند دقیقهٔ دیگر دوباره تلاش کنید.",
  },
  differenceChanged: {
    code: "difference_changed",
    status: 409,
    message: "اختلاف این روز دیگر آن نیست که دیدید. دوباره نگاه کنید.",
  },
  noteNeeded: {
    code: "note_needed",
    status: 422,
    message: "دفتر و درگاه برابر نیستند. بنویسید چرا این روز با اختلاف بسته می‌شود.",
  },
} as const satisfies Record<string, Refusal>;

const Toman = z.number().int().describe("Toman");

/** A payment or refund that causes a difference between the sums of gateway and ledger. */
export const ClosingRow = z.object({
  kind: z
    .enum(["review", "unconfirmed", "stray", "refund"])
    .describe(
      "review: a payment in review; unconfirmed: a payment that the bank took and the shop has not confirmed; stray: money without a row; refund: a refund with an unknown end, which counts as zero",
    ),
  id: z.string().describe("Id of the payment or refund; for a stray payment, its authority"),
  amount: Toman,
  at: z.iso.datetime(),
  why: z.string(),
  rows: z.string().nullable().describe("Path of the desk page where an operator can settle it"),
});
export type ClosingRow = z.infer<typeof ClosingRow>;

export const ClosingDay = z.object({
  day: PersianDay,
  title: z.string(),
  date: z.iso.date().describe("The day in the Gregorian calendar"),
  taken: Toman.describe("Toman that came in through gateways, according to the ledger"),
  returned: Toman.describe("Toman that went back through gateways, according to the ledger"),
  ledger: Toman.describe("`taken` minus `returned`"),
  gateway: Toman.describe(
    "`taken` minus `returned` at the gateway: computed, or as read in the gateway's panel",
  ),
  difference: Toman,
  state: z.enum(["open", "over", "closed"]),
  closedBy: z.string().nullable(),
  closedAt: z.iso.datetime().nullable(),
  note: z.string().nullable(),
});
export type ClosingDay = z.infer<typeof ClosingDay>;

const Closing = ClosingDay.extend({
  rows: z.array(ClosingRow),
  isFromPanel: z
    .boolean()
    .describe("True when an operator read `gateway` in the gateway's panel and entered it"),
  gatewayHeardAt: z.iso
    .datetime()
    .nullable()
    .describe(
      "When the gateway last listed the payments that it took and the shop had not confirmed",
    ),
  isGatewaySilent: z
    .boolean()
    .describe("True when the gateway did not answer just now; then the day cannot be closed"),
});

export const listClosings = {
  method: "GET",
  path: "/closings",
  role: "viewer",
  area: "figures",
  trace: "list",
  summary: "List the days of a month, newest first, with the sums of ledger and gateway",
  query: z.object({ month: PersianMonth.optional().describe("Yesterday's month when absent") }),
  answer: z.object({
    month: z.string(),
    title: z.string(),
    previous: z.string(),
    next: z.string().nullable().describe("Null for the current month"),
    days: z.array(ClosingDay),
    recent: z
      .array(ClosingDay)
      .describe("Today and the days before it, independent of the requested month"),
    openDays: z
      .number()
      .int()
      .describe("Number of days that are over but not closed yet, among the last thirty"),
  }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;

export const getClosing = {
  method: "GET",
  path: "/closings/day",
  role: "viewer",
  area: "figures",
  trace: "list",
  summary:
    "Get one day with the rows that explain its difference; asks the gateway about an unclosed day",
  query: z.object({ day: PersianDay.optional().describe("Today when absent") }),
  answer: z.object({ closing: Closing }),
  refusals: [refusals.invalid, refusals.notFound],
} as const satisfies DeskEndpoint;

export const closeDay = {
  method: "POST",
  path: "/closings",
  role: "finance",
  area: "figures",
  isPersonal: true,
  trace: "decision",
  summary: "Close a past day permanently; a difference between ledger and gateway needs a `note`",
  body: z.object({
    day: PersianDay,
    difference: Toman.describe(
      "`difference` as the operator saw it; the call is refused if it has changed",
    ),
    gatewayAmount: Toman.min(-99_999_999_999_999)
      .max(99_999_999_999_999)
      .optional()
      .describe("Income minus refunds from the gateway's panel, if the operator read it there"),
    note: Note.optional(),
  }),
  answer: z.object({ closing: Closing, message: z.string() }),
  refusals: [
    refusals.invalid,
    refusals.notFound,
    refusals.unavailable,
    deskRefusals.decided,
    ...Object.values(closingRefusals),
  ],
} as const satisfies DeskEndpoint;
