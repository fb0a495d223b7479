import type { ReactNode } from "react";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import type { useSending } from "../../../parts/use-sending.ts";
import { FormButtons } from "../FormButtons.tsx";

interface SentFormProps {
  sending: ReturnType<typeof useSending>;
  action: string;
  onSend: () => unknown;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog: its fields, the error, and the buttons to close it and to send it. */
export function SentForm({ sending, action, onSend, onClose, children }: SentFormProps) {
  return (
    <form {...sending.formOf(onSend)} className="act-form">
      <div className="contents">{children}</div>
      {sending.problem !== "" && <ErrorBox message={sending.problem} />}
      <FormButtons isSending={sending.isSending} onClose={onClose}>
        {action}
      </FormButtons>
    </form>
  );
}
