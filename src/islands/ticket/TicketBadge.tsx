import { StatusBadge, type Tone } from "../../parts/StatusBadge.tsx";
import { ticketStatusLabel } from "../../stores/ticket.ts";

const TONES: Record<string, Tone | undefined> = {
  Open: "waiting",
  "In Progress": "waiting",
  "User Responded": "waiting",
  "Owner Responded": "good",
};

/** Says, when the last message is from the shopper, that the shop has not answered yet. */
export function AwaitsSupport({ status }: { status: string }) {
  return status === "User Responded" && "در انتظار پشتیبانی";
}

/** The status of a ticket: turquoise after the shop's answer, saffron while it is awaited. */
export function TicketBadge({ status }: { status: string | null | undefined }) {
  return (
    <StatusBadge tone={TONES[status ?? ""] ?? "plain"}>{ticketStatusLabel(status)}</StatusBadge>
  );
}
