interface SureButtonProps {
  isSending: boolean;
  /** Sends the same once more, confirmed. */
  onSure: () => void;
  children: string;
}

/** Shown below a refusal that asks whether the typed data is right. */
export function SureButton({ isSending, onSure, children }: SureButtonProps) {
  return (
    <button type="button" className="button-danger" disabled={isSending} onClick={onSure}>
      {children}
    </button>
  );
}
