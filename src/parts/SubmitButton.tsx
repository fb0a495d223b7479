import type { ReactNode } from "react";
import { Spinner } from "./Spinner.tsx";

interface SubmitButtonProps {
  isSending: boolean;
  isDisabled?: boolean;
  className?: string;
  children: ReactNode;
}

/** Sends a form, and says while it does. */
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
      // Leaving a field may put a sentence under it, which would move this button away between press and release.
      onMouseDown={(event) => {
        event.preventDefault();
      }}
    >
      {isSending && <Spinner />}
      {children}
    </button>
  );
}
