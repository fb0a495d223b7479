import { useRef, useState } from "react";
import { ConfirmModal } from "../../parts/ConfirmModal.tsx";
import { notify } from "../../stores/notice.ts";
import { cancelOrder } from "../../stores/order.ts";

/** Cancels the undelivered items of an order after a confirmation. */
export function CancelOrder({ orderId, canCancel }: { orderId: string; canCancel: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const done = useRef("");
  const cancel = async () => {
    setIsBusy(true);
    const outcome = await cancelOrder(orderId);
    setIsBusy(false);
    if (!outcome.ok) {
      setProblem(outcome.message);
      return;
    }
    done.current = outcome.value.message;
    setIsOpen(false);
  };
  return (
    <div>
      {canCancel && (
        <button
          type="button"
          className="button-danger"
          onClick={() => {
            setProblem("");
            setIsOpen(true);
          }}
        >
          لغو سفارش
        </button>
      )}
      <ConfirmModal
        isOpen={isOpen}
        title="لغو سفارش"
        action="سفارش را لغو کن"
        isBusy={isBusy}
        problem={problem}
        onConfirm={() => void cancel()}
        onClose={() => {
          setIsOpen(false);
        }}
        onClosed={() => {
          // Announced after the dialog closes: screen readers ignore the page behind an open
          // dialog.
          if (done.current !== "") notify("success", done.current);
          done.current = "";
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
