import { type ChangeEvent, useId, useLayoutEffect, useRef } from "react";
import { typedDigits } from "../../persian/digits.ts";
import { formatNumber } from "../../persian/toman.ts";
import { numberInWords } from "../../persian/words.ts";
import { FieldMessage } from "./FieldMessage.tsx";

interface AmountFieldProps {
  label: string;
  name: string;
  /** Latin digits, or empty. */
  value: string;
  message: string;
  hint?: string;
  /** Sums that one press fills in, toman. */
  offers?: readonly { label: string; toman: number }[];
  onChange: (digits: string) => void;
  onBlur?: () => void;
}

/** Section 5.1: maximum number of digits. */
const DIGITS_MAX = 14;

/**
 * An input for an amount in toman. Accepts Persian and Latin digits, and shows groups of three with
 * the amount in words below.
 */
export function AmountField({
  label,
  name,
  value,
  message,
  hint,
  offers = [],
  onChange,
  onBlur,
}: AmountFieldProps) {
  const id = useId();
  const { input, change } = useCaret(value, onChange);
  return (
    <div>
      <label htmlFor={id} className="label">
        {label}
      </label>
      <div className="relative">
        <input
          ref={input}
          id={id}
          name={name}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          dir="ltr"
          className="field ps-16 text-lg font-semibold"
          value={grouped(value)}
          aria-invalid={message !== ""}
          aria-describedby={`${id}words ${id}message`}
          onChange={change}
          onBlur={onBlur}
        />
        <span className="amount-unit" aria-hidden="true">
          تومان
        </span>
      </div>
      {offers.length > 0 && (
        <div className="mt-2 flex flex-wrap gap-2">
          {offers.map((offer) => (
            <button
              key={offer.label}
              type="button"
              className="button-quiet min-h-[40px] px-3 text-sm"
              aria-pressed={value === String(offer.toman)}
              onClick={() => {
                onChange(String(offer.toman));
              }}
            >
              {offer.label}
            </button>
          ))}
        </div>
      )}
      <p id={`${id}words`} className="hint mt-1.5 min-h-6">
        {Number(value) > 0 ? inWords(Number(value)) : hint}
      </p>
      <FieldMessage id={`${id}message`} message={message} />
    </div>
  );
}

/** Keeps the caret behind the same digit when separators appear or disappear. */
function useCaret(value: string, onChange: (digits: string) => void) {
  const input = useRef<HTMLInputElement>(null);
  const digitsBefore = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (digitsBefore.current === null || !input.current) return;
    const caret = caretBehind(input.current.value, digitsBefore.current);
    input.current.setSelectionRange(caret, caret);
    digitsBefore.current = null;
  });
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { value: typed, selectionStart } = event.target;
    const onlyDigits = digitsOf(typed);
    let before = digitsOf(typed.slice(0, selectionStart ?? typed.length)).length;
    let digits = onlyDigits;
    // Backspace deleted only a separator: delete the digit before it.
    const { inputType } = event.nativeEvent as InputEvent;
    if (digits === value && inputType === "deleteContentBackward" && before > 0) {
      digits = digits.slice(0, before - 1) + digits.slice(before);
      before -= 1;
    }
    const zeros = /^0*(?=\d)/.exec(digits)?.[0].length ?? 0;
    digitsBefore.current = Math.max(0, before - zeros);
    onChange(digits.slice(zeros, zeros + DIGITS_MAX));
  };
  return { input, change };
}

function digitsOf(text: string): string {
  return typedDigits(text).replace(/\D/g, "");
}

function grouped(digits: string): string {
  return digits === "" ? "" : formatNumber(Number(digits));
}

function caretBehind(shown: string, digits: number): number {
  let seen = 0;
  for (let index = 0; index < shown.length; index++) {
    if (seen === digits) return index;
    if (/\d|[۰-۹]/.test(shown.charAt(index))) seen += 1;
  }
  return shown.length;
}

/** Returns the amount in words. Without the unit from 10¹² on, when it is a sentence. */
function inWords(amount: number): string {
  return amount < 1e12 ? `${numberInWords(amount)} تومان` : numberInWords(amount);
}
