interface ConfirmButtonProps {
  isSending: boolean;
  /** Sends the same data again, marked as confirmed. */
  onConfirm: () => void;
  children: string;
}

/** Shown below a refusal that asks whether the typed data is right. */
export function ConfirmButton({ isSending, onConfirm, children }: ConfirmButtonProps) {
  return (
    <button type="button" className="button-danger" disabled={isSending} onClick={onConfirm}>
      {children}
    </button>
  );
}
