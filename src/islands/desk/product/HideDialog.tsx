import { useStore } from "@nanostores/react";
import { useState } from "react";
import { ConfirmModal } from "../../../parts/ConfirmModal.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import { $hiding, type GoodsKind, setGoodsShown } from "../../../stores/desk/catalogue.ts";
import { withToast } from "../../../stores/desk/with-toast.ts";

const WHAT_GOES: Record<GoodsKind, string> = {
  category: "همهٔ زیردسته‌ها و کالاهای آن از فروشگاه، جست‌وجو و فهرست ترب",
  subcategory: "صفحه و همهٔ کالاهای آن از فروشگاه، جست‌وجو و فهرست ترب",
  product: "این کالا از فروشگاه، جست‌وجو و فهرست ترب",
};

/** Hides something from shoppers, after showing the consequences. */
export function HideDialog() {
  const asked = useStore($hiding);
  const [shown, setShown] = useState(asked);
  const { send, isSending, problem, refuse } = useSending();
  // Keeps showing the thing while the dialog fades out.
  if (asked !== null && asked !== shown) {
    setShown(asked);
    refuse({});
  }
  const hide = async () => {
    if (asked && (await send(() => withToast(setGoodsShown(asked.kind, asked.id, false)))))
      $hiding.set(null);
  };
  return (
    <ConfirmModal
      isOpen={asked !== null}
      title="پنهان کردن"
      action="پنهان کن"
      isBusy={isSending}
      problem={problem}
      onConfirm={() => void hide()}
      onClose={() => $hiding.set(null)}
    >
      <p>
        <b>{shown?.name}</b>
        <span>{`: ${shown ? WHAT_GOES[shown.kind] : ""} برداشته می‌شود. سبدهای باز می‌گویند که دیگر فروخته نمی‌شود، پرداخت‌های در راه انجام می‌شوند و سفارش‌ها همان می‌مانند. هر وقت خواستید دوباره نشانش می‌دهید.`}</span>
      </p>
    </ConfirmModal>
  );
}
