import { startOfDay, tehranDay } from "../../../../persian/calendar.ts";
import { formatComing } from "../../../../persian/dates.ts";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Modal } from "../../../parts/Modal.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import { useTyped } from "../../../parts/use-typed.ts";
import { putAside } from "../../../stores/desk/queue-acts.ts";
import type { QueuePane } from "../../../stores/desk/queue-pane.ts";
import { keyOf } from "../../../stores/desk/queue.ts";
import { ReasonField, isReason } from "./ReasonDialog.tsx";
import { useNow } from "../../../parts/use-now.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const OPENING_HOUR = 8;

const REASONS = ["منتظر پاسخ شخص", "منتظر بانک", "باید از همکار بپرسم"];

interface AsideDialogProps {
  pane: QueuePane;
  isOpen: boolean;
  onClose: () => void;
}

/** Sets a thing aside until a time, with a reason. Its promised time does not change. */
export function AsideDialog({ pane, isOpen, onClose }: AsideDialogProps) {
  return (
    <Modal isOpen={isOpen} title="کنار گذاشتن" about={keyOf(pane)} onClose={onClose}>
      <AsideForm pane={pane} onClose={onClose} />
    </Modal>
  );
}

function AsideForm({ pane, onClose }: Pick<AsideDialogProps, "pane" | "onClose">) {
  const now = useNow();
  const morning = startOfDay(tehranDay(now) + 1) + OPENING_HOUR * HOUR_MS;
  const times = [
    { label: "یک ساعت دیگر", at: now + HOUR_MS },
    { label: "چهار ساعت دیگر", at: now + 4 * HOUR_MS },
    { label: "فردا صبح", at: morning },
    { label: "سه روز دیگر", at: morning + 2 * DAY_MS },
  ];
  const form = `aside:${keyOf(pane)}`;
  const [chosen, setChosen] = useTyped<number>(`${form} time`, 0);
  const [reason, setReason] = useTyped<string>(`${form} reason`, "");
  const { formOf, messageOf, say, refuse, problem, isSending, send } = useSending(["reason"]);
  const submit = async () => {
    if (!isReason(reason)) {
      refuse({ reason: "لطفاً دلیل را بنویسید." });
      return;
    }
    const until = times[chosen]?.at ?? now;
    if (await send(() => putAside(pane, until, reason.trim()))) onClose();
  };
  return (
    <form {...formOf(submit)}>
      <fieldset className="aside-times">
        <legend className="label">تا کی؟</legend>
        {times.map(({ label, at }, index) => (
          <label key={label}>
            <input
              type="radio"
              name="until"
              checked={chosen === index}
              onChange={() => {
                setChosen(index);
              }}
            />
            <bdi>{`${label} `}</bdi>
            <span>{formatComing(at, now)}</span>
          </label>
        ))}
      </fieldset>
      <ReasonField
        reason={reason}
        message={messageOf("reason")}
        reasons={REASONS}
        onChange={(text) => {
          setReason(text);
          // Choosing a prepared reason is not typing, so the form does not clear the error by
          // itself.
          say("reason", "");
        }}
      />
      {problem !== "" && <ErrorBox message={problem} />}
      <p className="hint my-3">قولی که به شخص داده شده عوض نمی‌شود.</p>
      <SubmitButton isSending={isSending} className="button button-decide w-full">
        کنار بگذار
      </SubmitButton>
    </form>
  );
}
