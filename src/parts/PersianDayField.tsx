import { useId, useState } from "react";
import { readTypedDay, startOfPersian } from "../../persian/calendar.ts";
import { formatWeekday } from "../../persian/dates.ts";
import { toPersianDigits } from "../../persian/digits.ts";
import { FieldMessage } from "./FieldMessage.tsx";

interface PersianDayFieldProps {
  label: string;
  name: string;
  /** A day like 1405-08-27, or empty. */
  value: string;
  message?: string;
  /** Says what an empty field means. */
  emptyWords?: string;
  /** Called with a day, with "" for an empty field, or with the typed text when it is not a day. */
  onChange?: (day: string) => void;
}

const shown = (day: string) => toPersianDigits(day.replaceAll("-", "/"));

/**
 * A field for a day of the Persian calendar, typed in any digits. `onChange` gets it as 1405-08-27.
 * Leaving the field shows an error when the text is not a day.
 */
export function PersianDayField({
  label,
  name,
  value,
  message,
  emptyWords = "",
  onChange,
}: PersianDayFieldProps) {
  const id = useId();
  const [text, setText] = useState(shown(value));
  const [isLeft, setIsLeft] = useState(false);
  const day = readTypedDay(text) ?? "";
  const isWrong = text.trim() !== "" && day === "";
  const said = day === "" ? emptyWords : formatWeekday(startOfPersian(day));
  const told = message !== undefined && message !== "" ? message : "";
  return (
    <div className="day-field">
      <label htmlFor={id} className="label">
        {`${label}${said !== "" ? ` (${said})` : ""}`}
      </label>
      <input
        id={id}
        data-field={name}
        className="field"
        dir="ltr"
        inputMode="numeric"
        autoComplete="off"
        placeholder="سال/ماه/روز"
        value={text}
        aria-invalid={told !== "" || (isWrong && isLeft)}
        aria-describedby={`${id}message`}
        onChange={(event) => {
          const typed = event.target.value;
          setText(typed);
          const read = readTypedDay(typed);
          // Passes on a text that is not a day, so that the shop refuses it instead of ignoring it.
          onChange?.(read ?? typed.trim());
        }}
        onBlur={() => {
          setIsLeft(true);
          if (day !== "") setText(shown(day));
        }}
      />
      <input type="hidden" name={name} value={isWrong ? text : day} />
      <FieldMessage
        id={`${id}message`}
        message={told || (isWrong && isLeft ? "روز را مانند ۱۴۰۵/۰۹/۳۰ بنویسید." : "")}
      />
    </div>
  );
}
