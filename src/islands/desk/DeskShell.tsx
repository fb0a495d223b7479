import { useEffect } from "react";
import { actOnce, isSpent, onKeyReleased } from "../../stores/desk/keys.ts";
import { watchIdle } from "../../stores/desk/session.ts";
import { notify } from "../../stores/notice.ts";
import { commitNow } from "../../stores/desk/undo.ts";
import { Cover } from "./Cover.tsx";
import { KeyList } from "./KeyList.tsx";
import { PasskeyProof } from "./PasskeyProof.tsx";
import { UndoBar } from "./UndoBar.tsx";

/**
 * The undo bar, the list of keys, the proof by passkey and the cover, shown over every screen of
 * the desk.
 */
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
    document.addEventListener("keydown", stopSpent, { capture: true });
    document.addEventListener("keydown", press);
    document.addEventListener("keyup", onKeyUp, { capture: true });
    for (const button of document.querySelectorAll("[data-desk-keys]"))
      button.setAttribute("aria-keyshortcuts", "Shift+?");
    const onLeave = () => {
      commitNow(true);
    };
    addEventListener("pagehide", onLeave);
    return () => {
      document.removeEventListener("keydown", stopSpent, { capture: true });
      document.removeEventListener("keydown", press);
      document.removeEventListener("keyup", onKeyUp, { capture: true });
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

/**
 * Stops the repeats of a key that is held down, so that one press makes one decision, even when it
 * has opened a dialog meanwhile.
 */
function stopSpent(event: KeyboardEvent): void {
  if (!isSpent(event, event.target instanceof HTMLTextAreaElement)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

function onKeyUp(event: KeyboardEvent): void {
  onKeyReleased(event.code);
}

function press(event: KeyboardEvent): void {
  if (event.isComposing || event.defaultPrevented) return;
  // Space and Enter press the focused control; Ctrl+Enter is a key of the desk.
  const isPress = event.code === "Space" || (event.code.endsWith("Enter") && !event.ctrlKey);
  if (isPress && !event.metaKey && isPressed(event.target)) return;
  // While a dialog is open, the keys of the screen do nothing.
  if (document.querySelector("dialog[open]")) return;
  if (actOnce(event, isField(event.target))) event.preventDefault();
  else if (isLetter(event) && !isField(event.target)) sayStillLoading();
}

const isLetter = ({ code, repeat, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  /^Key[A-Z]$/.test(code) && !(repeat || ctrlKey || metaKey || altKey);

/** The shortest time between two messages. */
const SAID_MS = 5_000;
let saidAt = -SAID_MS;

/** Tells the operator that a key did nothing because its screen is still loading. */
function sayStillLoading(): void {
  if (!document.querySelector(".skeleton") || performance.now() - saidAt < SAID_MS) return;
  saidAt = performance.now();
  notify("info", "این صفحه هنوز باز می‌شود. کلید را دوباره بزنید.");
}

/**
 * True for a control that Space or Enter presses. The row that is already open is excluded, because
 * pressing it does nothing.
 */
function isPressed(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest("button:not([aria-current=true]), a, summary, input, [role=tab]") !== null
  );
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
