import { ticketStatusLabel } from "../../stores/ticket.ts";

const TONES: Record<string, string | undefined> = {
  Open: "badge-zaferan",
  "In Progress": "badge-zaferan",
  "User Responded": "badge-zaferan",
  "Owner Responded": "",
};

/** Turquoise where the shop has answered, saffron while it is the shop's turn. */
export function TicketBadge({ status }: { status: string | null | undefined }) {
  return <span className={`badge ${TONES[status ?? ""] ?? "badge-muted"}`}>{ticketStatusLabel(status)}</span>;
}
