import { useStore } from "@nanostores/react";
import { useEffect, useRef } from "react";
import { $undoable, UNDO_MS, undoLast, type Undoable } from "../../stores/desk/undo.ts";
import { Kbd } from "./Kbd.tsx";
import { useKeys } from "./keys.ts";

/** Says what will happen in a moment, and undoes it until then. */
export function UndoBar() {
  const undoable = useStore($undoable);
  return (
    <div role="status" className="undo-place">
      {undoable && <Bar key={undoable.id} undoable={undoable} />}
    </div>
  );
}

function Bar({ undoable }: { undoable: Undoable }) {
  const line = useRef<HTMLSpanElement>(null);
  useKeys("تصمیم", [{ code: "KeyZ", label: "بازگردانی", act: undoLast }]);
  useEffect(() => {
    line.current?.animate([{ scale: "1 1" }, { scale: "0 1" }], {
      duration: UNDO_MS,
      fill: "forwards",
    });
  }, []);
  return (
    <div className="undo-bar">
      <span className="min-w-0 flex-1">{undoable.text}</span>
      <button type="button" onClick={undoLast}>
        بازگردانی
        <Kbd code="KeyZ" />
      </button>
      <span ref={line} className="undo-line" aria-hidden="true" />
    </div>
  );
}
