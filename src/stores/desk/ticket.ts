import { atom } from "nanostores";
import { loadedOf } from "../call.ts";
import type {
  answerTicket,
  getDeskTicket,
  listDeskTickets,
  moveTicket,
} from "../../../contract/desk/ticket.ts";
import type { AnswerOf, RequestOf } from "../../../contract/request.ts";
import type { Loaded } from "../loaded.ts";
import { callDesk } from "./call.ts";
import { asPage, loadPages, newPages } from "./pages.ts";

/** Tickets at the desk, outside the queue. */

export type DeskTicket = AnswerOf<typeof getDeskTicket>["ticket"];
export type TicketLine = AnswerOf<typeof listDeskTickets>["tickets"][number];
export type TicketFilter = NonNullable<RequestOf<typeof listDeskTickets>["query"]>;

export const $tickets = newPages<TicketLine>();
export const $ticketFilter = atom<TicketFilter>({});
export const $ticket = atom<Loaded<DeskTicket>>({ state: "loading" });

export const loadTickets = (isMore = false) =>
  loadPages(
    $tickets,
    async (cursor) => {
      const query = { ...$ticketFilter.get(), ...(cursor !== undefined && { cursor }) };
      return asPage(
        await callDesk<typeof listDeskTickets>("GET", "/tickets", { query }),
        "tickets",
      );
    },
    isMore,
  );

export async function loadTicket(id: string): Promise<void> {
  const outcome = await callDesk<typeof getDeskTicket>("GET", "/tickets/:id", {
    params: { id },
    query: {},
    needs: ["ticket"],
  });
  $ticket.set(loadedOf(outcome, ({ ticket }) => ticket));
}

/** Answers a ticket. Returns the sentence of a refusal, else "". */
export async function answer(id: string, content: string): Promise<string> {
  const outcome = await callDesk<typeof answerTicket>("POST", "/tickets/:id/messages", {
    params: { id },
    body: { content },
  });
  if (outcome.ok) await loadTicket(id);
  return outcome.ok ? "" : outcome.message;
}

/** Changes the status of a ticket. Returns the sentence of a refusal, else "". */
export async function move(id: string, status: "In Progress" | "Closed"): Promise<string> {
  const outcome = await callDesk<typeof moveTicket>("PUT", "/tickets/:id/status", {
    params: { id },
    body: { status },
  });
  if (outcome.ok) await loadTicket(id);
  return outcome.ok ? "" : outcome.message;
}
