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

/** A form of a dialog: its fields, why it failed, the way out, and the act. */
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
