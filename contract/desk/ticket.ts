import { z } from "zod";
import { openPlace, tellOpenPlace } from "../../persian/answer-places.ts";
import { Message, refusals } from "../endpoint.ts";
import { Id, longText } from "../field.ts";
import { NextCursor, PageQuery } from "../page.ts";
import { TICKET_TEXT_MAX, Ticket, TicketStatus, TicketSummary, ticketRefusals } from "../ticket.ts";
import { DeskCode } from "./code.ts";
import { type DeskEndpoint, Person, deskRefusals } from "./endpoint.ts";

/** Tickets, read and answered by operators. Section 10. */

export const listDeskTickets = {
  method: "GET",
  path: "/tickets",
  role: "viewer",
  area: "tickets",
  trace: "list",
  summary:
    "Tickets of one status (Open by default), longest unchanged first; with the status `all` or a `personId`, tickets of every status, newest first",
  query: PageQuery.extend({
    status: z.enum([...TicketStatus.options, "all"]).default("Open"),
    personId: Id.optional().describe("Only this person's tickets, in every status"),
  }),
  answer: z.object({
    tickets: z.array(TicketSummary.extend({ person: Person })),
    nextCursor: NextCursor,
  }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;
export const getDeskTicket = {
  method: "GET",
  path: "/tickets/:id",
  role: "support",
  area: "tickets",
  trace: "view",
  summary: "Get one ticket with its messages; `id` may be its number",
  query: PageQuery,
  answer: z.object({
    ticket: Ticket.extend({
      person: Person,
      codes: z.array(DeskCode),
      aboutWords: z
        .string()
        .describe(
          "Text for `{کد}` in prepared answers: codes and order of the ticket; otherwise empty",
        ),
      dueAt: z.iso
        .datetime()
        .nullable()
        .describe("The time by which an answer is promised; null when the shop wrote last"),
    }),
  }),
  refusals: [refusals.invalid, deskRefusals.numberWrong, ticketRefusals.ticketNotFound],
} as const satisfies DeskEndpoint;
export const answerTicket = {
  method: "POST",
  path: "/tickets/:id/messages",
  role: "support",
  area: "tickets",
  trace: "decision",
  summary: "Add an answer of the shop to a ticket",
  body: z.object({
    content: longText(1, TICKET_TEXT_MAX, "لطفاً پیام خود را وارد کنید.").refine(
      (text) => openPlace(text) === "",
      { error: ({ input }) => tellOpenPlace(String(input)) },
    ),
  }),
  answer: Message,
  refusals: [
    refusals.invalid,
    deskRefusals.numberWrong,
    ticketRefusals.ticketNotFound,
    ticketRefusals.ticketClosed,
    deskRefusals.heldByOther,
  ],
} as const satisfies DeskEndpoint;
export const moveTicket = {
  method: "PUT",
  path: "/tickets/:id/status",
  role: "support",
  area: "tickets",
  trace: "decision",
  summary: "Mark a ticket as in progress, or close it",
  body: z.object({ status: z.enum(["In Progress", "Closed"]) }),
  answer: Message,
  refusals: [
    refusals.invalid,
    deskRefusals.numberWrong,
    ticketRefusals.ticketNotFound,
    ticketRefusals.ticketClosed,
    deskRefusals.heldByOther,
  ],
} as const satisfies DeskEndpoint;
