import { useEffect } from "react";
import { actOnce, isSpent, letGoOfKey } from "../../stores/desk/keys.ts";
import { watchIdle } from "../../stores/desk/session.ts";
import { notify } from "../../stores/notice.ts";
import { commitNow } from "../../stores/desk/undo.ts";
import { Cover } from "./Cover.tsx";
import { KeyList } from "./KeyList.tsx";
import { PasskeyProof } from "./PasskeyProof.tsx";
import { UndoBar } from "./UndoBar.tsx";

/**
 * Lies over every screen of the desk: the undo bar, the list of keys, the proof by passkey, the
 * cover.
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
    document.addEventListener("keyup", letGo, { capture: true });
    for (const button of document.querySelectorAll("[data-desk-keys]"))
      button.setAttribute("aria-keyshortcuts", "Shift+?");
    const onLeave = () => {
      commitNow(true);
    };
    addEventListener("pagehide", onLeave);
    return () => {
      document.removeEventListener("keydown", stopSpent, { capture: true });
      document.removeEventListener("keydown", press);
      document.removeEventListener("keyup", letGo, { capture: true });
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

/** Makes one press decide once, also when a dialog that it opened would get the key's repeats. */
function stopSpent(event: KeyboardEvent): void {
  if (!isSpent(event, event.target instanceof HTMLTextAreaElement)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

function letGo(event: KeyboardEvent): void {
  letGoOfKey(event.code);
}

function press(event: KeyboardEvent): void {
  if (event.isComposing || event.defaultPrevented) return;
  // Space and Enter press the focused control; Ctrl+Enter is a key of the desk.
  const isPress = event.code === "Space" || (event.code.endsWith("Enter") && !event.ctrlKey);
  if (isPress && !event.metaKey && isPressed(event.target)) return;
  // A dialog has the keyboard to itself.
  if (document.querySelector("dialog[open]")) return;
  if (actOnce(event, isField(event.target))) event.preventDefault();
  else if (isLetter(event) && !isField(event.target)) sayStillLoading();
}

const isLetter = ({ code, repeat, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  /^Key[A-Z]$/.test(code) && !(repeat || ctrlKey || metaKey || altKey);

/** At most one message in this time. */
const SAID_MS = 5_000;
let saidAt = -SAID_MS;

/** A key that is pressed before its screen is loaded does nothing; this says so. */
function sayStillLoading(): void {
  if (!document.querySelector(".skeleton") || performance.now() - saidAt < SAID_MS) return;
  saidAt = performance.now();
  notify("info", "این صفحه هنوز باز می‌شود. کلید را دوباره بزنید.");
}

/** The row that is already open does nothing when it is pressed. */
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
