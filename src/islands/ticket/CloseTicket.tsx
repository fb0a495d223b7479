import { useState } from "react";
import { ConfirmModal } from "../../parts/ConfirmModal.tsx";
import { closeTicket } from "../../stores/ticket.ts";

/** Closes a ticket after a confirmation, because closing is final. */
export function CloseTicket({ ticketId }: { ticketId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isClosing, setIsClosing] = useState(false);
  const [problem, setProblem] = useState("");
  const close = async () => {
    setIsClosing(true);
    const found = await closeTicket(ticketId);
    setProblem(found);
    // On success the browser leaves this page, so the button stays busy.
    setIsClosing(found === "");
  };
  return (
    <>
      <button
        type="button"
        className="button-quiet"
        onClick={() => {
          setProblem("");
          setIsOpen(true);
        }}
      >
        بستن تیکت
      </button>
      <ConfirmModal
        isOpen={isOpen}
        title="بستن تیکت"
        action="بستن تیکت"
        isBusy={isClosing}
        problem={problem}
        onConfirm={() => void close()}
        onClose={() => {
          setIsOpen(false);
        }}
      >
        <p>
          تیکت بسته‌شده دوباره باز نمی‌شود و نمی‌توانید در آن پیام بنویسید. اگر پاسخ خود را
          گرفته‌اید آن را ببندید.
        </p>
      </ConfirmModal>
    </>
  );
}
