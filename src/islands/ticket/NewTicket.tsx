import type { TicketSummary } from "../../../contract/ticket.ts";
import { useTyped } from "../../parts/use-typed.ts";
import { type ProblemItem, TicketForm } from "./TicketForm.tsx";
import type { TicketLimits } from "./ticket-limits.ts";
import { type Topic, TicketTopic } from "./TicketTopic.tsx";

interface NewTicketProps {
  item: ProblemItem | null;
  limits: TicketLimits;
  onOpened: (ticket: TicketSummary) => void;
}

/** The form of a ticket; without an item it first asks what the ticket is about. */
export function NewTicket({ item, limits, onOpened }: NewTicketProps) {
  const [topic, setTopic] = useTyped<Topic | null>("ticket topic", null);
  if (!item && !topic) return <TicketTopic onChosen={setTopic} />;
  return <TicketForm item={item} topic={topic} limits={limits} onOpened={onOpened} />;
}
