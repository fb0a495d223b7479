import { useRef } from "react";
import { Modal } from "../../../parts/Modal.tsx";
import { TextArea } from "../../../parts/TextArea.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import { useTyped } from "../../../parts/use-typed.ts";
import { focusAtEnd } from "./focus-at-end.ts";

const REASON_MAX = 500;
const REASON_MIN = 3;

interface ReasonDialogProps {
  isOpen: boolean;
  title: string;
  /** Identifies the thing that is decided, so that the typed text is not offered for another. */
  about: string;
  action: string;
  isDanger: boolean;
  /** Prepared reasons, which the operator can choose and edit. */
  reasons: readonly string[];
  onSend: (reason: string) => void;
  onClose: () => void;
}

/** Asks for the reason of a decision about papers, before it is sent. */
export function ReasonDialog({ isOpen, title, about, onClose, ...form }: ReasonDialogProps) {
  return (
    <Modal {...{ isOpen, title, about, onClose }}>
      <ReasonForm about={about} {...form} />
    </Modal>
  );
}

function ReasonForm({
  about,
  action,
  isDanger,
  reasons,
  onSend,
}: Pick<ReasonDialogProps, "about" | "action" | "isDanger" | "reasons" | "onSend">) {
  const [reason, setReason] = useTyped<string>(`reason:${about} ${action}`, "");
  const { formOf, messageOf, refuse, say } = useSending(["reason"]);
  return (
    <form
      {...formOf(() => {
        if (isReason(reason)) onSend(reason.trim());
        else refuse({ reason: "لطفاً دلیل را بنویسید." });
      })}
    >
      <ReasonField
        reason={reason}
        message={messageOf("reason")}
        reasons={reasons}
        onChange={(text) => {
          setReason(text);
          say("reason", "");
        }}
      />
      <button
        type="submit"
        className={`${isDanger ? "button-danger" : "button"} button-decide mt-5 w-full`}
      >
        {action}
      </button>
    </form>
  );
}

export const isReason = (text: string) => Array.from(text.trim()).length >= REASON_MIN;

interface ReasonFieldProps {
  reason: string;
  message: string;
  reasons: readonly string[];
  label?: string;
  onChange: (reason: string) => void;
}

export function ReasonField({ reason, message, reasons, label, onChange }: ReasonFieldProps) {
  const here = useRef<HTMLDivElement>(null);
  return (
    <div ref={here}>
      <TextArea
        label={label ?? "دلیل"}
        name="reason"
        value={reason}
        message={message}
        maximum={REASON_MAX}
        onChange={onChange}
      />
      {reasons.length > 0 && (
        <div className="mt-2 flex flex-wrap gap-2">
          {reasons.map((prepared) => (
            <button
              key={prepared}
              type="button"
              className="button-quiet button-small"
              onClick={() => {
                onChange(prepared);
                // The field has the new text only in the next frame.
                requestAnimationFrame(() => {
                  focusAtEnd(here.current?.querySelector("textarea"));
                });
              }}
            >
              {prepared}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
