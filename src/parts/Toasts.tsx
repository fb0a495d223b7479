import "react-toastify/ReactToastify.css";
import "./toasts.css";
import { useStore } from "@nanostores/react";
import { useEffect, useEffectEvent } from "react";
import { Bounce, toast, ToastContainer, type ToastTransitionProps } from "react-toastify/unstyled";
import { $notices } from "../stores/notice.ts";
import { draw } from "./draw.tsx";
import { useIsDesktop } from "./use-is-desktop.ts";

/** Draws waiting and future notices as toasts. */
export function drawToasts(container: HTMLElement, isAccountArea: boolean): void {
  draw(container, <Toasts isAccountArea={isAccountArea} />);
}

function Toasts({ isAccountArea }: { isAccountArea: boolean }) {
  const notices = useStore($notices);
  const isDesktop = useIsDesktop();
  useEffect(() => {
    if (notices.length === 0) return;
    for (const { kind, text, durationMs, undo } of notices)
      toast(undo ? <Undoable text={text} undo={undo} /> : text, {
        type: kind,
        autoClose: durationMs,
      });
    // Keep notices that arrived while these were drawn.
    $notices.set($notices.get().filter((notice) => !notices.includes(notice)));
  }, [notices]);
  return (
    <ToastContainer
      rtl
      transition={matchMedia("(prefers-reduced-motion: reduce)").matches ? Still : Bounce}
      position={isAccountArea && !isDesktop ? "top-center" : "top-right"}
      hotKeys={isToastHotkey}
      aria-label="اعلان‌ها، میان‌بر Alt+T"
      closeOnClick
      pauseOnFocusLoss
      closeButton={({ closeToast }) => (
        <button type="button" className="toast-close" aria-label="بستن اعلان" onClick={closeToast}>
          ×
        </button>
      )}
    />
  );
}

/** A press anywhere closes the toast; a press on the button also undoes. */
function Undoable({ text, undo }: { text: string; undo: () => void }) {
  return (
    <span className="toast-undoable">
      <span>{text}</span>
      <button type="button" className="link" onClick={undo}>
        بازگردانی
      </button>
    </span>
  );
}

/**
 * A transition without motion. A CSS animation of zero length may fire no end event, and the toast
 * would stay forever.
 */
function Still(toast: ToastTransitionProps) {
  const { children, isIn } = toast;
  const follow = useEffectEvent((isShown: boolean) => {
    if (isShown) toast.playToast();
    else toast.done();
  });
  useEffect(() => {
    follow(isIn);
  }, [isIn]);
  return children;
}

/** Compares the physical key, so that Alt+T also works on a Persian keyboard. */
function isToastHotkey(event: KeyboardEvent): boolean {
  return event.altKey && event.code === "KeyT";
}
