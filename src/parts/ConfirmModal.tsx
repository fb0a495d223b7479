import type { ReactNode } from "react";
import { ErrorBox } from "./ErrorBox.tsx";
import { Modal } from "./Modal.tsx";
import { Spinner } from "./Spinner.tsx";

interface ConfirmModalProps {
  isOpen: boolean;
  title: string;
  /** See `about` of `Modal`. */
  about?: string;
  /** Label of the confirm button. */
  action: string;
  isBusy: boolean;
  /** Why the action failed, or empty. */
  problem: string;
  onConfirm: () => void;
  onClose: () => void;
  onClosed?: () => void;
  /** The consequences of the action. */
  children: ReactNode;
}

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmModal({
  isOpen,
  title,
  about = "",
  action,
  isBusy,
  problem,
  onConfirm,
  onClose,
  onClosed,
  children,
}: ConfirmModalProps) {
  return (
    <Modal {...{ isOpen, title, about, onClose }} {...(onClosed && { onClosed })}>
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
          <span>{action}</span>
        </button>
        <button
          type="button"
          data-way-out
          className="button-quiet flex-1"
          disabled={isBusy}
          onClick={onClose}
        >
          انصراف
        </button>
      </div>
    </Modal>
  );
}
