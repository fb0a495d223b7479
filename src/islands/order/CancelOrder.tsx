import { useRef } from "react";
import { ConfirmModal } from "../../parts/ConfirmModal.tsx";
import { useConfirmation } from "../../parts/use-confirmation.ts";
import { notify } from "../../stores/notice.ts";
import { cancelOrder } from "../../stores/order.ts";

/** Cancels the undelivered items of an order after a confirmation. */
export function CancelOrder({ orderId, canCancel }: { orderId: string; canCancel: boolean }) {
  const success = useRef("");
  const { open, modal } = useConfirmation(async () => {
    const outcome = await cancelOrder(orderId);
    if (!outcome.ok) return outcome.message;
    success.current = outcome.value.message;
    return "";
  });
  return (
    <div>
      {canCancel && (
        <button type="button" className="button-danger" onClick={open}>
          لغو سفارش
        </button>
      )}
      <ConfirmModal
        {...modal}
        title="لغو سفارش"
        action="سفارش را لغو کن"
        onClosed={() => {
          // Announced after the dialog closes: screen readers ignore the page behind an open
          // dialog.
          if (success.current !== "") notify("success", success.current);
          success.current = "";
        }}
      >
        <p>
          آنچه هنوز تحویل نشده است لغو می‌شود و مبلغ آن از همان راهی که پرداخت شده بازمی‌گردد. کدهای
          تحویل‌شده نزد شما می‌مانند.
        </p>
      </ConfirmModal>
    </div>
  );
}
