import { z } from "zod";
import { Closure } from "../closure.ts";
import { Message, type Refusal, refusals } from "../endpoint.ts";
import { text } from "../field.ts";
import type { DeskEndpoint } from "./endpoint.ts";

/** Closing the shop to shoppers, and opening it again. Section 10.39. */

/** The longest reason, in characters. */
export const REASON_MAX = 200;
/** How far ahead the end of a closure may be set, in days. */
export const CLOSURE_DAYS_MAX = 30;

export const closureRefusals = {
  alreadyClosed: {
    code: "already_closed",
    status: 409,
    message: "فروشگاه همین حالا بسته است. برای تغییر ساعت یا متن، نخست آن را باز کنید.",
  },
  alreadyOpen: {
    code: "already_open",
    status: 409,
    message: "فروشگاه باز است، یا همکاری آن را دوباره بسته است.",
  },
} as const satisfies Record<string, Refusal>;

export const DeskClosure = Closure.extend({ id: z.string(), closedBy: z.string() });
export type DeskClosure = z.infer<typeof DeskClosure>;

export const getClosure = {
  method: "GET",
  path: "/closure",
  role: "viewer",
  area: "own",
  trace: "list",
  summary: "Get whether the shop is closed, and what is under way and would go on",
  answer: z.object({
    closure: DeskClosure.nullable().describe("Null while the shop is open"),
    underWay: z.object({
      payments: z.number().int().describe("Payments that began and have not ended"),
      heldCodes: z.number().int().describe("Codes that are held for orders that are being paid"),
      gifts: z.number().int().describe("Gifts that will be sent at a chosen time"),
    }),
  }),
  refusals: [],
} as const satisfies DeskEndpoint;

export const closeShop = {
  method: "POST",
  path: "/closure",
  role: "finance",
  area: "settings",
  trace: "decision",
  summary:
    "Close the shop to shoppers. Nothing new can be bought or paid; orders, codes, tickets, accounts, jobs and the desk go on",
  body: z.object({
    reason: text(3, REASON_MAX, "بنویسید که به خریدار چه بگوییم.").describe("Shown to shoppers"),
    reopensAt: z.iso
      .datetime({ error: "روز و ساعت باز شدن را درست وارد کنید." })
      .nullable()
      .describe("When the shop opens by itself; null to wait for an operator"),
  }),
  answer: Message.extend({ closure: DeskClosure }),
  refusals: [refusals.invalid, closureRefusals.alreadyClosed],
} as const satisfies DeskEndpoint;

export const openShop = {
  method: "DELETE",
  path: "/closure/:id",
  role: "finance",
  area: "settings",
  trace: "decision",
  summary: "Open the shop that an operator closed, by the id of the closure",
  answer: Message,
  refusals: [refusals.notFound, closureRefusals.alreadyOpen],
} as const satisfies DeskEndpoint;
