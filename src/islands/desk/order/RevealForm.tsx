import { useState } from "react";
import { CopyButton } from "../../../parts/CopyButton.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import { reveal } from "../../../stores/desk/order.ts";
import type { FormProps } from "./act.ts";
import { SentForm, useAct } from "./SentForm.tsx";

const WHYS = [
  ["ticket", "برای پاسخ به تیکت"],
  ["supplier", "برای ادعا نزد تأمین‌کننده"],
  ["test", "برای آزمایش"],
] as const;

/** Asks why before it shows the text of a code. */
export function RevealForm({ act: { code }, onClose }: FormProps<"reveal">) {
  const [why, setWhy] = useState<(typeof WHYS)[number][0]>("ticket");
  const [note, setNote] = useState("");
  const [text, setText] = useState("");
  const sending = useAct(
    async () => {
      const outcome = await reveal(code.id, { why, note });
      if (!outcome.ok) return outcome.message;
      setText(outcome.value.code);
      return "";
    },
    () => undefined,
  );
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
    <SentForm sending={sending} action="کد را نشان بده" onClose={onClose}>
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
        message=""
        dir="auto"
        onChange={setNote}
      />
      <p className="text-muted">نام شما، زمان و دلیل پیش از نمایش نوشته می‌شود.</p>
    </SentForm>
  );
}
