import { useEffect } from "react";
import { keyFor } from "../../stores/desk/keys.ts";
import { watchIdle } from "../../stores/desk/session.ts";
import { commitNow } from "../../stores/desk/undo.ts";
import { Cover } from "./Cover.tsx";
import { KeyList } from "./KeyList.tsx";
import { PasskeyProof } from "./PasskeyProof.tsx";
import { UndoBar } from "./UndoBar.tsx";

/** Lies over every screen of the desk: the bar that undoes, the list of keys, the cover. */
export function DeskShell({
  name,
  hasPasskey,
  idleMs,
}: {
  name: string;
  hasPasskey: boolean;
  idleMs: number;
}) {
  useEffect(() => watchIdle(idleMs), [idleMs]);
  useEffect(() => {
    document.addEventListener("keydown", press);
    const onLeave = () => {
      commitNow(true);
    };
    addEventListener("pagehide", onLeave);
    return () => {
      document.removeEventListener("keydown", press);
      removeEventListener("pagehide", onLeave);
    };
  }, []);
  return (
    <>
      <UndoBar />
      <KeyList />
      <PasskeyProof />
      <Cover name={name} hasPasskey={hasPasskey} />
    </>
  );
}

function press(event: KeyboardEvent): void {
  if (event.isComposing || event.defaultPrevented) return;
  // Space presses what has the focus.
  if (event.code === "Space" && isPressed(event.target)) return;
  // A dialog has the keyboard to itself.
  if (document.querySelector("dialog[open]")) return;
  const key = keyFor(event, isField(event.target));
  if (!key || (event.repeat && key.isCtrl)) return;
  event.preventDefault();
  key.act();
}

function isPressed(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("button, a, summary, [role=tab]") !== null;
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest(
        "input:not([type=checkbox], [type=radio]), textarea, select, [role=combobox]",
      ) !== null)
  );
}
