import { Plus } from "lucide-react";
import { useState } from "react";
import { loadTickets } from "../../stores/ticket.ts";
import { TicketList } from "./TicketList.tsx";
import { TicketModal } from "./TicketModal.tsx";
import type { TicketLimits } from "./ticket-limits.ts";

interface TicketScreenProps {
  /** Number of tickets per call. */
  fetchSize: number;
  limits: TicketLimits;
}

export function TicketScreen({ fetchSize, limits }: TicketScreenProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">پشتیبانی</h1>
        <button type="button" className="button" onClick={() => setIsOpen(true)}>
          <Plus size={18} aria-hidden="true" />
          تیکت جدید
        </button>
      </div>
      <TicketList fetchSize={fetchSize} />
      <TicketModal
        isOpen={isOpen}
        item={null}
        limits={limits}
        onClose={() => setIsOpen(false)}
        onOpened={() => void loadTickets(fetchSize)}
      />
    </>
  );
}
