import { useStore } from "@nanostores/react";
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
  const sending = useSending(["note"]);
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
        message={sending.messageOf("note")}
        maximum={NOTE_MAX}
        onChange={setNote}
      />
    </SentForm>
  );
}

export function AnswerForm({ orderId, act: { ticket }, onClose }: FormProps<"answer">) {
  const [content, setContent] = useTyped<string>(`answer:${ticket.id}`, "");
  const sending = useSending(["content"]);
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
        message={sending.messageOf("content")}
        maximum={ANSWER_MAX}
        onChange={setContent}
      />
    </SentForm>
  );
}

export function ReplaceForm(props: FormProps<"replace">) {
  return props.act.isByHand ? <ReplaceByHand {...props} /> : <ReplaceFromShelf {...props} />;
}

function ReplaceFromShelf({ orderId, act: { codeId, name }, onClose }: FormProps<"replace">) {
  const [reason, setReason] = useTyped<string>(`replace:${codeId}`, "");
  const sending = useSending(["reason"]);
  const submit = async () => {
    const act = async () => (await replace(orderId, codeId, { reason })).problem;
    if (!(await sending.send(act))) return;
    sayReplaced();
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
      <TextField
        label="دلیل"
        name="reason"
        value={reason}
        message={sending.messageOf("reason")}
        dir="auto"
        onChange={setReason}
      />
    </SentForm>
  );
}

/**
 * Replaces a code by one that the operator types. As in a delivery by hand, a second step shows it
 * again before it is used.
 */
function ReplaceByHand({ orderId, act: { codeId, name }, onClose }: FormProps<"replace">) {
  const [reason, setReason] = useTyped<string>(`replace:${codeId}`, "");
  return (
    <HandCodes
      buyer={useBuyer()}
      goods={name}
      consequence="کد تازه جای آن می‌نشیند، خریدار پیامک می‌گیرد و کد پیشین دیگر دیده نمی‌شود."
      count={1}
      words={REPLACING}
      reason={{ text: reason, onChange: setReason }}
      deliver={([code = ""], isSure) => replace(orderId, codeId, { reason, code, isSure })}
      onDone={() => {
        sayReplaced();
        onClose();
      }}
    />
  );
}

const REPLACING = {
  readBack: "بازخوانی پیش از جایگزینی",
  list: "کدی که جایگزین می‌شود",
  act: () => "جایگزین کن",
};

const sayReplaced = () => {
  notify("success", "کد تازه به جای آن نشست و خریدار پیامک می‌گیرد.");
};

function useBuyer(): string {
  const order = useStore($order);
  const person = order.state === "ready" ? order.value.person : null;
  return person === null ? "" : `${person.firstName} ${person.lastName}`.trim();
}

export function DeliverForm({ orderId, act: { item }, onClose }: FormProps<"deliver">) {
  return (
    <HandCodes
      buyer={useBuyer()}
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
