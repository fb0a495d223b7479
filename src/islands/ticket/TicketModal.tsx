import { useState } from "react";
import type { TicketSummary } from "../../../contract/ticket.ts";
import { Confirmation } from "../../parts/Confirmation.tsx";
import { lazily } from "../../parts/lazily.tsx";
import { Modal } from "../../parts/Modal.tsx";
import type { ProblemItem } from "./TicketForm.tsx";
import type { TicketLimits } from "./ticket-limits.ts";

const NewTicket = lazily(async () => (await import("./NewTicket.tsx")).NewTicket);

interface TicketModalProps {
  isOpen: boolean;
  item: ProblemItem | null;
  limits: TicketLimits;
  onClose: () => void;
  onClosed?: () => void;
  /** Called when the shop has stored the ticket. */
  onOpened: () => void;
}

/** The dialog to open a ticket, about a delivered item or in general. */
export function TicketModal({
  isOpen,
  item,
  limits,
  onClose,
  onClosed,
  onOpened,
}: TicketModalProps) {
  return (
    <Modal
      isOpen={isOpen}
      title={item ? "گزارش مشکل" : "تیکت جدید"}
      about={item?.id ?? ""}
      onClose={onClose}
      {...(onClosed && { onClosed })}
    >
      <Content item={item} limits={limits} onClose={onClose} onOpened={onOpened} />
    </Modal>
  );
}

function Content({ item, limits, onClose, onOpened }: Omit<TicketModalProps, "isOpen">) {
  const [opened, setOpened] = useState<TicketSummary | null>(null);
  if (!opened) {
    return (
      <NewTicket
        item={item}
        limits={limits}
        onOpened={(ticket) => {
          setOpened(ticket);
          onOpened();
        }}
      />
    );
  }
  return (
    <Confirmation title="تیکت شما با موفقیت ثبت شد!" onClose={onClose}>
      <p>پاسخ پشتیبانی را در همین بخش می‌بینید.</p>
      <a className="link" href={`/tickets/${encodeURIComponent(opened.id)}`}>
        دیدن تیکت
      </a>
    </Confirmation>
  );
}
