import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from "react";
import { toPersianDigits } from "../../persian/digits.ts";
import { typedDigits } from "../../persian/characters.ts";

interface CodeBoxesProps {
  digits: readonly string[];
  isDisabled: boolean;
  isInvalid: boolean;
  /** True to mark only the empty boxes as invalid. */
  flagsEmpty: boolean;
  onChange: (digits: readonly string[]) => void;
}

/**
 * One box per digit, from left to right. Each accepts a whole code, since phones may fill it into
 * one box.
 */
export function CodeBoxes({ digits, isDisabled, isInvalid, flagsEmpty, onChange }: CodeBoxesProps) {
  const { boxes, type, press, paste } = useBoxes(digits, onChange);
  return (
    <fieldset
      data-one-time
      className="min-w-0"
      disabled={isDisabled}
      aria-describedby="code-message"
    >
      <legend className="sr-only">کد تأیید</legend>
      <div dir="ltr" className="flex justify-center gap-3">
        {digits.map((digit, index) => (
          <input
            key={index}
            ref={(box) => {
              boxes.current[index] = box;
            }}
            className="field w-14 min-w-0 px-0 text-center text-xl font-semibold sm:w-16"
            dir="ltr"
            inputMode="numeric"
            autoComplete={index === 0 ? "one-time-code" : "off"}
            aria-label={`رقم ${toPersianDigits(index + 1)} از ${toPersianDigits(digits.length)}`}
            aria-invalid={flagsEmpty ? digit === "" : isInvalid}
            value={digit}
            onChange={(event) => {
              type(index, event.target.value);
            }}
            onFocus={(event) => {
              event.target.select();
            }}
            onKeyDown={(event) => {
              press(index, event);
            }}
            onPaste={paste}
          />
        ))}
      </div>
    </fieldset>
  );
}

function useBoxes(digits: readonly string[], onChange: (digits: readonly string[]) => void) {
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  useEffect(() => {
    boxes.current[0]?.focus();
  }, []);
  const fillFrom = (index: number, text: string) => {
    const typed = Array.from(typedDigits(text).replace(/\D/g, "")).slice(0, digits.length - index);
    if (typed.length === 0) return;
    onChange(digits.map((digit, position) => typed[position - index] ?? digit));
    boxes.current[Math.min(index + typed.length, digits.length - 1)]?.focus();
  };
  const type = (index: number, value: string) => {
    const before = digits[index] ?? "";
    if (value === "") onChange(digits.with(index, ""));
    else fillFrom(index, value.length === 2 && before !== "" ? value.replace(before, "") : value);
  };
  const press = (index: number, event: KeyboardEvent) => {
    if (event.key === "ArrowLeft") boxes.current[index - 1]?.focus();
    else if (event.key === "ArrowRight") boxes.current[index + 1]?.focus();
    else if (event.key !== "Backspace" || digits[index] !== "" || index === 0) return;
    else {
      onChange(digits.with(index - 1, ""));
      boxes.current[index - 1]?.focus();
    }
    event.preventDefault();
  };
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    fillFrom(0, event.clipboardData.getData("text"));
  };
  return { boxes, type, press, paste };
}
