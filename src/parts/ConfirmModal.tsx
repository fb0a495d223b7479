import type { ReactNode } from "react";
import { ErrorBox } from "./ErrorBox.tsx";
import { Modal } from "./Modal.tsx";
import { Spinner } from "./Spinner.tsx";

interface ConfirmModalProps {
  isOpen: boolean;
  title: string;
  /** What the button that does it says. */
  action: string;
  isBusy: boolean;
  /** Why it was not done, or empty. */
  problem: string;
  onConfirm: () => void;
  onClose: () => void;
  onClosed?: () => void;
  /** What will happen, and what cannot be taken back. */
  children: ReactNode;
}

/** Asks before something that cannot be taken back. */
export function ConfirmModal({
  isOpen,
  title,
  action,
  isBusy,
  problem,
  onConfirm,
  onClose,
  onClosed,
  children,
}: ConfirmModalProps) {
  return (
    <Modal isOpen={isOpen} title={title} onClose={onClose} {...(onClosed && { onClosed })}>
      <div className="text-sm leading-7">{children}</div>
      {problem !== "" && (
        <div className="mt-4">
          <ErrorBox message={problem} />
        </div>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        <button
          type="button"
          className="button-danger flex-1"
          disabled={isBusy}
          aria-busy={isBusy}
          onClick={onConfirm}
        >
          {isBusy && <Spinner />}
          {action}
        </button>
        <button type="button" className="button-quiet flex-1" disabled={isBusy} onClick={onClose}>
          انصراف
        </button>
      </div>
    </Modal>
  );
}
