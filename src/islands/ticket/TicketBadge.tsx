import { StatusBadge, type Tone } from "../../parts/StatusBadge.tsx";
import { ticketStatusLabel } from "../../stores/ticket.ts";

const TONES: Record<string, Tone | undefined> = {
  Open: "waiting",
  "In Progress": "waiting",
  "User Responded": "waiting",
  "Owner Responded": "good",
};

/** Turquoise where the shop has answered, saffron while it is the shop's turn. */
export function TicketBadge({ status }: { status: string | null | undefined }) {
  return (
    <StatusBadge tone={TONES[status ?? ""] ?? "plain"}>{ticketStatusLabel(status)}</StatusBadge>
  );
}
