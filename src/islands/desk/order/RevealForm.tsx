import { useState } from "react";
import { CopyButton } from "../../../parts/CopyButton.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import { useTyped } from "../../../parts/use-typed.ts";
import { reveal } from "../../../stores/desk/order.ts";
import type { FormProps } from "./act.ts";
import { SentForm } from "./SentForm.tsx";

const WHYS = [
  ["ticket", "برای پاسخ به تیکت"],
  ["supplier", "برای ادعا نزد تأمین‌کننده"],
  ["test", "برای آزمایش"],
] as const;

/** Asks why before it shows the text of a code. */
export function RevealForm({ act: { code }, onClose }: FormProps<"reveal">) {
  const [why, setWhy] = useTyped<(typeof WHYS)[number][0]>(`why:${code.id}`, "ticket");
  const [note, setNote] = useTyped<string>(`reveal:${code.id}`, "");
  const [text, setText] = useState("");
  const sending = useSending(["note"]);
  const show = async () => {
    const outcome = await reveal(code.id, { why, note });
    if (outcome.ok) setText(outcome.value.code);
    return outcome;
  };
  if (text !== "")
    return (
      <div className="act-form">
        <p className="shown-once">
          <bdi dir="ltr" lang="en" translate="no" className="mono select-all whitespace-pre-wrap">
            {text}
          </bdi>
          <CopyButton text={text} label="کپی کد" />
        </p>
        <p className="text-muted">دیدن آن در دفتر رویدادها نوشته شد.</p>
        <button type="button" className="button button-decide" onClick={onClose}>
          بستن
        </button>
      </div>
    );
  return (
    <SentForm
      sending={sending}
      action="کد را نشان بده"
      onSend={() => sending.send(show)}
      onClose={onClose}
    >
      <fieldset className="act-whys">
        <legend className="label">چرا؟</legend>
        {WHYS.map(([value, words]) => (
          <label key={value}>
            <input
              type="radio"
              name="why"
              value={value}
              checked={value === why}
              onChange={() => {
                setWhy(value);
              }}
            />
            <span>{words}</span>
          </label>
        ))}
      </fieldset>
      <TextField
        label="کدام تیکت یا ادعا؟ (اختیاری)"
        name="note"
        value={note}
        message={sending.messageOf("note")}
        dir="auto"
        onChange={setNote}
      />
      <p className="text-muted">نام شما، زمان و دلیل پیش از نمایش نوشته می‌شود.</p>
    </SentForm>
  );
}
