import { z } from "zod";
import { QUANTITY_MAX } from "./cart.ts";
import { type Endpoint, Message, refusals } from "./endpoint.ts";
import { Id, ShortNumber, longText, nameText } from "./field.ts";
import { NextCursor, PageQuery } from "./page.ts";
import { OptionalUploadUrl, uploadRefusals } from "./upload.ts";

/** Support tickets and their messages. Sections 2 to 5. */

export const TICKET_TITLE_MIN = 3;
export const TICKET_TITLE_MAX = 100;
export const TICKET_TEXT_MIN = 10;
export const TICKET_TEXT_MAX = 5_000;
export const TICKETS_PER_DAY_MAX = 20;
export const TICKET_MESSAGES_PER_HOUR_MAX = 60;
/** Problems with gift cards must be reported within this time after delivery. */
export const PROBLEM_HOURS = 24;
/** An SMS announces an answer, at most one per ticket in this time. */
export const ANSWER_SMS_MINUTES = 60;

export const ticketRefusals = {
  ticketNotFound: { code: "ticket_not_found", status: 404, message: "تیکت پیدا نشد." },
  ticketClosed: { code: "ticket_closed", status: 409, message: "این تیکت بسته شده است." },
  itemNotFound: {
    code: "order_item_not_found",
    status: 404,
    message: "این محصول در سفارش‌های شما پیدا نشد.",
  },
  itemNotDelivered: { code: "not_delivered", status: 409, message: "لطفاً تا تحویل محصول صبر کنید" },
  problemTooLate: {
    code: "problem_too_late",
    status: 409,
    message: "مشکل گیفت کارت را تنها تا ۲۴ ساعت پس از تحویل می‌توان گزارش کرد.",
  },
  problemOpen: { code: "problem_open", status: 409, message: "برای این محصول یک تیکت باز دارید." },
  codeNotFound: { code: "code_not_found", status: 404, message: "این کد در سفارش شما نیست." },
  codeReported: { code: "problem_open", status: 409, message: "برای این کد یک تیکت باز دارید." },
  tooManyTickets: {
    code: "too_many",
    status: 429,
    message: "امروز تیکت‌های زیادی ثبت کرده‌اید. لطفاً کمی بعد دوباره تلاش کنید.",
  },
  tooManyMessages: {
    code: "too_many",
    status: 429,
    message: "پیام‌های زیادی فرستاده‌اید. لطفاً کمی بعد دوباره تلاش کنید.",
  },
} as const;

export const TicketStatus = z.enum([
  "Open",
  "In Progress",
  "Closed",
  "Owner Responded",
  "User Responded",
]);
export type TicketStatus = z.infer<typeof TicketStatus>;

export const TicketMessage = z.object({
  id: z.string(),
  content: z.string(),
  imageUrl: z.string().nullable(),
  createdAt: z.iso.datetime(),
  senderType: z.enum(["buyer", "owner"]).describe("buyer: the shopper; owner: the shop"),
  User: z.object({ firstName: z.string(), lastName: z.string() }),
});
export type TicketMessage = z.infer<typeof TicketMessage>;

export const TicketSummary = z.object({
  id: z.string(),
  number: ShortNumber,
  title: z.string(),
  description: z.string(),
  imageUrl: z.string().nullable(),
  status: TicketStatus,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type TicketSummary = z.infer<typeof TicketSummary>;

export const Ticket = TicketSummary.extend({
  orderItem: z
    .object({ id: z.string(), orderId: z.string(), orderNumber: ShortNumber, name: z.string() })
    .nullable()
    .describe("The delivered item with the reported problem; null for other tickets"),
  codes: z
    .array(z.object({ id: z.string(), position: z.number().int() }))
    .describe("The codes of `orderItem` that have the reported problem"),
  Messages: z.array(TicketMessage).describe("Newest first"),
  nextCursor: NextCursor.describe("Cursor of the next page of messages; null on the last page"),
});
export type Ticket = z.infer<typeof Ticket>;

const Content = longText(TICKET_TEXT_MIN, TICKET_TEXT_MAX, "لطفاً پیام خود را وارد کنید.");

export const getTickets = {
  method: "GET",
  path: "/tickets",
  summary: "List the shopper's tickets, most recently changed first",
  access: "shopper",
  query: PageQuery,
  answer: z.object({ tickets: z.array(TicketSummary), nextCursor: NextCursor }),
  refusals: [refusals.invalid],
} as const satisfies Endpoint;

export const createTicket = {
  method: "POST",
  path: "/tickets",
  summary:
    "Open a ticket. With `orderItemId`, it reports a problem within 24 hours of delivery: with the codes in `codeIds`, or with all codes that are in no open ticket",
  access: "shopper",
  body: z.object({
    title: nameText(TICKET_TITLE_MIN, TICKET_TITLE_MAX, "لطفاً عنوان تیکت را وارد کنید."),
    description: longText(TICKET_TEXT_MIN, TICKET_TEXT_MAX, "لطفاً توضیحات تیکت را وارد کنید."),
    imageUrl: OptionalUploadUrl,
    orderItemId: Id.nullish(),
    codeIds: z.array(Id).min(1).max(QUANTITY_MAX).nullish(),
  }),
  takesKey: true,
  answer: Message.extend({ ticket: TicketSummary }),
  refusals: [
    refusals.invalid,
    refusals.keyReused,
    uploadRefusals.noFile,
    ticketRefusals.itemNotFound,
    ticketRefusals.itemNotDelivered,
    ticketRefusals.problemTooLate,
    ticketRefusals.problemOpen,
    ticketRefusals.codeNotFound,
    ticketRefusals.codeReported,
    ticketRefusals.tooManyTickets,
  ],
} as const satisfies Endpoint;

export const getTicket = {
  method: "GET",
  path: "/tickets/:id",
  summary: "Get one ticket with one page of its messages; `limit` and `cursor` choose the page",
  access: "shopper",
  query: PageQuery,
  answer: z.object({ ticket: Ticket }),
  refusals: [refusals.invalid, ticketRefusals.ticketNotFound],
} as const satisfies Endpoint;

export const closeTicket = {
  method: "PUT",
  path: "/tickets/:id/close",
  summary: "Close a ticket; it cannot be reopened",
  access: "shopper",
  answer: Message.extend({ ticket: TicketSummary }),
  refusals: [ticketRefusals.ticketNotFound, ticketRefusals.ticketClosed],
} as const satisfies Endpoint;

export const replyToTicket = {
  method: "POST",
  path: "/tickets/:id/messages",
  summary: "Add a message to a ticket that is not closed",
  access: "shopper",
  body: z.object({ content: Content, imageUrl: OptionalUploadUrl }),
  takesKey: true,
  answer: Message.extend({ data: TicketMessage }),
  refusals: [
    refusals.invalid,
    refusals.keyReused,
    uploadRefusals.noFile,
    ticketRefusals.ticketNotFound,
    ticketRefusals.ticketClosed,
    ticketRefusals.tooManyMessages,
  ],
} as const satisfies Endpoint;
