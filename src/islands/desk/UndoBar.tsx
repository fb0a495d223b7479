import { useStore } from "@nanostores/react";
import { useEffect, useRef } from "react";
import { formatNumber } from "../../../persian/toman.ts";
import { $undoable, UNDO_MS, undoLast, type Undoable } from "../../stores/desk/undo.ts";
import { KeyedButton } from "./KeyedActs.tsx";

/**
 * Shows decisions that are carried out in a few seconds, and undoes them until then, the last one
 * first.
 */
export function UndoBar() {
  const waiting = useStore($undoable);
  const last = waiting.at(-1);
  return (
    <div role="status" className="undo-place">
      {last && <Bar key={last.id} undoable={last} count={waiting.length} />}
    </div>
  );
}

function Bar({ undoable: { text, madeAt }, count }: { undoable: Undoable; count: number }) {
  const line = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const running = line.current?.animate([{ scale: "1 1" }, { scale: "0 1" }], {
      duration: UNDO_MS,
      fill: "forwards",
    });
    // After an undo, the bar shows an earlier decision, part of whose time has already passed.
    if (running) running.currentTime = Date.now() - madeAt;
  }, [madeAt]);
  return (
    <div className="undo-bar">
      <span className="min-w-0 flex-1">
        <span>{text}</span>
        {count > 1 && <small>{`${formatNumber(count)} تصمیم در راه`}</small>}
      </span>
      <KeyedButton title="تصمیم" code="KeyZ" label="بازگردانی" act={undoLast} />
      <span ref={line} className="undo-line" aria-hidden="true" />
    </div>
  );
}
