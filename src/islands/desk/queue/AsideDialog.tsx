import { useState } from "react";
import { startOfDay, tehranDay } from "../../../../persian/calendar.ts";
import { formatComing } from "../../../../persian/dates.ts";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Modal } from "../../../parts/Modal.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { putAside } from "../../../stores/desk/queue-acts.ts";
import type { QueuePane } from "../../../stores/desk/queue-pane.ts";
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

/** Leaves a thing until a time, with a reason. The promise stays what it was. */
export function AsideDialog({ pane, isOpen, onClose }: AsideDialogProps) {
  return (
    <Modal isOpen={isOpen} title="کنار گذاشتن" onClose={onClose}>
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
  const [until, setUntil] = useState(times[0]?.at ?? now);
  const [reason, setReason] = useState("");
  const [message, setMessage] = useState("");
  const [problem, setProblem] = useState("");
  const [isSending, setIsSending] = useState(false);
  const send = async () => {
    if (!isReason(reason)) {
      setMessage("لطفاً دلیل را بنویسید.");
      return;
    }
    setIsSending(true);
    const refused = await putAside(pane, until, reason.trim());
    setIsSending(false);
    setProblem(refused);
    if (refused === "") onClose();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <fieldset className="aside-times">
        <legend className="label">تا کی؟</legend>
        {times.map(({ label, at }) => (
          <label key={label}>
            <input
              type="radio"
              name="until"
              checked={until === at}
              onChange={() => {
                setUntil(at);
              }}
            />
            <bdi>{`${label} `}</bdi>
            <span>{formatComing(at, now)}</span>
          </label>
        ))}
      </fieldset>
      <ReasonField reason={reason} message={message} reasons={REASONS} onChange={setReason} />
      {problem !== "" && <ErrorBox message={problem} />}
      <p className="hint my-3">قولی که به شخص داده شده عوض نمی‌شود.</p>
      <SubmitButton isSending={isSending} className="button button-decide w-full">
        کنار بگذار
      </SubmitButton>
    </form>
  );
}
