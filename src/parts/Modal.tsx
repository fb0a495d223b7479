import { X } from "lucide-react";
import { type MouseEvent, type ReactNode, useId, useRef } from "react";
import { LeaveQuestion } from "./LeaveQuestion.tsx";
import { useFading } from "./use-fading.ts";
import { useLeaving } from "./use-leaving.ts";

interface ModalProps {
  isOpen: boolean;
  title: ReactNode;
  /**
   * Identifies the thing that the dialog is about, if the title alone is not unique on the page.
   * Typed text is kept by title and `about`, even when the dialog is unmounted and mounted again.
   */
  about?: string;
  /** Called when the user leaves by a button, the backdrop or Escape. */
  onClose: () => void;
  /** Called when the dialog has faded out. */
  onClosed?: () => void;
  children: ReactNode;
}

/**
 * A modal dialog. Focuses its first field, and asks before it discards what was typed. The browser
 * keeps the focus inside and returns it on closing. Children are mounted only while the dialog is
 * visible.
 */
export function Modal({ isOpen, title, about = "", onClose, onClosed, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isPressOutside = useRef(false);
  const { isShown, isFilled } = useFading(dialog, isOpen, onClosed);
  const titleId = useId();
  const name = [typeof title === "string" ? title : "", about].join(" ");
  const { asked, leave, answer } = useLeaving(dialog, isOpen, name, onClose);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={`dialog p-0 transition transition-discrete duration-300 ease-out ${isOpen && isShown ? "" : "translate-y-3 opacity-0"}`}
      onKeyDown={(event) => {
        // Handles Escape here: browsers fire `cancel` a moment later, and a second Escape closes
        // the dialog without `cancel`.
        if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing)
          return;
        event.preventDefault();
        if (!event.repeat) leave();
      }}
      onCancel={(event) => {
        // A file picker that is closed without a file fires `cancel` too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        leave();
      }}
      onClose={(event) => {
        // The event comes a moment after the dialog closed: by then it may be open again.
        if (event.target !== event.currentTarget || event.currentTarget.open || !isOpen) return;
        // A second press of a phone's back button closes a dialog, although `cancel` was prevented.
        if (!leave()) event.currentTarget.showModal();
      }}
      onPointerDown={(event) => {
        isPressOutside.current = event.target === event.currentTarget;
      }}
      onClickCapture={(event) => {
        if (!isWayOut(event)) return;
        event.stopPropagation();
        leave();
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
        {isFilled && children}
      </div>
      {asked && (
        <LeaveQuestion
          canKeep={asked.loss === "words"}
          hasSecret={asked.hasSecret}
          onAnswer={answer}
        />
      )}
    </dialog>
  );
}

/** True for a press on «انصراف» in this dialog, which closes it like Escape or the backdrop. */
function isWayOut({ target, currentTarget }: MouseEvent): boolean {
  const button = target instanceof Element ? target.closest("[data-way-out]") : null;
  return button !== null && button.closest("dialog") === currentTarget;
}
