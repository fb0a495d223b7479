import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { ConfirmModal } from "../../../parts/ConfirmModal.tsx";
import { type GoodsKind, moveShown } from "../../../stores/desk/catalogue.ts";
import { notify } from "../../../stores/notice.ts";

interface ShowButtonProps {
  kind: GoodsKind;
  id: string;
  name: string;
  isShown: boolean;
  /** In a row: the icon alone. */
  isSmall?: boolean;
}

const WHAT_GOES: Record<GoodsKind, string> = {
  category: "همهٔ زیردسته‌ها و کالاهای آن از فروشگاه، جست‌وجو و فهرست ترب",
  subcategory: "صفحه و همهٔ کالاهای آن از فروشگاه، جست‌وجو و فهرست ترب",
  product: "این کالا از فروشگاه، جست‌وجو و فهرست ترب",
};

/** Hides something from shoppers after it said what that does, and shows it again at once. */
export function ShowButton({ kind, id, name, isShown, isSmall = false }: ShowButtonProps) {
  const [isAsked, setIsAsked] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const move = async () => {
    setIsBusy(true);
    const outcome = await moveShown(kind, id, !isShown);
    setIsBusy(false);
    setProblem(outcome.ok ? "" : outcome.message);
    if (outcome.ok) {
      setIsAsked(false);
      notify("success", outcome.value.message);
    } else if (!isShown) notify("error", outcome.message);
  };
  return (
    <>
      <button
        type="button"
        className={isSmall ? "goods-move goods-show" : "button-quiet button-small"}
        aria-label={`${isShown ? "پنهان کردن" : "نشان دادن"} ${name}`}
        disabled={isBusy && !isAsked}
        onClick={() => {
          setProblem("");
          if (isShown) setIsAsked(true);
          else void move();
        }}
      >
        {isShown ? <EyeOff size={15} aria-hidden="true" /> : <Eye size={15} aria-hidden="true" />}
        {!isSmall && (isShown ? "پنهان کن" : "نشان بده")}
      </button>
      <ConfirmModal
        isOpen={isAsked}
        title="پنهان کردن"
        action="پنهان کن"
        isBusy={isBusy}
        problem={problem}
        onConfirm={() => void move()}
        onClose={() => {
          setIsAsked(false);
        }}
      >
        <p>
          <b>{name}</b>: {WHAT_GOES[kind]} برداشته می‌شود. سبدهای باز می‌گویند که دیگر فروخته
          نمی‌شود، پرداخت‌های در راه انجام می‌شوند و سفارش‌ها همان می‌مانند. هر وقت خواستید دوباره
          نشانش می‌دهید.
        </p>
      </ConfirmModal>
    </>
  );
}
