import { ChoiceField } from "../../../parts/ChoiceField.tsx";
import { TextArea } from "../../../parts/TextArea.tsx";
import { TextField } from "../../../parts/TextField.tsx";
import type { QuestionDraft } from "./question-draft.ts";

const KINDS = [
  ["player", "شناسهٔ بازیکن"],
  ["email", "ایمیل"],
  ["region", "منطقهٔ حساب، از چند گزینه"],
  ["text", "نوشتهٔ آزاد"],
] as const;
const FORMS = [
  ["digits", "تنها رقم"],
  ["letters", "حروف لاتین و رقم"],
  ["name", "حروف لاتین، رقم و . _ - #"],
  ["any", "هر نوشته"],
] as const;

interface QuestionFieldsProps {
  draft: QuestionDraft;
  /** The path of the question in the call's body. The names of the inputs begin with this path. */
  place: string;
  messageOf: (field: string) => string;
  onChange: (changes: Partial<QuestionDraft>) => void;
}

/** The fields of one question. */
export function QuestionFields({ draft, place, messageOf, onChange }: QuestionFieldsProps) {
  const field = (name: "label" | "example" | "help" | "least" | "most" | "options") => ({
    name: `${place}.${name}`,
    value: draft[name],
    message: messageOf(`${place}.${name}`),
    onChange: (value: string) => onChange({ [name]: value }),
  });
  const hasForm = draft.kind === "player" || draft.kind === "text";
  return (
    <>
      <ChoiceField
        label="گونه"
        value={draft.kind}
        choices={KINDS}
        onChange={(kind) => onChange({ kind, form: kind === "player" ? "digits" : "any" })}
      />
      <TextField {...field("label")} label="چه می‌پرسید" dir="auto" autoComplete="off" />
      {hasForm && (
        <>
          <ChoiceField
            label="پاسخ از چه نوشته می‌شود"
            value={draft.form}
            choices={FORMS}
            onChange={(form) => onChange({ form })}
          />
          <div className="field-pair">
            <TextField {...field("least")} label="کمترین درازا" dir="ltr" autoComplete="off" />
            <TextField {...field("most")} label="بیشترین درازا" dir="ltr" autoComplete="off" />
          </div>
        </>
      )}
      {draft.kind === "region" && (
        <TextArea {...field("options")} label="گزینه‌ها، هر سطر یکی" maximum={1800} />
      )}
      <TextField {...field("example")} label="نمونه (اختیاری)" dir="auto" autoComplete="off" />
      <TextField
        {...field("help")}
        label="راهنما: خریدار آن را کجا پیدا می‌کند (اختیاری)"
        dir="auto"
        autoComplete="off"
      />
      <label className="question-required">
        <input
          type="checkbox"
          checked={draft.isRequired}
          onChange={(event) => onChange({ isRequired: event.target.checked })}
        />
        بی‌پاسخ آن پرداخت نشود
      </label>
    </>
  );
}
