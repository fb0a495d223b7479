import { z } from "zod";
import { type Refusal, refusals } from "../endpoint.ts";
import { type DeskEndpoint, Note, deskRefusals } from "./endpoint.ts";
import { PersianDay, PersianMonth } from "./figures.ts";

/** The daily close: ledger against gateway, day by day. Section 10.21. */

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

/** Why gateway and ledger differ. */
export const ClosingRow = z.object({
  kind: z
    .enum(["review", "unconfirmed", "stray", "refund"])
    .describe(
      "A payment in review; one that the bank took and the shop has not confirmed; money without a " +
        "row; a refund whose end nobody knows, which counts as nothing",
    ),
  id: z.string().describe("Of the payment or refund; of a stray payment its authority"),
  amount: Toman,
  at: z.iso.datetime(),
  why: z.string(),
  rows: z.string().nullable().describe("The address of the desk where it is settled"),
});
export type ClosingRow = z.infer<typeof ClosingRow>;

export const ClosingDay = z.object({
  day: PersianDay,
  title: z.string(),
  date: z.iso.date().describe("Gregorian"),
  taken: Toman.describe("What the ledger took from gateways"),
  returned: Toman.describe("What it gave back through them"),
  ledger: Toman.describe("The difference of both"),
  gateway: Toman.describe(
    "The same at the gateway, as far as the shop knows: the ledger and the rows of the difference. " +
      "In a closed day maybe the sum of the gateway's own panel",
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
  isFromPanel: z.boolean().describe("True when a person read the gateway's sum in its panel"),
  gatewayHeardAt: z.iso
    .datetime()
    .nullable()
    .describe("When the gateway last listed what it took and the shop had not confirmed"),
  isGatewaySilent: z
    .boolean()
    .describe("True when it did not answer now: the day cannot be closed"),
});

export const listClosings = {
  method: "GET",
  path: "/closings",
  role: "viewer",
  area: "figures",
  trace: "list",
  summary:
    "The days of a month, newest first, with what ledger and gateway say and who closed them",
  query: z.object({ month: PersianMonth.optional() }),
  answer: z.object({
    month: z.string(),
    title: z.string(),
    previous: z.string(),
    next: z.string().nullable().describe("Null for the present month"),
    days: z.array(ClosingDay),
    recent: z.array(ClosingDay).describe("Today and the days before it, whatever the month"),
    openDays: z.number().int().describe("Days of the last thirty that are over and not closed"),
  }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;

export const getClosing = {
  method: "GET",
  path: "/closings/day",
  role: "viewer",
  area: "figures",
  trace: "list",
  summary: "One day with the rows behind its difference; asks the gateway unless it is closed",
  query: z.object({ day: PersianDay.optional().describe("Today when it is left out") }),
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
  summary: "Close a day that is over, for good: without a difference, or with a sentence about it",
  body: z.object({
    day: PersianDay,
    difference: Toman.describe("As it was seen"),
    gatewayAmount: Toman.min(-99_999_999_999_999)
      .max(99_999_999_999_999)
      .optional()
      .describe("What the gateway's panel says it took less what it gave back, if somebody looked"),
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
