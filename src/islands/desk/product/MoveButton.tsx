import { ArrowDown, ArrowUp } from "lucide-react";

interface MoveButtonProps {
  by: -1 | 1;
  /** The name of the thing that is moved. */
  name: string;
  isOff: boolean;
  onMove: (pressed: HTMLElement) => void;
}

/** Moves a thing one place up or down. When the button is disabled, it can still have the focus. */
export function MoveButton({ by, name, isOff, onMove }: MoveButtonProps) {
  const Icon = by === -1 ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      className="goods-move"
      aria-label={`${by === -1 ? "بالا" : "پایین"} بردن ${name}`}
      aria-disabled={isOff}
      onClick={({ currentTarget }) => {
        if (!isOff) onMove(currentTarget);
      }}
    >
      <Icon size={15} aria-hidden="true" />
    </button>
  );
}
