import { useState } from "react";
import { formatNumber } from "../../../../persian/toman.ts";
import { ConfirmModal } from "../../../parts/ConfirmModal.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import { type DiscountCode, setCodeStatus } from "../../../stores/desk/discount-code.ts";
import { notify } from "../../../stores/notice.ts";

interface CodeMoveProps {
  /** Null while the dialog is closed. */
  row: DiscountCode | null;
  /** True when only this code of a series is stopped or started, not the whole series. */
  isAlone: boolean;
  onClose: () => void;
}

/** Says what stopping or starting a code does, and does it. */
export function CodeMove({ row, isAlone, onClose }: CodeMoveProps) {
  const [shown, setShown] = useState(row);
  const { send, isSending, problem, refuse } = useSending();
  // Keeps showing the code while the dialog fades out.
  if (row !== null && row !== shown) {
    setShown(row);
    refuse({});
  }
  const isStart = shown?.state === "stopped";
  const series = isAlone ? null : (shown?.series ?? null);
  const confirm = async () => {
    if (!shown) return;
    const isDone = await send(() =>
      setCodeStatus(shown.id, isStart ? "running" : "stopped", isAlone),
    );
    if (!isDone) return;
    notify("success", isStart ? "دوباره در کار است." : "از کار افتاد.");
    onClose();
  };
  return (
    <ConfirmModal
      isOpen={row !== null}
      title={isStart ? "به کار انداختن" : "از کار انداختن"}
      action={isStart ? "به کار بینداز" : "از کار بینداز"}
      isBusy={isSending}
      problem={problem}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        <span>{series === null ? "کد " : `همهٔ ${formatNumber(series.count)} کد دستهٔ `}</span>
        <bdi dir="ltr" translate="no" className="code-text font-semibold">
          {series?.prefix ?? shown?.code}
        </bdi>
        <span>{` ${
          isStart
            ? "دوباره در سبدها کار می‌کند، با همان شرط‌ها و استفاده‌های پیشین."
            : "همین حالا در هیچ سبدی کار نمی‌کند. سفارش‌های پرداخت‌شده همان می‌مانند و هر وقت خواستید دوباره به کارش می‌اندازید."
        }`}</span>
      </p>
    </ConfirmModal>
  );
}
