import { useSending } from "../../../parts/use-sending.ts";
import { type GoodsKind, moveInOrder } from "../../../stores/desk/catalogue.ts";
import { notify } from "../../../stores/notice.ts";
import { MoveButton } from "./MoveButton.tsx";

interface OrderButtonsProps {
  kind: GoodsKind;
  within: string | null;
  /** All ids in their order. */
  siblings: readonly string[];
  id: string;
  name: string;
}

/** Moves a thing one place up or down, as shoppers see it. */
export function OrderButtons({ kind, within, siblings, id, name }: OrderButtonsProps) {
  const { send, isSending } = useSending();
  const at = siblings.indexOf(id);
  const move = async (by: -1 | 1, pressed: HTMLElement) => {
    await send(async () => {
      const outcome = await moveInOrder(kind, within, siblings, id, by);
      if (!outcome.ok) notify("error", outcome.message);
    });
    // A row that moves on the page loses the focus, and a keyboard would begin at the top again.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) pressed.focus();
    });
  };
  return (
    <span className="goods-moves">
      {([-1, 1] as const).map((by) => (
        <MoveButton
          key={by}
          by={by}
          name={name}
          isOff={isSending || siblings[at + by] === undefined}
          onMove={(pressed) => void move(by, pressed)}
        />
      ))}
    </span>
  );
}
