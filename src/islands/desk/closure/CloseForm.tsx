import { formatNumber } from "../../../../persian/toman.ts";
import { ChoiceField } from "../../../parts/ChoiceField.tsx";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { PersianDayField } from "../../../parts/PersianDayField.tsx";
import { SubmitButton } from "../../../parts/SubmitButton.tsx";
import { TextArea } from "../../../parts/TextArea.tsx";
import { close } from "../../../stores/desk/closure.ts";
import { useDraft } from "../use-draft.ts";
import { Preview } from "./Preview.tsx";
import { type Until, isLong, openingTime, untilWords } from "./times.ts";

const REASON_MAX = 200;

const CHOICES: readonly (readonly [Until, string])[] = [
  ["hour", "یک ساعت"],
  ["morning", "تا صبح"],
  ["chosen", "تا روز و ساعتی دیگر"],
  ["never", "تا خودم باز کنم"],
];

const HOURS = Array.from(
  { length: 24 },
  (_, hour) => [String(hour), `ساعت ${formatNumber(hour)}`] as const,
);

const PREPARED = [
  "امروز زودتر بستیم. کدهایی که خریده‌اید سر جایشان است.",
  "تعطیل رسمی است. سفارش‌ها و کدهای شما مثل همیشه باز است.",
  "قیمت‌ها را تازه می‌کنیم. کمی بعد باز می‌شویم.",
  "فروشگاه را تعمیر می‌کنیم. پول و کدهای شما سر جایشان است.",
];

/** Asks until when the shop is closed and what shoppers are told, and closes it. */
export function CloseForm({ now }: { now: number }) {
  const { draft, change, field, formOf, problem, isSending, send, refuse, say } = useDraft(
    "close-shop",
    { until: "morning" as Until, day: "", hour: "8", reason: PREPARED[0] ?? "" },
  );
  const opensAt = openingTime(draft.until, draft, now);
  const submit = () => {
    if (opensAt === undefined) {
      refuse({ day: "روز باز شدن را بنویسید." });
      return;
    }
    const reopensAt = opensAt === null ? null : new Date(opensAt).toISOString();
    void send(async () => {
      const outcome = await close({ reason: draft.reason, reopensAt });
      // The time of the call is the day and the hour of the form.
      const wrongTime = outcome.ok ? undefined : outcome.fields["reopensAt"];
      return wrongTime === undefined ? outcome : { day: wrongTime };
    });
  };
  return (
    <div className="closure-parts">
      <form {...formOf(submit)} className="closure-form">
        {problem !== "" && <ErrorBox message={problem} />}
        <fieldset className="choice-row">
          <legend className="label">تا کی؟</legend>
          {CHOICES.map(([value, words]) => (
            <label key={value}>
              <input
                type="radio"
                name="until"
                value={value}
                checked={draft.until === value}
                onChange={() => {
                  change({ until: value });
                  refuse({});
                }}
              />
              <span>{words}</span>
            </label>
          ))}
        </fieldset>
        {draft.until === "chosen" && (
          <div className="grid grid-cols-2 gap-3">
            <PersianDayField {...field("day")} label="روز" />
            <ChoiceField
              label="ساعت"
              value={draft.hour}
              choices={HOURS}
              onChange={(hour) => {
                change({ hour });
                say("day", "");
              }}
            />
          </div>
        )}
        <div>
          <TextArea {...field("reason")} label="به خریدار چه بگوییم؟" maximum={REASON_MAX} />
          <p className="closure-prepared">
            <span>آماده: </span>
            {PREPARED.map((text) => (
              <button
                key={text}
                type="button"
                className="button-quiet button-small"
                onClick={() => change({ reason: text })}
              >
                {text.split(/[.،]/, 1)[0]}
              </button>
            ))}
          </p>
        </div>
        {opensAt !== undefined && isLong(opensAt, now) && (
          <p className="hint">
            بسته ماندن بیش از دو روز، صفحه‌های فروشگاه را از جست‌وجوگرها بیرون می‌برد.
          </p>
        )}
        <SubmitButton isSending={isSending} className="button-danger">
          {opensAt === undefined
            ? "فروشگاه را ببند"
            : `فروشگاه را ${untilWords(opensAt, now)} ببند`}
        </SubmitButton>
      </form>
      <Preview reason={draft.reason} opensAt={opensAt} />
    </div>
  );
}
