import { type KeyboardEvent, useId } from "react";
import { FieldMessage } from "./FieldMessage.tsx";

interface TextFieldProps {
  label: string;
  name: string;
  value: string;
  /** The error message, or empty. */
  message: string;
  dir: "ltr" | "auto";
  type?: "text" | "email";
  autoComplete?: string;
  inputMode?: "numeric";
  isReadOnly?: boolean;
  /** True for codes and keys, which a dialog does not keep when it is closed. */
  isSecret?: boolean;
  onChange?: (value: string) => void;
  onBlur?: () => void;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

export function TextField({
  label,
  message,
  isReadOnly = false,
  isSecret = false,
  type = "text",
  onChange,
  ...input
}: TextFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="label">
        {label}
      </label>
      <input
        {...input}
        id={id}
        type={type}
        className="field"
        readOnly={isReadOnly}
        data-secret={isSecret ? "" : undefined}
        aria-invalid={message !== ""}
        aria-describedby={`${id}message`}
        onChange={(event) => {
          onChange?.(event.target.value);
        }}
      />
      <FieldMessage id={`${id}message`} message={message} />
    </div>
  );
}
