import { useStore } from "@nanostores/react";
import { type KeyboardEvent, useState } from "react";
import { formatNumber, formatToman } from "../../../../persian/toman.ts";
import { TextArea } from "../../../parts/TextArea.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import { useTyped } from "../../../parts/use-typed.ts";
import { $order, answer, deliverCodes, replace, writeNote } from "../../../stores/desk/order.ts";
import { notify } from "../../../stores/notice.ts";
import { HandCodes } from "../HandCodes.tsx";
import type { FormProps } from "./act.ts";
import { SentForm } from "./SentForm.tsx";

/** The forms of an order that move no money to anybody. */

const NOTE_MAX = 500;
const ANSWER_MAX = 1000;

export function NoteForm({ orderId, onClose }: FormProps<"note">) {
  const [note, setNote] = useTyped<string>(`note:${orderId}`, "");
  const sending = useSending();
  const submit = async () => {
    if (await sending.send(() => writeNote(orderId, note))) onClose();
  };
  return (
    <SentForm sending={sending} action="یادداشت را بنویس" onSend={submit} onClose={onClose}>
      <p className="text-muted">تنها کارمندان آن را می‌بینند.</p>
      <TextArea
        label="یادداشت"
        name="note"
        value={note}
        message=""
        maximum={NOTE_MAX}
        onChange={setNote}
      />
    </SentForm>
  );
}

export function AnswerForm({ orderId, act: { ticket }, onClose }: FormProps<"answer">) {
  const [content, setContent] = useTyped<string>(`answer:${ticket.id}`, "");
  const sending = useSending();
  const submit = async () => {
    if (await sending.send(() => answer(orderId, ticket.id, content))) onClose();
  };
  return (
    <SentForm sending={sending} action="بفرست" onSend={submit} onClose={onClose}>
      <p className="text-muted">{`خریدار آن را در تیکت «${ticket.title}» می‌خواند و پیامک می‌گیرد.`}</p>
      <TextArea
        label="پیام به خریدار"
        name="content"
        value={content}
        message=""
        maximum={ANSWER_MAX}
        onChange={setContent}
      />
    </SentForm>
  );
}

/** A scanner ends with Enter, which replaces nothing: the reason is still to be written. */
function keepScanner(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== "Enter") return;
  event.preventDefault();
  event.currentTarget.form?.querySelector<HTMLElement>("[name=reason]")?.focus();
}

export function ReplaceForm({ orderId, act, onClose }: FormProps<"replace">) {
  const { codeId, name, isByHand } = act;
  const [reason, setReason] = useTyped<string>(`replace:${codeId}`, "");
  const [code, setCode] = useState("");
  const [isDoubtful, setIsDoubtful] = useState(false);
  const [isSure, setIsSure] = useState(false);
  const sending = useSending();
  const submit = async () => {
    const isDone = await sending.send(async () => {
      const answer = await replace(orderId, codeId, { reason, ...(isByHand && { code, isSure }) });
      setIsDoubtful(answer.isDoubtful);
      return answer.problem;
    });
    if (!isDone) return;
    notify("success", "کد تازه به جای آن نشست و خریدار پیامک می‌گیرد.");
    onClose();
  };
  return (
    <SentForm sending={sending} action="جایگزین کن" onSend={submit} onClose={onClose}>
      <p>
        <b>
          <bdi translate="no">{name}</bdi>
        </b>
        <span className="text-muted">{"، از کار افتاده نوشته می‌شود."}</span>
      </p>
      {isByHand && (
        <TextField
          label="کد تازه"
          name="code"
          value={code}
          isSecret
          message=""
          dir="ltr"
          onKeyDown={keepScanner}
          onChange={setCode}
        />
      )}
      <TextField
        label="دلیل"
        name="reason"
        value={reason}
        message=""
        dir="auto"
        onChange={setReason}
      />
      {isDoubtful && (
        <label className="tick-line">
          <input
            type="checkbox"
            className="tick"
            checked={isSure}
            onChange={({ target }) => {
              setIsSure(target.checked);
            }}
          />
          <span>متن کد را خوانده‌ام؛ همین درست است</span>
        </label>
      )}
    </SentForm>
  );
}

export function DeliverForm({ orderId, act: { item }, onClose }: FormProps<"deliver">) {
  const order = useStore($order);
  const person = order.state === "ready" ? order.value.person : null;
  return (
    <HandCodes
      buyer={person === null ? "" : `${person.firstName} ${person.lastName}`.trim()}
      goods={`${formatNumber(item.quantity)} × ${item.productName}`}
      consequence={`${formatToman(item.total)} از تسویه به فروش می‌رود. کدها پس از این پس گرفتنی نیست.`}
      count={item.quantity}
      deliver={(codes, isSure) => deliverCodes(orderId, item.id, codes, isSure)}
      onDone={() => {
        notify("success", "تحویل شد و خریدار پیامک می‌گیرد.");
        onClose();
      }}
    />
  );
}
