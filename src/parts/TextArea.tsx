import { useId } from "react";
import { cleanText } from "../../persian/clean-text.ts";
import { formatNumber } from "../../persian/toman.ts";
import { FieldMessage } from "./FieldMessage.tsx";

interface TextAreaProps {
  label: string;
  name: string;
  value: string;
  /** The error message, or empty. */
  message: string;
  /** Maximum number of characters. More can be typed, and the counter turns red. */
  maximum: number;
  onChange: (value: string) => void;
  onBlur?: () => void;
}

/** A multi-line text field with a counter of characters. */
export function TextArea({ label, message, maximum, onChange, ...input }: TextAreaProps) {
  const id = useId();
  const length = Array.from(cleanText(input.value)).length;
  const isOver = length > maximum;
  return (
    <div>
      <label htmlFor={id} className="label">
        {label}
      </label>
      <textarea
        {...input}
        id={id}
        rows={5}
        dir="auto"
        className="field resize-y"
        aria-invalid={message !== ""}
        aria-describedby={`${id}message ${id}count`}
        onChange={(event) => {
          onChange(event.target.value);
        }}
      />
      <div className="flex flex-wrap justify-between gap-x-4">
        <FieldMessage id={`${id}message`} message={message} />
        <p
          id={`${id}count`}
          className={`ms-auto mt-1.5 text-xs ${isOver ? "text-anar" : "text-muted"}`}
        >
          {`${formatNumber(length)} از ${formatNumber(maximum)}`}
        </p>
      </div>
    </div>
  );
}
