import { type ChangeEvent, useId, useState } from "react";
import { bankOfCard } from "../../persian/banks.ts";
import { typedDigits } from "../../persian/characters.ts";
import { FieldMessage } from "./FieldMessage.tsx";

interface CardNumberFieldProps {
  label: string;
  name: string;
  /**
   * Latin digits. A pasted text may contain more than sixteen: only sixteen are shown, but the
   * value is refused as no card number.
   */
  value: string;
  message: string;
  onChange: (digits: string) => void;
  onBlur?: () => void;
}

/** Section 5.1: digits of a card number. */
const DIGITS = 16;

/** An input for a card number, in groups of four, with the name of the issuing bank. */
export function CardNumberField({
  label,
  name,
  value,
  message,
  onChange,
  onBlur,
}: CardNumberFieldProps) {
  const id = useId();
  const [hasLetters, setHasLetters] = useState(false);
  const bank = bankOfCard(value);
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const typed = typedDigits(event.target.value);
    setHasLetters(/\D/.test(typed));
    const digits = typed.replace(/\D/g, "");
    const isOneMore = digits.length === DIGITS + 1 && value.length >= DIGITS;
    onChange(isOneMore ? value : digits);
  };
  const problem = hasLetters ? "شمارهٔ کارت باید فقط شامل عدد باشد." : message;
  return (
    <div>
      <label htmlFor={id} className="label">
        {label}
      </label>
      <input
        id={id}
        name={name}
        type="text"
        inputMode="numeric"
        autoComplete="cc-number"
        dir="ltr"
        className="field tabular"
        value={
          value
            .slice(0, DIGITS)
            .match(/.{1,4}/g)
            ?.join(" ") ?? ""
        }
        aria-invalid={problem !== ""}
        aria-describedby={`${id}bank ${id}message`}
        onChange={change}
        onBlur={() => {
          // When the field is left, the message about letters stays only if no digits were typed.
          if (value !== "") setHasLetters(false);
          onBlur?.();
        }}
      />
      <p id={`${id}bank`} className="hint mt-1.5">
        {bank || "شمارهٔ کارت رمزنگاری‌شده نگه داشته می‌شود."}
      </p>
      <FieldMessage id={`${id}message`} message={problem} />
    </div>
  );
}
