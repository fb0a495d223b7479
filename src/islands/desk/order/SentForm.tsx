import type { ReactNode } from "react";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { useSending } from "../../../parts/use-sending.ts";

/** Sends an act once; `act` returns why it failed, or "". */
export function useAct(act: () => Promise<string>, onDone: () => void) {
  const { formOf, isSending, problem, refuse, send } = useSending();
  const sendAct = async () => {
    if (await send(act)) onDone();
  };
  return {
    formOf,
    isSending,
    problem,
    forget: () => {
      refuse({});
    },
    send: () => void sendAct(),
  };
}

interface SentFormProps {
  sending: ReturnType<typeof useAct>;
  action: string;
  onClose: () => void;
  children: ReactNode;
}

/** A form of a dialog: its fields, why it failed, the way out, and the act. */
export function SentForm({ sending, action, onClose, children }: SentFormProps) {
  return (
    <form {...sending.formOf(sending.send)} className="act-form">
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
