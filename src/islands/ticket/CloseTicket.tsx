import { ConfirmModal } from "../../parts/ConfirmModal.tsx";
import { useConfirmation } from "../../parts/use-confirmation.ts";
import { closeTicket } from "../../stores/ticket.ts";

/** Closes a ticket after a confirmation, because closing is final. */
export function CloseTicket({ ticketId }: { ticketId: string }) {
  const { open, modal } = useConfirmation(() => closeTicket(ticketId), { leavesPage: true });
  return (
    <>
      <button type="button" className="button-quiet" onClick={open}>
        بستن تیکت
      </button>
      <ConfirmModal {...modal} title="بستن تیکت" action="بستن تیکت">
        <p>
          تیکت بسته‌شده دوباره باز نمی‌شود و نمی‌توانید در آن پیام بنویسید. اگر پاسخ خود را
          گرفته‌اید آن را ببندید.
        </p>
      </ConfirmModal>
    </>
  );
}
