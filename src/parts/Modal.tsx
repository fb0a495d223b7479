import { X } from "lucide-react";
import { type ReactNode, useDeferredValue, useEffect, useId, useRef, useState } from "react";

/** Section 11.5: delays of fading in and fading out. */
const OPEN_DELAY_MS = 10;
const CLOSE_DELAY_MS = 300;

interface ModalProps {
  isOpen: boolean;
  title: ReactNode;
  /** Called when the user leaves by the button, the backdrop or Escape. */
  onClose: () => void;
  /** Called when the dialog has faded out. */
  onClosed?: () => void;
  children: ReactNode;
}

/**
 * A modal dialog. The browser keeps the focus inside and returns it on closing. Children are
 * mounted only while the dialog is visible: a form that is reopened starts anew.
 */
export function Modal({ isOpen, title, onClose, onClosed, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const latestOnClosed = useRef(onClosed);
  const isPressOutside = useRef(false);
  const isVisible = useRef(false);
  const [isShown, setIsShown] = useState(false);
  // The dialog opens at once; its children follow with the next frame.
  const isFilled = useDeferredValue(isOpen);
  const titleId = useId();
  useEffect(() => {
    latestOnClosed.current = onClosed;
  }, [onClosed]);
  useEffect(() => {
    const element = dialog.current;
    if (!element || (!isOpen && !isVisible.current)) return;
    if (isOpen && !element.open) element.showModal();
    isVisible.current = true;
    const timer = setTimeout(
      () => {
        setIsShown(isOpen);
        if (isOpen) return;
        isVisible.current = false;
        element.close();
        latestOnClosed.current?.();
        keepFocus(element);
      },
      isOpen ? OPEN_DELAY_MS : CLOSE_DELAY_MS,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [isOpen]);
  useEffect(() => {
    const element = dialog.current;
    return () => {
      if (element && isVisible.current) keepFocus(element);
    };
  }, []);
  const leave = () => {
    if (!isBusy(dialog.current)) onClose();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={`dialog p-0 transition duration-300 ease-out ${isOpen && isShown ? "" : "translate-y-3 opacity-0"}`}
      onCancel={(event) => {
        // A file picker that is closed without a file fires `cancel` too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        leave();
      }}
      onClose={(event) => {
        // The event comes a moment after the dialog closed: by then it may be open again.
        if (event.target !== event.currentTarget || event.currentTarget.open || !isOpen) return;
        // Browsers close a dialog on the second Escape, whatever `cancel` prevented.
        if (isBusy(dialog.current)) dialog.current?.showModal();
        else onClose();
      }}
      onPointerDown={(event) => {
        isPressOutside.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        // A text selection may end beside the dialog: leave only if the press began there too.
        if (event.target === event.currentTarget && isPressOutside.current) leave();
      }}
    >
      <div className="p-5 sm:p-6">
        <header className="mb-4 flex items-start justify-between gap-4">
          <h2 id={titleId} className="text-lg">
            {title}
          </h2>
          <button
            type="button"
            className="icon-button text-muted -m-2"
            aria-label="بستن"
            onClick={leave}
          >
            <X size={20} aria-hidden="true" />
          </button>
        </header>
        {(isFilled || isShown) && children}
      </div>
    </dialog>
  );
}

/** True while something is being sent. The dialog must stay open to show the outcome. */
function isBusy(dialog: HTMLDialogElement | null): boolean {
  return dialog !== null && dialog.querySelector("button[aria-busy=true]") !== null;
}

/** Focuses the page's content when the element that opened the dialog no longer exists. */
function keepFocus(dialog: HTMLDialogElement): void {
  const { activeElement, body } = document;
  if (activeElement !== body && !dialog.contains(activeElement)) return;
  const content = document.querySelector("main");
  content?.setAttribute("tabindex", "-1");
  content?.focus({ preventScroll: true });
}
