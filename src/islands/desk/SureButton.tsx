interface SureButtonProps {
  isSending: boolean;
  /** Sends the same once more, confirmed. */
  onSure: () => void;
  children: string;
}

/** Stands below a refusal that asks whether what was typed is right. */
export function SureButton({ isSending, onSure, children }: SureButtonProps) {
  return (
    <button type="button" className="button-danger" disabled={isSending} onClick={onSure}>
      {children}
    </button>
  );
}
