import type { ReactNode } from "react";
import { Spinner } from "./Spinner.tsx";

interface SubmitButtonProps {
  isSending: boolean;
  isDisabled?: boolean;
  className?: string;
  children: ReactNode;
}

/** The submit button of a form, with a spinner while it is sending. */
export function SubmitButton({
  isSending,
  isDisabled = false,
  className = "button",
  children,
}: SubmitButtonProps) {
  return (
    <button
      type="submit"
      className={className}
      disabled={isSending || isDisabled}
      aria-busy={isSending}
      // Keeps the focus in the field: an error shown on blur could move the button before the
      // release.
      onMouseDown={(event) => {
        event.preventDefault();
      }}
    >
      {isSending && <Spinner />}
      {/* The label has its own element, because page translators replace bare text nodes. */}
      <span className="contents">{children}</span>
    </button>
  );
}
