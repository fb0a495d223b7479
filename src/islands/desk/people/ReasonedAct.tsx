import { ConfirmModal } from "../../../parts/ConfirmModal.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { useConfirmation } from "../../../parts/use-confirmation.ts";
import { useTyped } from "../../../parts/use-typed.ts";
import type { Outcome } from "../../../stores/call.ts";
import { withToast } from "../../../stores/desk/with-toast.ts";

interface ReasonedActProps {
  /** The label of the button that opens the dialog. */
  label: string;
  title: string;
  /** Identifies the thing when the title is not unique on the page: see `Modal`. */
  about?: string;
  /** The label of the button that carries out the act. */
  action: string;
  /** The consequences of the act, in words. */
  text: string;
  /** True by default: the dialog asks for a reason. */
  needsReason?: boolean;
  isSmall?: boolean;
  run: (reason: string) => Promise<Outcome<{ message: string }>>;
}

/**
 * The button for an act of an operator, with its dialog, which shows the consequences and usually
 * asks for a reason.
 */
export function ReasonedAct(props: ReasonedActProps) {
  const { label, title, about = "", action, text, needsReason = true, isSmall = false } = props;
  const [reason, setReason] = useTyped<string>(`${title} ${about}`, "");
  const { open, modal, messageOf, say } = useConfirmation(
    async () => {
      const outcome = await withToast(props.run(reason));
      if (outcome.ok) return "";
      const { fields, message, details } = outcome;
      return fields["reason"] === undefined
        ? [message, details].filter(Boolean).join(" ")
        : { reason: fields["reason"], "": "دلیل را کامل کنید." };
    },
    { fields: ["reason"] },
  );
  return (
    <>
      <button
        type="button"
        className={`button-quiet${isSmall ? " button-small" : ""}`}
        onClick={() => {
          setReason("");
          open();
        }}
      >
        {label}
      </button>
      <ConfirmModal {...modal} title={title} about={about} action={action}>
        <p>{text}</p>
        {needsReason && (
          <div className="mt-4">
            <TextField
              label="دلیل"
              name="reason"
              dir="auto"
              value={reason}
              message={messageOf("reason")}
              onChange={(value) => {
                setReason(value);
                say("reason", "");
              }}
            />
          </div>
        )}
      </ConfirmModal>
    </>
  );
}
