import { useSending } from "../../../parts/use-sending.ts";
import { type GoodsKind, moveInOrder } from "../../../stores/desk/catalogue.ts";
import { notify } from "../../../stores/notice.ts";
import { MoveButton } from "./MoveButton.tsx";

interface OrderButtonsProps {
  kind: GoodsKind;
  within: string | null;
  /** The ids of the thing and its siblings, in their order. */
  siblings: readonly string[];
  id: string;
  name: string;
}

/** Moves a thing one place up or down in the order that shoppers see. */
export function OrderButtons({ kind, within, siblings, id, name }: OrderButtonsProps) {
  const { send, isSending } = useSending();
  const at = siblings.indexOf(id);
  const move = async (by: -1 | 1, pressed: HTMLElement) => {
    await send(async () => {
      const outcome = await moveInOrder(kind, within, siblings, id, by);
      if (!outcome.ok) notify("error", outcome.message);
    });
    // A row that moves loses the focus, and a keyboard user would have to start at the top of the
    // page.
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
