import { useState } from "react";
import { toPersianDigits } from "../../../../persian/digits.ts";
import { formatToman } from "../../../../persian/toman.ts";
import { TextArea } from "../../../parts/TextArea.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { answer, deliverCodes, replace, writeNote } from "../../../stores/desk/order.ts";
import { notify } from "../../../stores/notice.ts";
import type { FormProps } from "./act.ts";
import { SentForm, useAct } from "./SentForm.tsx";

/** The forms of an order that move no money to anybody. */

const NOTE_MAX = 500;
const ANSWER_MAX = 1000;

export function NoteForm({ orderId, onClose }: FormProps<"note">) {
  const [note, setNote] = useState("");
  const sending = useAct(() => writeNote(orderId, note), onClose);
  return (
    <SentForm sending={sending} action="یادداشت را بنویس" onClose={onClose}>
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
  const [content, setContent] = useState("");
  const sending = useAct(() => answer(orderId, ticket.id, content), onClose);
  return (
    <SentForm sending={sending} action="بفرست" onClose={onClose}>
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

export function ReplaceForm({ orderId, act: { codeId, isByHand }, onClose }: FormProps<"replace">) {
  const [reason, setReason] = useState("");
  const [code, setCode] = useState("");
  const sending = useAct(
    () => replace(orderId, codeId, { reason, ...(isByHand && { code }) }),
    () => {
      notify("success", "کد تازه به جای آن نشست و خریدار پیامک می‌گیرد.");
      onClose();
    },
  );
  return (
    <SentForm sending={sending} action="جایگزین کن" onClose={onClose}>
      {isByHand && (
        <TextField
          label="کد تازه"
          name="code"
          value={code}
          isSecret
          message=""
          dir="ltr"
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
    </SentForm>
  );
}

export function DeliverForm({ orderId, act: { item }, onClose }: FormProps<"deliver">) {
  const [codes, setCodes] = useState<readonly string[]>(() => Array(item.quantity).fill(""));
  const sending = useAct(
    () =>
      deliverCodes(
        orderId,
        item.id,
        codes.map((code) => code.trim()),
      ),
    () => {
      notify("success", "تحویل شد و خریدار پیامک می‌گیرد.");
      onClose();
    },
  );
  return (
    <SentForm sending={sending} action="تحویل بده" onClose={onClose}>
      <p className="text-muted">
        {`${formatToman(item.total)} از تسویه به فروش می‌رود. کدها پس از این پس گرفتنی نیست.`}
      </p>
      {codes.map((code, at) => (
        <TextField
          key={at}
          label={codes.length === 1 ? "کد" : `کد ${toPersianDigits(at + 1)}`}
          name={`code${String(at)}`}
          value={code}
          isSecret
          message=""
          dir="ltr"
          onChange={(value) => {
            setCodes(codes.with(at, value));
          }}
        />
      ))}
    </SentForm>
  );
}
