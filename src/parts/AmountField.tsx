import { type ChangeEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { readSum } from "../../persian/sum.ts";
import { numberInWords } from "../../persian/words.ts";
import { UNREAD, digitsOf, shownAmount, takeAmount, valueOf } from "./amount-typing.ts";
import { FieldMessage } from "./FieldMessage.tsx";

interface AmountFieldProps {
  label: string;
  name: string;
  /** Latin digits, empty, or `UNREAD`, which every check and call refuses. */
  value: string;
  message: string;
  hint?: string;
  /** Sums in toman, each with a button that fills it in. */
  offers?: readonly { label: string; toman: number }[];
  onChange: (digits: string) => void;
  onBlur?: () => void;
}

/**
 * An input for an amount in toman. Accepts any digits and words such as «هزار». Shows groups of
 * three digits, and the amount in words below. Refuses a text that could mean two sums, and says
 * so.
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
  const { input, shown, unread, isLeft, change, leave } = useAmount(value, onChange);
  const told = unread !== "" && (isLeft || message !== "") ? unread : message;
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
          value={shown}
          aria-invalid={told !== ""}
          aria-describedby={`${id}words ${id}message`}
          onChange={change}
          onBlur={() => {
            leave();
            onBlur?.();
          }}
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
      <FieldMessage id={`${id}message`} message={told} />
    </div>
  );
}

/** Shows the error of an unreadable sum when the field is left or the form refuses it. */
function useAmount(value: string, onChange: (value: string) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setIsLeft] = useState(false);
  // A value from elsewhere (an offer, a form that is drawn again) replaces the typed text.
  const text = typed !== null && valueOf(typed) === value ? typed : null;
  const { input, placeCaret } = useCaret();
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { value: entered, selectionStart } = event.target;
    const before = { value, text };
    let caret = digitsOf(entered.slice(0, selectionStart ?? entered.length)).length;
    let next = takeAmount(entered, before);
    // Backspace deleted only a separator: delete the digit before it.
    const { inputType } = event.nativeEvent as InputEvent;
    const isSame = text === null && next.text === null && next.value === value;
    if (isSame && inputType === "deleteContentBackward" && caret > 0) {
      next = { value: value.slice(0, caret - 1) + value.slice(caret), text: null };
      caret -= 1;
    }
    const zeros = /^0*(?=\d)/.exec(digitsOf(entered))?.[0].length ?? 0;
    if (next.text === null) placeCaret((now) => caretBehind(now, Math.max(0, caret - zeros)));
    else if (next.text !== entered) placeCaret(() => (selectionStart ?? 1) - 1);
    if (next.value !== UNREAD) setIsLeft(false);
    setTyped(next.text);
    onChange(next.value);
  };
  return {
    input,
    shown: shownAmount({ value, text }),
    unread: value === UNREAD ? tellUnread(text ?? "") : "",
    isLeft,
    change,
    leave: () => {
      setIsLeft(true);
      if (value !== UNREAD) setTyped(null);
    },
  };
}

const tellUnread = (text: string) =>
  readSum(text) === "rial"
    ? "این مبلغ به ریال است؛ آن را به تومان بنویسید."
    : "این مبلغ خوانده نشد. آن را تنها با رقم بنویسید، مانند ۲۵۰٬۰۰۰.";

/** Keeps the caret at its place among the digits when separators appear or disappear. */
function useCaret() {
  const input = useRef<HTMLInputElement>(null);
  const place = useRef<((shown: string) => number) | null>(null);
  useLayoutEffect(() => {
    if (place.current === null || !input.current) return;
    const caret = place.current(input.current.value);
    input.current.setSelectionRange(caret, caret);
    place.current = null;
  });
  const placeCaret = (next: (shown: string) => number) => {
    place.current = next;
  };
  return { input, placeCaret };
}

function caretBehind(shown: string, digits: number): number {
  let seen = 0;
  for (let index = 0; index < shown.length; index++) {
    if (seen === digits) return index;
    if (/\d|[۰-۹]/.test(shown.charAt(index))) seen += 1;
  }
  return shown.length;
}

/** Returns the amount in words. From 10¹² on, returns a sentence that says it is too large. */
function inWords(amount: number): string {
  return amount < 1e12 ? `${numberInWords(amount)} تومان` : numberInWords(amount);
}
