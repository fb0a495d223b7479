import { Eye, EyeOff } from "lucide-react";
import { useSending } from "../../../parts/use-sending.ts";
import { $hiding, type GoodsKind, setGoodsShown } from "../../../stores/desk/catalogue.ts";
import { notify } from "../../../stores/notice.ts";
import { withToast } from "../../../stores/desk/with-toast.ts";

interface ShowButtonProps {
  kind: GoodsKind;
  id: string;
  name: string;
  isShown: boolean;
  /** True in a row of a list, where the button shows only its icon. */
  isSmall?: boolean;
}

/** Shows something again at once, or asks `HideDialog` to hide it. */
export function ShowButton({ kind, id, name, isShown, isSmall = false }: ShowButtonProps) {
  const { send, isSending } = useSending();
  const show = async () => {
    const outcome = await withToast(setGoodsShown(kind, id, true));
    if (!outcome.ok) notify("error", outcome.message);
  };
  return (
    <button
      type="button"
      className={isSmall ? "goods-move goods-show" : "button-quiet button-small"}
      aria-label={`${isShown ? "پنهان کن" : "نشان بده"}: ${name}`}
      disabled={isSending}
      onClick={() => {
        if (isShown) $hiding.set({ kind, id, name });
        else void send(show);
      }}
    >
      {isShown ? <EyeOff size={15} aria-hidden="true" /> : <Eye size={15} aria-hidden="true" />}
      <span>{!isSmall && (isShown ? "پنهان کن" : "نشان بده")}</span>
    </button>
  );
}
