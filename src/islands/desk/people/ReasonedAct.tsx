import { useId, useState } from "react";
import { ConfirmModal } from "../../../parts/ConfirmModal.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { useConfirmation } from "../../../parts/use-confirmation.ts";
import type { Outcome } from "../../../stores/call.ts";
import { notify } from "../../../stores/notice.ts";

interface ReasonedActProps {
  /** The button that opens the dialog. */
  label: string;
  title: string;
  /** The button that carries it out. */
  action: string;
  /** The consequences. */
  text: string;
  /** Without it no reason is asked for. */
  needsReason?: boolean;
  isSmall?: boolean;
  run: (reason: string) => Promise<Outcome<{ message: string }>>;
}

/** A button and its dialog: an act of an operator with its consequences and, mostly, its reason. */
export function ReasonedAct(props: ReasonedActProps) {
  const { label, title, action, text, needsReason = true, isSmall = false, run } = props;
  const id = useId();
  const [reason, setReason] = useState("");
  const [message, setMessage] = useState("");
  const { open, modal } = useConfirmation(async () => {
    const outcome = await run(reason);
    setMessage(outcome.ok ? "" : (outcome.fields["reason"] ?? ""));
    if (!outcome.ok && outcome.fields["reason"] !== undefined) return "دلیل را کامل کنید.";
    if (!outcome.ok) return [outcome.message, outcome.details].filter(Boolean).join(" ");
    notify("success", outcome.value.message);
    return "";
  });
  return (
    <>
      <button
        type="button"
        className={`button-quiet${isSmall ? " button-small" : ""}`}
        onClick={() => {
          setReason("");
          setMessage("");
          open();
        }}
      >
        {label}
      </button>
      <ConfirmModal {...modal} title={title} about={id} action={action}>
        <p>{text}</p>
        {needsReason && (
          <div className="mt-4">
            <TextField
              label="دلیل"
              name="reason"
              dir="auto"
              value={reason}
              message={message}
              onChange={(value) => {
                setReason(value);
                setMessage("");
              }}
            />
          </div>
        )}
      </ConfirmModal>
    </>
  );
}
