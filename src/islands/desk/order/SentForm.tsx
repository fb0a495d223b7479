import type { ReactNode } from "react";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import type { useSending } from "../../../parts/use-sending.ts";

interface SentFormProps {
  sending: ReturnType<typeof useSending>;
  action: string;
  onSend: () => unknown;
  onClose: () => void;
  children: ReactNode;
}

/** A form of a dialog: its fields, why it failed, the way out, and the act. */
export function SentForm({ sending, action, onSend, onClose, children }: SentFormProps) {
  return (
    <form {...sending.formOf(onSend)} className="act-form">
      <div className="contents">{children}</div>
      {sending.problem !== "" && <ErrorBox message={sending.problem} />}
      <div className="act-buttons">
        <button
          type="button"
          data-way-out
          className="button-quiet button-decide"
          disabled={sending.isSending}
          onClick={onClose}
        >
          انصراف
        </button>
        <SubmitButton isSending={sending.isSending} className="button button-decide">
          {action}
        </SubmitButton>
      </div>
    </form>
  );
}
