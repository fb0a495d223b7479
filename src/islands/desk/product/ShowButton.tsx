import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { $hiding, type GoodsKind, moveShown } from "../../../stores/desk/catalogue.ts";
import { notify } from "../../../stores/notice.ts";

interface ShowButtonProps {
  kind: GoodsKind;
  id: string;
  name: string;
  isShown: boolean;
  /** In a row: the icon alone. */
  isSmall?: boolean;
}

/** Shows something again at once, or asks `HideDialog` to hide it. */
export function ShowButton({ kind, id, name, isShown, isSmall = false }: ShowButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const show = async () => {
    setIsBusy(true);
    const outcome = await moveShown(kind, id, true);
    setIsBusy(false);
    if (outcome.ok) notify("success", outcome.value.message);
    else notify("error", outcome.message);
  };
  return (
    <button
      type="button"
      className={isSmall ? "goods-move goods-show" : "button-quiet button-small"}
      aria-label={`${isShown ? "پنهان کن" : "نشان بده"}: ${name}`}
      disabled={isBusy}
      onClick={() => {
        if (isShown) $hiding.set({ kind, id, name });
        else void show();
      }}
    >
      {isShown ? <EyeOff size={15} aria-hidden="true" /> : <Eye size={15} aria-hidden="true" />}
      <span>{!isSmall && (isShown ? "پنهان کن" : "نشان بده")}</span>
    </button>
  );
}
