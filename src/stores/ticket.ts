import { atom } from "nanostores";
import type {
  closeTicket as closeCall,
  createTicket as createCall,
  getTicket,
  getTickets,
  replyToTicket as replyCall,
  Ticket,
  TicketStatus,
  TicketSummary,
} from "../../contract/ticket.ts";
import { type KeyedAction, forgetKey, idempotencyKeyFor, isDefinite } from "./idempotency-key.ts";
import { call, type Outcome, type Refused } from "./call.ts";
import type { AnswerOf } from "../../contract/request.ts";
import type { Loaded } from "./loaded.ts";
import { notify, notifyNext } from "./notice.ts";

interface TicketList {
  tickets: readonly TicketSummary[];
  nextCursor: string | null;
}

export const $tickets = atom<Loaded<TicketList>>({ state: "loading" });
export const $ticket = atom<Loaded<Ticket>>({ state: "loading" });

export async function loadTickets(limit: number): Promise<void> {
  if ($tickets.get().state === "failed") $tickets.set({ state: "loading" });
  const outcome = await call<typeof getTickets>("GET", "/tickets", {
    query: { limit },
    needs: ["tickets"],
  });
  $tickets.set(
    outcome.ok
      ? { state: "ready", value: outcome.value }
      : { state: "failed", message: listMessage(outcome) },
  );
}

/** Loads the next page of the list. Returns true when it had any rows. */
export async function loadMoreTickets(limit: number): Promise<boolean> {
  const before = $tickets.get();
  if (before.state !== "ready" || before.value.nextCursor === null) return false;
  const query = { limit, cursor: before.value.nextCursor };
  const outcome = await call<typeof getTickets>("GET", "/tickets", { query, needs: ["tickets"] });
  if (!outcome.ok) {
    notify("error", listMessage(outcome));
    return false;
  }
  const tickets = [...before.value.tickets, ...outcome.value.tickets];
  $tickets.set({ state: "ready", value: { tickets, nextCursor: outcome.value.nextCursor } });
  return outcome.value.tickets.length > 0;
}

/** Loads a ticket. If a reload fails, the ticket on the screen stays. */
export async function loadTicket(ticketId: string): Promise<void> {
  if ($ticket.get().state === "failed") $ticket.set({ state: "loading" });
  const outcome = await call<typeof getTicket>("GET", "/tickets/:id", {
    params: { id: ticketId },
    needs: ["ticket"],
  });
  const before = $ticket.get();
  if (outcome.ok) $ticket.set({ state: "ready", value: outcome.value.ticket });
  else if (before.state === "ready" && before.value.id === ticketId)
    notify("error", outcome.message);
  else $ticket.set({ state: "failed", message: outcome.message });
}

/** Loads older messages of the ticket on the screen. */
export async function loadOlderMessages(): Promise<void> {
  const before = $ticket.get();
  if (before.state !== "ready" || before.value.nextCursor === null) return;
  const outcome = await call<typeof getTicket>("GET", "/tickets/:id", {
    params: { id: before.value.id },
    query: { cursor: before.value.nextCursor },
    needs: ["ticket"],
  });
  if (!outcome.ok) {
    notify("error", outcome.message);
    return;
  }
  const { Messages, nextCursor } = outcome.value.ticket;
  $ticket.set({
    state: "ready",
    value: { ...before.value, Messages: [...before.value.Messages, ...Messages], nextCursor },
  });
}

export interface NewTicket {
  title: string;
  description: string;
  imageUrl: string | null;
  orderItemId: string | null;
  /** The codes that the problem is about. */
  codeIds?: string[];
}

export async function openTicket(ticket: NewTicket): Promise<Outcome<AnswerOf<typeof createCall>>> {
  return once("ticketKey", ticket, (idempotencyKey) =>
    call<typeof createCall>("POST", "/tickets", {
      body: ticket,
      idempotencyKey,
      needs: ["ticket"],
    }),
  );
}

/** Sends a reply, then reloads the ticket. */
export async function reply(
  ticketId: string,
  message: { content: string; imageUrl: string | null },
): Promise<Outcome<AnswerOf<typeof replyCall>>> {
  const outcome = await once("replyKey", { ticketId, ...message }, (idempotencyKey) =>
    call<typeof replyCall>("POST", "/tickets/:id/messages", {
      params: { id: ticketId },
      body: message,
      idempotencyKey,
    }),
  );
  if (!outcome.ok && outcome.code !== "ticket_closed") return outcome;
  // The ticket was closed in the meantime: the error becomes a toast, since the reload removes the
  // form.
  if (!outcome.ok) notify("error", outcome.message);
  await loadTicket(ticketId);
  return outcome;
}

/** Closes a ticket and goes to the list. Returns the sentence of a refusal, else "". */
export async function closeTicket(ticketId: string): Promise<string> {
  const outcome = await call<typeof closeCall>("PUT", "/tickets/:id/close", {
    params: { id: ticketId },
  });
  if (!outcome.ok && outcome.code !== "ticket_closed") return outcome.message;
  notifyNext("success", "تیکت با موفقیت بسته شد.");
  location.assign("/tickets");
  return "";
}

const STATUS_LABELS: Record<TicketStatus, string> = {
  Open: "باز",
  "In Progress": "در حال بررسی",
  Closed: "بسته شده",
  "Owner Responded": "مدیر پاسخ داد",
  "User Responded": "کاربر پاسخ داد",
};

/** Returns the label of a status; «نامشخص» for any other. */
export function ticketStatusLabel(status: string | null | undefined): string {
  const labels: Record<string, string | undefined> = STATUS_LABELS;
  return labels[status ?? ""] ?? "نامشخص";
}

/**
 * Sends a text with an idempotency key that stays the same until a final answer, so that a retry
 * does not write it twice.
 */
async function once<Value>(
  action: KeyedAction,
  words: object,
  send: (idempotencyKey: string) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const outcome = await send(idempotencyKeyFor(await digest(JSON.stringify(words)), action));
  if (outcome.ok || isDefinite(outcome)) forgetKey(action);
  return outcome;
}

/** Hashes the words: they may be long and private, and the session storage would keep them. */
async function digest(words: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(words));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function listMessage(refusal: Refused): string {
  return `خطا در بارگذاری تیکت‌ها: ${refusal.message}`;
}
