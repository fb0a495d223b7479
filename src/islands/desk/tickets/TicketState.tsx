import { StatusBadge, type Tone } from "../../../parts/StatusBadge.tsx";
import type { TicketLine } from "../../../stores/desk/ticket.ts";

/** The desk's words for the states of a ticket. */
export const STATES: Record<TicketLine["status"], readonly [Tone, string]> = {
  Open: ["waiting", "باز"],
  "User Responded": ["waiting", "پاسخ خریدار"],
  "In Progress": ["waiting", "در دست بررسی"],
  "Owner Responded": ["good", "پاسخ داده‌شده"],
  Closed: ["plain", "بسته"],
};

export function TicketState({ status }: { status: TicketLine["status"] }) {
  const [tone, word] = STATES[status];
  return <StatusBadge tone={tone}>{word}</StatusBadge>;
}
