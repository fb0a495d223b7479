import type { ReactNode } from "react";
import { ConfirmModal } from "../../../parts/ConfirmModal.tsx";
import { useConfirmation } from "../../../parts/use-confirmation.ts";

interface EndButtonProps {
  /** The word on the button in the row. */
  word: string;
  /** The name of the row, for screen readers. */
  about: string;
  title: string;
  action: string;
  /** Returns the sentence of a refusal, else "". */
  end: () => Promise<string>;
  children: ReactNode;
}

/** Ends the session, token or access of a row, after a confirmation. */
export function EndButton({ word, about, title, action, end, children }: EndButtonProps) {
  const { open, modal } = useConfirmation(end);
  return (
    <>
      <button
        type="button"
        className="button-quiet button-small"
        aria-label={`${word} ${about}`}
        onClick={open}
      >
        {word}
      </button>
      <ConfirmModal {...modal} title={title} action={action}>
        <p>{children}</p>
      </ConfirmModal>
    </>
  );
}
