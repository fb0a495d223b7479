import { useStore } from "@nanostores/react";
import { useState } from "react";
import { ConfirmModal } from "../../../parts/ConfirmModal.tsx";
import { $hiding, type GoodsKind, moveShown } from "../../../stores/desk/catalogue.ts";
import { notify } from "../../../stores/notice.ts";

const WHAT_GOES: Record<GoodsKind, string> = {
  category: "همهٔ زیردسته‌ها و کالاهای آن از فروشگاه، جست‌وجو و فهرست ترب",
  subcategory: "صفحه و همهٔ کالاهای آن از فروشگاه، جست‌وجو و فهرست ترب",
  product: "این کالا از فروشگاه، جست‌وجو و فهرست ترب",
};

/** Hides something from shoppers, after it said what that does. */
export function HideDialog() {
  const asked = useStore($hiding);
  const [shown, setShown] = useState(asked);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState("");
  // The thing that was asked about stays while the dialog fades out.
  if (asked !== null && asked !== shown) {
    setShown(asked);
    setProblem("");
  }
  const hide = async () => {
    if (!asked) return;
    setIsBusy(true);
    const outcome = await moveShown(asked.kind, asked.id, false);
    setIsBusy(false);
    setProblem(outcome.ok ? "" : outcome.message);
    if (!outcome.ok) return;
    $hiding.set(null);
    notify("success", outcome.value.message);
  };
  return (
    <ConfirmModal
      isOpen={asked !== null}
      title="پنهان کردن"
      action="پنهان کن"
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => void hide()}
      onClose={() => {
        $hiding.set(null);
      }}
    >
      <p>
        <b>{shown?.name}</b>
        <span>{`: ${shown ? WHAT_GOES[shown.kind] : ""} برداشته می‌شود. سبدهای باز می‌گویند که دیگر فروخته نمی‌شود، پرداخت‌های در راه انجام می‌شوند و سفارش‌ها همان می‌مانند. هر وقت خواستید دوباره نشانش می‌دهید.`}</span>
      </p>
    </ConfirmModal>
  );
}
