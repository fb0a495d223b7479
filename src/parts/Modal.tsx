import { X } from "lucide-react";
import { type ReactNode, useDeferredValue, useEffect, useId, useRef, useState } from "react";

/** Section 9. */
const OPEN_DELAY_MS = 10;
const CLOSE_DELAY_MS = 300;

interface ModalProps {
  isOpen: boolean;
  title: ReactNode;
  /** The person wants to leave: by the button, the backdrop or Escape. */
  onClose: () => void;
  /** Nothing of it is visible any more. */
  onClosed?: () => void;
  children: ReactNode;
}

/**
 * A dialog over the page. The browser keeps the focus inside and returns it afterwards. What is in it lives as long as it can be
 * seen: a form that is opened again starts anew.
 */
export function Modal({ isOpen, title, onClose, onClosed, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const closed = useRef(onClosed);
  const isPressedBeside = useRef(false);
  const [isShown, setIsShown] = useState(false);
  // The window answers the touch at once; what is in it follows with the next picture.
  const isFilled = useDeferredValue(isOpen);
  const titleId = useId();
  useEffect(() => {
    closed.current = onClosed;
  }, [onClosed]);
  useEffect(() => {
    const element = dialog.current;
    if (!element || (!isOpen && !element.open)) return;
    if (isOpen && !element.open) element.showModal();
    const timer = setTimeout(
      () => {
        setIsShown(isOpen);
        if (isOpen) return;
        element.close();
        closed.current?.();
        keepFocus(element);
      },
      isOpen ? OPEN_DELAY_MS : CLOSE_DELAY_MS,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={`dialog p-0 transition duration-300 ease-out ${isOpen && isShown ? "" : "translate-y-3 opacity-0"}`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        isPressedBeside.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        // Words marked with the mouse may be let go beside the window: only what also began there leaves it.
        if (event.target === event.currentTarget && isPressedBeside.current) onClose();
      }}
    >
      <div className="p-5 sm:p-6">
        <header className="mb-4 flex items-start justify-between gap-4">
          <h2 id={titleId} className="text-lg">
            {title}
          </h2>
          <button type="button" className="icon-button text-muted -m-2" aria-label="بستن" onClick={onClose}>
            <X size={20} aria-hidden="true" />
          </button>
        </header>
        {(isFilled || isShown) && children}
      </div>
    </dialog>
  );
}

/** What opened a dialog may be gone when it closes. Then the focus goes to the page's content instead of nowhere. */
function keepFocus(dialog: HTMLDialogElement): void {
  const { activeElement, body } = document;
  if (activeElement !== body && !dialog.contains(activeElement)) return;
  const content = document.querySelector("main");
  content?.setAttribute("tabindex", "-1");
  content?.focus({ preventScroll: true });
}
