import { type ReactNode, useState } from "react";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";

/** Holds what a form needs while it is sent; `act` returns why it failed, or "". */
export function useAct(act: () => Promise<string>, onDone: () => void) {
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState("");
  const send = async () => {
    setIsSending(true);
    const found = await act();
    setProblem(found);
    setIsSending(false);
    if (found === "") onDone();
  };
  return { isSending, problem, setProblem, send: () => void send() };
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
    <form
      noValidate
      className="act-form"
      onSubmit={(event) => {
        event.preventDefault();
        sending.send();
      }}
    >
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
